package dev.pawl.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.id.CallId;
import dev.pawl.json.Json;
import dev.pawl.provider.responses.ResponseItems;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a model sees of the tools of MCP servers.
class RemoteResultTest {
    private static Item.ToolResult result(String content) {
        var detail = new Detail.Mcp("s", "t", "{}", "{\"content\":[" + content + "],\"structured_content\":null}");
        return new Item.ToolResult(new CallId("c"), CallOutcome.SUCCESS, AfterExecution.CONTINUE, "words", detail);
    }

    @Test
    void picturesOfTheAnswerAreShown() {
        var answer = result("{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"QUJD\"},"
                + "{\"type\":\"image\",\"mimeType\":\"image/tiff\",\"data\":\"QUJD\"}");
        var output = ResponseItems.write(List.of(answer)).getFirst().at("output");
        assertThat(output.write())
                .isEqualTo("[{\"type\":\"input_text\",\"text\":\"words\"},{\"type\":\"input_image\","
                        + "\"image_url\":\"data:image/png;base64,QUJD\",\"detail\":\"high\"}]");
    }

    @Test
    void wordsAloneStayWords() {
        var answer = result("{\"type\":\"text\",\"text\":\"an \\\"image\\\"\"}");
        assertThat(ResponseItems.write(List.of(answer)).getFirst().at("output")).isEqualTo(Json.of("words"));
    }

    @Test
    void aToolInANamespaceIsCalledByItsWholeName() {
        var call = (Item.ToolCall) ResponseItems.read(Json.parse("{\"type\":\"function_call\",\"call_id\":\"c\","
                + "\"namespace\":\"mcp__lab\",\"name\":\"echo\",\"arguments\":\"{}\"}"));
        assertThat(call.tool()).isEqualTo("mcp__lab__echo");
    }
}
