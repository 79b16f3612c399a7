package dev.pawl.setup;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Text;
import dev.pawl.cli.UsageError;
import dev.pawl.resource.FileTrouble;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// `pawl init`: the beginning of a project's `AGENTS.md`, with the commands its files suggest.
public record InitCommand(Console console) implements Subcommand {
    /// A file that says how a project is built and tested.
    private record Sign(String file, String build, String test) {}

    private static final List<Sign> SIGNS = List.of(
            new Sign("Makefile", "make", "make test"),
            new Sign("package.json", "npm install", "npm test"),
            new Sign("pom.xml", "mvn -q compile", "mvn -q test"),
            new Sign("build.gradle", "./gradlew assemble", "./gradlew test"),
            new Sign("build.gradle.kts", "./gradlew assemble", "./gradlew test"),
            new Sign("Cargo.toml", "cargo build", "cargo test"),
            new Sign("go.mod", "go build ./...", "go test ./..."),
            new Sign("pyproject.toml", "pip install -e .", "pytest"),
            new Sign("CMakeLists.txt", "cmake -B build && cmake --build build", "ctest --test-dir build"));

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("init", "write the beginning of an AGENTS.md for this project")
                .with(Option.value("--cd", "DIR", "the project's folder").or("-C"))
                .example("pawl init")
                .example("pawl \"look at this repository and complete AGENTS.md\"   # let the agent write the rest");
    }

    @Override
    public int run(Arguments arguments) {
        var folder = root(
                Path.of(arguments.value("--cd").orElse("")).toAbsolutePath().normalize());
        var file = folder.resolve("AGENTS.md");
        try {
            Files.writeString(file, text(folder), StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException there) {
            console.note(console.say(Text.SETUP_INIT_EXISTS, file.toString()));
            return ExitCode.FAILED;
        } catch (IOException cannot) {
            throw new UsageError(file + ": " + FileTrouble.of(cannot));
        }
        console.note(console.say(Text.SETUP_INIT_WRITTEN, file.toString()));
        return ExitCode.OK;
    }

    /// The repository's folder, or this one outside of any.
    private static Path root(Path folder) {
        for (var at = folder; at != null; at = at.getParent()) if (Files.exists(at.resolve(".git"))) return at;
        return folder;
    }

    private static String text(Path folder) {
        var builds = new ArrayList<String>();
        var tests = new ArrayList<String>();
        for (var sign : SIGNS) {
            if (!Files.exists(folder.resolve(sign.file))) continue;
            builds.add("- Build: `" + sign.build + "`");
            tests.add("- Test: `" + sign.test + "`");
        }
        if (builds.isEmpty()) {
            builds.add("- Build: ");
            tests.add("- Test: ");
        }
        var name = folder.getFileName();
        return "# " + (name == null ? "This project" : name) + "\n\nInstructions for coding agents that work here.\n\n"
                + "## Build and test\n\n" + String.join("\n", builds) + "\n" + String.join("\n", tests)
                + "\n\n## Where things are\n\n- \n\n## Conventions\n\n"
                + "- Keep changes small, and run the tests before you say that something is done.\n";
    }
}
