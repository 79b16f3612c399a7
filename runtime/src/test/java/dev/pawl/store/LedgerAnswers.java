package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.card.CallOutcome;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.Epoch;
import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Answered;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.HeadState.Suspended;
import dev.pawl.kernel.LetterState;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.LostGate;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.receipt.ReportReceipt;
import dev.pawl.kernel.receipt.Resumption;
import dev.pawl.kernel.rows.Outbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Waits, reports, resumes and time-outs: I12 to I18, I20, I21, I24, I28, I29.
abstract class LedgerAnswers extends LedgerInvariants {

    @Test
    void i12SuspendedMeansThatThereAreWaitsAndAFinishedTurnHasNone() {
        var hold = running(AGENT, ADA);
        assertThat(ledger.waits(AGENT)).isEmpty();
        suspend(hold, "c1", "c2");
        assertThat(((Suspended) state(AGENT)).waits()).containsExactlyInAnyOrder(new CallId("c1"), new CallId("c2"));
        report(hold.gate(), "c1");
        assertThat(ledger.resume(AGENT, ADA)).isEqualTo(new Resumption.StillWaiting(Set.of(new CallId("c2"))));
        assertThat(ledger.waits(AGENT).stream().map(Wait::call)).containsExactly(new CallId("c2"));
        ledger.stop(new LetterId("stop"), AGENT, hold.gate().turn(), "enough");
        assertThat(ledger.waits(AGENT)).isEmpty();
    }

    @Test
    void i13EachCallIsAnsweredOnce() {
        var hold = running(AGENT, ADA);
        suspend(hold, "c1", "c2");
        report(hold.gate(), "c1");
        ledger.resume(AGENT, ADA);
        advance(Duration.ofMinutes(2));
        // c2 is answered by the watchdog and by its tool: the first one applied wins.
        assertThat(ledger.sweep(TARGET).timedOut()).isEqualTo(1);
        report(hold.gate(), "c2");
        resume(AGENT, ADA);
        assertThat(texts(AGENT).stream().filter(text -> text.startsWith("result: c1")))
                .hasSize(1);
        assertThat(texts(AGENT).stream().filter(text -> text.startsWith("result: c2")))
                .hasSize(1);
        assertThat(pending(AGENT)).isEmpty();
    }

    @Test
    void i14OnceEveryCallIsAnsweredTheTurnGoesOn() {
        var hold = running(AGENT, ADA);
        suspend(hold, "c1", "c2", "c3");
        for (var call : List.of("c1", "c2", "c3")) report(hold.gate(), call);
        assertThat(ledger.resumable(TARGET, 10)).containsExactly(AGENT);
        var resumed = resume(AGENT, BOB);
        assertThat(resumed.gate().epoch()).isEqualTo(hold.gate().epoch().next());
        assertThat(ledger.resumable(TARGET, 10)).isEmpty();
        assertThat(ledger.resume(AGENT, BOB)).isEqualTo(new Resumption.NothingToDo());
    }

    @Test
    void i15AnswersInAnyOrderGiveTheSameSetAndOneResume() {
        for (var order : permutations(List.of("c1", "c2", "c3"))) {
            var agent = new AgentId("agent-" + String.join("", order));
            var hold = running(agent, ADA);
            suspend(hold, "c1", "c2", "c3");
            for (var call : order.subList(0, 2)) {
                report(hold.gate(), call);
                assertThat(ledger.resume(agent, ADA)).isInstanceOf(Resumption.StillWaiting.class);
            }
            report(hold.gate(), order.getLast());
            deliver(resume(agent, ADA));
            assertThat(texts(agent).stream().filter(text -> text.startsWith("result")))
                    .containsExactlyInAnyOrder("result: c1 SUCCESS", "result: c2 SUCCESS", "result: c3 SUCCESS");
            assertThat(events(agent).stream().filter(event -> event.event() instanceof Event.TurnResumed))
                    .hasSize(1);
            checkLog(agent);
        }
    }

