package dev.pawl.exec;

import dev.pawl.card.Question;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Styled;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Text;
import dev.pawl.cli.ThreadWord;
import dev.pawl.json.Json;
import dev.pawl.json.QuestionCodec;
import dev.pawl.tui.show.Wording;
import dev.pawl.view.QuestionView;
import java.time.Duration;
import java.time.Instant;

/// `pawl approvals list` and `show`: what waits for a person, from any thread and any process.
public record ApprovalsCommand(Kind kind, Console console, Engine.Starter starter) implements Subcommand {
    public enum Kind {
        LIST,
        SHOW
    }

    @Override
    public CommandUsage usage() {
        return switch (kind) {
            case LIST ->
                CommandUsage.of("approvals list", "what waits for a person, in all threads")
                        .with(Option.flag("--json", "one JSON object for each line"))
                        .example("pawl approvals list")
                        .example("pawl approvals list --json | jq -r .call");
            case SHOW ->
                CommandUsage.of("approvals show", "one question in full")
                        .with(Option.flag("--json", "as a JSON object"))
                        .taking(Operand.one("ID", "the call, or its thread when only one thing waits there"))
                        .example("pawl approvals show call_7");
        };
    }

    @Override
    public int run(Arguments arguments) {
        try (var engine = starter.start(arguments)) {
            var gateway = engine.gateway();
            if (kind == Kind.SHOW) {
                print(
                        WaitingTurns.find(gateway, arguments.word("ID")),
                        engine.host().now(),
                        arguments);
                return ExitCode.OK;
            }
            var questions = gateway.questions();
            for (var asked : questions) print(asked, engine.host().now(), arguments);
            if (questions.isEmpty() && !arguments.has("--json")) console.note("nothing waits for you");
            return ExitCode.OK;
        }
    }

    private void print(QuestionView asked, Instant now, Arguments arguments) {
        if (arguments.has("--json")) {
            console.line(json(asked).write());
            return;
        }
        console.line(Styled.of(Console.Shade.STRONG, asked.call().value())
                .plus("  " + console.say(Text.EXEC_THREAD, ThreadWord.brief(asked.thread())) + "  ")
                .plus(new Wording(console.messages()).age(Duration.between(asked.since(), now))));
        console.line(kind == Kind.SHOW ? QuestionText.whole(asked) : QuestionText.brief(asked));
        if (asked.question() instanceof Question.Approval approval
                && !approval.remembers().isEmpty()) {
            console.line("  --remember would allow, in a sandbox like this: " + String.join(" ", approval.remembers()));
        }
        console.line("  " + QuestionText.howToAnswer(asked));
    }

    private static Json.Obj json(QuestionView asked) {
        return Json.object()
                .with("thread", asked.thread().value())
                .with("turn", asked.turn().value())
                .with("call", asked.call().value())
                .with("tool", asked.tool())
                .with("since", asked.since().toString())
                .with("until", asked.until().toString())
                .with("question", QuestionCodec.write(asked.question()));
    }
}
