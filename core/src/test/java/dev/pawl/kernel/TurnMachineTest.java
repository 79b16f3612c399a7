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
import dev.pawl.kernel.TurnTrigger.Begin;
import dev.pawl.kernel.TurnTrigger.Deliver;
import dev.pawl.kernel.TurnTrigger.Dispatch;
import dev.pawl.kernel.TurnTrigger.Renew;
import dev.pawl.kernel.TurnTrigger.Report;
import dev.pawl.kernel.TurnTrigger.Resume;
import dev.pawl.kernel.TurnTrigger.Stop;
import dev.pawl.kernel.TurnTrigger.Suspend;
import dev.pawl.kernel.TurnTrigger.TakeOver;
import dev.pawl.kernel.Verdict.Accept;
import dev.pawl.kernel.Verdict.Defer;
import dev.pawl.kernel.Verdict.Ignore;
import dev.pawl.kernel.Verdict.Move;
import dev.pawl.kernel.Verdict.Refuse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The whole table: every state against every trigger, with its own gate and with a stale one.
class TurnMachineTest {
    private static final AgentId AGENT = new AgentId("agent");
    private static final TurnId TURN = new TurnId("turn");
    private static final TurnId OTHER = new TurnId("other");
    private static final Gate GATE = new Gate(AGENT, TURN, new Epoch(5));
    private static final CallId LS = new CallId("ls");
    private static final CallId CAT = new CallId("cat");
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Instant ONE = Instant.parse("2026-01-01T13:00:00Z");
    private static final Lease ADA = new Lease(new WorkerId("ada"), NOON);
    private static final Lease BOB = new Lease(new WorkerId("bob"), ONE);

    private static final Idle IDLE = new Idle(AGENT, new Epoch(5));
    private static final Dispatched DISPATCHED = new Dispatched(GATE);
    private static final Running RUNNING = new Running(GATE, ADA);
    private static final Suspended SUSPENDED = new Suspended(GATE, Set.of(LS, CAT), NOON);

    private static final Idle IDLE_SAME = new Idle(AGENT, new Epoch(5));
    private static final Idle IDLE_NEXT = new Idle(AGENT, new Epoch(6));

    private record Row(HeadState state, TurnTrigger trigger, Verdict expected) {}

    private static Row row(HeadState state, TurnTrigger trigger, HeadState next) {
        return new Row(state, trigger, new Move(next));
    }

    private static Row refused(HeadState state, TurnTrigger trigger) {
        return new Row(state, trigger, new Refuse(state, trigger));
    }

