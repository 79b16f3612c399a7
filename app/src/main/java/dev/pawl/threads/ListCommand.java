package dev.pawl.threads;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.card.Visible;
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
import dev.pawl.cli.UsageError;
import dev.pawl.json.Json;
import dev.pawl.status.Phrase;
import dev.pawl.status.StatusText;
import dev.pawl.status.View;
import dev.pawl.thread.Threads;
import dev.pawl.thread.Threads.Cursor;
import dev.pawl.thread.Threads.Shelf;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// `pawl threads list` and `pawl threads search`: pages of threads, those used last first.
public record ListCommand(Kind kind, Console console, Library.Opener opener, Words.Choice language)
        implements Subcommand {
    private static final int MOST = 500;

    public enum Kind {
        LIST,
        SEARCH
    }

    @Override
    public CommandUsage usage() {
        var usage = kind == Kind.LIST
                ? CommandUsage.of("threads list", "list threads, those used last first")
                        .with(Option.value("--search", "TEXT", "only those with this in the title or in what was said"))
                        .example("pawl threads list --cwd .")
                        .example("pawl threads list --json --max 50 --cursor …     # the next page")
                : CommandUsage.of("threads search", "find threads by their titles and by what was said")
                        .taking(Operand.one("TEXT", "what to look for, whatever its case"))
                        .example("pawl threads search \"login page\"");
        return usage.with(
                Option.flag("--archived", "those that are put away"),
                Option.flag("--all", "both"),
                Option.value("--cwd", "DIR", "only those of this folder"),
                Option.value("--source", "NAME", "only those that began this way, as exec"),
                Option.value("--status", "CLASS", "only those that stand so")
                        .choice("idle", "waiting", "running", "editing", "thinking", "responding", "error"),
                Option.value("--max", "N", "how many on a page (20)"),
                Option.value("--cursor", "TEXT", "where the page before ended"));
    }

    @Override
    public int run(Arguments arguments) {
        var words = new Words(language.of(arguments));
        int max = arguments.value("--max").map(ListCommand::count).orElse(20);
        var text = kind == Kind.SEARCH
                ? arguments.word("TEXT")
                : arguments.value("--search").orElse("");
        var shelf = arguments.has("--all") ? Shelf.ANY : arguments.has("--archived") ? Shelf.ARCHIVED : Shelf.ACTIVE;
        var cwd = arguments
                .value("--cwd")
                .map(folder -> Path.of(folder).toAbsolutePath().normalize().toString());
        var source = arguments.value("--source").orElse("");
        var after = arguments.value("--cursor").map(ListCommand::cursor).orElse(Cursor.START);
        try (var library = opener.open(arguments)) {
            int shown = 0;
            var next = Optional.of(after);
            // A status is derived, so what does not match is only known after it was read.
            while (shown < max && next.isPresent()) {
                var query = new Threads.Query(shelf, cwd.orElse(""), source, text, next.get(), max);
                var page = library.keeping().page(query);
                next = page.next(max);
                for (var line : page.lines()) {
                    if (!show(library, line, words, arguments)) continue;
                    shown++;
                    if (shown == max) {
                        next = line.equals(page.lines().getLast()) ? next : Optional.of(line.cursor());
                        break;
                    }
                }
            }
            if (shown == 0 && !arguments.has("--json")) sayNone(library, words);
            if (next.isPresent() && !arguments.has("--json")) {
                console.note(words.say(Text.LIST_MORE, String.valueOf(shown), String.valueOf(shown * 5)));
            }
            return ExitCode.OK;
        }
    }

    /// Whether the line was one of those that were asked for.
    private boolean show(Library library, Threads.Line line, Words words, Arguments arguments) {
        var now = library.now();
        var thread = line.thread();
        var view = library.statuses()
                .standing(thread.id(), thread.archived(), now)
                .state()
                .derive(now);
        var status = arguments.value("--status");
        if (status.isPresent() && !status.get().equals(view.status().id())) return false;
        if (arguments.has("--json")) console.line(json(line, view, words).write());
        else {
            var title = Visible.heading(title(line));
            var place = Visible.heading(thread.setup().cwd());
            console.line(Styled.of(ThreadWord.brief(thread.id()) + "  ")
                    .plus(new StatusLine(words, view).text())
                    .plus("\n    " + (title.isEmpty() ? words.say(new Phrase(StatusText.UNTITLED, List.of())) : title))
                    .plus(Styled.of(Console.Shade.FAINT, "  " + place + "  " + words.age(line.usedAt(), now))));
        }
        return true;
    }

    private static Json.Obj json(Threads.Line line, View view, Words words) {
        var thread = line.thread();
        var whose = Json.object()
                .with("thread", thread.id().value())
                .with("title", thread.title())
                .with("preview", line.preview())
                .with("cwd", thread.setup().cwd())
                .with("source", thread.source())
                .with("archived", Json.of(thread.archived()))
                .with("forked_from", thread.forkedFrom())
                .with("created_at", thread.createdAt().toString())
                .with("used_at", line.usedAt().toString())
                .with("cursor", encoded(line.cursor()));
        return new StatusLine(words, view).json(whose);
    }

    private static String title(Threads.Line line) {
        var text =
                line.thread().title().isEmpty() ? line.preview() : line.thread().title();
        var first = text.strip().lines().findFirst().orElse("");
        return first.length() > 100 ? first.substring(0, 99) + "…" : first;
    }

    private void sayNone(Library library, Words words) {
        var any = library.gateway().latest(Threads.Filter.ACTIVE, 1);
        console.note(words.say(any.isEmpty() ? Text.NO_THREAD_YET : Text.LIST_NONE));
    }

    private static String encoded(Cursor cursor) {
        var text = cursor.usedAt() + " " + cursor.id();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
    }

    private static Cursor cursor(String text) {
        try {
            var words = new String(Base64.getUrlDecoder().decode(text), UTF_8).split(" ", 2);
            if (words.length == 2) return new Cursor(Instant.parse(words[0]), words[1]);
        } catch (IllegalArgumentException | DateTimeException broken) {
            // said below
        }
        throw new UsageError("not a cursor: " + text + "\n  take the one that the page before ended with");
    }

    private static int count(String text) {
        try {
            int count = Integer.parseInt(text);
            if (count >= 1 && count <= MOST) return count;
        } catch (NumberFormatException notANumber) {
            // said below
        }
        throw new UsageError("--max takes a number from 1 to " + MOST + ", not " + text);
    }
}
