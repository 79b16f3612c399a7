package dev.pawl.tool.mcp;

import static dev.pawl.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.card.Question;
import dev.pawl.card.Replay;
import dev.pawl.event.Event;
import dev.pawl.json.Json;
import dev.pawl.tool.Places;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.mcp.ServerSettings.Asking;
import dev.pawl.tool.mcp.ServerSettings.Offer;
import dev.pawl.tool.mcp.ServerSettings.Timeouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A thread's servers, each a real process.
@Tag("process")
class StdioServersTest {
    private static final ThreadFactory THREADS =
            Thread.ofPlatform().daemon(true).factory();
    private static final Duration GRACE = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private ToolEnvironment toolEnvironment = Places.in(Path.of("/"));
    private final List<McpServers> open = new ArrayList<>();
    private final PinStore pins = PinStore.inMemory();

    @BeforeEach
    void makeTheWorkplace() throws IOException {
        toolEnvironment = Places.in(folder);
        Files.createDirectories(toolEnvironment.cwd());
    }

    @AfterEach
    void endTheServers() {
        open.forEach(McpServers::close);
    }

    private McpServers start(Duration grace, ServerSettings... settings) {
        var servers = McpServers.start(List.of(settings), toolEnvironment, THREADS, grace, pins);
        open.add(servers);
        return servers;
    }

    private McpServers start(String mode) {
        return start(GRACE, StdioServer.settings("small", mode, folder));
    }

    private static Tool tool(McpServers servers, String name) {
        return servers.find("mcp__small__" + name).orElseThrow();
    }

    private static Tool.Outcome.Done call(McpServers servers, String name, String arguments)
            throws InterruptedException {
        var tool = tool(servers, name);
        return (Tool.Outcome.Done) tool.run(Places.call("c", tool.spec().name(), arguments), RunMode.CONFINED, _ -> {});
    }

    /// A virtual thread that reads a pipe holds a carrier for as long as the server lives.
    @Test
    void aServersPipesHoldNoneOfTheThreadsThatTurnsRunOn() throws InterruptedException {
        var lent = new CopyOnWriteArrayList<Thread>();
        ThreadFactory lender = work -> {
            var thread = THREADS.newThread(work);
            lent.add(thread);
            return thread;
        };
        var servers = McpServers.start(
                List.of(StdioServer.settings("small", "plain", folder)), toolEnvironment, lender, GRACE, pins);
        open.add(servers);

        assertThat(call(servers, "echo", "{\"text\":\"hi\"}").text()).endsWith("echo: hi");
        eventually("only connecting took a thread", () -> lent.stream().noneMatch(Thread::isAlive));
    }

    @Test
    void aServersNameMayHoldAnything() throws InterruptedException {
        for (var name : List.of("my server", "../up", "ä/ö")) {
            var servers = start(GRACE, StdioServer.settings(name, "plain", folder));
            assertThat(servers.specs().stream().map(ToolSpec::name))
                    .contains("mcp__" + name.replaceAll("[^A-Za-z0-9_-]", "_") + "__echo");
        }
    }

    @Test
    void aProgramIsNotFoundWhereTheAgentCanWrite() throws IOException {
        var bin = Files.createDirectories(toolEnvironment.cwd().resolve(".venv/bin"));
        var planted = Files.writeString(bin.resolve("planted"), "#!/bin/sh\necho ran > " + bin + "/canary\n");
        assertThat(planted.toFile().setExecutable(true)).isTrue();
        for (var command : List.of("planted", ".venv/bin/planted")) {
            var path = Map.of("PATH", bin + ":/usr/bin:/bin");
            var reach = new ServerSettings.Transport.Program(List.of(command), path, "");
            var usual = StdioServer.settings("small", "plain", folder);
            var servers =
                    start(GRACE, new ServerSettings("small", reach, usual.patience(), usual.offer(), usual.required()));
            assertThat(servers.specs().stream().map(ToolSpec::name)).noneMatch(name -> name.startsWith("mcp__"));
            assertThat(servers.news().toString()).contains(bin.toString());
            assertThat(bin.resolve("canary")).doesNotExist();
        }
    }

