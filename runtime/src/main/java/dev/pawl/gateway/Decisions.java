package dev.pawl.gateway;

import dev.pawl.agent.approval.Rule;
import dev.pawl.agent.approval.Rulebook;
import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Item;
import dev.pawl.card.Question;
import dev.pawl.command.Command;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.kernel.Answered;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.receipt.ReportReceipt;
import dev.pawl.thread.Threads;
import dev.pawl.view.QuestionView;
import java.util.List;
import java.util.Optional;

/// What people are asked and what they say. What they keep for later is kept before the turn is
/// told: a yes for the thread must hold for the next call too.
final class Decisions {
    private static final int MOST = 200;

    private final Ledger ledger;
    private final Threads threads;
    private final Rulebook rules;

    Decisions(Ledger ledger, Threads threads, Rulebook rules) {
        this.ledger = ledger;
        this.threads = threads;
        this.rules = rules;
    }

    List<QuestionView> questions() {
        return ledger.waitingFor(Wait.PERSON, MOST).stream()
                .flatMap(agent -> questions(new ThreadId(agent.value())).stream())
                .toList();
    }

    List<QuestionView> questions(ThreadId thread) {
        return ledger.waits(new AgentId(thread.value())).stream()
                .filter(wait -> wait.need().answerer().equals(Wait.PERSON))
                .map(wait -> new QuestionView(
                        thread,
                        wait.turn(),
                        wait.call(),
                        wait.need().tool(),
                        wait.need().question(),
                        wait.since(),
                        wait.deadline()))
                .toList();
    }

    Reply decide(Command.Decide command) {
        var wait = wait(command.thread(), command.call());
        if (wait.isEmpty()) return nobodyWaits(command.thread(), command.call());
        if (wait.get().need().question() instanceof Question.Elicitation) return elicited(command, wait.get());
        if (!(wait.get().need().question() instanceof Question.Approval approval)) {
            return new Reply.Refused("call " + command.call() + " asks for words, not for a yes");
        }
        if (!approval.seal().equals(command.seal())) {
            return new Reply.Refused("what the call would do has changed since it was shown: look at it again");
        }
        switch (command.choice()) {
            case ACCEPT_FOR_THREAD -> {
                // A client that cannot tell the two apart has said yes to this one call at least.
                if (approval.keep().thread()) {
                    threads.grant(command.thread(), new Threads.Grant(approval.seal(), approval.title()));
                }
            }
            case ACCEPT_AND_REMEMBER -> {
                var keep = approval.keep();
                if (keep.rule().isEmpty()) {
                    return new Reply.Refused("no rule is kept for this call: accept it without --remember");
                }
                var scope = new Rule.Scope.Within(keep.where());
                rules.remember(new Rule(Rule.Tier.USER, Rule.Effect.ALLOW, keep.rule(), scope));
            }
            case ACCEPT, DECLINE, CANCEL -> {}
        }
        var decision = new Item.Decision(command.call(), command.choice(), command.seal(), command.words());
        return report(command.id(), command.thread(), wait.get(), decision);
    }

    Reply answer(Command.Answer command) {
        var wait = wait(command.thread(), command.call());
        if (wait.isEmpty()) return nobodyWaits(command.thread(), command.call());
        if (wait.get().need().question() instanceof Question.Approval) {
            return new Reply.Refused("call " + command.call() + " asks for a yes or a no, not for words");
        }
        return report(
                command.id(), command.thread(), wait.get(), Item.ToolResult.success(command.call(), command.text()));
    }

    /// A server's form is answered without its fields: with a yes where it has none, or with a no.
    private Reply elicited(Command.Decide command, Wait wait) {
        var answer = switch (command.choice()) {
            case ACCEPT, ACCEPT_FOR_THREAD, ACCEPT_AND_REMEMBER -> CallOutcome.SUCCESS;
            case DECLINE -> CallOutcome.DECLINED;
            case CANCEL -> CallOutcome.CANCELED;
        };
        var words = answer == CallOutcome.SUCCESS ? "{}" : command.words();
        var said = new Item.ToolResult(command.call(), answer, AfterExecution.CONTINUE, words);
        return report(command.id(), command.thread(), wait, said);
    }

    private Optional<Wait> wait(ThreadId thread, CallId call) {
        return ledger.waits(new AgentId(thread.value())).stream()
                .filter(wait ->
                        wait.call().equals(call) && wait.need().answerer().equals(Wait.PERSON))
                .findFirst();
    }

    private static Reply nobodyWaits(ThreadId thread, CallId call) {
        return new Reply.Refused(
                "thread " + thread + " does not wait for call " + call + ": it was answered, or its turn is over");
    }

    private Reply report(LetterId id, ThreadId thread, Wait wait, Item.Reported answer) {
        var answered = new Answered(id, new AgentId(thread.value()), wait.turn(), wait.epoch(), Wait.PERSON, answer);
        return switch (ledger.report(answered)) {
            case ReportReceipt.Stored _, ReportReceipt.Duplicate _ -> new Reply.Decided(wait.turn());
            case ReportReceipt.Conflict _ ->
                new Reply.Refused("call " + wait.call() + " was answered differently before");
            case ReportReceipt.NobodyWaits _ -> nobodyWaits(thread, wait.call());
            case ReportReceipt.Forged(var _, var expected) ->
                new Reply.Refused("call " + wait.call() + " is for " + expected + " to answer");
        };
    }
}
