package dev.pawl.kernel.primitive;

import dev.pawl.id.AgentId;
import dev.pawl.id.Epoch;
import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Answered;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Edge;
import dev.pawl.kernel.Head;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.LetterState;
import dev.pawl.kernel.TurnMachine;
import dev.pawl.kernel.TurnTrigger;
import dev.pawl.kernel.Verdict;
import dev.pawl.kernel.receipt.ReportReceipt;
import dev.pawl.kernel.rows.Prefetch;
import dev.pawl.kernel.rows.Rows;

/// Keeps an answer for the resume. Takes no lock: two answers to one call are told apart by the
/// inbox's own key, and a child may report while it holds its own head.
final class Report {
    private Report() {}

    static ReportReceipt apply(Rows rows, Answered answer) {
        var call = answer.reported().call();
        var content = new Letter.Report(LetterKind.TOOL_RESULT, answer.source(), answer.reported());
        rows.prefetch(new Prefetch.AtAnswers(answer.gate(), call), new Prefetch.AtWaits(answer.agent()));
        var head = rows.heads().peek(answer.agent());
        for (var earlier : rows.inbox().answersTo(answer.gate(), call)) {
            if (earlier.content().kind() == LetterKind.TOOL_RESULT) {
                return earlier.content().equals(content)
                        ? new ReportReceipt.Duplicate()
                        : new ReportReceipt.Conflict(call);
            }
        }
        if (head.isEmpty()) return new ReportReceipt.NobodyWaits(call);
        return switch (TurnMachine.next(head.get().state(), new TurnTrigger.Report(answer.turn(), call))) {
            case Verdict.Accept _ -> awaited(rows, head.get(), answer, content);
            case Verdict.Defer _ -> early(rows, head.get(), answer, content);
            case Verdict.Ignore _, Verdict.Refuse _, Verdict.Move _ -> new ReportReceipt.NobodyWaits(call);
        };
    }

    private static ReportReceipt awaited(Rows rows, Head head, Answered answer, Letter.Report content) {
        var wait = rows.waits().of(answer.agent()).stream()
                .filter(open -> open.call().equals(content.call()))
                .findFirst();
        // An answer to an older epoch's question must never complete a newer one.
        if (wait.isEmpty() || !wait.get().epoch().equals(answer.epoch())) {
            return new ReportReceipt.NobodyWaits(content.call());
        }
        if (!wait.get().need().answerer().equals(answer.source())) {
            return new ReportReceipt.Forged(content.call(), wait.get().need().answerer());
        }
        return store(rows, head, answer, content);
    }

    /// The suspend is not written yet, or a running call asked: whoever takes it checks the rest.
    private static ReportReceipt early(Rows rows, Head head, Answered answer, Letter.Report content) {
        if (!head.state().epoch().equals(answer.epoch())) return new ReportReceipt.NobodyWaits(content.call());
        var asked = rows.waits().of(answer.agent()).stream()
                .filter(open -> open.call().equals(content.call()))
                .map(open -> open.need().answerer())
                .findFirst();
        if (asked.isPresent() && !asked.get().equals(answer.source())) {
            return new ReportReceipt.Forged(content.call(), asked.get());
        }
        return store(rows, head, answer, content);
    }

    private static ReportReceipt store(Rows rows, Head head, Answered answer, Letter.Report content) {
        insert(rows, head, answer.letter(), answer.turn(), answer.epoch(), content);
        return new ReportReceipt.Stored();
    }

    static void insert(Rows rows, Head head, LetterId letter, TurnId turn, Epoch epoch, Letter.Report content) {
        AgentId agent = head.agent();
        rows.inbox().insert(new Letter(letter, agent, 0, turn, epoch, LetterState.PENDING, content));
        rows.log()
                .add(new Edge(
                        Edge.Primitive.REPORT,
                        Edge.Phase.RESPONSE,
                        content.source(),
                        agent,
                        turn,
                        content.call().value(),
                        0));
        rows.ring(new Bell(agent, head.target()));
    }
}
