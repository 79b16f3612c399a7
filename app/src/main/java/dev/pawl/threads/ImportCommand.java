package dev.pawl.threads;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.JsonLine;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.UsageError;
import dev.pawl.codex.TranscriptFile;
import dev.pawl.id.ThreadId;
import dev.pawl.resource.FileTrouble;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// `pawl threads import`: threads that Codex began become Pawl's, under their own ids. Codex's
/// files are only read.
public record ImportCommand(Console console, Library.Opener opener) implements Subcommand {
    private static final int DEEPEST = 8;

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("threads import", "go on in Pawl with what was begun in Codex")
                .with(Option.value("--from", "DIR", "Codex's folder instead of CODEX_HOME or ~/.codex"))
                .taking(Operand.rest("FILE", "only these transcripts (rollout-….jsonl)"))
                .example("pawl threads import                     # all of ~/.codex/sessions")
                .example("pawl threads import rollout-….jsonl && pawl exec resume --last \"go on\"");
    }

    @Override
    public int run(Arguments arguments) {
        try (var library = opener.open(arguments)) {
            var named = arguments.words("FILE");
            var home = arguments.value("--from").map(Path::of).orElse(library.codexHome());
            var files = named.isEmpty()
                    ? transcripts(home)
                    : named.stream().map(Path::of).toList();
            if (files.isEmpty()) console.note("no transcript in " + home.resolve("sessions"));
            int failed = 0;
            for (var file : files) if (!take(library, file, arguments)) failed++;
            return failed == 0 ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    private static List<Path> transcripts(Path home) {
        var found = new ArrayList<Path>();
        for (var name : List.of("sessions", "archived_sessions")) {
            var folder = home.resolve(name);
            if (!Files.isDirectory(folder)) continue;
            try (var files = Files.walk(folder, DEEPEST)) {
                files.filter(file -> file.getFileName().toString().matches("rollout-.*\\.jsonl"))
                        .sorted()
                        .forEach(found::add);
            } catch (IOException closed) {
                throw new UsageError(folder + " cannot be read: " + FileTrouble.of(closed));
            }
        }
        return found;
    }

    private boolean take(Library library, Path file, Arguments arguments) {
        try {
            var contents = library.transcript(file);
            if (contents.id().isEmpty()) return refuse(file, "it does not say whose it is");
            if (!ThreadId.isPlain(contents.id())) return refuse(file, "its id is not made of letters, digits, _ and -");
            if (contents.history().isEmpty()) {
                tell(contents, file, "empty", arguments);
                return true;
            }
            var archived = file.toAbsolutePath().toString().contains("/archived_sessions/");
            var isNew = library.keeping().adopt(thread(contents, archived, library.now()), contents.history());
            tell(contents, file, isNew ? "imported" : "there already", arguments);
            return true;
        } catch (IOException unreadable) {
            return refuse(file, FileTrouble.of(unreadable));
        } catch (IllegalArgumentException strange) {
            return refuse(file, "its id cannot be used: " + strange.getMessage());
        }
    }

    private boolean refuse(Path file, String why) {
        console.note(file + " was left out: " + why);
        return false;
    }

    /// How it is set up is looked at anew when it is resumed. The folder is only remembered: where
    /// the thread goes on is for the person to say ([Setup#isUnsettled]).
    private static ChatThread thread(TranscriptFile.Contents contents, boolean archived, Instant now) {
        var style = new Setup.Style("", "", "");
        var setup = new Setup(
                contents.cwd(), contents.provider(), "", style, "workspace-write", "on-request", List.of(), 0, 0);
        var began = began(contents.startedAt(), now);
        return new ChatThread(new ThreadId(contents.id()), "", "codex", "", archived, setup, began, began);
    }

    private static Instant began(String time, Instant now) {
        try {
            return Instant.parse(time);
        } catch (DateTimeException unknown) {
            return now;
        }
    }

    private void tell(TranscriptFile.Contents contents, Path file, String what, Arguments arguments) {
        if (arguments.has("--json")) {
            console.line(new JsonLine()
                    .put("thread", contents.id())
                    .put("file", file.toString())
                    .put("items", contents.history().size())
                    .put("broken_lines", contents.broken())
                    .put("done", what)
                    .toString());
        } else {
            var damage = contents.broken() == 0 ? "" : ", " + contents.broken() + " broken lines left out";
            console.line(contents.id() + "  " + what + " (" + contents.history().size() + " items" + damage + ")");
        }
    }
}
