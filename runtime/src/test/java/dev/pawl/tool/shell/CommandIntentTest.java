package dev.pawl.tool.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.approval.Intent;
import dev.pawl.json.Json;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.Places;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.sandbox.boundary.Network;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a command would do: every change of it is another intent, and what its words do not say is
/// doubted.
class CommandIntentTest {
    @TempDir
    private Path folder;

    private ToolEnvironment toolEnvironment = Places.in(Path.of("/"));

    @BeforeEach
    void makeTheWorkplace() throws IOException {
        toolEnvironment = Places.in(folder);
        Files.createDirectories(toolEnvironment.cwd().resolve("sub"));
        tool("bin/tool", "#!/bin/sh\n");
        toolEnvironment = variables(Map.of("PATH", folder.resolve("bin") + ":/usr/bin:/bin"));
    }

    private Path tool(String name, String text) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.deleteIfExists(file);
        Files.writeString(file, text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private ToolEnvironment variables(Map<String, String> more) {
        var all = new HashMap<>(toolEnvironment.shell().environment());
        all.putAll(more);
        var shell = new ToolEnvironment.Shell(Path.of("/bin/bash"), all);
        return new ToolEnvironment(
                toolEnvironment.thread(),
                toolEnvironment.cwd(),
                toolEnvironment.confinement(),
                toolEnvironment.home(),
                shell,
                toolEnvironment.limits());
    }

    private Intent.Command intent(Json arguments) {
        return intent(arguments, toolEnvironment);
    }

    private static Intent.Command intent(Json arguments, ToolEnvironment toolEnvironment) {
        try {
            var call = Places.call("c", "exec_command", arguments.write());
            return (Intent.Command) CommandIntent.of(CommandRequest.of(call, toolEnvironment), toolEnvironment);
        } catch (BadArguments unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private static Json.Obj cmd(String command) {
        return Json.object().with("cmd", command);
    }

    @Test
    void theSameIsTheSame() {
        assertThat(intent(cmd("tool x"))).isEqualTo(intent(cmd("tool x")));
    }

    @Test
    void everyChangeIsAnotherDeed() throws IOException {
        var before = intent(cmd("tool x")).print();
        assertThat(intent(cmd("tool  x")).print()).as("words").isNotEqualTo(before);
        assertThat(intent(cmd("tool x").with("workdir", "sub")).print())
                .as("folder")
                .isNotEqualTo(before);
        assertThat(intent(cmd("tool x").with("shell", "/bin/sh")).print())
                .as("shell")
                .isNotEqualTo(before);
        assertThat(intent(cmd("tool x").with("login", Json.of(false))).print())
                .as("flags")
                .isNotEqualTo(before);
        assertThat(intent(cmd("tool x"), variables(Map.of("LD_PRELOAD", "x"))).print())
                .as("a variable")
                .isNotEqualTo(before);
        assertThat(intent(
                                cmd("tool x"),
                                toolEnvironment.with(
                                        toolEnvironment.confinement().with(Network.ON)))
                        .print())
                .as("the network")
                .isNotEqualTo(before);
        tool("bin/tool", "#!/bin/sh\necho other\n");
        assertThat(intent(cmd("tool x")).print()).as("the program's file").isNotEqualTo(before);
    }

    @Test
    void aProgramThatComesFirstOnThePathIsAnother() throws IOException {
        var before = intent(cmd("ls x")).print();
        tool("bin/ls", "#!/bin/sh\n");
        assertThat(intent(cmd("ls x")).print()).isNotEqualTo(before);
    }

    @Test
    void aLinkThatLeadsElsewhereIsAnother() throws IOException {
        var link = folder.resolve("bin/linked");
        Files.createSymbolicLink(link, Path.of("/bin/true"));
        var before = intent(cmd("linked")).print();
        Files.delete(link);
        Files.createSymbolicLink(link, Path.of("/bin/false"));
        assertThat(intent(cmd("linked")).print()).isNotEqualTo(before);
    }

    @Test
    void wordsCannotBePushedOverTheirBounds() {
        assertThat(intent(cmd("a").with("workdir", "b")).print())
                .isNotEqualTo(intent(cmd("a\nin " + toolEnvironment.cwd().resolve("b")))
                        .print());
    }

    @Test
    void aCommandThatCWouldCutShortIsRefused() throws InterruptedException {
        var tool = new ExecCommandTool(
                toolEnvironment,
                new dev.pawl.tool.patch.ApplyPatch(toolEnvironment),
                new Terminals(new dev.pawl.tool.sandbox.Sandbox(toolEnvironment.runFolder())));
        var call = Places.call("c", "exec_command", cmd("ls\0; id").write());
        assertThat(tool.intent(call)).isEqualTo(new Intent.ReadOnly());
        assertThat(tool.run(call, dev.pawl.agent.approval.RunMode.FREE, _ -> {}).text())
                .startsWith("exec_command failed for ");
    }

    @Test
    void aScriptAShellDecidesAboutIsBoundToThePath() {
        var script = cmd("$X tool");
        var before = intent(script).print();
        assertThat(intent(script).commands()).isEmpty();
        assertThat(intent(script, variables(Map.of("PATH", "/bin"))).print()).isNotEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/usr/sbin/poweroff",
                "/usr/bin/python3",
                "python3",
                "./bash",
                "bash/../python3",
                "/bin/../tmp/bash",
                "/tmp/bash",
                "env",
                "busybox",
                "../bin/sh",
                "/usr/bin/env",
                "bash ",
                "-c"
            })
    void whatIsNoShellIsRefused(String shell) throws IOException {
        tool("work/bash", "#!/bin/sh\nid\n");
        var call = Places.call(
                "c", "exec_command", cmd("git log").with("shell", shell).write());
        assertThatThrownBy(() -> CommandRequest.of(call, toolEnvironment))
                .isInstanceOf(BadArguments.class)
                .hasMessageContaining("not a known shell");
    }

    @Test
    void theWholeCommandLineIsShownUnlessTheShellIsTheUsersOwn() {
        assertThat(intent(cmd("git log")).shown()).isEqualTo("git log");
        assertThat(intent(cmd("git log").with("shell", "bash")).shown()).isEqualTo("git log");
        assertThat(intent(cmd("git log").with("shell", "bash")).commands()).hasSize(1);
        var other = intent(cmd("git log").with("shell", "/bin/sh").with("login", Json.of(false)));
        assertThat(other.shown()).isEqualTo("/bin/sh -c 'git log'");
        assertThat(other.evidence().get().facts()).anyMatch(fact -> fact.startsWith("with the shell /"));
    }

    @Test
    void whatElseTheModelChoosesIsShownAndSealed() throws IOException {
        var terminal = intent(cmd("cat").with("tty", Json.of(true)));
        assertThat(terminal.evidence().get().facts()).contains("opens a terminal that the agent can type into");
        assertThat(terminal.print()).isNotEqualTo(intent(cmd("cat")).print());
        Files.createSymbolicLink(toolEnvironment.cwd().resolve("link"), Path.of("/"));
        assertThat(intent(cmd("cat").with("workdir", "link")).evidence().get().facts())
                .contains("really in /");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sh deploy.sh",
                "sh ./deploy.sh",
                "bash -x deploy.sh",
                ". deploy.sh",
                "source deploy.sh",
                ". ./deploy.sh",
                "sh < deploy.sh",
                "sh <deploy.sh",
                "env A=1 sh deploy.sh",
                "A=1 sh deploy.sh",
                "cat deploy.sh | sh",
                "sh \"deploy.sh\"",
                "sh 'deploy.sh'",
                "sh de''ploy.sh",
                "sh $PWD/deploy.sh",
                "sh deploy*",
                "sh *.sh",
                "cd sub; cd ..; sh deploy.sh",
                "cd sub && sh ../deploy.sh",
                "(cd sub && sh ../deploy.sh)",
                "sh -c 'sh deploy.sh'",
                "eval sh deploy.sh",
                "xargs sh deploy.sh",
                "timeout 5 sh deploy.sh",
                "tool --file=deploy.sh",
                "tool -fdeploy.sh",
                "tool @deploy.sh",
                "python3 -m deployer",
                "python3 deployer.py",
                "node deploy",
                "make all",
                "make -C sub all",
                "cd sub && make",
                "npm test",
                "cargo build",
                "sh outer.sh",
                "sh outermost.sh",
                "sub/run",
                "cd sub && ./run",
                "cd sub && sh inner.sh"
            })
    void aScriptIsPartOfTheDeed(String line) throws IOException {
        var work = toolEnvironment.cwd();
        for (var name : NAMED) write(work.resolve(name), "echo one\n");
        write(work.resolve("outer.sh"), ". ./deploy.sh\n");
        write(work.resolve("outermost.sh"), "sh outer.sh\n");
        tool("work/sub/run", "#!/bin/sh\n");
        var before = intent(cmd(line));
        assertThat(intent(cmd(line)).print()).isEqualTo(before.print());
        assertThat(before.doubts()).anyMatch(doubt -> doubt.contains("which the agent itself can change"));
        for (var name : NAMED) write(work.resolve(name), "echo two\n");
        write(work.resolve("sub/run"), "#!/bin/sh\necho two\n");
        assertThat(intent(cmd(line)).print()).isNotEqualTo(before.print());
    }

    private static final List<String> NAMED = List.of(
            "deploy.sh",
            "deploy.js",
            "deployer.py",
            "Makefile",
            "package.json",
            "Cargo.toml",
            "sub/Makefile",
            "sub/inner.sh");

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void whatLiesInANamedFolderIsPartOfTheDeed() throws IOException {
        write(toolEnvironment.cwd().resolve("pkg/__main__.py"), "one");
        for (var line : List.of("python3 pkg", "pytest pkg/", "run-parts ./pkg", "cd pkg && sh -c 'python3 .'")) {
            var before = intent(cmd(line)).print();
            write(toolEnvironment.cwd().resolve("pkg/__main__.py"), line);
            assertThat(intent(cmd(line)).print()).as(line).isNotEqualTo(before);
        }
    }

    @Test
    void whatTheShellReadsFirstIsDoubtedWhereTheAgentCanWriteIt() throws IOException {
        var place = variables(Map.of("HOME", toolEnvironment.cwd().toString()));
        assertThat(intent(cmd("ls"), place).doubts()).isEmpty();
        var before = intent(cmd("ls"), place).print();
        write(toolEnvironment.cwd().resolve(".profile"), "id\n");
        assertThat(intent(cmd("ls"), place).doubts()).hasSize(1);
        assertThat(intent(cmd("git push"), place).doubts()).hasSize(1);
        assertThat(intent(cmd("ls"), place).print()).isNotEqualTo(before);
    }

    @Test
    void dataOfClosedProgramsIsNoDoubt() throws IOException {
        write(toolEnvironment.cwd().resolve("notes"), "one");
        assertThat(intent(cmd("cat notes")).doubts()).isEmpty();
        assertThat(intent(cmd("git add notes")).doubts()).isEmpty();
        assertThat(intent(cmd("grep make notes")).doubts()).isEmpty();
        assertThat(intent(cmd("sh notes")).doubts()).hasSize(1);
    }

    @Test
    void everyFolderALineGoesToIsDoubted() throws IOException {
        Files.createDirectories(toolEnvironment.cwd().resolve("nested/.git"));
        for (var line : List.of(
                "cd nested && git status",
                "pushd nested; git status",
                "(cd nested; git status)",
                "git -C nested status",
                "cd . && cd nested && git status",
                "cd \"nested\" && git status",
                "cd $PWD/nested && git status")) {
            assertThat(intent(cmd(line)).doubts())
                    .as(line)
                    .contains("runs in a repository inside the project, whose settings the agent itself can change");
        }
        assertThat(intent(cmd("cd / && ls")).doubts()).contains("runs outside of the project");
        assertThat(intent(cmd("git status nested")).doubts()).isEmpty();
    }

    @Test
    void gitThatRunsWhatTheAgentWroteIsDoubted() throws IOException {
        assertThat(intent(cmd("git status")).doubts()).isEmpty();
        write(toolEnvironment.cwd().resolve(".git/config"), "[core]\n\thooksPath = .husky/_\n");
        assertThat(intent(cmd("git commit")).doubts()).hasSize(1);
        write(toolEnvironment.cwd().resolve(".git/config"), "[core]\n\thooksPath = /usr/share/hooks\n");
        assertThat(intent(cmd("git commit")).doubts()).isEmpty();
        write(toolEnvironment.cwd().resolve(".gitmodules"), "[submodule \"x\"]\n");
        assertThat(intent(cmd("git status")).doubts()).hasSize(1);
    }

    @Test
    void whatTheAgentCanChangeIsDoubted() throws IOException {
        tool("work/ls", "#!/bin/sh\n");
        assertThat(intent(cmd("tool x")).doubts()).isEmpty();
        assertThat(intent(cmd("./ls")).doubts()).hasSize(1);
        assertThat(intent(cmd("ls"), variables(Map.of("PATH", ".:/bin"))).doubts())
                .hasSize(1);
        assertThat(intent(cmd("tool").with("workdir", "sub")).doubts()).isEmpty();
        assertThat(intent(cmd("tool").with("workdir", "/")).doubts()).containsExactly("runs outside of the project");
        Files.createDirectories(toolEnvironment.cwd().resolve("sub/.git"));
        assertThat(intent(cmd("tool").with("workdir", "sub")).doubts()).hasSize(1);
    }
}
