package dev.pawl.exec;

import dev.pawl.resource.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The tour's small repository with a failing test, the script of its model, and a home of its own.
record DemoProject(Path folder) implements AutoCloseable {
    /// With a failing test.
    static DemoProject make() {
        return make(
                "", List.of("price.sh", "test.sh"), List.of("script.json", "script-crash.json", "script-page.json"));
    }

    /// Without a fault, for a new requirement.
    static DemoProject makeForWorkflow() {
        return make("flow/", List.of("price.sh", "test.sh", "README.md"), List.of("script.json"));
    }

    private static DemoProject make(String from, List<String> files, List<String> scripts) {
        try {
            var project = new DemoProject(Files.createTempDirectory("pawl-demo-"));
            Files.createDirectories(project.repository());
            for (var name : files)
                project.copy(from + name, project.repository().resolve(name));
            for (var name : scripts) project.copy(from + name, project.script(name));
            project.git("init", "-q");
            project.git("add", ".");
            project.git("-c", "user.name=demo", "-c", "user.email=demo@localhost", "commit", "-qm", "A price list");
            return project;
        } catch (IOException full) {
            throw new UncheckedIOException("the demo's folder cannot be made", full);
        }
    }

    Path repository() {
        return folder.resolve("repository");
    }

    Path home() {
        return folder.resolve("home");
    }

    Path script(String name) {
        return folder.resolve(name);
    }

    private void copy(String name, Path to) throws IOException {
        Files.writeString(to, Resource.text(DemoProject.class, "demo/" + name));
    }

    /// The repository is nicer with git, and works without.
    private void git(String... words) {
        var command = new ArrayList<>(List.of("git", "-C", repository().toString()));
        command.addAll(List.of(words));
        try {
            var process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.waitFor();
        } catch (IOException noGit) {
            // exec is told to skip its look for a repository
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /// What `exec` is given beside the prompt.
    List<String> options(String script, String mode) {
        var options = new ArrayList<>(List.of("--skip-git-repo-check", "--sandbox", mode));
        options.addAll(place(script));
        return options;
    }

    /// What `serve` is given: a free port, since the usual one may be taken.
    List<String> serveOptions(String script, String mode) {
        var options = new ArrayList<>(place(script));
        options.addAll(List.of("-c", "sandbox_mode=" + mode, "--listen", "127.0.0.1:0", "--open"));
        return options;
    }

    /// What every command of a tour is given.
    List<String> place(String script) {
        return List.of(
                "--home",
                home().toString(),
                "--cd",
                repository().toString(),
                "-c",
                "model=scripted",
                "-c",
                "model_provider=demo",
                "-c",
                "model_providers.demo.wire_api=scripted",
                "-c",
                "model_providers.demo.base_url=" + script(script));
    }

    @Override
    public void close() {
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException left) {
            // a folder in the system's place for such folders
        }
    }
}
