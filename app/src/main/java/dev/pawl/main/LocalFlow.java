package dev.pawl.main;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.Console;
import dev.pawl.cli.Stdin;
import dev.pawl.config.FlowTools;
import dev.pawl.exec.Person;
import dev.pawl.flow.FlowHost;
import dev.pawl.follow.ThreadFollower;
import dev.pawl.gateway.Gateway;
import dev.pawl.id.ThreadId;
import dev.pawl.id.WorkerId;
import dev.pawl.runner.FlowListener;
import dev.pawl.runner.FlowSite;
import dev.pawl.runner.FlowWords;
import dev.pawl.runner.folder.FlowFolder;
import dev.pawl.runner.folder.FlowPlace;
import dev.pawl.thread.ChatThread;
import dev.pawl.worker.WorkerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// A workflow of one folder, run by this process.
final class LocalFlow implements FlowHost {
    private final LocalEngine engine;
    private final FlowPlace place;
    private final WorkerId self;
    private final Terminal terminal;
    /// One for all questions: what is typed ahead belongs to the next one.
    private final Person person;

    /// Who sits at the terminal, if anybody does.
    record Terminal(Console console, Stdin stdin, Predicate<String> agrees) {}

    /// The command line that goes on with a workflow after an answer to its question.
    static List<String> resuming(Arguments given, ChatThread thread) {
        var line =
                new ArrayList<>(List.of("flow", "resume", "--cd", thread.setup().cwd()));
        for (var name : List.of("--home", "--store", "--profile"))
            given.value(name).ifPresent(value -> line.addAll(List.of(name, value)));
        given.values("--config").forEach(value -> line.addAll(List.of("--config", value)));
        if (given.has("--json")) line.add("--json");
        return line;
    }

    LocalFlow(LocalEngine engine, FlowWords words, Terminal terminal, FlowListener listener) {
        this.engine = engine;
        this.terminal = terminal;
        this.person = new Person(engine.gateway(), terminal.console(), engine.host()::fresh, terminal.stdin());
        this.self = WorkerProcess.name(engine.host().fresh());
        var cwd = Path.of(engine.settings().setup().cwd());
        this.place = new FlowSites(engine.host(), engine.settings(), words).at(FlowSites.root(cwd), listener);
    }

    @Override
    public FlowSite site() {
        return place.site();
    }

    @Override
    public FlowFolder folder() {
        return place.folder();
    }

    @Override
    public Path root() {
        return place.root();
    }

    @Override
    public Gateway gateway() {
        return engine.gateway();
    }

    @Override
    public ThreadFollower follow(ThreadId thread, Runnable alarm) {
        return engine.host().follow(engine.gateway().thread(thread).orElseThrow(), alarm);
    }

    @Override
    public WorkerId self() {
        return self;
    }

    @Override
    public boolean mayWorkHere() {
        return engine.mayWorkHere();
    }

    @Override
    public ChatThread openThread(String title) {
        var fresh = engine.host().threads().draft(FlowTools.SOURCE);
        var now = fresh.updatedAt();
        var thread = fresh.with(FlowSites.in(fresh.setup(), place.root()), now).named(title, now);
        engine.host().threads().check(thread);
        engine.gateway().open(thread);
        return thread;
    }

    @Override
    public boolean askPerson(ThreadId thread) {
        return hasPerson() && person.answer(thread);
    }

    @Override
    public boolean hasPerson() {
        return terminal.stdin().isTerminal();
    }

    @Override
    public boolean agrees(String question) {
        return terminal.agrees().test(question);
    }

    @Override
    public void callAttention(String words) {
        engine.callAttention(words);
    }

    @Override
    public void close() {
        engine.close();
    }
}
