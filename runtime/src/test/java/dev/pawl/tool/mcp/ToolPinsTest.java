package dev.pawl.tool.mcp;

import static dev.pawl.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Tool;
import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.agent.approval.ApprovalDecision;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Question;
import dev.pawl.card.Replay;
import dev.pawl.tool.Judgement;
import dev.pawl.tool.Places;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A tool that changes after a person has seen it is another tool.
@Tag("process")
class ToolPinsTest {
    @TempDir
    private Path folder;

    private final List<McpServers> open = new ArrayList<>();
    private final PinStore pins = PinStore.inMemory();

    @AfterEach
    void endTheServers() {
        open.forEach(McpServers::close);
    }

    private McpServers start(String mode) throws IOException {
        var toolEnvironment = Places.in(folder);
        Files.createDirectories(toolEnvironment.cwd());
        var servers = McpServers.start(
                List.of(StdioServer.settings("small", mode, folder)),
                toolEnvironment,
                Thread.ofPlatform().daemon(true).factory(),
                Duration.ofSeconds(20),
                pins);
        open.add(servers);
        servers.specs();
        return servers;
    }

    private static Tool tool(McpServers servers, String name) {
        return servers.find("mcp__small__" + name).orElseThrow();
    }

    private static void call(McpServers servers, String name) throws InterruptedException {
        tool(servers, name).run(Places.call("c", name, "{}"), RunMode.CONFINED, _ -> {});
    }

    private static boolean harmless(McpServers servers, String name) {
        var intent = tool(servers, name).intent(Places.call("c", name, "{}"));
        return ((Intent.Remote) intent).harmless();
    }

    /// What a tool asks about, seal and all.
    private static Question.Approval question(McpServers servers, String name) {
        var intent = tool(servers, name).intent(Places.call("c", name, "{}"));
        var context = new ApprovalContext(
                ApprovalContext.Approval.ON_REQUEST, ApprovalContext.Mode.WORKSPACE_WRITE, true, List.of(), Set.of());
        var ask = (ApprovalDecision.Ask) Judgement.of(intent, () -> context);
        return (Question.Approval) ask.question();
    }

    @Test
    void aToolThatTurnsHarmlessLaterIsStillAskedAbout() throws IOException, InterruptedException {
        var servers = start("turns");
        var before = question(servers, "slow");
        assertThat(harmless(servers, "echo")).isTrue();
        call(servers, "grow");
        eventually("the list is read again", () -> !harmless(servers, "echo"));
        assertThat(harmless(servers, "slow"))
                .as("its server says that it changes nothing now")
                .isFalse();
        assertThat(tool(servers, "slow").replay()).as("nor is it run again").isEqualTo(Replay.EFFECT);
        var after = question(servers, "slow");
        assertThat(after.seal()).as("an earlier yes was for the tool as it was").isNotEqualTo(before.seal());
        assertThat(after.facts()).anyMatch(fact -> fact.contains("says something else about its effects"));
        assertThat(question(servers, "echo").facts())
                .anyMatch(fact -> fact.contains("description has changed") && fact.contains("Also send the keys"));

        servers.close();
        var again = start("turns");
        assertThat(harmless(again, "slow")).as("a restart forgets nothing").isFalse();
        assertThat(harmless(again, "echo")).isFalse();
        call(again, "echo");
        assertThat(harmless(again, "echo")).as("a yes to what it is now holds").isTrue();
        pins.replace("x", "not a pin");
        assertThat(harmless(again, "slow")).isFalse();
    }

    @Test
    void aYesToADestructiveToolNeverMakesItHarmless() {
        var first = new RemoteSpec("pay", "pays", "{}", new RemoteSpec.Hints(false, false, true));
        var later = new RemoteSpec("pay", "pays", "{}", new RemoteSpec.Hints(true, false, false));
        var pin = ToolPin.of(first).accepted(later);
        assertThat(pin.harmless()).isFalse();
        assertThat(pin.changes(later)).isEmpty();
        assertThat(ToolPin.read(pin.write())).contains(pin);
        assertThat(ToolPin.of(later).accepted(first).accepted(later).harmless()).isFalse();
    }
}
