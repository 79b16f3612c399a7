package dev.pawl.worker.turn;

import dev.pawl.agent.Tool;
import dev.pawl.card.Question;
import dev.pawl.event.Event;
import dev.pawl.id.CallId;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a turn waits for: gathered from its calls, its limits and its model, and asked for at once.
/// The one way in which a turn is put aside. Used by the turn's own thread.
final class Suspension {
    /// Long enough to come back to; then the model is told that nobody answered.
    static final Duration PATIENCE = Duration.ofDays(30);

    private final Map<CallId, Wait.Need> needs = new LinkedHashMap<>();

    void add(Wait.Need need) {
        needs.put(need.call(), need);
    }

    void add(Tool.Outcome.Waits waits) {
        waits.needs().forEach(this::add);
    }

    boolean isEmpty() {
        return needs.isEmpty();
    }

    /// The suspension itself. Forgotten here: it is written once.
    Move.Await take(Journal journal) {
        var all = List.copyOf(needs.values());
        needs.clear();
        var told = new ArrayList<Event>();
        var calls = new ArrayList<RemoteCall>();
        for (var need : all) {
            if (need.answerer().equals(Wait.PERSON)) told.add(new Event.PersonAsked(need.call(), asked(need)));
            if (need.reason() == Wait.Reason.TOOL) calls.add(remote(journal, need));
        }
        return new Move.Await(new Entry(journal.ids().step(), List.of(), told), all, calls);
    }

    private static Event.PersonAsked.Asked asked(Wait.Need need) {
        return need.question() instanceof Question.Approval
                ? Event.PersonAsked.Asked.APPROVAL
                : Event.PersonAsked.Asked.QUESTION;
    }

    private static RemoteCall remote(Journal journal, Wait.Need need) {
        return journal.openCalls().stream()
                .filter(open -> open.call().call().equals(need.call()))
                .findFirst()
                .map(open -> new RemoteCall(journal.gate(), need, open.card().id()))
                .orElseThrow(() -> new IllegalStateException("a remote call that is not open: " + need));
    }
}
