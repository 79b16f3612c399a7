package dev.pawl.kernel.primitive;

import dev.pawl.event.Event;
import dev.pawl.id.CallId;
import dev.pawl.kernel.Edge;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.HeadState.Suspended;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.TurnTrigger;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.rows.Prefetch;
import dev.pawl.kernel.rows.Rows;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Puts a turn aside until its calls are answered; commands leave only after the waits exist.
final class Suspend {
    private Suspend() {}

    static void apply(Rows rows, Gate gate, Entry entry, List<Wait.Need> needs, List<RemoteCall> calls) {
        if (needs.isEmpty()) throw new IllegalArgumentException("suspended without a wait");
        var tx =
                HeadTransaction.open(rows, gate, new Prefetch.AtWaits(gate.agent()), new Prefetch.AtMail(gate.agent()));
        if (tx.state() instanceof Suspended(var held, var waits, var _)
                && held.equals(gate)
                && waits.containsAll(needs.stream().map(Wait.Need::call).toList())) {
            return;
        }
        tx.require(gate);
        tx.write(gate, entry);
        var waits = needs.stream()
                .map(need ->
                        new Wait(gate.turn(), gate.epoch(), entry.step(), need, tx.now, tx.now.plus(need.patience())))
                .toList();
        tx.move(gate, new TurnTrigger.Suspend(gate, deadlines(waits)));
        tx.countTakeovers(0);
        Inquire.withdrawAll(tx, gate);
        rows.waits().insert(gate.agent(), waits);
        for (var call : calls) send(tx, call);
        var state = (Suspended) tx.state();
        tx.tell(
                gate.turn(),
                new Event.TurnSuspended(needs.stream().map(Wait.Need::call).toList(), state.resumeBy()));
        if (anAnswerIsThere(rows, gate)) tx.ring();
        tx.close();
    }

    static Map<CallId, Instant> deadlines(List<Wait> waits) {
        var deadlines = new LinkedHashMap<CallId, Instant>();
        for (var wait : waits) deadlines.put(wait.call(), wait.deadline());
        return deadlines;
    }

    private static void send(HeadTransaction tx, RemoteCall call) {
        tx.rows.log().send(call);
        tx.rows
                .log()
                .add(new Edge(
                        Edge.Primitive.TOOL_CALL,
                        Edge.Phase.REQUEST,
                        call.gate().agent().value(),
                        call.gate().agent(),
                        call.gate().turn(),
                        call.need().call().value(),
                        0));
    }

    /// A fast tool may have reported, or an agent delivered, before this suspend was written.
    private static boolean anAnswerIsThere(Rows rows, Gate gate) {
        return rows.inbox().pending(gate.agent()).stream()
                .anyMatch(letter -> letter.content() instanceof Letter.Report
                        || letter.content() instanceof Letter.Notice
                        || letter.content() instanceof Letter.Steer);
    }
}
