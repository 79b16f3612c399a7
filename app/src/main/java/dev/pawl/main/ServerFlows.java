package dev.pawl.main;

import dev.pawl.api.ApiError;
import dev.pawl.api.FlowBoard;
import dev.pawl.cli.UsageError;
import dev.pawl.config.FlowConfig;
import dev.pawl.config.FlowTools;
import dev.pawl.config.ThreadSettings;
import dev.pawl.host.Host;
import dev.pawl.id.ThreadId;
import dev.pawl.id.WorkerId;
import dev.pawl.runner.FlowKeeper;
import dev.pawl.runner.FlowListener;
import dev.pawl.runner.FlowWords;
import dev.pawl.runner.folder.FlowPlace;
import dev.pawl.worker.WorkerProcess;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The workflows behind a server: shown to its clients, and gone on with by its worker.
final class ServerFlows implements FlowBoard, AutoCloseable {
    private final Supplier<Host> host;
    private final Supplier<ThreadSettings> settings;
    private final Supplier<FlowWords> words;
    private final List<Consumer<ThreadId>> listeners = new CopyOnWriteArrayList<>();
    private @Nullable FlowKeeper keeper;

    ServerFlows(Supplier<Host> host, Supplier<ThreadSettings> settings, Supplier<FlowWords> words) {
        this.host = host;
        this.settings = settings;
        this.words = words;
    }

    private FlowSites sites() {
        return new FlowSites(host.get(), settings.get(), words.get());
    }

    /// Begins to look after workflows. A server without a worker only shows them.
    synchronized void start() {
        if (keeper != null) return;
        var here = settings.get();
        var isAllowed = host.get().runsTurns() && new FlowConfig(here.settings()).goesOnInServer();
        keeper = new FlowKeeper(
                new FlowKeeper.Terms(sites().prefix(), isAllowed),
                new FlowKeeper.Sources(
                        () -> host.get().workflows(),
                        workspace -> named(workspace).site(),
                        thread -> !host.get().gateway().questions(thread).isEmpty(),
                        this::runner,
                        WorkerProcess::isDead,
                        InstantSource.system()),
                thread -> listeners.forEach(one -> one.accept(thread)));
    }

    private FlowPlace named(String workspace) {
        return sites().at(Path.of(workspace.substring(sites().prefix().length())), FlowListener.NONE);
    }

    @Override
    public List<FlowPlace> active() {
        return host.get().workflows().active().stream()
                .map(head -> head.workspace())
                .filter(workspace -> workspace.startsWith(sites().prefix()))
                .map(this::named)
                .toList();
    }

    @Override
    public Optional<FlowPlace> of(ThreadId thread) {
        return host.get()
                .workflows()
                .ofThread(thread)
                .map(found -> found.workspace())
                .filter(workspace -> workspace.startsWith(sites().prefix()))
                .map(this::named);
    }

    @Override
    public FlowPlace at(Path folder) {
        return sites().at(FlowSites.root(folder), FlowListener.NONE);
    }

    @Override
    public NewFlow open(FlowPlace place, String title) {
        try {
            var fresh = host.get().threads().draft(FlowTools.SOURCE);
            var setup = settings.get().in(place.root().toString()).setup();
            var now = fresh.updatedAt();
            var thread = fresh.with(FlowSites.in(setup, place.root()), now).named(title, now);
            host.get().threads().check(thread);
            host.get().gateway().open(thread);
            return new NewFlow("flow-" + host.get().fresh(), thread.id(), setup.sandbox(), setup.approval());
        } catch (UsageError impossible) {
            throw ApiError.refused(impossible.text());
        }
    }

    @Override
    public void goOn(FlowPlace place) {
        start();
        var there = place.site()
                .store()
                .read(place.site().workspace())
                .flow()
                .origin()
                .thread();
        listeners.forEach(one -> one.accept(there));
        var running = keeper();
        if (running != null && host.get().runsTurns()) running.goOn(place.site().workspace());
    }

    private synchronized @Nullable FlowKeeper keeper() {
        return keeper;
    }

    @Override
    public WorkerId runner() {
        return WorkerProcess.name(host.get().fresh());
    }

    @Override
    public AutoCloseable whenChanged(Consumer<ThreadId> thread) {
        listeners.add(thread);
        start();
        return () -> listeners.remove(thread);
    }

    @Override
    public void close() {
        var running = keeper();
        if (running != null) running.close();
    }
}