    @Test
    void toolsOfAllPagesAreOfferedInOrderUnderCodexNames() {
        var names = start("plain").specs().stream().map(ToolSpec::name).toList();
        assertThat(names)
                .containsExactly(
                        "list_mcp_resources",
                        "list_mcp_resource_templates",
                        "read_mcp_resource",
                        "mcp__small__asks",
                        "mcp__small__echo",
                        "mcp__small__exit",
                        "mcp__small__fail",
                        "mcp__small__grow",
                        "mcp__small__picture",
                        "mcp__small__save_it_",
                        "mcp__small__slow",
                        "mcp__small__structured",
                        "mcp__small__variables");
    }

    @Test
    void aSchemaIsAnObjectWithPropertiesAndNothingForeign() {
        var spec = (ToolSpec.Function) tool(start("plain"), "echo").spec();
        assertThat(Json.parse(spec.parameters())).isEqualTo(Json.parse("{\"type\":\"object\",\"properties\":{}}"));
        assertThat(spec.description()).isEqualTo("does echo");
    }

    @Test
    void anAnswerIsHeadedAsCodexHeadsItAndKeptWhole() throws InterruptedException {
        var outcome = call(start("plain"), "echo", "{\"text\":\"hi\"}");
        assertThat(outcome.answer()).isEqualTo(CallOutcome.SUCCESS);
        assertThat(outcome.text()).matches("Wall time: \\d+\\.\\d{4} seconds\nOutput:\necho: hi");
        assertThat(outcome.detail())
                .isEqualTo(new Detail.Mcp(
                        "small",
                        "echo",
                        "{\"text\":\"hi\"}",
                        "{\"content\":[{\"type\":\"text\",\"text\":\"echo: hi\"}],\"structured_content\":null}"));
    }

    @Test
    void anErrorOfTheToolIsAFailureThatKeepsItsWords() throws InterruptedException {
        var outcome = call(start("plain"), "fail", "");
        assertThat(outcome.answer()).isEqualTo(CallOutcome.FAILED);
        assertThat(outcome.text()).endsWith("it failed");
        assertThat(((Detail.Mcp) outcome.detail()).result()).contains("it failed");
    }

    @Test
    void structuredContentIsWhatTheModelReads() throws InterruptedException {
        assertThat(call(start("plain"), "structured", "{}").text()).endsWith("Output:\n{\"n\":1}");
    }

    @Test
    void aPictureStaysInTheAnswer() throws InterruptedException {
        var outcome = call(start("plain"), "picture", "{}");
        assertThat(outcome.text()).endsWith("look\n[picture: image/png]");
        assertThat(((Detail.Mcp) outcome.detail()).result()).contains("QUJD");
    }

    @Test
    void aServerSeesOnlyTheVariablesItWasGiven() throws InterruptedException {
        assertThat(call(start("plain"), "variables", "{}").text()).endsWith("Output:\nGIVEN PATH PAWL_CALL_ID");
    }

    @Test
    void whatMayBeRunAgainIsWhatTheServerSays() {
        var servers = start("plain");
        assertThat(tool(servers, "echo").replay()).isEqualTo(Replay.READ);
        assertThat(tool(servers, "save_it_").replay()).isEqualTo(Replay.IDEMPOTENT);
        assertThat(tool(servers, "slow").replay()).isEqualTo(Replay.EFFECT);
        assertThat(tool(servers, "echo").runsBesideOthers()).isTrue();
        assertThat(tool(servers, "slow").runsBesideOthers()).isFalse();
    }

    private static boolean harmless(McpServers servers, String name) {
        var intent = tool(servers, name).intent(Places.call("c", name, "{}"));
        return ((Intent.Remote) intent).harmless();
    }

    @Test
    void onlyWhatReadsAndNothingElseIsHarmless() {
        var servers = start("plain");
        assertThat(harmless(servers, "echo")).isTrue();
        assertThat(harmless(servers, "grow")).as("open world").isFalse();
        assertThat(harmless(servers, "slow")).as("says nothing").isFalse();
    }

