package dev.pawl.delegation;

import dev.pawl.id.ThreadId;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.json.JsonNames;
import dev.pawl.thread.SpawnedAgent;
import dev.pawl.thread.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What is kept beside threads about agents that call agents. A note nobody can read is none.
public final class AgentNotes {
    private AgentNotes() {}

    /// How a thread came to be; empty for one that no agent called.
    public static Optional<SpawnedAgent> of(Threads threads, ThreadId thread) {
        return read(threads.notes(thread).getOrDefault(SpawnedAgent.NOTE, ""));
    }

    public static Optional<SpawnedAgent> read(String note) {
        if (note.isEmpty()) return Optional.empty();
        try {
            var json = Json.parse(note);
            return Optional.of(new SpawnedAgent(
                    new ThreadId(json.text("parent")),
                    new ThreadId(json.text("root")),
                    (int) json.number("depth"),
                    json.text("nickname"),
                    json.text("role"),
                    json.text("path"),
                    JsonNames.read(SpawnedAgent.State.class, json, "state")));
        } catch (BadJson | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    public static String write(SpawnedAgent agent) {
        return Json.object()
                .with("parent", agent.parent().value())
                .with("root", agent.root().value())
                .with("depth", agent.depth())
                .with("nickname", agent.nickname())
                .with("role", agent.role())
                .with("path", agent.path())
                .with("state", JsonNames.of(agent.state()))
                .write();
    }

    /// Changes what an agent is, in one step.
    public static void become(Threads threads, ThreadId thread, SpawnedAgent.State next) {
        threads.note(
                thread,
                SpawnedAgent.NOTE,
                note -> read(note).map(agent -> write(agent.become(next))).orElse(note));
    }

    /// An agent that waited for its turn has begun; one that was closed meanwhile stays closed.
    static void begun(Threads threads, ThreadId thread) {
        threads.note(
                thread,
                SpawnedAgent.NOTE,
                note -> read(note)
                        .filter(agent -> agent.state() == SpawnedAgent.State.QUEUED)
                        .map(agent -> write(agent.become(SpawnedAgent.State.OPEN)))
                        .orElse(note));
    }

    /// The agents that wait for their turn below a root, the first one first.
    public static List<ThreadId> queue(Threads threads, ThreadId root) {
        return list(threads.notes(root).getOrDefault(SpawnedAgent.QUEUE, ""));
    }

    public static void enqueue(Threads threads, ThreadId root, ThreadId agent) {
        threads.note(root, SpawnedAgent.QUEUE, note -> {
            var queue = new ArrayList<>(list(note));
            if (!queue.contains(agent)) queue.add(agent);
            return text(queue);
        });
    }

    public static void dequeue(Threads threads, ThreadId root, ThreadId agent) {
        threads.note(root, SpawnedAgent.QUEUE, note -> {
            var queue = new ArrayList<>(list(note));
            queue.remove(agent);
            return text(queue);
        });
    }

    private static List<ThreadId> list(String note) {
        if (note.isEmpty()) return List.of();
        return Json.parse(note).asList().stream()
                .flatMap(name -> name.text().stream())
                .map(ThreadId::new)
                .toList();
    }

    private static String text(List<ThreadId> queue) {
        return queue.isEmpty()
                ? ""
                : Json.strings(queue.stream().map(ThreadId::value).toList()).write();
    }
}
