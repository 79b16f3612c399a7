package dev.pawl.config.command;

import dev.pawl.card.Visible;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.config.trust.Project;
import dev.pawl.config.trust.TrustFile;
import dev.pawl.json.Json;
import java.nio.file.Path;
import java.time.Instant;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/// `pawl config trust`: shows what a project would configure, and puts exactly that in force.
///
/// @param asking whether a person agrees to a sentence
public record ConfigTrustCommand(Console console, Function<Arguments, TrustFile> trust, Predicate<String> asking)
        implements Subcommand {
    @Override
    public CommandUsage usage() {
        return CommandUsage.of("config trust", "put the project's own configuration in force, after showing it")
                .with(
                        Option.flag("--list", "only show which projects are trusted"),
                        Option.flag("--revoke", "no longer trust the project"),
                        Option.flag("--yes", "do not ask"),
                        Option.flag("--json", "one JSON object for each line"))
                .taking(Operand.atMostOne("DIR", "a folder of the project; this one when left out"))
                .example("pawl config trust")
                .example("pawl config trust --list")
                .example("pawl config trust --revoke ~/src/thing");
    }

    @Override
    public int run(Arguments arguments) {
        var file = trust.apply(arguments);
        if (arguments.has("--list")) return list(file, arguments.has("--json"));
        var folder = arguments.words("DIR").stream().findFirst().orElse("");
        var project = Project.of(Path.of(folder).toAbsolutePath());
        if (arguments.has("--revoke")) {
            var was = file.revoke(project.root());
            console.note(was ? "no longer trusted: " + project.root() : project.root() + " was not trusted");
            return was ? ExitCode.OK : ExitCode.FAILED;
        }
        return switch (file.standing(project)) {
            case NOTHING -> {
                console.note(project.root() + " has no configuration of its own (.pawl/config.toml, .pawl/rules.toml)");
                yield ExitCode.OK;
            }
            case UNUSABLE -> {
                console.note(project.root() + " cannot be trusted: " + project.problem());
                yield ExitCode.FAILED;
            }
            case TRUSTED -> {
                console.note("trusted already, and not changed since: " + project.root());
                yield ExitCode.OK;
            }
            case NEVER_TRUSTED, CHANGED -> ask(file, project, arguments);
        };
    }

    private int ask(TrustFile file, Project project, Arguments arguments) {
        // What was read is what is shown, and what is trusted.
        new TreeMap<>(project.files()).forEach((name, text) -> {
            console.note(name);
            text.lines().forEach(line -> console.note("  | " + Visible.text(line)));
        });
        var question = "Put this in force for " + project.root() + ", until it changes?";
        if (!arguments.has("--yes") && !asking.test(question)) {
            console.note("nothing was changed\n  --yes does it without asking");
            return ExitCode.FAILED;
        }
        file.trust(project, Instant.now());
        if (arguments.has("--json"))
            console.line(json(project.root().toString(), project.hash()).write());
        else console.note("trusted: " + project.root() + "\n  pawl config trust --revoke takes it back");
        return ExitCode.OK;
    }

    private int list(TrustFile file, boolean json) {
        file.all().forEach((root, entry) -> {
            var standing = file.standing(Project.of(Path.of(root)));
            var changed = standing != TrustFile.Trust.TRUSTED;
            if (json) {
                console.line(json(root, entry.hash())
                        .with("since", entry.since().toString())
                        .with("in_force", Json.of(!changed))
                        .write());
            } else {
                console.line(root + "  since " + entry.since() + (changed ? "  (changed since: not in force)" : ""));
            }
        });
        if (!json && file.all().isEmpty()) console.note("no project is trusted");
        return ExitCode.OK;
    }

    private static Json.Obj json(String root, String hash) {
        return Json.object().with("project", root).with("hash", hash);
    }
}
