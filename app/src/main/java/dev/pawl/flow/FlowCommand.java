package dev.pawl.flow;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.runner.FlowListener;
import dev.pawl.runner.FlowWords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// `pawl flow` and its kinds.
///
/// @param words those of the person's language
/// @param most consecutive attempts of a task, by the settings
public record FlowCommand(
        Kind kind,
        Console console,
        FlowHost.Opener opener,
        Function<Arguments, FlowWords> words,
        Function<Arguments, Integer> most)
        implements Subcommand {
    static final Option JSON = Option.flag("--json", "one JSON object on each line");
    static final Option CD =
            Option.value("--cd", "DIR", "the folder to work in").or("-C");
    private static final Option NO_WAIT = Option.flag("--no-wait", "keep it; let another process go on");
    private static final Option NO_ASK =
            Option.flag("--no-ask", "leave questions open; pawl flow and pawl approvals answer them");

    public enum Kind {
        START(""),
        STATUS("status"),
        PLAN("plan"),
        CONFIRM("confirm"),
        MODIFY("modify"),
        CANCEL("cancel"),
        PAUSE("pause"),
        RESUME("resume"),
        STOP("stop"),
        FIX("fix"),
        RETRY("retry"),
        SKIP("skip"),
        ROLLBACK("rollback"),
        ABANDON("abandon"),
        ARCHIVE("archive"),
        HISTORY("history");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        private String command() {
            return word.isEmpty() ? "flow" : "flow " + word;
        }
    }

    /// All commands of `pawl flow`.
    public static List<FlowCommand> all(
            Console console,
            FlowHost.Opener opener,
            Function<Arguments, FlowWords> words,
            Function<Arguments, Integer> most) {
        var all = new ArrayList<FlowCommand>();
        for (var kind : Kind.values()) all.add(new FlowCommand(kind, console, opener, words, most));
        return all;
    }

    @Override
    public CommandUsage usage() {
        return switch (kind) {
            case START ->
                CommandUsage.of(kind.command(), "plan, confirm, execute, fix, archive: a workflow the runtime enforces")
                        .with(
                                Option.flag("--quick", "one task, no design"),
                                Option.value("--model", "MODEL", "the model to ask")
                                        .or("-m")
                                        .sets("model"),
                                Option.value("--sandbox", "MODE", "what commands may touch")
                                        .or("-s")
                                        .choice("read-only", "workspace-write", "danger-full-access")
                                        .sets("sandbox_mode"),
                                Option.value("--ask-for-approval", "POLICY", "when a person is asked")
                                        .or("-a")
                                        .choice(
                                                "untrusted",
                                                "on-request",
                                                "on-failure",
                                                "never",
                                                "suggest",
                                                "auto-edit",
                                                "full-auto")
                                        .sets("approval_policy"),
                                Option.flag("--full-auto", "ask about nothing while the tasks run"),
                                Option.flag("--skip-git-repo-check", "work outside a git repository too"),
                                NO_ASK,
                                CD,
                                JSON)
                        .taking(Operand.atMostOne("REQUIREMENT", "what you want; without it the workflow is shown"))
                        .example("pawl flow \"add a --json flag to the list command\"")
                        .example("pawl flow --quick \"fix the typo in the help text\"")
                        .example("pawl flow                    # what is going on here");
            case STATUS -> simple("what the workflow of this folder does").example("pawl flow status --json");
            case PLAN ->
                simple("print the plan")
                        .with(Option.flag("--diff", "only what changed since the version before"))
                        .example("pawl flow plan --diff");
            case CONFIRM ->
                simple("say yes to the plan as it is now; the tasks begin")
                        .with(
                                Option.flag("--hold", "approve it, and start it later"),
                                Option.value("--hash", "SHA256", "only if the plan still has this hash"),
                                NO_WAIT,
                                NO_ASK)
                        .example("pawl flow confirm");
            case MODIFY ->
                simple("have the plan changed; the new version needs its own yes")
                        .with(NO_WAIT, NO_ASK)
                        .taking(Operand.one("TEXT", "what to change"))
                        .example("pawl flow modify \"keep the old flag, too\"");
            case CANCEL -> simple("end the workflow before its tasks begin; the plan's file is kept");
            case PAUSE ->
                simple("let the turn under way end, then rest")
                        .with(Option.flag("--now", "end the turn under way, too"));
            case RESUME -> simple("go on: after a pause, a crash or a restart").with(NO_WAIT, NO_ASK);
            case STOP -> simple("end the work under way; you decide how it goes on");
            case FIX ->
                simple("blocked: tell the agent what to do, or say that you fixed it")
                        .with(NO_WAIT, NO_ASK)
                        .taking(Operand.atMostOne("TEXT", "words for the agent; without them the checks run at once"))
                        .example("pawl flow fix \"the port is 8081\"")
                        .example("pawl flow fix                # you fixed it by hand");
            case RETRY ->
                simple("blocked: try the task again with new attempts").with(NO_WAIT, NO_ASK);
            case SKIP -> simple("blocked: leave the task out and go on").with(NO_WAIT, NO_ASK);
            case ROLLBACK ->
                simple("take back what the workflow's agent did to the files, and end the workflow")
                        .with(
                                Option.flag("--base", "to before the first task; else to the last verified task"),
                                Option.flag("--dry-run", "only show the files"),
                                Option.flag("--yes", "do not ask"))
                        .example("pawl flow rollback --dry-run");
            case ABANDON -> simple("end the workflow and keep all changes");
            case ARCHIVE -> simple("file the results again, when that failed");
            case HISTORY -> simple("the workflows that were archived in this folder");
        };
    }

    private CommandUsage simple(String summary) {
        return CommandUsage.of(kind.command(), summary).with(CD, JSON);
    }

    @Override
    public int run(Arguments given) {
        var arguments = given.shared();
        var wording = words.apply(arguments);
        FlowListener listener = arguments.has("--json")
                ? new FlowJsonProgress(console, wording, most.apply(arguments))
                : new FlowProgress(console, wording, most.apply(arguments), arguments.has("--quiet"));
        try (var host = opener.open(arguments, listener)) {
            return new FlowCommandRun(host, console, arguments, listener).run(kind);
        } catch (IOException impossible) {
            console.note(String.valueOf(impossible.getMessage()));
            return ExitCode.FAILED;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }
}
