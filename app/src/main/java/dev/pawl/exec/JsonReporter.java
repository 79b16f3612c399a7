package dev.pawl.exec;

import dev.pawl.cli.Console;
import dev.pawl.codex.ExecEvents;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import dev.pawl.view.ThreadChange;

/// Codex's exec events, one JSON object on each line.
final class JsonReporter implements Reporter {
    private final Console console;
    private final ExecEvents events;

    JsonReporter(Console console, boolean withPlan) {
        this.console = console;
        this.events = new ExecEvents(withPlan);
    }

    @Override
    public void began(ChatThread thread) {
        events.began(thread.id()).forEach(this::print);
    }

    @Override
    public void report(ThreadChange change) {
        events.of(change).forEach(this::print);
    }

    private void print(Json.Obj line) {
        console.line(line.write());
        console.flush();
    }
}
