package dev.pawl.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.Epoch;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerId;
import dev.pawl.kernel.HeadState.Dispatched;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.HeadState.Suspended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Draws `docs/state/*.md` from the machines themselves: a picture that differs fails the build.
/// `make docs` (or `-Dpawl.docs.write=true`) writes them anew.
class StateDiagramTest {
    private static final Gate GATE = new Gate(new AgentId("a"), new TurnId("t"), new Epoch(1));
    private static final CallId CALL = new CallId("c");
    private static final Lease LEASE = new Lease(new WorkerId("w"), Instant.EPOCH);
    private static final List<HeadState> STATES = List.of(
            new Idle(GATE.agent(), GATE.epoch()),
            new Dispatched(GATE),
            new Running(GATE, LEASE),
            new Suspended(GATE, Set.of(CALL), Instant.EPOCH));
    private static final List<TurnTrigger> TRIGGERS = List.of(
            new TurnTrigger.Dispatch(GATE.turn()),
            new TurnTrigger.Begin(GATE, LEASE),
            new TurnTrigger.Renew(GATE, LEASE),
            new TurnTrigger.Suspend(GATE, Map.of(CALL, Instant.EPOCH)),
            new TurnTrigger.Report(GATE.turn(), CALL),
            new TurnTrigger.Resume(GATE, Map.of(CALL, Instant.EPOCH), LEASE),
            new TurnTrigger.Resume(GATE, Map.of(), LEASE),
            new TurnTrigger.TakeOver(GATE, LEASE),
            new TurnTrigger.Deliver(GATE),
            new TurnTrigger.Stop(GATE.turn()));

    @Test
    void theTurnsPictureIsTheMachine() throws IOException {
        var edges = new LinkedHashSet<String>();
        var rows = new ArrayList<String>();
        for (var state : STATES) {
            var row = new StringBuilder("| **" + name(state) + "** |");
            for (var trigger : TRIGGERS)
                row.append(' ').append(cell(state, trigger, edges)).append(" |");
            rows.add(row.toString());
        }
        var page = new ArrayList<String>();
        page.add("# The turn\n");
        page.add(
                "Drawn from `TurnMachine` by `StateDiagramTest`; do not edit. An arrow with *+1* raises the epoch, so that");
        page.add("whoever held the gate before is fenced out.\n");
        page.add("```mermaid\nstateDiagram-v2\n    [*] --> idle");
        edges.forEach(edge -> page.add("    " + edge));
        page.add("```\n");
        var head = new StringBuilder("| |");
        var rule = new StringBuilder("|---|");
        for (var trigger : TRIGGERS) {
            head.append(' ').append(label(trigger)).append(" |");
            rule.append("---|");
        }
        page.add(head.toString());
        page.add(rule.toString());
        page.addAll(rows);
        page.add(
                "\n*accept*: the answer is awaited and stays pending for the resume. *defer*: too early, kept until the suspend");
        page.add(
                "is written. *ignore*: too late, nothing to do. *refuse*: the gate is lost or the state does not allow it; nothing is");
        page.add("written. A trigger with another gate than the head's is refused in every state.");
        compare("turn.md", page);
    }

    private static String cell(HeadState state, TurnTrigger trigger, Set<String> edges) {
        return switch (TurnMachine.next(state, trigger)) {
            case Verdict.Move(var next) -> {
                var raised = next.epoch().compareTo(state.epoch()) > 0 ? " +1" : "";
                edges.add(name(state) + " --> " + name(next) + ": " + label(trigger) + raised);
                yield name(next) + raised;
            }
            case Verdict.Accept _ -> "accept";
            case Verdict.Defer _ -> "defer";
            case Verdict.Ignore _ -> "ignore";
            case Verdict.Refuse _ -> "refuse";
        };
    }

    @Test
    void theLettersPictureIsTheTable() throws IOException {
        var page = new ArrayList<String>();
        page.add("# The letter\n");
        page.add("Drawn from `LetterState` by `StateDiagramTest`; do not edit.\n");
        page.add(
                "```mermaid\nstateDiagram-v2\n    [*] --> queued: turn\n    [*] --> pending: steer, answer\n    [*] --> consumed: stop");
        for (var from : LetterState.values()) {
            for (var to : LetterState.values()) {
                if (from.mayBecome(to)) page.add("    " + lower(from) + " --> " + lower(to));
            }
            if (from.isFinal()) page.add("    " + lower(from) + " --> [*]");
        }
        page.add("```");
        compare("letter.md", page);
    }

    @Test
    void aFinalLetterStaysAsItIs() {
        for (var from : LetterState.values()) {
            for (var to : LetterState.values())
                assertThat(from.isFinal() && from.mayBecome(to)).isFalse();
        }
    }

    private static String name(HeadState state) {
        return lower(state.getClass());
    }

    private static String label(TurnTrigger trigger) {
        return switch (trigger) {
            case TurnTrigger.Resume(var _, var open, var _) ->
                open.isEmpty() ? "resume (all in)" : "resume (some open)";
            case TurnTrigger.TakeOver _ -> "take over";
            case TurnTrigger.Dispatch _,
                    TurnTrigger.Begin _,
                    TurnTrigger.Renew _,
                    TurnTrigger.Suspend _,
                    TurnTrigger.Report _,
                    TurnTrigger.Deliver _,
                    TurnTrigger.Stop _ -> lower(trigger.getClass());
        };
    }

    private static String lower(Class<?> type) {
        return type.getSimpleName().toLowerCase(Locale.ROOT);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static void compare(String file, List<String> page) throws IOException {
        var path = Path.of(System.getProperty("pawl.root", ".."), "docs", "state", file);
        var text = String.join("\n", page) + "\n";
        if (Boolean.getBoolean("pawl.docs.write")) Files.writeString(path, text);
        assertThat(path).as("run `make docs` and look at the difference").hasContent(text);
    }
}
