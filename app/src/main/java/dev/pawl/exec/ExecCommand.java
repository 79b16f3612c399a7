package dev.pawl.exec;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Usage;
import dev.pawl.cli.UsageError;
import dev.pawl.id.ThreadId;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Threads;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/// `pawl exec` and its kinds: a new thread, an earlier one, or a branch of one.
public record ExecCommand(Kind kind, Console console, Engine.Starter starter, Stdin stdin) implements Subcommand {
    /// Which thread the turn belongs to.
    public enum Kind {
        NEW,
        RESUME,
        FORK
    }

    static final String UNTRUSTED = "Not inside a trusted directory and --skip-git-repo-check was not specified.";

    /// Where a prompt may come from, and whether a person sits there.
    public record Stdin(InputStream stream, boolean isTerminal) {}

    @Override
    public Usage usage() {
        return switch (kind) {
            case NEW ->
                Usage.of("exec", "carry one request to its answer, without a terminal UI")
                        .with(ExecOptions.ALL)
                        .taking(Operand.atMostOne("PROMPT", "what to do; - reads it from stdin"))
                        .example("pawl exec \"explain this repository\"")
                        .example("pawl exec --json --mode full-auto \"fix the failing test\"")
                        .example("git diff | pawl exec \"review this\"        # stdin is added to the prompt");
            case RESUME ->
                Usage.of("exec resume", "go on with an earlier thread, or with a turn that was cut off")
                        .with(Option.flag("--last", "the thread that was used last, of this folder if there is one"))
                        .with(Option.flag("--all", "with --last: of any folder"))
                        .taking(
                                Operand.atMostOne("ID", "the thread; or the prompt, with --last"),
                                Operand.atMostOne(
                                        "PROMPT", "what to do next; without one the turn that was cut off goes on"))
                        .example("pawl exec resume --last                 # continue after a crash")
                        .example("pawl exec resume 0192f0c1-… \"now add a test\"");
            case FORK ->
                Usage.of("exec fork", "go on from an earlier thread in a new one; the earlier one stays as it is")
                        .taking(
                                Operand.one("ID", "the thread"),
                                Operand.atMostOne("PROMPT", "what to do; - reads it from stdin"))
                        .example("pawl exec fork 0192f0c1-… \"try it the other way\"");
        };
    }

    @Override
    public int run(Arguments arguments) {
        var wanted = console.coloured(arguments.value("--color").orElse("auto"));
        return new ExecCommand(kind, wanted, starter, stdin).carryOut(arguments);
    }

    private int carryOut(Arguments arguments) {
        var word = arguments.optionalWord("PROMPT");
        try (var engine = starter.start(arguments)) {
            var run = new ExecRun(engine, reporter(console, arguments), console, arguments, person(engine, arguments));
            if (kind == Kind.NEW) {
                if (!engine.mayWorkHere()) return refuse();
                var text = prompt(word)
                        .filter(given ->
                                !given.isBlank() || !arguments.values("--image").isEmpty())
                        .orElseThrow(
                                () -> new UsageError("no prompt given\n  pawl exec \"what to do\", or pipe it in"));
                return run.begin(
                        engine.newThread(arguments.value("--thread-source").orElse("exec")), text);
            }
            if (kind == Kind.FORK) return fork(engine, run, arguments);
            var last = arguments.has("--last");
            var id = last ? Optional.<String>empty() : arguments.optionalWord("ID");
            var given = last ? arguments.optionalWord("ID") : word;
            var prompt = prompt(given);
            var thread = find(engine, arguments, id);
            if (thread.isEmpty()) {
                console.note("no thread " + id.orElse("yet") + "\n  pawl exec \"what to do\" begins one");
                return ExitCode.FAILED;
            }
            if (thread.get().setup().isUnsettled() && !engine.mayWorkHere()) return refuse();
            return run.goOn(thread.get(), prompt);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }

    private Optional<Person> person(Engine engine, Arguments arguments) {
        if (!stdin.isTerminal() || arguments.has("--json") || arguments.has("--experimental-json")) {
            return Optional.empty();
        }
        return Optional.of(new Person(engine.gateway(), console, engine::fresh, stdin));
    }

    private int fork(Engine engine, ExecRun run, Arguments arguments) throws InterruptedException {
        var earlier = engine.gateway().thread(threadId(arguments.word("ID")));
        if (earlier.isEmpty()) {
            console.note("no thread " + arguments.word("ID"));
            return ExitCode.FAILED;
        }
        if (earlier.get().setup().isUnsettled() && !engine.mayWorkHere()) return refuse();
        var prompt = prompt(arguments.optionalWord("PROMPT"))
                .orElseThrow(() -> new UsageError("no prompt given\n  pawl exec fork ID \"what to do\", or pawl threads"
                        + " fork for a fork alone"));
        return run.goOn(engine.fork(earlier.get()), Optional.of(prompt));
    }

    private Optional<String> prompt(Optional<String> given) {
        return PromptText.of(given, stdin.stream(), stdin.isTerminal(), console::note);
    }

    /// Without an id the last thread of this folder, or of any when there is none.
    private static Optional<ChatThread> find(Engine engine, Arguments arguments, Optional<String> id) {
        var threads = engine.gateway();
        if (id.isPresent()) return threads.thread(threadId(id.get()));
        var folder =
                Path.of(arguments.value("--cd").orElse("")).toAbsolutePath().normalize();
        var here = new Threads.Filter(false, arguments.has("--all") ? "" : folder.toString(), "");
        return threads.latest(here, 1).stream()
                .findFirst()
                .or(() -> threads.latest(Threads.Filter.ACTIVE, 1).stream().findFirst());
    }

    private int refuse() {
        console.note(UNTRUSTED);
        return ExitCode.UNTRUSTED;
    }

    private static ThreadId threadId(String text) {
        if (!ThreadId.isPlain(text)) throw new UsageError("not a thread's id: " + text);
        return new ThreadId(text);
    }

    static Reporter reporter(Console console, Arguments arguments) {
        if (arguments.has("--json") || arguments.has("--experimental-json")) {
            return new JsonReporter(console, arguments.has("--include-plan-tool"));
        }
        return new TextReporter(console, arguments);
    }
}
