package dev.pawl.tool.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.Deed;
import dev.pawl.json.Json;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.Places;
import dev.pawl.tool.Workplace;
import dev.pawl.tool.sandbox.Network;
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

/// What a command would do: every change of it is another deed, and what its words do not say is
/// doubted.
class CommandDeedTest {
    @TempDir
    private Path folder;

    private Workplace workplace = Places.in(Path.of("/"));

    @BeforeEach
    void makeTheWorkplace() throws IOException {
        workplace = Places.in(folder);
        Files.createDirectories(workplace.cwd().resolve("sub"));
        tool("bin/tool", "#!/bin/sh\n");
        workplace = variables(Map.of("PATH", folder.resolve("bin") + ":/usr/bin:/bin"));
    }

    private Path tool(String name, String text) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.deleteIfExists(file);
        Files.writeString(file, text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Workplace variables(Map<String, String> more) {
        var all = new HashMap<>(workplace.shell().environment());
        all.putAll(more);
        var shell = new Workplace.Shell(Path.of("/bin/bash"), all);
        return new Workplace(
                workplace.thread(),
                workplace.cwd(),
                workplace.confinement(),
                workplace.home(),
                shell,
                workplace.limits());
    }

    private Deed.Command deed(Json arguments) {
        return deed(arguments, workplace);
    }

    private static Deed.Command deed(Json arguments, Workplace workplace) {
        try {
            var call = Places.call("c", "exec_command", arguments.write());
            return (Deed.Command) CommandDeed.of(CommandRequest.of(call, workplace), workplace);
        } catch (BadArguments unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private static Json.Obj cmd(String command) {
        return Json.object().with("cmd", command);
    }

    @Test
    void theSameIsTheSame() {
        assertThat(deed(cmd("tool x"))).isEqualTo(deed(cmd("tool x")));
    }

    @Test
    void everyChangeIsAnotherDeed() throws IOException {
        var before = deed(cmd("tool x")).print();
        assertThat(deed(cmd("tool  x")).print()).as("words").isNotEqualTo(before);
        assertThat(deed(cmd("tool x").with("workdir", "sub")).print())
                .as("folder")
                .isNotEqualTo(before);
        assertThat(deed(cmd("tool x").with("shell", "/bin/sh")).print())
                .as("shell")
                .isNotEqualTo(before);
        assertThat(deed(cmd("tool x").with("login", Json.of(false))).print())
                .as("flags")
                .isNotEqualTo(before);
        assertThat(deed(cmd("tool x"), variables(Map.of("LD_PRELOAD", "x"))).print())
                .as("a variable")
                .isNotEqualTo(before);
        assertThat(deed(cmd("tool x"), workplace.with(workplace.confinement().with(Network.ON)))
                        .print())
                .as("the network")
                .isNotEqualTo(before);
        tool("bin/tool", "#!/bin/sh\necho other\n");
        assertThat(deed(cmd("tool x")).print()).as("the program's file").isNotEqualTo(before);
    }

    @Test
    void aProgramThatComesFirstOnThePathIsAnother() throws IOException {
        var before = deed(cmd("ls x")).print();
        tool("bin/ls", "#!/bin/sh\n");
        assertThat(deed(cmd("ls x")).print()).isNotEqualTo(before);
    }

    @Test
    void aLinkThatLeadsElsewhereIsAnother() throws IOException {
        var link = folder.resolve("bin/linked");
        Files.createSymbolicLink(link, Path.of("/bin/true"));
        var before = deed(cmd("linked")).print();
        Files.delete(link);
        Files.createSymbolicLink(link, Path.of("/bin/false"));
        assertThat(deed(cmd("linked")).print()).isNotEqualTo(before);
    }

    @Test
    void wordsCannotBePushedOverTheirBounds() {
        assertThat(deed(cmd("a").with("workdir", "b")).print())
                .isNotEqualTo(deed(cmd("a\nin " + workplace.cwd().resolve("b"))).print());
    }

    @Test
    void aCommandThatCWouldCutShortIsRefused() throws InterruptedException {
        var tool = new ExecCommand(
                workplace,
                new dev.pawl.tool.patch.ApplyPatch(workplace),
                new Terminals(new dev.pawl.tool.sandbox.Sandbox(workplace.runFolder())));
        var call = Places.call("c", "exec_command", cmd("ls\0; id").write());
        assertThat(tool.deed(call)).isEqualTo(new Deed.Look());
        assertThat(tool.run(call, dev.pawl.agent.Permit.FREE, _ -> {}).text()).startsWith("exec_command failed for ");
    }

    @Test
    void aScriptAShellDecidesAboutIsBoundToThePath() {
        var script = cmd("$X tool");
        var before = deed(script).print();
        assertThat(deed(script).commands()).isEmpty();
        assertThat(deed(script, variables(Map.of("PATH", "/bin"))).print()).isNotEqualTo(before);
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
        assertThatThrownBy(() -> CommandRequest.of(call, workplace))
                .isInstanceOf(BadArguments.class)
                .hasMessageContaining("not a known shell");
    }

    @Test
    void theWholeCommandLineIsShownUnlessTheShellIsTheUsersOwn() {
        assertThat(deed(cmd("git log")).shown()).isEqualTo("git log");
        assertThat(deed(cmd("git log").with("shell", "bash")).shown()).isEqualTo("git log");
        assertThat(deed(cmd("git log").with("shell", "bash")).commands()).hasSize(1);
        var other = deed(cmd("git log").with("shell", "/bin/sh").with("login", Json.of(false)));
        assertThat(other.shown()).isEqualTo("/bin/sh -c 'git log'");
        assertThat(other.evidence().get().facts()).anyMatch(fact -> fact.startsWith("with the shell /"));
    }

    @Test
    void whatElseTheModelChoosesIsShownAndSealed() throws IOException {
        var terminal = deed(cmd("cat").with("tty", Json.of(true)));
        assertThat(terminal.evidence().get().facts()).contains("opens a terminal that the agent can type into");
        assertThat(terminal.print()).isNotEqualTo(deed(cmd("cat")).print());
        Files.createSymbolicLink(workplace.cwd().resolve("link"), Path.of("/"));
        assertThat(deed(cmd("cat").with("workdir", "link")).evidence().get().facts())
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
        var work = workplace.cwd();
        for (var name : NAMED) write(work.resolve(name), "echo one\n");
        write(work.resolve("outer.sh"), ". ./deploy.sh\n");
        write(work.resolve("outermost.sh"), "sh outer.sh\n");
        tool("work/sub/run", "#!/bin/sh\n");
        var before = deed(cmd(line));
        assertThat(deed(cmd(line)).print()).isEqualTo(before.print());
        assertThat(before.doubts()).anyMatch(doubt -> doubt.contains("which the agent itself can change"));
        for (var name : NAMED) write(work.resolve(name), "echo two\n");
        write(work.resolve("sub/run"), "#!/bin/sh\necho two\n");
        assertThat(deed(cmd(line)).print()).isNotEqualTo(before.print());
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
        write(workplace.cwd().resolve("pkg/__main__.py"), "one");
        for (var line : List.of("python3 pkg", "pytest pkg/", "run-parts ./pkg", "cd pkg && sh -c 'python3 .'")) {
            var before = deed(cmd(line)).print();
            write(workplace.cwd().resolve("pkg/__main__.py"), line);
            assertThat(deed(cmd(line)).print()).as(line).isNotEqualTo(before);
        }
    }

    @Test
    void whatTheShellReadsFirstIsDoubtedWhereTheAgentCanWriteIt() throws IOException {
        var place = variables(Map.of("HOME", workplace.cwd().toString()));
        assertThat(deed(cmd("ls"), place).doubts()).isEmpty();
        var before = deed(cmd("ls"), place).print();
        write(workplace.cwd().resolve(".profile"), "id\n");
        assertThat(deed(cmd("ls"), place).doubts()).hasSize(1);
        assertThat(deed(cmd("git push"), place).doubts()).hasSize(1);
        assertThat(deed(cmd("ls"), place).print()).isNotEqualTo(before);
    }

    @Test
    void dataOfClosedProgramsIsNoDoubt() throws IOException {
        write(workplace.cwd().resolve("notes"), "one");
        assertThat(deed(cmd("cat notes")).doubts()).isEmpty();
        assertThat(deed(cmd("git add notes")).doubts()).isEmpty();
        assertThat(deed(cmd("grep make notes")).doubts()).isEmpty();
        assertThat(deed(cmd("sh notes")).doubts()).hasSize(1);
    }

    @Test
    void everyFolderALineGoesToIsDoubted() throws IOException {
        Files.createDirectories(workplace.cwd().resolve("nested/.git"));
        for (var line : List.of(
                "cd nested && git status",
                "pushd nested; git status",
                "(cd nested; git status)",
                "git -C nested status",
                "cd . && cd nested && git status",
                "cd \"nested\" && git status",
                "cd $PWD/nested && git status")) {
            assertThat(deed(cmd(line)).doubts())
                    .as(line)
                    .contains("runs in a repository inside the project, whose settings the agent itself can change");
        }
        assertThat(deed(cmd("cd / && ls")).doubts()).contains("runs outside of the project");
        assertThat(deed(cmd("git status nested")).doubts()).isEmpty();
    }

    @Test
    void gitThatRunsWhatTheAgentWroteIsDoubted() throws IOException {
        assertThat(deed(cmd("git status")).doubts()).isEmpty();
        write(workplace.cwd().resolve(".git/config"), "[core]\n\thooksPath = .husky/_\n");
        assertThat(deed(cmd("git commit")).doubts()).hasSize(1);
        write(workplace.cwd().resolve(".git/config"), "[core]\n\thooksPath = /usr/share/hooks\n");
        assertThat(deed(cmd("git commit")).doubts()).isEmpty();
        write(workplace.cwd().resolve(".gitmodules"), "[submodule \"x\"]\n");
        assertThat(deed(cmd("git status")).doubts()).hasSize(1);
    }

    @Test
    void whatTheAgentCanChangeIsDoubted() throws IOException {
        tool("work/ls", "#!/bin/sh\n");
        assertThat(deed(cmd("tool x")).doubts()).isEmpty();
        assertThat(deed(cmd("./ls")).doubts()).hasSize(1);
        assertThat(deed(cmd("ls"), variables(Map.of("PATH", ".:/bin"))).doubts())
                .hasSize(1);
        assertThat(deed(cmd("tool").with("workdir", "sub")).doubts()).isEmpty();
        assertThat(deed(cmd("tool").with("workdir", "/")).doubts()).containsExactly("runs outside of the project");
        Files.createDirectories(workplace.cwd().resolve("sub/.git"));
        assertThat(deed(cmd("tool").with("workdir", "sub")).doubts()).hasSize(1);
    }
}
