package dev.pawl.threads;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.JsonLine;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.ThreadWord;
import dev.pawl.id.ThreadId;
import java.util.List;

/// `pawl threads name`, `archive` and `unarchive`.
public record OrderCommand(Kind kind, Console console, Library.Opener opener) implements Subcommand {
    public enum Kind {
        NAME,
        ARCHIVE,
        UNARCHIVE
    }

    @Override
    public CommandUsage usage() {
        var thread = Operand.one("THREAD", "a thread's id, the beginning of it, or last");
        return switch (kind) {
            case NAME ->
                CommandUsage.of("threads name", "give a thread a title")
                        .taking(thread, Operand.one("TITLE", "its title; empty for none"))
                        .example("pawl threads name last \"fix the login\"");
            case ARCHIVE ->
                CommandUsage.of("threads archive", "put a thread away, with those its agent has called")
                        .taking(thread)
                        .example("pawl threads archive 0192f0c1       # still there: pawl threads list --archived");
            case UNARCHIVE ->
                CommandUsage.of("threads unarchive", "take a thread back, with those its agent has called")
                        .taking(thread)
                        .example("pawl threads unarchive 0192f0c1");
        };
    }

    @Override
    public int run(Arguments arguments) {
        try (var library = opener.open(arguments)) {
            var thread = ThreadWord.find(library.gateway(), arguments.word("THREAD"));
            var changed = switch (kind) {
                case NAME -> {
                    library.keeping()
                            .rename(thread.id(), arguments.word("TITLE").strip(), library.now());
                    yield List.of(thread.id());
                }
                case ARCHIVE -> library.keeping().archive(thread.id(), true, library.now());
                case UNARCHIVE -> library.keeping().archive(thread.id(), false, library.now());
            };
            changed.forEach(id -> tell(id, arguments));
            if (changed.isEmpty()) console.note("thread " + thread.id() + " is so already");
            return ExitCode.OK;
        }
    }

    private void tell(ThreadId id, Arguments arguments) {
        var done = switch (kind) {
            case NAME -> "named";
            case ARCHIVE -> "archived";
            case UNARCHIVE -> "unarchived";
        };
        if (arguments.has("--json")) {
            console.line(
                    new JsonLine().put("thread", id.value()).put("done", done).toString());
        } else console.line(id + "  " + done);
    }
}
