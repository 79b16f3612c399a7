package dev.pawl.tool.hook;

import static dev.pawl.fixture.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.id.CallId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
        var hook = new Hook(Hook.Event.PRE_TOOL_USE, "", List.of("/bin/sh", "-c", script), Duration.ofMinutes(5));
        var place = new Hooks.Place("thread", "turn", folder, "model", Map.of("PATH", "/usr/bin:/bin"));
        return new Hooks(List.of(hook), List.of(), place, _ -> {});
    }

    @Test
    @Timeout(30)
    void whatAHookLeavesInTheBackgroundIsNotWaitedForAndEnds() throws Exception {
        var script = "sleep 120 & echo $! > left; echo said before >&2; exit 2";

        var objection = hooks(script).before(CALL);

        assertThat(objection).contains(new Hooks.Objection.Deny("blocked by a hook: said before"));
        var left = Long.parseLong(Files.readString(folder.resolve("left")).strip());
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
