package dev.pawl.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Writes `docs/state/chat-status.md` from the fold itself: a page that differs fails the build.
/// `make docs` (or `-Dpawl.docs.write=true`) writes it anew.
class StatusDiagramTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    /// From the lowest priority to the highest: each is laid over those before it.
    private static final List<Step> LADDER = List.of(
            new Step("nothing at all", new Signal.Neutral()),
            new Step("a turn begins", new Signal.TurnBegan()),
            new Step("its reasoning has a title", new Signal.Thinking("", "**Plan**", false)),
            new Step("another agent works for it", new Signal.Begun(Life.COLLAB, "a1", "")),
            new Step("a tool is called", new Signal.Begun(Life.TOOL, "m1", "fs.read")),
            new Step("a command runs", new Signal.Begun(Life.COMMAND, "c1", "npm test")),
            new Step("a file is edited", new Signal.Begun(Life.EDIT, "p1", "a.txt")),
            new Step("nobody carries the turn", new Signal.Held(Waiting.Why.WORKER, "", "", Instant.MAX)),
            new Step(
                    "the process that carried it has ended",
                    new Signal.Held(Waiting.Why.INTERRUPTED, "", "", Instant.MAX)),
            new Step("an approval is asked for", new Signal.Asked(Life.APPROVAL, List.of("p1x"), "rm", Instant.MAX)),
            new Step("a question is asked", new Signal.Asked(Life.INPUT, List.of("q1"), "Which?", Instant.MAX)),
            new Step("an MCP server starts", new Signal.McpChanged("fs", Signal.Startup.STARTING)),
            new Step("something goes on in the background", new Signal.Background(Phrase.text("Indexing"), "", false)),
            new Step("a terminal is watched", new Signal.TerminalTouched("c1", "", false)),
            new Step("the stream breaks", new Signal.Trouble("lost", "", false)),
            new Step("the thread is archived", new Signal.Archived(true)));

    private record Step(String says, Signal signal) {}

    @Test
    void thePageIsTheDerivation() throws IOException {
        var page = new ArrayList<String>();
        page.add("# The chat status\n");
        page.add(
                "Written from `ChatState` by `StatusDiagramTest`; do not edit. Each row lays one more thing over those above");
        page.add(
                "it. The header follows seven priorities, level 1 first; the class is found beside it. Requests that wait");
        page.add("for a person are counted at every level.\n");
        page.add("| what happens | level | class | header | 标题 | details | attention |");
        page.add("|---|---|---|---|---|---|---|");
        var state = ChatState.NEW;
        for (var step : LADDER) {
            state = state.after(new LoggedSignal(0, NOW, "", step.signal()));
            page.add("| " + step.says() + " |" + row(state.derive(NOW)));
        }
        page.add("\n## What each signal does\n");
        page.add(
                "| signal | progress: ends a passing error | new work: ends a fatal one | of its turn: ignored when that is closed |");
        page.add("|---|---|---|---|");
        for (var step : signals()) {
            page.add("| " + step.getClass().getSimpleName() + " | " + mark(step.isProgress()) + " | "
                    + mark(step.isNewWork()) + " | " + mark(!step.isAboutTurns()) + " |");
        }
        page.add("\n## An agent's status\n");
        page.add("```mermaid\nstateDiagram-v2\n    [*] --> pending_init");
        page.addAll(edges());
        page.add("```\n");
        page.add(
                "`not_found` is what a question about an unknown thread is answered with. A final status stays until another");
        page.add("turn begins.");
        compare(page);
    }

    private static String row(View view) {
        var attention = view.attention().approvals() + view.attention().inputs();
        return " " + view.level() + " | " + view.status().id() + " | "
                + view.header().english() + " | "
                + view.header().chinese() + " | " + view.details().english() + " | "
                + (attention == 0 ? "" : attention) + " |";
    }

    private static String mark(boolean holds) {
        return holds ? "yes" : "";
    }

    private static List<Signal> signals() {
        return List.of(
                new Signal.TurnBegan(),
                new Signal.TurnEnded(Signal.Ending.COMPLETED, "", "", true),
                new Signal.Speaking(),
                new Signal.Spoke(),
                new Signal.Thinking("", "", false),
                new Signal.ThinkingBroke(),
                new Signal.Begun(Life.COMMAND, "", ""),
                new Signal.Ended(Life.COMMAND, ""),
                new Signal.Answered("c"),
                new Signal.CommandOutput(""),
                new Signal.TerminalTouched("", "", false),
                new Signal.Asked(Life.APPROVAL, List.of(), "", Instant.MAX),
                new Signal.Resolved(List.of()),
                new Signal.McpChanged("", Signal.Startup.READY),
                new Signal.McpSettled(),
                new Signal.Background(Phrase.NOTHING, "", true),
                new Signal.Trouble("", "", true),
                new Signal.UserSpoke(),
                new Signal.StatusReported(Signal.Reported.IDLE, Set.of()),
                new Signal.Held(Waiting.Why.WORKER, "", "", Instant.MAX),
                new Signal.Released(""),
                new Signal.Attended(),
                new Signal.Archived(true),
                new Signal.Closed(),
                new Signal.Progress(),
                new Signal.Neutral());
    }

    private static List<String> edges() {
        var triggers = List.of(
                new Step("turn_started", new Signal.TurnBegan()),
                new Step("turn_complete", new Signal.TurnEnded(Signal.Ending.COMPLETED, "", "", true)),
                new Step("turn_aborted", new Signal.TurnEnded(Signal.Ending.INTERRUPTED, "", "", false)),
                new Step("error", new Signal.Trouble("", "", true)),
                new Step("shutdown_complete", new Signal.Closed()));
        var edges = new ArrayList<String>();
        for (var from : List.of(new AgentStatus.PendingInit(), new AgentStatus.Running())) {
            for (var trigger : triggers) {
                var to = new AgentStatus.Fold(from, "t")
                        .after(new LoggedSignal(0, NOW, "t", trigger.signal()))
                        .status();
                if (!to.equals(from)) edges.add("    " + from.id() + " --> " + to.id() + ": " + trigger.says());
            }
        }
        return edges;
    }

    private static void compare(List<String> page) throws IOException {
        var path = Path.of(System.getProperty("pawl.root", ".."), "docs", "state", "chat-status.md");
        var text = String.join("\n", page) + "\n";
        if (Boolean.getBoolean("pawl.docs.write")) Files.writeString(path, text);
        assertThat(path).as("run `make docs` and look at the difference").hasContent(text);
    }
}
