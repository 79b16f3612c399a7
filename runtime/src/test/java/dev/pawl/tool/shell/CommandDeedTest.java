package dev.pawl.tool.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Deed;
import dev.pawl.json.Json;
import dev.pawl.tool.Places;
import dev.pawl.tool.Workplace;
import dev.pawl.tool.sandbox.Network;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        } catch (dev.pawl.tool.BadArguments unreadable) {
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
        assertThat(deed(cmd("tool x").with("shell", "sh")).print()).as("shell").isNotEqualTo(before);
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

    @Test
    void aShellOfTheAgentsOwnIsNotTakenAtItsWord() throws IOException {
        var own = tool("work/bash", "#!/bin/sh\nid\n");
        var deed = deed(cmd("git log").with("shell", own.toString()));
        assertThat(deed.commands()).as("nothing is concluded from its words").isEmpty();
        assertThat(deed.doubts()).isNotEmpty();
        assertThat(deed(cmd("git log").with("shell", "./bash")).commands()).isEmpty();
        assertThat(deed(cmd("git log").with("shell", "bash")).commands()).hasSize(1);
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
