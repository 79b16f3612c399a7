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
import dev.pawl.kernel.books.Books;
import dev.pawl.kernel.books.Look;
import dev.pawl.kernel.receipt.ReportReceipt;

/// Keeps an answer for the resume. Takes no lock: two answers to one call are told apart by the
/// inbox's own key, and a child may report while it holds its own head.
final class Report {
    private Report() {}

    static ReportReceipt apply(Books books, Answered answer) {
        var call = answer.reported().call();
        var content = new Letter.Report(LetterKind.TOOL_RESULT, answer.source(), answer.reported());
        books.foresee(new Look.AtAnswers(answer.gate(), call), new Look.AtWaits(answer.agent()));
        var head = books.heads().peek(answer.agent());
        for (var earlier : books.inbox().answersTo(answer.gate(), call)) {
            if (earlier.content().kind() == LetterKind.TOOL_RESULT) {
                return earlier.content().equals(content)
                        ? new ReportReceipt.Duplicate()
                        : new ReportReceipt.Conflict(call);
            }
        }
        if (head.isEmpty()) return new ReportReceipt.NobodyWaits(call);
        return switch (TurnMachine.next(head.get().state(), new TurnTrigger.Report(answer.turn(), call))) {
            case Verdict.Accept _ -> awaited(books, head.get(), answer, content);
            case Verdict.Defer _ -> early(books, head.get(), answer, content);
            case Verdict.Ignore _, Verdict.Refuse _, Verdict.Move _ -> new ReportReceipt.NobodyWaits(call);
        };
    }

    private static ReportReceipt awaited(Books books, Head head, Answered answer, Letter.Report content) {
        var wait = books.waits().of(answer.agent()).stream()
                .filter(open -> open.call().equals(content.call()))
                .findFirst();
        // An answer to an older epoch's question must never complete a newer one.
        if (wait.isEmpty() || !wait.get().epoch().equals(answer.epoch())) {
            return new ReportReceipt.NobodyWaits(content.call());
        }
        if (!wait.get().need().answerer().equals(answer.source())) {
            return new ReportReceipt.Forged(content.call(), wait.get().need().answerer());
        }
        return store(books, head, answer, content);
    }

    /// The suspend is not written yet, or a running call asked: whoever takes it checks the rest.
    private static ReportReceipt early(Books books, Head head, Answered answer, Letter.Report content) {
        if (!head.state().epoch().equals(answer.epoch())) return new ReportReceipt.NobodyWaits(content.call());
        var asked = books.waits().of(answer.agent()).stream()
                .filter(open -> open.call().equals(content.call()))
                .map(open -> open.need().answerer())
                .findFirst();
        if (asked.isPresent() && !asked.get().equals(answer.source())) {
            return new ReportReceipt.Forged(content.call(), asked.get());
        }
        return store(books, head, answer, content);
    }

    private static ReportReceipt store(Books books, Head head, Answered answer, Letter.Report content) {
        insert(books, head, answer.letter(), answer.turn(), answer.epoch(), content);
        return new ReportReceipt.Stored();
    }

    static void insert(Books books, Head head, LetterId letter, TurnId turn, Epoch epoch, Letter.Report content) {
        AgentId agent = head.agent();
        books.inbox().insert(new Letter(letter, agent, 0, turn, epoch, LetterState.PENDING, content));
        books.log()
                .add(new Edge(
                        Edge.Primitive.REPORT,
                        Edge.Phase.RESPONSE,
                        content.source(),
                        agent,
                        turn,
                        content.call().value(),
                        0));
        books.ring(new Bell(agent, head.target()));
    }
}
