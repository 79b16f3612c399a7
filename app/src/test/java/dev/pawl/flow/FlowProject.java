package dev.pawl.flow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import dev.pawl.main.TestProgram;
import dev.pawl.main.TestProgram.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A repository with one file and a check that looks at it, and the program with a scripted model.
final class FlowProject {
    static final String DONE = text("Done.");

    private final TestProgram program;
    private final Path work;

    FlowProject(Path folder) throws IOException, InterruptedException {
        // Passes while the file holds a good word.
        this(
                folder,
                Map.of(
                        "a.txt",
                        "one\n",
                        "check.sh",
                        "grep -q -e one -e good a.txt || { echo \"error: bad word\"; exit 1; }\n"),
                "unit = \"sh check.sh\"");
        commit();
    }

    /// Without a repository.
    ///
    /// @param files by name, with their text
    /// @param verify the lines of `[pawl.workflow.verify]`; empty for what the build files suggest
    FlowProject(Path folder, Map<String, String> files, String verify) throws IOException {
        this.program = new TestProgram(folder);
        this.work = Files.createDirectories(folder.resolve("work"));
        for (var file : files.entrySet()) {
            var path = work.resolve(file.getKey());
            Files.createDirectories(path.resolveSibling(""));
            Files.writeString(path, file.getValue());
        }
        settings(verify);
    }

    /// Makes a repository of it.
    FlowProject commit() throws IOException, InterruptedException {
        git("init", "-q");
        git("add", ".");
        git("-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-qm", "start");
        return this;
    }

    /// More lines of `[pawl.workflow.verify]` and below.
    FlowProject settings(String verify) throws IOException {
        var file = program.home().resolve("config.toml");
        var base = Files.readString(file).replaceAll("(?s)\\[pawl\\.workflow\\.verify\\].*", "");
        Files.writeString(
                file,
                "sandbox_mode = \"danger-full-access\"\napproval_policy = \"never\"\n"
                        + base.replace("sandbox_mode = \"danger-full-access\"\napproval_policy = \"never\"\n", "")
                        + "[pawl.workflow.verify]\n" + verify + "\n");
        return this;
    }

    String git(String... words) throws IOException, InterruptedException {
        var line = new ArrayList<>(List.of("git", "-C", work.toString()));
        line.addAll(List.of(words));
        var process = new ProcessBuilder(line).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    Path work() {
        return work;
    }

    Path home() {
        return program.home();
    }

    FlowProject script(String... responses) throws IOException {
        program.script(responses);
        return this;
    }

    /// As a script would run it: without a person at the terminal.
    Said flow(String... words) {
        var line = new ArrayList<>(List.of("flow"));
        line.addAll(List.of(words));
        line.addAll(List.of("--cd", work.toString()));
        return program.unattended(line.toArray(String[]::new));
    }

    Said pawl(String... words) {
        return program.unattended(words);
    }

    /// Plans and stops to wait for a person.
    Said plan(String... more) {
        var words = new ArrayList<>(List.of("do it"));
        words.addAll(List.of(more));
        var said = flow(words.toArray(String[]::new));
        assertThat(said.code()).as(said.err()).isEqualTo(3);
        return said;
    }

    Json status() {
        return Json.parse(flow("status", "--json").lines().getLast());
    }

    String state() {
        return status().text("task_status");
    }

    Json task(String id) {
        return status().list("tasks").stream()
                .filter(task -> task.text("id").equals(id))
                .findFirst()
                .orElseThrow();
    }

    String context() throws IOException {
        return Files.readString(work.resolve(".agent/memory/active_context.md"));
    }

    Path archive() {
        return work.resolve(status().text("archive"));
    }

    static String text(String words) {
        return Json.object()
                .with(
                        "items",
                        Json.array(List.of(Json.object().with("type", "text").with("text", words))))
                .write();
    }

    static String command(String line) {
        var call = Json.object()
                .with("type", "function_call")
                .with("name", "exec_command")
                .with("arguments", Json.object().with("cmd", line));
        return Json.object().with("items", Json.array(List.of(call))).write();
    }

    static String planText(String... tasks) {
        return "# The plan\n\n## Goal\nIt works.\n\n## Tasks\n" + String.join("\n", tasks) + "\n";
    }

    static String oneTask() {
        return text(planText("- [ ] T-001 Change the word | deps: - | files: a.txt | verify: unit"));
    }

    static String twoTasks() {
        return text(planText(
                "- [ ] T-001 Change the word | deps: - | files: a.txt | verify: unit",
                "- [ ] T-002 Add a file | deps: T-001 | files: b.txt | verify: none"));
    }
}