    private static List<Row> table() {
        var rows = new ArrayList<Row>();
        rows.add(row(IDLE, new Dispatch(TURN), new Dispatched(new Gate(AGENT, TURN, new Epoch(6)))));
        rows.add(new Row(IDLE, new Report(TURN, LS), new Ignore()));
        rows.add(new Row(IDLE, new Stop(TURN), new Ignore()));

        rows.add(row(DISPATCHED, new Begin(GATE, ADA), RUNNING));
        rows.add(row(DISPATCHED, new Deliver(GATE), IDLE_NEXT));
        rows.add(row(DISPATCHED, new Stop(TURN), IDLE_NEXT));
        rows.add(new Row(DISPATCHED, new Stop(OTHER), new Ignore()));
        rows.add(new Row(DISPATCHED, new Report(TURN, LS), new Ignore()));
        rows.add(refused(DISPATCHED, new Dispatch(OTHER)));

        rows.add(row(RUNNING, new Suspend(GATE, Map.of(LS, ONE, CAT, NOON)), SUSPENDED));
        rows.add(row(RUNNING, new Renew(GATE, BOB), new Running(GATE, BOB)));
        rows.add(row(RUNNING, new TakeOver(GATE, BOB), new Running(GATE.next(), BOB)));
        rows.add(row(RUNNING, new Deliver(GATE), IDLE_SAME));
        rows.add(row(RUNNING, new Stop(TURN), IDLE_NEXT));
        rows.add(new Row(RUNNING, new Stop(OTHER), new Ignore()));
        rows.add(new Row(RUNNING, new Report(TURN, LS), new Defer()));
        rows.add(new Row(RUNNING, new Report(OTHER, LS), new Ignore()));
        rows.add(refused(RUNNING, new Dispatch(OTHER)));

        rows.add(new Row(SUSPENDED, new Report(TURN, LS), new Accept()));
        rows.add(new Row(SUSPENDED, new Report(TURN, new CallId("rm")), new Ignore()));
        rows.add(new Row(SUSPENDED, new Report(OTHER, LS), new Ignore()));
        rows.add(row(SUSPENDED, new Resume(GATE, Map.of(CAT, ONE), BOB), new Suspended(GATE, Set.of(CAT), ONE)));
        rows.add(row(SUSPENDED, new Resume(GATE, Map.of(), BOB), new Running(GATE.next(), BOB)));
        rows.add(row(SUSPENDED, new Deliver(GATE), IDLE_NEXT));
        rows.add(row(SUSPENDED, new Stop(TURN), IDLE_NEXT));
        rows.add(new Row(SUSPENDED, new Stop(OTHER), new Ignore()));
        rows.add(refused(SUSPENDED, new Dispatch(OTHER)));

        // With a gate that is not the head's, every gated trigger is refused everywhere.
        for (var state : List.of(IDLE, DISPATCHED, RUNNING, SUSPENDED)) {
            for (var stale :
                    List.of(GATE.next(), new Gate(AGENT, TURN, new Epoch(4)), new Gate(AGENT, OTHER, new Epoch(5)))) {
                gated(stale).forEach(trigger -> rows.add(refused(state, trigger)));
            }
        }
        // With the head's own gate, what a state does not allow is refused.
        gated(GATE).forEach(trigger -> rows.add(refused(IDLE, trigger)));
        rows.add(refused(DISPATCHED, new Suspend(GATE, Map.of(LS, NOON))));
        rows.add(refused(DISPATCHED, new Resume(GATE, Map.of(), BOB)));
        rows.add(refused(DISPATCHED, new Renew(GATE, BOB)));
        rows.add(refused(DISPATCHED, new TakeOver(GATE, BOB)));
        rows.add(refused(RUNNING, new Begin(GATE, BOB)));
        rows.add(refused(RUNNING, new Resume(GATE, Map.of(), BOB)));
        rows.add(refused(SUSPENDED, new Begin(GATE, BOB)));
        rows.add(refused(SUSPENDED, new Suspend(GATE, Map.of(LS, NOON))));
        rows.add(refused(SUSPENDED, new Renew(GATE, BOB)));
        rows.add(refused(SUSPENDED, new TakeOver(GATE, BOB)));
        return rows;
    }

    private static Stream<TurnTrigger> gated(Gate gate) {
        return Stream.of(
                new Begin(gate, BOB),
                new Suspend(gate, Map.of(LS, NOON)),
                new Resume(gate, Map.of(), BOB),
                new Renew(gate, BOB),
                new TakeOver(gate, BOB),
                new Deliver(gate));
    }

    @TestFactory
    Stream<DynamicTest> everyRowOfTheTable() {
        return table().stream()
                .map(row -> DynamicTest.dynamicTest(
                        row.state() + " + " + row.trigger(),
                        () -> assertThat(TurnMachine.next(row.state(), row.trigger()))
                                .isEqualTo(row.expected())));
    }

    @Test
    void theTableHasARowForEveryPairOfStateAndTrigger() {
        var pairs = table().stream()
                .map(row -> row.state().getClass().getSimpleName() + "+"
                        + row.trigger().getClass().getSimpleName())
                .distinct();
        var states = HeadState.class.getPermittedSubclasses().length
                - 1 // Active is a family, not a state
                + HeadState.Active.class.getPermittedSubclasses().length;
        assertThat(pairs).hasSize(states * TurnTrigger.class.getPermittedSubclasses().length);
    }

    @Test
    void noMoveEverLowersTheEpoch() {
        for (var row : table()) {
            if (row.expected() instanceof Move(var next)) {
                assertThat(next.epoch()).isGreaterThanOrEqualTo(row.state().epoch());
            }
        }
    }

    @Test
    void aSuspendedTurnWaitsUntilTheFirstOfItsDeadlines() {
        var verdict = TurnMachine.next(RUNNING, new Suspend(GATE, Map.of(LS, ONE, CAT, NOON)));
        assertThat(((Suspended) ((Move) verdict).next()).resumeBy()).isEqualTo(NOON);
    }
}
