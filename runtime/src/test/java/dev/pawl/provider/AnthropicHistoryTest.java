package dev.pawl.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Prompt;
import dev.pawl.agent.Prompts;
import dev.pawl.card.Item;
import dev.pawl.card.Item.ToolCall.Form;
import dev.pawl.card.Replay;
import dev.pawl.id.CallId;
import dev.pawl.json.Json;
import dev.pawl.provider.anthropic.AnthropicDialect;
import dev.pawl.provider.anthropic.AnthropicMessages;
import dev.pawl.provider.responses.ResponseItems;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Histories that the API would refuse as they stand: of threads that broke before, that were
/// stopped, or that were made shorter.
class AnthropicHistoryTest {
    private static final Item ASKED = Item.UserMessage.of("go");
    private static final Item THOUGHT =
            new Item.Reasoning("Hm.", "{\"type\":\"thinking\",\"thinking\":\"Hm.\",\"signature\":\"s\"}");
    private static final Item SEARCH = new Item.Opaque(
            "anthropic.server_tool_use",
            "{\"type\":\"server_tool_use\",\"id\":\"srv_1\",\"name\":\"web_search\",\"input\":{}}");
    private static final Item FOUND = new Item.Opaque(
            "anthropic.web_search_tool_result",
            "{\"type\":\"web_search_tool_result\",\"tool_use_id\":\"srv_1\",\"content\":[]}");
    private static final Item CALL =
            new Item.ToolCall(new CallId("c1"), "shell", Form.FUNCTION, "{\"a\": 1}", Replay.EFFECT);
    private static final Item RESULT = Item.ToolResult.success(new CallId("c1"), "ok");

    private static String messages(Item... items) {
        return new AnthropicMessages("")
                .of(List.of(items))
                .write()
                .replace(",\"cache_control\":{\"type\":\"ephemeral\"}", "");
    }

    private static String user(String text) {
        return "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}";
    }

    @Test
    void thoughtsThatLedToNothingAreLeftOut() {
        assertThat(messages(ASKED, THOUGHT)).isEqualTo("[" + user("go") + "]");
        assertThat(messages(ASKED, THOUGHT, Prompts.SEPARATOR)).isEqualTo("[" + user("go") + "]");
        assertThat(messages(ASKED, THOUGHT, Item.UserMessage.of("again")))
                .isEqualTo("[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"go\"},"
                        + "{\"type\":\"text\",\"text\":\"again\"}]}]");
        assertThat(messages(ASKED, THOUGHT, Prompts.SEPARATOR, THOUGHT, CALL, RESULT))
                .isEqualTo(messages(ASKED, THOUGHT, CALL, RESULT));
    }

    @Test
    void signedThoughtsStayWithTheCallTheyLedTo() {
        assertThat(messages(ASKED, THOUGHT, CALL, RESULT))
                .contains("[{\"type\":\"thinking\",\"thinking\":\"Hm.\",\"signature\":\"s\"},{\"type\":\"tool_use\","
                        + "\"id\":\"c1\",\"name\":\"shell\",\"input\":{\"a\":1}}]");
    }

    @Test
    void anAnswerThatBrokeOffIsKeptApartFromTheNext() {
        var said = new Item.AgentMessage("I look.");
        var apart = messages(ASKED, THOUGHT, said, Prompts.SEPARATOR, THOUGHT, CALL, RESULT);

        assertThat(apart).contains("\"text\":\"I look.\"}]}," + user("Go on.") + ",{\"role\":\"assistant\"");
        assertThat(messages(ASKED, THOUGHT, said, Prompts.SEPARATOR))
                .isEqualTo(messages(ASKED, THOUGHT, said))
                .endsWith(user("Go on.") + "]");
    }

    @Test
    void aTurnTheServerPausedGoesOnWhereItWas() {
        var paused = messages(ASKED, THOUGHT, SEARCH, Prompts.SEPARATOR);
        assertThat(paused).endsWith("\"name\":\"web_search\",\"input\":{}}]}]").doesNotContain("Go on.");

        var later = messages(ASKED, THOUGHT, SEARCH, Prompts.SEPARATOR, FOUND, new Item.AgentMessage("Found."));
        assertThat(later).startsWith(paused.substring(0, paused.length() - 3));
        assertThat(later).contains("\"input\":{}},{\"type\":\"web_search_tool_result\"");
    }

    @Test
    void aCallOfTheServersThatNothingCameOfIsLeftOut() {
        assertThat(messages(ASKED, THOUGHT, SEARCH, Item.UserMessage.of("stop that")))
                .doesNotContain("server_tool_use", "thinking");
        assertThat(messages(ASKED, FOUND, new Item.AgentMessage("Found.")))
                .as("a result whose call a shorter history has lost")
                .doesNotContain("web_search_tool_result");
    }

    @Test
    void itemsOfOtherApisStayBehind() {
        var other = new Item.Opaque("web_search_call", "{\"type\":\"web_search_call\"}");

        assertThat(messages(ASKED, other, Item.UserMessage.of("more"))).doesNotContain("web_search_call");
        assertThat(ResponseItems.write(List.of(SEARCH, FOUND))).isEmpty();
    }

    @Test
    void aHistoryWithCallsHasToolsAlsoWhereNoneMayBeCalled() {
        var prompt = new Prompt(
                Asking.THREAD, "claude", "", List.of(ASKED, CALL, RESULT), List.of(), Prompt.ResponseOptions.PLAIN);
        var body = AnthropicDialect.body(prompt);

        assertThat(body.at("tools").at(0).text("name")).isEqualTo("shell");
        assertThat(body.at("tool_choice")).isEqualTo(Json.object().with("type", "none"));
    }
}
