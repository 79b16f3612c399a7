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
    static DemoProject make() {
        try {
            var project = new DemoProject(Files.createTempDirectory("pawl-demo-"));
            Files.createDirectories(project.repository());
            project.copy("price.sh", project.repository().resolve("price.sh"));
            project.copy("test.sh", project.repository().resolve("test.sh"));
            project.copy("script.json", project.script("script.json"));
            project.copy("script-crash.json", project.script("script-crash.json"));
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
        return List.of(
                "--home",
                home().toString(),
                "--cd",
                repository().toString(),
                "--skip-git-repo-check",
                "--sandbox",
                mode,
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
