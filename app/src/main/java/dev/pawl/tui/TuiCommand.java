package dev.pawl.tui;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Text;
import dev.pawl.cli.UsageError;
import dev.pawl.thread.ChatThread;
import dev.pawl.tui.term.Tty;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// `pawl`, `pawl resume` and `pawl fork`: a thread in the terminal.
///
/// @param surroundings what a command line makes of the rest of the program
public record TuiCommand(Kind kind, Console console, Function<Arguments, Surroundings> surroundings)
        implements Subcommand {
    public enum Kind {
        NEW,
        RESUME,
        FORK
    }

    /// What the terminal is shown in, and what it works with.
    ///
    /// @param version   of the program
    /// @param home      the person's home folder
    /// @param hasStreams whether both streams are a terminal
    public record Surroundings(
            ThreadAccess access,
            TerminalOpener terminal,
            Taste taste,
            InstantSource clock,
            Path home,
            String version,
            boolean hasStreams) {}

    @FunctionalInterface
    public interface TerminalOpener {
        /// Throws [UsageError] when there is none.
        Tty open();
    }

    /// How a person wants it.
    ///
    /// @param theme what `PAWL_THEME` says; empty for the terminal's own colours
    /// @param isColoured not with `NO_COLOR`
    /// @param isMoving whether things may move that need not
    /// @param isWordWrapped whether finished lines are broken between words, for good
    /// @param isNotifying whether the terminal may call for attention
    /// @param program what `TERM_PROGRAM` says
    /// @param kind what `TERM` says
    public record Taste(
            String theme,
            boolean isColoured,
            boolean isMoving,
            boolean isWordWrapped,
            boolean isNotifying,
            String program,
            String kind) {}

    @Override
    public CommandUsage usage() {
        return switch (kind) {
            case NEW ->
                CommandUsage.of("", "a thread in the terminal")
                        .with(TuiOptions.ALL)
                        .taking(Operand.rest("PROMPT", "what to do first"))
                        .example("pawl")
                        .example("pawl \"why does the build fail?\"")
                        .example("pawl --plain           # lines only, for a screen reader");
            case RESUME ->
                CommandUsage.of("resume", "go on with a thread in the terminal")
                        .with(TuiOptions.ALL)
                        .with(Option.flag("--last", "the thread that was used last"))
                        .taking(Operand.atMostOne("THREAD", "a thread's id, the beginning of it, or last"))
                        .example("pawl resume            # choose one")
                        .example("pawl resume --last");
            case FORK ->
                CommandUsage.of("fork", "go on in a copy of a thread, in the terminal")
                        .with(TuiOptions.ALL)
                        .with(Option.flag("--last", "the thread that was used last"))
                        .taking(Operand.atMostOne("THREAD", "a thread's id, the beginning of it, or last"))
                        .example("pawl fork --last");
        };
    }

    @Override
    public int run(Arguments arguments) {
        var around = surroundings.apply(arguments);
        try (var access = around.access()) {
            if (!around.hasStreams()) throw new UsageError(console.say(Text.TUI_NEEDS_TERMINAL));
            var start = start(arguments, access);
            var isPlain = arguments.has("--plain") || around.taste().kind().equals("dumb");
            if (isPlain) return new PlainChat(console, around).run(start);
            return new TerminalRun(console, around).run(start);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }

    /// What is shown first.
    ///
    /// @param thread   empty to choose one
    /// @param prompt   what is said at once; empty for nothing
    /// @param isStored whether the thread was there before
    record Start(Optional<ChatThread> thread, String prompt, List<Path> pictures, boolean isStored) {}

    private Start start(Arguments arguments, ThreadAccess access) {
        var pictures = arguments.values("--image").stream().map(Path::of).toList();
        if (kind == Kind.NEW) {
            var prompt = String.join(" ", arguments.words("PROMPT"));
            return new Start(Optional.of(access.fresh()), prompt, pictures, false);
        }
        var word = arguments.has("--last") ? Optional.of("last") : arguments.optionalWord("THREAD");
        var found = word.map(access::find);
        if (kind == Kind.FORK) found = found.map(thread -> access.fork(thread, Optional.empty()));
        return new Start(found, "", pictures, true);
    }
}