    private static List<List<String>> permutations(List<String> all) {
        return all.stream()
                .flatMap(first -> {
                    var rest = all.stream().filter(each -> !each.equals(first)).toList();
                    return rest.size() == 1
                            ? Stream.of(List.of(first, rest.getFirst()))
                            : permutations(rest).stream().map(tail -> {
                                var whole = new ArrayList<String>();
                                whole.add(first);
                                whole.addAll(tail);
                                return List.copyOf(whole);
                            });
                })
                .toList();
    }

    @Test
    void i16AnAnswerBeforeTheSuspendIsKeptAndAppliedAfterIt() {
        var hold = running(AGENT, ADA);
        assertThat(ledger.report(answer(hold.gate(), "c1", "fast"))).isEqualTo(new ReportReceipt.Stored());
        assertThat(ledger.resumable(TARGET, 10)).isEmpty();
        var rung = bell.rung().size();
        suspend(hold, "c1");
        assertThat(bell.rung()).as("the suspend rings for it").hasSizeGreaterThan(rung);
        assertThat(ledger.resumable(TARGET, 10)).containsExactly(AGENT);
        resume(AGENT, ADA);
        assertThat(texts(AGENT)).endsWith("result: c1 SUCCESS");
    }

    @Test
    void i16AForgedAnswerBeforeTheSuspendIsNotApplied() {
        var hold = running(AGENT, ADA);
        ledger.report(new Answered(
                ids.letter(),
                AGENT,
                hold.gate().turn(),
                hold.gate().epoch(),
                "tool.other",
                Item.ToolResult.success(new CallId("c1"), "forged")));
        suspend(hold, "c1");
        assertThat(ledger.resume(AGENT, ADA)).isEqualTo(new Resumption.NothingToDo());
        assertThat(state(AGENT)).isInstanceOf(Suspended.class);
    }

    @Test
    void i17AnAnswerOfAnOlderEpochOrAFinishedTurnChangesNothing() {
        var hold = running(AGENT, ADA);
        suspend(hold, "c1");
        report(hold.gate(), "c1");
        var resumed = resume(AGENT, ADA);
        suspend(resumed, "c2");
        var events = events(AGENT);
        assertThat(ledger.report(answer(hold.gate(), "c2", "stale epoch")))
                .isEqualTo(new ReportReceipt.NobodyWaits(new CallId("c2")));
        assertThat(ledger.report(answer(new Gate(AGENT, new TurnId("older"), new Epoch(1)), "c2", "other turn")))
                .isEqualTo(new ReportReceipt.NobodyWaits(new CallId("c2")));
        assertThat(events(AGENT)).isEqualTo(events);
        report(resumed.gate(), "c2");
        deliver(resume(AGENT, ADA));
        assertThat(ledger.report(answer(resumed.gate(), "c3", "too late")))
                .isEqualTo(new ReportReceipt.NobodyWaits(new CallId("c3")));
        assertThat(state(AGENT)).isInstanceOf(Idle.class);
    }

    @Test
    void i17AnAnswerThatRacedTheEndIsPutAwayByTheSweep() {
        var hold = running(AGENT, ADA);
        ledger.report(answer(hold.gate(), "c1", "nobody will ask"));
        deliver(hold);
        ledger.sweep(TARGET);
        assertThat(pending(AGENT)).isEmpty();
        assertThat(ledger.sweep(TARGET).skipped()).isZero();
    }

    @Test
    void i18TheSameAnswerTwiceIsStoredOnceAndADifferentOneIsRefused() {
        var hold = running(AGENT, ADA);
        suspend(hold, "c1");
        var answer = answer(hold.gate(), "c1", "x");
        assertThat(ledger.report(answer)).isEqualTo(new ReportReceipt.Stored());
        assertThat(ledger.report(answer)).isEqualTo(new ReportReceipt.Duplicate());
        assertThat(ledger.report(answer(hold.gate(), "c1", "x"))).isEqualTo(new ReportReceipt.Duplicate());
        assertThat(ledger.report(answer(hold.gate(), "c1", "y")))
                .isEqualTo(new ReportReceipt.Conflict(new CallId("c1")));
        resume(AGENT, ADA);
        assertThat(ledger.report(answer)).as("after it was applied").isEqualTo(new ReportReceipt.Duplicate());
    }

