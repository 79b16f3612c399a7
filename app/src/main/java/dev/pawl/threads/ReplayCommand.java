package dev.pawl.threads;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Styled;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.ThreadWord;
import dev.pawl.cli.UsageError;
import dev.pawl.codex.CodexSignals;
import dev.pawl.codex.EventLine;
import dev.pawl.event.LoggedEvent;
import dev.pawl.json.BadJson;
import dev.pawl.json.EventCodec;
import dev.pawl.json.Json;
import dev.pawl.resource.FileTrouble;
import dev.pawl.status.ChatState;
import dev.pawl.status.LogSignals;
import dev.pawl.status.View;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `pawl replay`: folds a log again and says what was shown after each event.
public record ReplayCommand(Console console, Library.Opener opener, Words.Choice language) implements Subcommand {
    @Override
    public CommandUsage usage() {
        return CommandUsage.of("replay", "fold an event log and print the status after each event")
                .with(Option.value("--at", "N", "only the status after event N"))
                .taking(Operand.one(
                        "FILE|THREAD",
                        "a JSONL file (events, a Codex transcript, app-server notifications), or a thread"))
                .example("pawl replay events.jsonl --json")
                .example("pawl replay ~/.codex/sessions/2026/03/01/rollout-….jsonl")
                .example("pawl replay last --at 12           # what was shown then");
    }

    @Override
    public int run(Arguments arguments) {
        var word = arguments.word("FILE|THREAD");
        var only = arguments.value("--at").map(ReplayCommand::number).orElse(0L);
        var printer = new Printer(new Words(language.of(arguments)), only, arguments.has("--json"));
        var file = file(word);
        try {
            if (file.isPresent()) return replay(file.get(), printer, arguments.has("--quiet"));
            return replay(word, printer, arguments);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }

    private static Optional<Path> file(String word) {
        try {
            var path = Path.of(word);
            return Files.exists(path) ? Optional.of(path) : Optional.empty();
        } catch (InvalidPathException notAName) {
            return Optional.empty();
        }
    }

    private static long number(String text) {
        try {
            var number = Long.parseLong(text);
            if (number > 0) return number;
        } catch (NumberFormatException notANumber) {
            // said below
        }
        throw new UsageError("--at takes the number of an event, 1 or more, not " + text);
    }

    private int replay(Path file, Printer printer, boolean quiet) {
        var strangers = new HashSet<String>();
        int lines = 0;
        try (var reader = Files.newBufferedReader(file)) {
            var state = ChatState.NEW;
            for (var text = reader.readLine(); text != null && !printer.isDone(); text = reader.readLine()) {
                lines++;
                if (text.isBlank()) continue;
                var line = read(text, lines, quiet);
                if (line.isEmpty()) continue;
                if (!CodexSignals.isKnown(line.get()))
                    greet(strangers, line.get().name(), quiet);
                var told = CodexSignals.of(line.get());
                state = state.after(told);
                // Without a time of its own an event happened when the one before it did.
                var now = told.at().equals(Instant.EPOCH) ? state.lastEventAt() : told.at();
                printer.print(told.seq(), line.get().name(), state.derive(now));
            }
        } catch (MalformedInputException notText) {
            throw new UsageError(file + " is not a text file in UTF-8 (line " + (lines + 1) + ")");
        } catch (IOException gone) {
            throw new UsageError(file + " cannot be read: " + FileTrouble.of(gone));
        }
        return printer.finish(console, file.toString());
    }

    private Optional<EventLine> read(String text, int number, boolean quiet) {
        try {
            return Optional.of(EventLine.read(text));
        } catch (BadJson broken) {
            if (!quiet) console.note("line " + number + " was left out: " + broken.getMessage());
            return Optional.empty();
        }
    }

    private void greet(Set<String> strangers, String name, boolean quiet) {
        if (strangers.add(name) && !quiet) console.note("unknown event, counted as neutral: " + name);
    }

    private int replay(String word, Printer printer, Arguments arguments) throws InterruptedException {
        // A word that looks like a file's name is meant as one.
        if (word.contains("/") || word.contains(".")) throw new UsageError("no file " + word);
        try (var library = opener.open(arguments)) {
            var gateway = library.gateway();
            var thread = ThreadWord.find(gateway, word);
            var state = ChatState.NEW;
            List<LoggedEvent> page;
            do {
                page = gateway.watch(thread.id(), state.seq(), Duration.ZERO);
                var cards = gateway.cards(page);
                for (var logged : page) {
                    if (printer.isDone()) break;
                    var card = LogSignals.card(logged.event()).map(cards::get);
                    state = LogSignals.after(state, logged, card);
                    printer.print(logged.seq(), EventCodec.type(logged.event()), state.derive(logged.at()));
                }
            } while (!page.isEmpty() && !printer.isDone());
            return printer.finish(console, "thread " + thread.id());
        }
    }

    /// Prints each event's status, or only that of one.
    private final class Printer {
        private final Words words;
        private final long only;
        private final boolean json;
        private long count;
        private boolean done;

        Printer(Words words, long only, boolean json) {
            this.words = words;
            this.only = only;
            this.json = json;
        }

        boolean isDone() {
            return done;
        }

        void print(long given, String event, View view) {
            count++;
            long seq = given > 0 ? given : count;
            if (only > 0 && seq != only) return;
            done = only > 0;
            var line = new StatusLine(words, view);
            if (json)
                console.line(line.json(Json.object().with("seq", seq).with("event", event))
                        .write());
            else
                console.line(Styled.of(String.format(
                                "%5d  %-32s %-10s ", seq, event, view.status().id()))
                        .plus(line.text()));
        }

        int finish(Console console, String of) {
            if (done || (only == 0 && count > 0)) return ExitCode.OK;
            console.note(count == 0 ? of + " holds no event" : of + " has no event " + only + ": it holds " + count);
            return ExitCode.FAILED;
        }
    }
}
