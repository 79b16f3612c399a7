package dev.pawl.exec;

import dev.pawl.card.Item.Decision.Choice;
import dev.pawl.card.Question;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.UsageError;
import dev.pawl.command.Command;
import dev.pawl.gateway.Reply;
import dev.pawl.id.LetterId;
import dev.pawl.json.BadJson;
import dev.pawl.json.FormFields;
import dev.pawl.thread.ChatThread;
import dev.pawl.view.QuestionView;
import java.util.Optional;
import java.util.function.ToIntBiFunction;

/// `pawl approvals accept`, `decline` and `answer`: the answer is kept first, then the turn
/// goes on here unless somebody else runs it.
///
/// @param workflows goes on with the workflow of a thread, after its answer
public record DecideCommand(
        Kind kind, Console console, Engine.Starter starter, ToIntBiFunction<Arguments, ChatThread> workflows)
        implements Subcommand {
    public enum Kind {
        ACCEPT,
        DECLINE,
        ANSWER
    }

    private static final Option NO_WAIT = Option.flag("--no-wait", "keep the answer; let a worker go on with the turn");
    private static final Operand ID = Operand.one("ID", "the call, or its thread when only one thing waits there");

    @Override
    public CommandUsage usage() {
        return switch (kind) {
            case ACCEPT ->
                CommandUsage.of("approvals accept", "say yes to exactly what is shown; the turn goes on")
                        .with(
                                Option.flag("--thread", "and to the same again in this thread"),
                                Option.flag("--remember", "and keep a rule for other threads: `show` says which"),
                                NO_WAIT,
                                Option.flag("--json", "progress as JSON, as pawl exec does"))
                        .taking(ID)
                        .example("pawl approvals accept call_7")
                        .example("pawl approvals accept call_7 --thread");
            case DECLINE ->
                CommandUsage.of("approvals decline", "say no; the turn goes on without it")
                        .with(
                                Option.value("--say", "WORDS", "what the agent is told"),
                                Option.flag("--cancel", "end the turn instead"),
                                NO_WAIT,
                                Option.flag("--json", "progress as JSON, as pawl exec does"))
                        .taking(ID)
                        .example("pawl approvals decline call_7 --say \"use the staging server\"");
            case ANSWER ->
                CommandUsage.of(
                                "approvals answer",
                                "answer a question of the agent's or of an MCP server; the turn goes on")
                        .with(NO_WAIT, Option.flag("--json", "progress as JSON, as pawl exec does"))
                        .taking(ID, Operand.one("TEXT", "the answer"))
                        .example("pawl approvals answer call_7 \"the second one\"")
                        .example("pawl approvals answer call_7.1 \"name=Ada; age=36\"   # or a JSON object");
        };
    }

    @Override
    public int run(Arguments arguments) {
        var decided = decide(arguments);
        var goesOn = decided.thread().filter(thread -> isOfAWorkflow(thread) && !arguments.has("--no-wait"));
        return goesOn.isPresent() && decided.code() == ExitCode.OK
                ? workflows.applyAsInt(arguments, goesOn.get())
                : decided.code();
    }

    private static boolean isOfAWorkflow(ChatThread thread) {
        return thread.source().equals("flow");
    }

    private record Decided(int code, Optional<ChatThread> thread) {}

    private Decided decide(Arguments arguments) {
        try (var engine = starter.start(arguments)) {
            var asked = WaitingTurns.find(engine.gateway(), arguments.word("ID"));
            var thread = engine.gateway().thread(asked.thread()).orElseThrow();
            var ends = kind == Kind.DECLINE && arguments.has("--cancel");
            if (!arguments.has("--no-wait") && !ends) engine.host().threads().check(thread);
            // Before the answer: with it another worker may bring the turn to its end at once.
            var from = engine.gateway().lastEvent(asked.thread());
            var reply = engine.gateway()
                    .accept(command(asked, new LetterId(engine.host().fresh()), arguments));
            if (reply instanceof Reply.Refused(var why)) {
                console.note(why);
                return new Decided(ExitCode.FAILED, Optional.empty());
            }
            if (arguments.has("--no-wait")) return new Decided(ExitCode.OK, Optional.empty());
            var reporter = ExecCommand.reporter(engine, console, arguments);
            var run = new ExecRun(engine, reporter, console, arguments, Optional.empty());
            return new Decided(run.goOn(thread, asked.turn(), from), Optional.of(thread));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new Decided(ExitCode.FAILED, Optional.empty());
        }
    }

    private Command command(QuestionView asked, LetterId letter, Arguments arguments) {
        if (asked.question() instanceof Question.Elicitation(var _, var _, var schema)) {
            return elicited(asked, letter, FormFields.of(schema), arguments);
        }
        if (kind == Kind.ANSWER) {
            return new Command.Answer(letter, asked.thread(), asked.call(), arguments.word("TEXT"));
        }
        if (!(asked.question() instanceof Question.Approval approval)) {
            throw new UsageError("call " + asked.call() + " asks for words\n  " + QuestionText.howToAnswer(asked));
        }
        if (kind == Kind.ACCEPT && arguments.has("--thread") && !approval.keep().thread()) {
            throw new UsageError("a yes to call " + asked.call() + " holds once: the agent could change what it runs"
                    + "\n  pawl approvals accept " + asked.call());
        }
        var words = kind == Kind.DECLINE ? arguments.value("--say").orElse("") : "";
        return new Command.Decide(letter, asked.thread(), asked.call(), choice(arguments), approval.seal(), words);
    }

    /// A yes without words takes what the form usually has.
    private Command elicited(QuestionView asked, LetterId letter, FormFields form, Arguments arguments) {
        if (kind == Kind.DECLINE) {
            return new Command.Decide(letter, asked.thread(), asked.call(), choice(arguments), "", "");
        }
        try {
            var content = form.content(kind == Kind.ANSWER ? arguments.word("TEXT") : "");
            return new Command.Answer(letter, asked.thread(), asked.call(), content.write());
        } catch (BadJson wrong) {
            throw new UsageError(wrong.getMessage() + "\n  " + QuestionText.howToAnswer(asked));
        }
    }

    private Choice choice(Arguments arguments) {
        if (kind == Kind.DECLINE) return arguments.has("--cancel") ? Choice.CANCEL : Choice.DECLINE;
        if (arguments.has("--remember")) return Choice.ACCEPT_AND_REMEMBER;
        return arguments.has("--thread") ? Choice.ACCEPT_FOR_THREAD : Choice.ACCEPT;
    }
}