    @Test
    void i20OnlyTheOneWhoWasAskedMayAnswer() {
        var hold = running(AGENT, ADA);
        suspend(hold, "c1");
        var forged = new Answered(
                ids.letter(),
                AGENT,
                hold.gate().turn(),
                hold.gate().epoch(),
                "tool.other",
                Item.ToolResult.success(new CallId("c1"), "forged"));
        assertThat(ledger.report(forged)).isEqualTo(new ReportReceipt.Forged(new CallId("c1"), "tool.remote"));
        assertThat(ledger.resumable(TARGET, 10)).isEmpty();
        assertThat(ledger.report(
                        answer(new Gate(new AgentId("nobody"), hold.gate().turn(), new Epoch(1)), "c1", "x")))
                .isInstanceOf(ReportReceipt.NobodyWaits.class);
    }

    @Test
    void i21WhatAnAnswerSaysNeverSteersTheProtocol() {
        var hold = running(AGENT, ADA);
        suspend(hold, "c1");
        ledger.report(answer(
                hold.gate(),
                "c1",
                "{\"agent_id\":\"other\",\"turn_epoch\":99,\"agent_turn_id\":\"x\",\"step_id\":\"y\"}"));
        var resumed = resume(AGENT, ADA);
        assertThat(resumed.gate()).isEqualTo(hold.gate().next());
        assertThat(ledger.head(new AgentId("other"))).isEmpty();
    }

    @Test
    void i24EveryWaitHasADeadlineAndEachIsItsOwn() {
        var hold = running(AGENT, ADA);
        ledger.suspend(
                hold.gate(),
                entry(call("slow"), call("fast")),
                List.of(need("slow", Duration.ofMinutes(15)), need("fast", Duration.ofSeconds(30))),
                List.of());
        advance(Duration.ofSeconds(31));
        assertThat(ledger.sweep(TARGET).timedOut()).isEqualTo(1);
        assertThat(ledger.sweep(TARGET).timedOut()).as("once").isZero();
        assertThat(ledger.resume(AGENT, ADA)).isEqualTo(new Resumption.StillWaiting(Set.of(new CallId("slow"))));
        assertThat(texts(AGENT)).endsWith("result: fast TIMEOUT");
        // The answer of the other one, long after the first time-out, still counts.
        advance(Duration.ofMinutes(10));
        ledger.sweep(TARGET);
        report(hold.gate(), "slow");
        resume(AGENT, ADA);
        assertThat(texts(AGENT)).endsWith("result: slow SUCCESS");
    }

