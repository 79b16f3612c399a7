package dev.pawl.exec;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.ReviewRequest;
import dev.pawl.cli.Stdin;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.UsageError;
import java.util.ArrayList;
import java.util.Optional;

/// `pawl review`: one turn that looks at changes and makes none. The same turn that `review/start`
/// begins.
public record ReviewCommand(Console console, Engine.Starter starter, Stdin stdin) implements Subcommand {
    @Override
    public CommandUsage usage() {
        return CommandUsage.of("review", "review changes without making any, without a terminal UI")
                .with(ExecOptions.ALL)
                .with(
                        Option.flag("--uncommitted", "staged, unstaged and new files"),
                        Option.value("--base", "BRANCH", "what changed since this branch"),
                        Option.value("--commit", "SHA", "what one commit changed"),
                        Option.value("--title", "TITLE", "with --commit: its title"))
                .taking(Operand.atMostOne("PROMPT", "what to review, in your own words; - reads it from stdin"))
                .example("pawl review --uncommitted")
                .example("pawl review --base main");
    }

    @Override
    public int run(Arguments arguments) {
        var wanted = console.coloured(arguments.value("--color").orElse("auto"));
        var request = request(arguments);
        try (var engine = starter.start(arguments)) {
            if (!engine.mayWorkHere()) {
                console.note(ExecCommand.UNTRUSTED);
                return ExitCode.UNTRUSTED;
            }
            var reporter = ExecCommand.reporter(engine, wanted, arguments);
            return new ExecRun(engine, reporter, wanted, arguments, Optional.empty())
                    .review(
                            engine.host()
                                    .threads()
                                    .draft(arguments.value("--thread-source").orElse("exec")),
                            request);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }

    private ReviewRequest request(Arguments arguments) {
        var given = new ArrayList<ReviewRequest>();
        if (arguments.has("--uncommitted")) given.add(new ReviewRequest.Uncommitted());
        arguments.value("--base").ifPresent(branch -> given.add(new ReviewRequest.Base(branch)));
        var title = arguments.value("--title");
        arguments.value("--commit").ifPresent(sha -> given.add(new ReviewRequest.Commit(sha, title)));
        var words = arguments.optionalWord("PROMPT");
        if (words.isPresent()) {
            PromptText.of(words, stdin.stream(), stdin.isTerminal(), console::note)
                    .filter(text -> !text.isBlank())
                    .ifPresent(text -> given.add(new ReviewRequest.Custom(text)));
        }
        if (given.size() != 1) {
            throw new UsageError((given.isEmpty() ? "nothing to review was named" : "a review has one subject")
                    + "\n  one of --uncommitted, --base BRANCH, --commit SHA, or your own words");
        }
        if (title.isPresent() && arguments.value("--commit").isEmpty()) {
            throw new UsageError("--title needs --commit");
        }
        return given.getFirst();
    }
}
