package dev.pawl.threads;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.JsonLine;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Text;
import dev.pawl.cli.ThreadWord;
import dev.pawl.cli.UsageError;
import dev.pawl.gateway.Removal;
import dev.pawl.id.ThreadId;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Threads;
import dev.pawl.thread.Threads.Cursor;
import dev.pawl.thread.Threads.Shelf;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// `pawl threads delete` and `pawl threads prune`: threads for good. Both ask first.
///
/// @param asking whether a person agrees to a sentence
public record DeleteCommand(Kind kind, Console console, Library.Opener opener, Predicate<String> asking)
        implements Subcommand {
    private static final int PAGE = 500;

    public enum Kind {
        DELETE,
        PRUNE
    }

    private record Sized(ChatThread thread, long bytes) {}

    @Override
    public CommandUsage usage() {
        var yes = Option.flag("--yes", "do not ask");
        return switch (kind) {
            case DELETE ->
                CommandUsage.of("threads delete", "delete a thread for good, with those its agent has called")
                        .with(yes)
                        .taking(Operand.one("THREAD", "a thread's id, the beginning of it, or last"))
                        .example("pawl threads delete 0192f0c1");
            case PRUNE ->
                CommandUsage.of("threads prune", "show how much room old threads take, and delete them")
                        .with(
                                yes,
                                Option.value("--older-than", "DAYS", "not used for so many days (30)"),
                                Option.flag("--all", "also those that are not archived"),
                                Option.flag("--dry-run", "only show them"))
                        .example("pawl threads prune --dry-run          # archived and unused for 30 days")
                        .example("pawl threads prune --older-than 7 --all --yes");
        };
    }

    @Override
    public int run(Arguments arguments) {
        try (var library = opener.open(arguments)) {
            var chosen = kind == Kind.DELETE
                    ? List.of(ThreadWord.find(library.gateway(), arguments.word("THREAD")))
                    : old(library, arguments);
            var sized = chosen.stream()
                    .map(thread -> new Sized(thread, library.keeping().size(thread.id())))
                    .toList();
            if (sized.isEmpty()) {
                console.note("no thread is that old");
                return ExitCode.OK;
            }
            var dry = kind == Kind.PRUNE && arguments.has("--dry-run");
            if (dry || kind == Kind.PRUNE) for (var one : sized) tell(one, dry ? "would go" : "old", arguments);
            if (dry) return ExitCode.OK;
            if (!arguments.has("--yes") && !asking.test(question(sized))) {
                console.note("nothing was deleted\n  --yes deletes without asking");
                return ExitCode.FAILED;
            }
            var code = delete(library, sized, arguments);
            library.host().reclaim();
            return code;
        }
    }

    private static String question(List<Sized> sized) {
        long bytes = sized.stream().mapToLong(Sized::bytes).sum();
        var what = sized.size() == 1 ? "thread " + sized.getFirst().thread().id() : sized.size() + " threads";
        return "Delete " + what + " for good (" + room(bytes) + ")?";
    }

    private static List<ChatThread> old(Library library, Arguments arguments) {
        var days = arguments.value("--older-than").map(DeleteCommand::days).orElse(30L);
        var limit = library.now().minus(Duration.ofDays(days));
        var shelf = arguments.has("--all") ? Shelf.ANY : Shelf.ARCHIVED;
        var found = new ArrayList<ChatThread>();
        var next = Optional.of(Cursor.START);
        while (next.isPresent()) {
            var page = library.keeping().page(new Threads.Query(shelf, "", "", "", next.get(), PAGE));
            for (var line : page.lines()) if (line.usedAt().isBefore(limit)) found.add(line.thread());
            next = page.next(PAGE);
        }
        return found;
    }

    private int delete(Library library, List<Sized> sized, Arguments arguments) {
        int code = ExitCode.OK;
        for (var one : sized) {
            switch (deleteOrStop(library, one.thread().id())) {
                case Removal.Gone(var threads) ->
                    threads.forEach(id -> tell(id.value(), one.bytes(), "deleted", arguments));
                case Removal.Busy(var id) -> {
                    console.note(console.say(Text.THREAD_KEPT_RUNNING, id.value()));
                    code = ExitCode.FAILED;
                }
            }
        }
        return code;
    }

    /// A turn that no process runs is stopped first.
    private Removal deleteOrStop(Library library, ThreadId thread) {
        while (true) {
            var removal = library.keeping().delete(thread);
            if (!(removal instanceof Removal.Busy(var busy))
                    || library.statuses().isRun(busy, library.now())) {
                return removal;
            }
            var stopped = library.keeping().stop(busy, "the thread was deleted");
            if (stopped.isEmpty()) return removal;
            console.note(console.say(Text.TURN_STOPPED_FIRST, busy.value()));
        }
    }

    private void tell(Sized one, String what, Arguments arguments) {
        tell(one.thread().id().value(), one.bytes(), what, arguments);
    }

    private void tell(String id, long bytes, String what, Arguments arguments) {
        if (arguments.has("--json")) {
            console.line(new JsonLine()
                    .put("thread", id)
                    .put("bytes", bytes)
                    .put("done", what)
                    .toString());
        } else console.line(id + "  " + room(bytes) + "  " + what);
    }

    private static String room(long bytes) {
        if (bytes < 10_000) return bytes + " B";
        return bytes < 10_000_000 ? bytes / 1000 + " kB" : bytes / 1_000_000 + " MB";
    }

    private static long days(String text) {
        try {
            long days = Long.parseLong(text);
            if (days >= 0 && days < 100_000) return days;
        } catch (NumberFormatException notANumber) {
            // said below
        }
        throw new UsageError("--older-than takes days, not " + text);
    }
}
