package dev.pawl.app;

import dev.pawl.agent.Backoff;
import dev.pawl.agent.Model;
import dev.pawl.agent.Rule;
import dev.pawl.agent.Stance;
import dev.pawl.event.Live;
import dev.pawl.id.ThreadId;
import dev.pawl.kernel.Gate;
import dev.pawl.provider.Providers;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.thread.Threads;
import dev.pawl.worker.Agent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Collectors;

/// Makes a thread's agent by how the thread is set up. Models are shared: they keep connections.
/// Safe for use by many threads.
final class Agents {
    private final LocalEngine.Parts parts;
    private final Threads threads;
    private final ThreadFactory hands;
    private final Live.Sink live;
    private final Map<String, Model> models = new ConcurrentHashMap<>();

    /// @param hands where tools run
    Agents(LocalEngine.Parts parts, Threads threads, ThreadFactory hands, Live.Sink live) {
        this.parts = parts;
        this.threads = threads;
        this.hands = hands;
        this.live = live;
    }

    Agent of(Gate gate) {
        var thread = new ThreadId(gate.agent().value());
        var setup = threads.find(thread)
                .map(ChatThread::setup)
                .orElseThrow(() -> new IllegalStateException("a turn without its thread: " + thread));
        var provider = parts.providers().of(setup.provider());
        var workplace = parts.workplaces().of(thread, setup);
        return new Agent(
                models.computeIfAbsent(setup.provider(), this::model),
                new ThreadTools(
                        workplace,
                        parts.checkpoints().of(thread, gate.turn(), workplace),
                        parts.hooks().of(gate, setup, workplace),
                        () -> stance(thread, setup)),
                setup,
                Instructions.text(),
                new Backoff(provider.patience().streamRetries(), parts.retryBase()),
                new Agent.Means(hands, live));
    }

    private Stance stance(ThreadId thread, Setup setup) {
        return new Stance(
                Stance.Approval.of(setup.approval()),
                Stance.Mode.of(setup.sandbox()),
                false,
                rules(setup),
                threads.grants(thread).stream().map(Threads.Grant::seal).collect(Collectors.toSet()));
    }

    /// The user's, and those of the thread's project once it is trusted.
    private List<Rule> rules(Setup setup) {
        var rules = new ArrayList<>(parts.rules().rules());
        rules.addAll(parts.trust().rules(Path.of(setup.cwd())));
        return rules;
    }

    private Model model(String provider) {
        var model = Providers.open(parts.providers().of(provider));
        return parts.record().isEmpty() ? model : Providers.recording(model, Path.of(parts.record()));
    }
}
