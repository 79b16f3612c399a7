package dev.pawl.exec;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Stdin;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Text;
import dev.pawl.cli.ThreadWord;
import dev.pawl.cli.UsageError;
import dev.pawl.gateway.ForkReply;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Threads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToIntFunction;

/// `pawl exec` and its kinds: a new thread, an earlier one, or a branch of one.
///
/// @param setup sets a provider up with the person at the terminal; returns an exit code
public record ExecCommand(
        Kind kind, Console console, Engine.Starter starter, Stdin stdin, ToIntFunction<Arguments> setup)
        implements Subcommand {
    /// Which thread the turn belongs to.
    public enum Kind {
        NEW,
        RESUME,
        FORK
    }

    static final String UNTRUSTED = "Not inside a trusted directory and --skip-git-repo-check was not specified.";

    @Override
    public CommandUsage usage() {
        return switch (kind) {
            case NEW ->
                CommandUsage.of("exec", "carry one request to its answer, without a terminal UI")
                        .with(ExecOptions.ALL)
                        .taking(Operand.atMostOne("PROMPT", "what to do; - reads it from stdin"))
                        .example("pawl exec \"explain this repository\"")
                        .example("pawl exec --json --mode full-auto \"fix the failing test\"")
                        .example("git diff | pawl exec \"review this\"        # stdin is added to the prompt");
            case RESUME ->
                CommandUsage.of("exec resume", "go on with an earlier thread, or with a turn that was cut off")
                        .with(Option.flag("--last", "the thread that was used last, of this folder if there is one"))
                        .with(Option.flag("--all", "with --last: of any folder"))
                        .taking(
                                Operand.atMostOne(
                                        "ID", "the thread, the beginning of its id, or last; with --last the prompt"),
                                Operand.atMostOne(
                                        "PROMPT",
                                        "what to do next; else a turn that was cut off, failed or stopped goes on"))
                        .example("pawl exec resume --last                 # continue after a crash")
                        .example("pawl exec resume 0192f0c1-… \"now add a test\"");
            case FORK ->
                CommandUsage.of(
                                "exec fork",
                                "go on from an earlier thread in a new one; the earlier one stays as it is")
                        .with(Option.flag("--last", "the thread that was used last, of this folder if there is one"))
                        .with(Option.flag("--all", "with --last: of any folder"))
                        .taking(
                                Operand.atMostOne("ID", "the thread, the beginning of its id, or last"),
                                Operand.atMostOne("PROMPT", "what to do; - reads it from stdin"))
                        .example("pawl exec fork 0192f0c1 \"try it the other way\"")
                        .example("pawl exec fork --last \"try it the other way\"");
        };
    }

    @Override
    public int run(Arguments arguments) {
        var wanted = console.coloured(arguments.value("--color").orElse("auto"));
        var self = new ExecCommand(kind, wanted, starter, stdin, setup);
        try {
            return self.carryOut(arguments);
        } catch (UsageError wrong) {
            var canAsk = wrong.needsSetup() && stdin.isTerminal() && !isForPrograms(arguments);
            if (!canAsk || !isWanted(console.say(Text.SETUP_OFFER))) throw wrong;
            var code = setup.applyAsInt(arguments);
            return code == ExitCode.OK ? self.carryOut(arguments) : code;
        }
    }

    private static boolean isForPrograms(Arguments arguments) {
        return arguments.has("--json") || arguments.has("--experimental-json");
    }

    /// Reads a line and no more: the rest is for whoever asks next.
    private boolean isWanted(String question) {
        console.prompt(question);
        var typed = new StringBuilder();
        try {
            for (var next = stdin.stream().read();
                    next >= 0 && next != '\n';
                    next = stdin.stream().read()) typed.append((char) next);
        } catch (IOException gone) {
            return false;
        }
        return typed.toString().strip().toLowerCase(Locale.ROOT).matches("|y|yes");
    }

    private int carryOut(Arguments arguments) {
        var word = arguments.optionalWord("PROMPT");
        try (var engine = starter.start(arguments)) {
            var run = new ExecRun(
                    engine, reporter(engine, console, arguments), console, arguments, person(engine, arguments));
            if (kind == Kind.NEW) {
                if (!engine.mayWorkHere()) return refuse();
                var text = prompt(word)
                        .filter(given ->
                                !given.isBlank() || !arguments.values("--image").isEmpty())
                        .orElseThrow(
                                () -> new UsageError("no prompt given\n  pawl exec \"what to do\", or pipe it in"));
                return run.begin(
                        engine.host()
                                .threads()
                                .draft(arguments.value("--thread-source").orElse("exec")),
                        text);
            }
            if (kind == Kind.FORK) return fork(engine, run, arguments);
            var prompt = prompt(arguments.has("--last") ? arguments.optionalWord("ID") : word);
            var thread = find(engine, arguments);
            if (thread.isEmpty()) return noThread(arguments);
            if (thread.get().setup().isUnsettled() && !engine.mayWorkHere()) return refuse();
            return run.goOn(thread.get(), prompt);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }

    private Optional<Person> person(Engine engine, Arguments arguments) {
        if (!stdin.isTerminal() || isForPrograms(arguments)) {
            return Optional.empty();
        }
        return Optional.of(new Person(engine.gateway(), console, engine.host()::fresh, stdin));
    }

    private int fork(Engine engine, ExecRun run, Arguments arguments) throws InterruptedException {
        var earlier = find(engine, arguments);
        if (earlier.isEmpty()) return noThread(arguments);
        if (earlier.get().setup().isUnsettled() && !engine.mayWorkHere()) return refuse();
        var prompt = prompt(arguments.optionalWord(arguments.has("--last") ? "ID" : "PROMPT"))
                .orElseThrow(() -> new UsageError("no prompt given\n  pawl exec fork ID \"what to do\", or pawl threads"
                        + " fork for a fork alone"));
        var threads = engine.host().threads();
        var fork = threads.draftFork(earlier.get());
        return switch (threads.fork(earlier.get().id(), fork)) {
            case ForkReply.Forked _ -> run.goOn(fork, Optional.of(prompt));
            case ForkReply.Refused(var why) -> throw new UsageError(why);
        };
    }

    private Optional<String> prompt(Optional<String> given) {
        return PromptText.of(given, stdin.stream(), stdin.isTerminal(), console::note);
    }

    /// The thread that was named, else the last one of this folder, or of any when there is none.
    private static Optional<ChatThread> find(Engine engine, Arguments arguments) {
        var threads = engine.gateway();
        var word = arguments.has("--last") ? Optional.<String>empty() : arguments.optionalWord("ID");
        if (word.isPresent()) return ThreadWord.maybe(threads, word.get());
        var folder =
                Path.of(arguments.value("--cd").orElse("")).toAbsolutePath().normalize();
        var here = new Threads.Filter(false, arguments.has("--all") ? "" : folder.toString(), "");
        return threads.latest(here, 1).stream()
                .findFirst()
                .or(() -> threads.latest(Threads.Filter.ACTIVE, 1).stream().findFirst());
    }

    private int noThread(Arguments arguments) {
        var word = arguments.has("--last") ? Optional.<String>empty() : arguments.optionalWord("ID");
        console.note(word.map(id -> console.say(Text.NO_THREAD, id)).orElseGet(() -> console.say(Text.NO_THREAD_YET)));
        return ExitCode.FAILED;
    }

    private int refuse() {
        console.note(UNTRUSTED);
        return ExitCode.UNTRUSTED;
    }

    /// JSON for programs, moving text for a person at a terminal, lines for everything else.
    static Reporter reporter(Engine engine, Console console, Arguments given) {
        var arguments = given.shared();
        if (arguments.has("--json") || arguments.has("--experimental-json")) {
            return new JsonReporter(console, arguments.has("--include-plan-tool"));
        }
        var terminal = arguments.has("--quiet") ? Optional.<ProgressTerminal>empty() : engine.terminal();
        return terminal.isPresent()
                ? new LiveReporter(console, arguments, terminal.get(), engine)
                : new TextReporter(console, arguments);
    }
}