    @Test
    void i24AWaitWithoutADeadlineCannotBeAskedFor() {
        assertThatThrownBy(() -> need("c1", Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aTerminatingAnswerEndsTheTurnOnceAllAreIn() {
        var hold = running(AGENT, ADA);
        suspend(hold, "c1", "c2");
        ledger.report(answer(hold.gate(), terminating("c1", CallOutcome.SUCCESS)));
        assertThat(ledger.resume(AGENT, ADA)).isInstanceOf(Resumption.StillWaiting.class);
        report(hold.gate(), "c2");
        assertThat(ledger.resume(AGENT, ADA)).isInstanceOf(Resumption.Ended.class);
        assertThat(state(AGENT)).isInstanceOf(Idle.class);
        assertThat(delivered(AGENT).getFirst().outcome()).isEqualTo(Outcome.SUCCESS);
        checkLog(AGENT);
    }

    @Test
    void aFailedTerminatingAnswerEndsTheTurnAsFailed() {
        var hold = running(AGENT, ADA);
        suspend(hold, "c1", "c2");
        ledger.report(answer(hold.gate(), terminating("c1", CallOutcome.SUCCESS)));
        ledger.report(answer(hold.gate(), terminating("c2", CallOutcome.FAILED)));
        assertThat(ledger.resume(AGENT, ADA)).isInstanceOf(Resumption.Ended.class);
        assertThat(delivered(AGENT).getFirst().outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void i28AParentIsToldOnceByEachChildAndResumesAfterTheLast() {
        var parent = running(AGENT, ADA);
        var calls = List.of("child-1", "child-2", "child-3");
        var needs = calls.stream()
                .map(call -> new Wait.Need(
                        new CallId(call), "spawn_agent", Wait.Reason.AGENT, "", call, Duration.ofMinutes(5)))
                .toList();
        var items = calls.stream().map(this::call).toArray(Item[]::new);
        ledger.suspend(parent.gate(), entry(items), needs, List.of());
        for (var call : calls) {
            ledger.enqueue(request(
                    new AgentId(call),
                    "letter-" + call,
                    Lineage.childOf(parent.gate(), new CallId(call), 0),
                    Item.UserMessage.of("work")));
        }
        var claims = claim(BOB);
        assertThat(claims).hasSize(3);
        for (var claim : claims.reversed()) {
            assertThat(state(AGENT)).isInstanceOf(Suspended.class);
            deliver(ledger.begin(claim, BOB));
        }
        resume(AGENT, ADA);
        assertThat(state(AGENT)).isInstanceOf(Running.class);
        assertThat(texts(AGENT).stream().filter(text -> text.startsWith("result: child")))
                .hasSize(3);
    }

    @Test
    void aStoppedChildTellsItsParentToo() {
        var parent = running(AGENT, ADA);
        var child = new AgentId("child");
        var need = new Wait.Need(
                new CallId("c1"), "spawn_agent", Wait.Reason.AGENT, "", child.value(), Duration.ofMinutes(5));
        ledger.suspend(parent.gate(), entry(call("c1")), List.of(need), List.of());
        ledger.enqueue(
                request(child, "x", Lineage.childOf(parent.gate(), new CallId("c1"), 0), Item.UserMessage.of("work")));
        ledger.stop(new LetterId("stop"), child, gate(child).turn(), "enough");
        resume(AGENT, ADA);
        assertThat(texts(AGENT)).endsWith("result: c1 CANCELED");
    }

    @Test
    void i29ARemoteCallLeavesOnceThroughTheOutbox() {
        var hold = running(AGENT, ADA);
        var entry = entry(call("c1"));
        var need = need("c1", Duration.ofMinutes(1));
        var remote = new RemoteCall(hold.gate(), need, entry.lines().getFirst().card());
        ledger.suspend(hold.gate(), entry, List.of(need), List.of(remote));
        ledger.suspend(hold.gate(), entry, List.of(need), List.of(remote));
        assertThat(outbox().calls(10)).containsExactly(remote);
        outbox().sent(remote);
        assertThat(outbox().calls(10)).isEmpty();
    }

    abstract Outbox outbox();

    @Test
    void i33EventsLeaveInOrderAndOnlyOnceMarked() {
        var hold = running(AGENT, ADA);
        ledger.append(hold.gate(), say("hello"));
        var all = outbox().events(100);
        assertThat(all).isEqualTo(events(AGENT));
        assertThat(outbox().events(100)).as("not marked yet").isEqualTo(all);
        outbox().published(AGENT, 2);
        assertThat(outbox().events(100)).isEqualTo(all.subList(2, all.size()));
        outbox().published(AGENT, all.size());
        outbox().published(AGENT, 1);
        assertThat(outbox().events(100)).as("a mark never goes back").isEmpty();
    }

    @Test
    void lettersOfEveryKindKeepTheirState() {
        var hold = running(AGENT, ADA);
        suspend(hold, "c1");
        var answer = answer(hold.gate(), "c1", "x");
        ledger.report(answer);
        assertThat(letter(AGENT, answer.letter().value()).state()).isEqualTo(LetterState.PENDING);
        resume(AGENT, ADA);
        assertThat(letter(AGENT, answer.letter().value()).state()).isEqualTo(LetterState.CONSUMED);
    }

    private void inquire(Gate gate, String call) {
        var need = new Wait.Need(
                new CallId(call), "tool", Wait.Reason.QUESTION, "who?", Wait.PERSON, Duration.ofMinutes(1));
        ledger.inquire(gate, ids.step(), need);
    }

    private ReportReceipt person(Gate gate, String call, String source) {
        var said = Item.ToolResult.success(new CallId(call), "Ada");
        return ledger.report(
                new Answered(new LetterId(call + source), gate.agent(), gate.turn(), gate.epoch(), source, said));
    }

    @Test
    void aRunningCallAsksAndTheAnswerIsTakenOnce() {
        var hold = running(AGENT, ADA);
        var gate = hold.gate();
        inquire(gate, "c1.1");
        inquire(gate, "c1.1"); // an outcome nobody saw
        assertThat(ledger.waits(AGENT)).hasSize(1);
        assertThat(ledger.waitingFor(Wait.PERSON, 10)).containsExactly(AGENT);
        assertThat(ledger.takeAnswer(gate, new CallId("c1.1"))).isEmpty();
        assertThat(person(gate, "c1.1", "somebody"))
                .isEqualTo(new ReportReceipt.Forged(new CallId("c1.1"), Wait.PERSON));
        assertThat(person(gate, "c1.1", Wait.PERSON)).isEqualTo(new ReportReceipt.Stored());
        assertThat(person(gate, "c1.1", Wait.PERSON)).isEqualTo(new ReportReceipt.Duplicate());
        for (var attempt = 0; attempt < 2; attempt++) { // the second after an outcome nobody saw
            assertThat(ledger.takeAnswer(gate, new CallId("c1.1")))
                    .contains(Item.ToolResult.success(new CallId("c1.1"), "Ada"));
        }
        assertThat(ledger.waits(AGENT)).isEmpty();
        assertThat(pending(AGENT)).isEmpty();
        suspend(hold, "c2");
        assertThat(((Suspended) state(AGENT)).waits()).containsExactly(new CallId("c2"));
        checkLog(AGENT);
    }

    @Test
    void theDeadlineOfWhatARunningCallAsksAnswersIt() {
        var gate = running(AGENT, ADA).gate();
        inquire(gate, "c1.1");
        advance(Duration.ofMinutes(1));
        assertThat(ledger.takeAnswer(gate, new CallId("c1.1")).orElseThrow().answer())
                .isEqualTo(CallOutcome.TIMEOUT);
        assertThat(ledger.waits(AGENT)).isEmpty();
    }

    @Test
    void whatARunningCallAskedGoesWithItsEpoch() {
        var gate = running(AGENT, ADA).gate();
        inquire(gate, "c1.1");
        ledger.takeOver(gate, BOB, Departure.DEAD);
        assertThat(ledger.waits(AGENT)).isEmpty();
        assertThat(events(AGENT).stream().map(LoggedEvent::event))
                .contains(new Event.CallAnswered(new CallId("c1.1"), CallOutcome.CANCELED));
        assertThat(person(gate, "c1.1", Wait.PERSON)).isEqualTo(new ReportReceipt.NobodyWaits(new CallId("c1.1")));
        assertThatThrownBy(() -> ledger.takeAnswer(gate, new CallId("c1.1"))).isInstanceOf(LostGate.class);
        assertThatThrownBy(() -> inquire(gate, "c1.2")).isInstanceOf(LostGate.class);
        var next = gate.next();
        inquire(next, "c1.1");
        ledger.withdraw(next, new CallId("c1.1"));
        ledger.withdraw(next, new CallId("c1.1"));
        assertThat(ledger.waits(AGENT)).isEmpty();
        inquire(next, "c1.2");
        ledger.stop(new LetterId("stop"), AGENT, next.turn(), "enough");
        assertThat(ledger.waits(AGENT)).isEmpty();
        checkLog(AGENT);
    }
}