    @Test
    void theSettingsDecideWhatIsOfferedAndAsked() {
        var offer = new Offer(
                Set.of("echo", "slow", "fail"), Set.of("fail"), true, Asking.APPROVE, Map.of("echo", Asking.PROMPT));
        var servers = start(GRACE, StdioServer.settings("small", "plain", folder, Timeouts.USUAL, offer));
        assertThat(servers.specs()).extracting(ToolSpec::name).contains("mcp__small__echo", "mcp__small__slow");
        assertThat(servers.specs()).hasSize(5);
        assertThat(harmless(servers, "echo")).isFalse();
        assertThat(harmless(servers, "slow")).isTrue();
        assertThat(tool(servers, "slow").runsBesideOthers()).isTrue();
    }

    @Test
    void aCallThatTakesTooLongIsCalledOff() throws InterruptedException {
        var patience = new Timeouts(Duration.ofSeconds(20), Duration.ofMillis(700));
        var servers = start(GRACE, StdioServer.settings("small", "plain", folder, patience, Offer.ALL));
        var heard = new CopyOnWriteArrayList<String>();
        var tool = tool(servers, "slow");
        var outcome = (Tool.Outcome.Done) tool.run(Places.call("c", "slow", "{}"), RunMode.CONFINED, heard::add);
        assertThat(outcome.answer()).isEqualTo(CallOutcome.FAILED);
        assertThat(outcome.text())
                .startsWith("tool call error: timed out awaiting tools/call after 700ms")
                .contains("may have taken effect");
        assertThat(heard).containsExactly("[1/4] thinking\n");
        eventually("the server is told", () -> Files.exists(folder.resolve("cancelled")));
        assertThat(call(servers, "echo", "{\"text\":\"still here\"}").answer()).isEqualTo(CallOutcome.SUCCESS);
    }

    @Test
    void anInterruptCallsACallOff() throws InterruptedException, IOException {
        var servers = start("plain");
        var caller = Thread.ofPlatform().start(() -> {
            try {
                call(servers, "slow", "{}");
            } catch (InterruptedException called) {
                Thread.currentThread().interrupt();
            }
        });
        eventually("the call runs", () -> Files.exists(folder.resolve("slow")));
        caller.interrupt();
        caller.join();
        eventually("the server is told", () -> Files.exists(folder.resolve("cancelled")));
        eventually("why", () -> read("cancelled").contains("stopped"));
    }

