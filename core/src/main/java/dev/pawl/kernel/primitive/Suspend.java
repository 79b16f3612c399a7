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
import dev.pawl.kernel.books.Books;
import dev.pawl.kernel.books.Look;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Puts a turn aside until its calls are answered; commands leave only after the waits exist.
final class Suspend {
    private Suspend() {}

    static void apply(Books books, Gate gate, Entry entry, List<Wait.Need> needs, List<RemoteCall> calls) {
        if (needs.isEmpty()) throw new IllegalArgumentException("suspended without a wait");
        var desk = Desk.open(books, gate, new Look.AtWaits(gate.agent()), new Look.AtMail(gate.agent()));
        if (desk.state() instanceof Suspended(var held, var waits, var _)
                && held.equals(gate)
                && waits.containsAll(needs.stream().map(Wait.Need::call).toList())) {
            return;
        }
        desk.require(gate);
        desk.write(gate, entry);
        var waits = needs.stream()
                .map(need -> new Wait(
                        gate.turn(), gate.epoch(), entry.step(), need, desk.now, desk.now.plus(need.patience())))
                .toList();
        desk.move(gate, new TurnTrigger.Suspend(gate, deadlines(waits)));
        desk.countTakeovers(0);
        Inquire.withdrawAll(desk, gate);
        books.waits().insert(gate.agent(), waits);
        for (var call : calls) send(desk, call);
        var state = (Suspended) desk.state();
        desk.tell(
                gate.turn(),
                new Event.TurnSuspended(needs.stream().map(Wait.Need::call).toList(), state.resumeBy()));
        if (anAnswerIsThere(books, gate)) desk.ring();
        desk.close();
    }

    static Map<CallId, Instant> deadlines(List<Wait> waits) {
        var deadlines = new LinkedHashMap<CallId, Instant>();
        for (var wait : waits) deadlines.put(wait.call(), wait.deadline());
        return deadlines;
    }

    private static void send(Desk desk, RemoteCall call) {
        desk.books.log().send(call);
        desk.books
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

    /// A fast tool may have reported before this suspend was written.
    private static boolean anAnswerIsThere(Books books, Gate gate) {
        return books.inbox().pending(gate.agent()).stream()
                .anyMatch(letter -> letter.content() instanceof Letter.Report);
    }
}
