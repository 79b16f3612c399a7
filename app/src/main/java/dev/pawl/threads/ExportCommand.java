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
import dev.pawl.host.Host;
import dev.pawl.resource.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// `pawl threads export`: a thread as Codex writes it down, or for people to read.
public record ExportCommand(Console console, Library.Opener opener) implements Subcommand {
    @Override
    public CommandUsage usage() {
        return CommandUsage.of("threads export", "write a thread as a Codex transcript or as Markdown")
                .with(
                        Option.value("--format", "NAME", "codex (JSONL, the default) or markdown")
                                .choice("codex", "markdown"),
                        Option.value("--output", "FILE", "into this file instead of stdout")
                                .or("-o"),
                        Option.flag("--salvage", "leave out what is damaged instead of failing"))
                .taking(Operand.one("THREAD", "a thread's id, the beginning of it, or last"))
                .example("pawl threads export last --format markdown > talk.md")
                .example("pawl threads export last -o rollout.jsonl")
                .example("pawl threads export 0192f0c1 --salvage -o saved.jsonl    # then: pawl threads import");
    }

    @Override
    public int run(Arguments arguments) {
        try (var library = opener.open(arguments)) {
            var thread = ThreadWord.find(library.gateway(), arguments.word("THREAD"));
            var salvage = arguments.has("--salvage")
                    ? library.host().salvage(thread.id())
                    : new Host.Salvage(library.keeping().history(thread.id()), 0);
            var history = salvage.history();
            if (salvage.lost() > 0) console.note(console.say(Text.EXPORT_LOST, String.valueOf(salvage.lost())));
            var text = arguments.value("--format").orElse("codex").equals("markdown")
                    ? MarkdownText.of(thread, history)
                    : String.join("\n", library.transcript(thread, history)) + "\n";
            var file = arguments.value("--output");
            if (file.isEmpty()) {
                console.document(text);
                return ExitCode.OK;
            }
            Files.writeString(Path.of(file.get()), text);
            if (arguments.has("--json")) {
                console.line(new JsonLine()
                        .put("thread", thread.id().value())
                        .put("file", file.get())
                        .put("cards", history.size())
                        .put("lost", salvage.lost())
                        .toString());
            } else console.note("written to " + file.get());
            return ExitCode.OK;
        } catch (IOException full) {
            throw new UsageError(
                    arguments.value("--output").orElse("stdout") + " cannot be written: " + FileTrouble.of(full));
        }
    }
}