    private String read(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException notYet) {
            return "";
        }
    }

    @Test
    void aListThatChangedIsReadAgain() throws InterruptedException {
        var servers = start("plain");
        assertThat(servers.find("mcp__small__another")).isEmpty();
        call(servers, "grow", "{}");
        eventually("the new tool", () -> servers.find("mcp__small__another").isPresent());
    }

    private static final String FORM = "{\"message\":\"Who?\",\"requestedSchema\":{\"type\":\"object\","
            + "\"properties\":{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]}}";

    /// Calls the tool that asks, with somebody who answers like this.
    private Tool.Outcome.Done asks(String arguments, Tool.Said said, List<Question> asked) throws InterruptedException {
        var tool = tool(start("plain"), "asks");
        return (Tool.Outcome.Done) tool.run(Places.call("c", "asks", arguments), RunMode.CONFINED, new Tool.Output() {
            @Override
            public void write(String chunk) {}

            @Override
            public Tool.Said ask(Question question, BooleanSupplier wanted) {
                asked.add(question);
                eventually("the server waits", () -> said.answer() != CallOutcome.CANCELED || !wanted.getAsBoolean());
                return said;
            }
        });
    }

    @Test
    void whatAServerAsksReachesThePersonAndTheirAnswerTheServer() throws InterruptedException {
        var asked = new ArrayList<Question>();
        var outcome = asks(FORM, new Tool.Said(CallOutcome.SUCCESS, "{\"name\":\"Ada\"}"), asked);
        assertThat(outcome.text()).endsWith("{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}");
        assertThat(asked).hasSize(1).first().isInstanceOfSatisfying(Question.Elicitation.class, question -> {
            assertThat(question.server()).isEqualTo("small");
            assertThat(question.message()).isEqualTo("Who?");
        });
    }

    @Test
    void aNoIsDeclinedAndNoAnswerCancels() throws InterruptedException {
        assertThat(asks(FORM, new Tool.Said(CallOutcome.DECLINED, ""), new ArrayList<>())
                        .text())
                .endsWith("{\"action\":\"decline\"}");
        assertThat(asks(FORM, new Tool.Said(CallOutcome.TIMEOUT, ""), new ArrayList<>())
                        .text())
                .endsWith("{\"action\":\"cancel\"}");
    }

    @Test
    void aServerThatGivesUpIsNotAnswered() throws InterruptedException {
        var form = FORM.substring(0, FORM.length() - 1) + ",\"gives_up\":true}";
        var outcome = asks(form, new Tool.Said(CallOutcome.CANCELED, ""), new ArrayList<>());
        assertThat(outcome.text()).endsWith("gave up");
    }

    @Test
    void whatIsNoFormIsRefused() throws InterruptedException {
        var asked = new ArrayList<Question>();
        var page = asks(
                "{\"mode\":\"url\",\"url\":\"https://x\",\"message\":\"go\"}",
                new Tool.Said(CallOutcome.SUCCESS, "{}"),
                asked);
        assertThat(page.text()).contains("-32602");
        assertThat(asked).isEmpty();
    }

    @Test
    void theCallsOwnTimeStandsStillWhileThePersonIsAsked() throws InterruptedException {
        var patience = new Timeouts(Duration.ofSeconds(20), Duration.ofSeconds(2));
        var servers = start(GRACE, StdioServer.settings("small", "plain", folder, patience, Offer.ALL));
        var tool = tool(servers, "asks");
        var begun = System.nanoTime();
        var outcome = (Tool.Outcome.Done) tool.run(Places.call("c", "asks", FORM), RunMode.CONFINED, new Tool.Output() {
            @Override
            public void write(String chunk) {}

            @Override
            public Tool.Said ask(Question question, BooleanSupplier wanted) {
                eventually("longer than the call may take", () -> System.nanoTime() - begun > 3_000_000_000L);
                return new Tool.Said(CallOutcome.SUCCESS, "{\"name\":\"Ada\"}");
            }
        });
        assertThat(outcome.answer()).isEqualTo(CallOutcome.SUCCESS);
    }

    @Test
    void aServerThatPingsIsAnswered() throws InterruptedException {
        asks(FORM, new Tool.Said(CallOutcome.DECLINED, ""), new ArrayList<>());
        eventually("the ping", () -> read("replied").contains("90"));
    }

    @Test
    void resourcesAreListedAndRead() throws InterruptedException {
        var servers = start("plain");
        servers.specs();
        assertThat(resource(servers, "list_mcp_resources", "{}").text())
                .isEqualTo("{\"resources\":[{\"uri\":\"note:1\",\"name\":\"a note\",\"server\":\"small\"}]}");
        assertThat(resource(servers, "read_mcp_resource", "{\"server\":\"small\",\"uri\":\"note:1\"}")
                        .text())
                .isEqualTo("{\"server\":\"small\",\"uri\":\"note:1\","
                        + "\"contents\":[{\"uri\":\"note:1\",\"text\":\"remember\"}]}");
        assertThat(resource(servers, "read_mcp_resource", "{\"server\":\"big\",\"uri\":\"x\"}")
                        .text())
                .isEqualTo("read_mcp_resource failed: unknown MCP server 'big'; there is: small");
    }

    private static Tool.Outcome.Done resource(McpServers servers, String name, String arguments)
            throws InterruptedException {
        return (Tool.Outcome.Done)
                servers.find(name).orElseThrow().run(Places.call("c", name, arguments), RunMode.CONFINED, _ -> {});
    }

    @Test
    void aServerThatHangsHoldsAStepNoLongerThanTheGraceAndTheOthersAreThere() {
        var servers = start(
                Duration.ofSeconds(8),
                StdioServer.settings("hanging", "hangs", folder),
                StdioServer.settings("small", "plain", folder));
        var began = System.nanoTime();
        assertThat(servers.specs()).extracting(ToolSpec::name).contains("mcp__small__echo");
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(12));
        var again = System.nanoTime();
        servers.specs();
        assertThat(Duration.ofNanos(System.nanoTime() - again)).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void aLateToolIsWaitedForByItsCall() throws InterruptedException {
        var servers = start(Duration.ZERO, StdioServer.settings("small", "plain", folder));
        assertThat(servers.specs()).extracting(ToolSpec::name).doesNotContain("mcp__small__echo");
        assertThat(call(servers, "echo", "{\"text\":\"late\"}").text()).endsWith("echo: late");
        assertThat(servers.specs()).extracting(ToolSpec::name).contains("mcp__small__echo");
    }

    private static List<String> told(McpServers servers) {
        return servers.news().stream()
                .map(event -> (Event.ServerChanged) event)
                .map(change -> change.server() + " " + change.state() + " " + change.error())
                .toList();
    }

    @Test
    void aServerThatDiesSaysSoWithItsLastWords() {
        var servers = start("dies");
        servers.specs();
        assertThat(told(servers))
                .containsExactly(
                        "small STARTING ",
                        "small FAILED MCP server `small` ended with exit code 3; it said: no licence");
    }

    @Test
    void aServerOfAnotherTimeIsRefused() {
        var servers = start("ancient");
        servers.specs();
        assertThat(told(servers).getLast()).startsWith("small FAILED speaks MCP \"1999-01-01\"; Pawl knows 2025-11-25");
    }

    @Test
    void aServerThatIsRequiredMustBeThere() {
        var dies = StdioServer.settings("small", "dies", folder);
        var required = new ServerSettings("small", dies.reach(), dies.patience(), dies.offer(), true);
        var servers = start(Duration.ZERO, required);
        assertThatThrownBy(servers::specs)
                .isInstanceOf(ModelFailure.class)
                .hasMessageContaining("is required and did not start");
    }

    @Test
    void aServerThatWasLostIsStartedAgain() throws InterruptedException {
        var servers = start("plain");
        assertThat(call(servers, "exit", "{}").text())
                .startsWith("tool call error: MCP server `small` ended with exit code 5");
        assertThat(call(servers, "echo", "{\"text\":\"back\"}").text()).endsWith("echo: back");
        assertThat(told(servers)).contains("small FAILED lost; it is started again");
    }

    /// Not a process that has ended and whose parent has not noticed.
    private static boolean isRunning(long pid) {
        try {
            var stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
        } catch (IOException gone) {
            return false;
        }
    }

    @Test
    void closingSaysGoodbyeAndEndsTheWholeTree() throws IOException {
        var servers = start("stubborn");
        servers.specs();
        var child = Long.parseLong(read("child"));
        assertThat(isRunning(child)).isTrue();
        servers.close();
        assertThat(read("farewell")).isEqualTo("stdin ended");
        assertThat(isRunning(child)).isFalse();
        try (var notes = Files.list(toolEnvironment.runFolder())) {
            assertThat(notes).isEmpty();
        }
    }

    @Test
    void whatADeadOwnerLeftIsEndedAndWhatALivingOneHasIsNot() throws IOException {
        var mine = start("stubborn");
        mine.specs();
        var child = Long.parseLong(read("child"));
        ServerNote.endLeftBehind(toolEnvironment);
        assertThat(isRunning(child)).isTrue();
        try (var notes = Files.list(toolEnvironment.runFolder())) {
            for (var note : notes.toList()) {
                var json = Json.parse(Files.readString(note));
                var dead = Json.parse("{\"pid\":1,\"start_ticks\":-7,\"boot\":\"\",\"tag\":\"\"}");
                Files.writeString(
                        note,
                        Json.object()
                                .with("server", json.at("server"))
                                .with("owner", dead)
                                .write());
            }
        }
        ServerNote.endLeftBehind(toolEnvironment);
        assertThat(isRunning(child)).isFalse();
    }

    @Test
    void aProgramThatIsNotThereIsNamed() {
        var reach = new ServerSettings.Transport.Program(List.of("no-such-program"), Map.of("PATH", "/usr/bin"), "");
        var servers = start(GRACE, new ServerSettings("gone", reach, Timeouts.USUAL, Offer.ALL, false));
        servers.specs();
        assertThat(told(servers).getLast()).startsWith("gone FAILED cannot be started: no program `no-such-program`");
    }
}
