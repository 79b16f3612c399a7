package dev.pawl.tool.hook;

import static dev.pawl.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.id.CallId;
import dev.pawl.tool.Places;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.boundary.Confinement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of a hook's processes, with real ones.
@Tag("process")
class HookProcessTest {
    private static final Item.ToolCall CALL =
            new Item.ToolCall(new CallId("call"), "exec_command", Item.ToolCall.Form.FUNCTION, "{}", Replay.EFFECT);

    @TempDir
    Path folder;

    private Hooks hooks(String script) {
        return hooks(script, Hook.Confinement.OUTSIDE);
    }

    private Hooks hooks(String script, Hook.Confinement reach) {
        var argv = List.of("/bin/sh", "-c", script);
        var hook = new Hook(Hook.Event.PRE_TOOL_USE, "", argv, Duration.ofMinutes(5), reach);
        return new Hooks(List.of(hook), List.of(), place(), _ -> {});
    }

    private Hooks.Place place() {
        var confinement = Confinement.project(work());
        var shell = new ToolEnvironment.Shell(Path.of("/bin/sh"), Map.of("PATH", work() + ":/usr/bin:/bin"));
        var toolEnvironment = Places.in(folder);
        return new Hooks.Place(
                "thread",
                "turn",
                "model",
                new ToolEnvironment(
                        toolEnvironment.thread(),
                        work(),
                        confinement,
                        toolEnvironment.home(),
                        shell,
                        toolEnvironment.limits()),
                new Sandbox(toolEnvironment.runFolder()));
    }

    private Path work() {
        return folder.resolve("work");
    }

    @BeforeEach
    void makeTheFolder() throws IOException {
        Files.createDirectories(work());
    }

    private static final String CONFINEMENT =
            "grep -E 'Seccomp:|NoNewPrivs' /proc/self/status | tr -d '\\n' >&2; exit 2";

    @Test
    @Timeout(60)
    void aHookRunsInTheSandboxOfItsThread() throws Exception {
        Files.createDirectories(folder.resolve("outside"));
        var script = "echo x > " + folder.resolve("outside/canary") + "; " + CONFINEMENT;

        var objection = hooks(script, Hook.Confinement.SANDBOX).before(CALL);

        assertThat(objection.toString()).contains("NoNewPrivs:\t1Seccomp:\t2");
        assertThat(folder.resolve("outside/canary")).doesNotExist();
    }

    @Test
    @Timeout(60)
    void aHookThatTheUserLetsOutFindsNoProgramOfTheAgent() throws Exception {
        var planted = Files.writeString(work().resolve("tail"), "#!/bin/sh\necho planted >&2\n");
        assertThat(planted.toFile().setExecutable(true)).isTrue();

        var objection = hooks("echo mine | tail -n 1 >&2; " + CONFINEMENT, Hook.Confinement.OUTSIDE)
                .before(CALL);

        assertThat(objection.toString()).contains("mine", "Seccomp:\t0").doesNotContain("planted");
    }

    @Test
    @Timeout(60)
    void aProgramToNotifyIsNotFoundInAFolderOfTheAgent() throws Exception {
        var notes = new ArrayList<String>();
        var planted =
                Files.writeString(work().resolve("ring"), "#!/bin/sh\necho x > " + folder.resolve("canary") + "\n");
        assertThat(planted.toFile().setExecutable(true)).isTrue();

        new Hooks(List.of(), List.of("ring"), place(), notes::add)
                .ended(List.of("hello"), Item.Deliverable.success("done"));

        assertThat(notes).singleElement().asString().contains("notify", "ring", work().toString());
        assertThat(folder.resolve("canary")).doesNotExist();
    }

    @Test
    @Timeout(30)
    void whatAHookLeavesInTheBackgroundIsNotWaitedForAndEnds() throws Exception {
        var script = "sleep 120 & echo $! > left; echo said before >&2; exit 2";

        var objection = hooks(script).before(CALL);

        assertThat(objection).contains(new Hooks.Objection.Deny("blocked by a hook: said before"));
        var left = Long.parseLong(Files.readString(work().resolve("left")).strip());
        eventually(
                "what was left is gone",
                () -> ProcessHandle.of(left).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    @Timeout(30)
    void aHookThatSaysMoreThanIsKeptIsReadToItsEnd() throws Exception {
        var script = "head -c 2000000 /dev/zero; echo enough >&2; exit 2";

        assertThat(hooks(script).before(CALL)).contains(new Hooks.Objection.Deny("blocked by a hook: enough"));
    }
}
