package dev.pawl.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Redaction;
import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedactingToolTest {
    /// A tool of somebody else's server that answers with this.
    private record Remote(Json result) implements Tool {
        @Override
        public ToolSpec spec() {
            return new ToolSpec.Function("remote", "", "{}");
        }

        @Override
        public Replay replay() {
            return Replay.EFFECT;
        }

        @Override
        public boolean runsBesideOthers() {
            return true;
        }

        @Override
        public Detail preview(Item.ToolCall call) {
            return new Detail.Nothing();
        }

        @Override
        public Intent intent(Item.ToolCall call) {
            return new Intent.ReadOnly();
        }

        @Override
        public Outcome run(Item.ToolCall call, RunMode runMode, Output output) {
            return Outcome.success("").with(new Detail.Mcp("server", "remote", "{}", result.write()));
        }
    }

    private static Json told(Json result) throws InterruptedException {
        var tool = new RedactingTool(new Remote(result), new Redaction(List.of()));
        var outcome = (Tool.Outcome.Done) tool.run(Places.call("c", "remote", "{}"), RunMode.FREE, _ -> {});
        return Json.parse(((Detail.Mcp) outcome.detail()).result());
    }

    /// What is told while a call runs, piece by piece.
    private static List<String> told(List<String> pieces) throws InterruptedException {
        var live = new ArrayList<String>();
        var tool = new RedactingTool(new Talking(pieces), new Redaction(List.of()));
        tool.run(Places.call("c", "talking", "{}"), RunMode.FREE, live::add);
        return live;
    }

    @Test
    void aKeyThatIsPrintedSlowlyIsNotToldInPieces() throws InterruptedException {
        var key = "-----BEGIN RSA PRIVATE KEY-----\nFAKEcanary1\nFAKEcanary2\n-----END RSA PRIVATE KEY-----\n";
        var text = "before\n" + key + "after\naws_secret_access_key = canary3canary\nlogin me password canary4\nend\n";
        for (var size : List.of(1, 2, 3, 7, 11, 64)) {
            var pieces = new ArrayList<String>();
            for (var at = 0; at < text.length(); at += size)
                pieces.add(text.substring(at, Math.min(text.length(), at + size)));
            var live = told(pieces);
            assertThat(String.join("", live)).isEqualTo("""
                            before
                            [secret]
                            after
                            aws_secret_access_key = [secret]
                            login me password [secret]
                            end
                            """);
            assertThat(live).noneMatch(piece -> piece.contains("canary"));
        }
    }

    @Test
    void plainWordsAreToldAtOnce() throws InterruptedException {
        assertThat(told(List.of("compiling ", "one\n", "two "))).startsWith("compiling ", "one\n", "two ");
    }

    /// A tool that says these pieces while it runs.
    private record Talking(List<String> pieces) implements Tool {
        @Override
        public ToolSpec spec() {
            return new ToolSpec.Function("talking", "", "{}");
        }

        @Override
        public Replay replay() {
            return Replay.EFFECT;
        }

        @Override
        public boolean runsBesideOthers() {
            return true;
        }

        @Override
        public Detail preview(Item.ToolCall call) {
            return new Detail.Nothing();
        }

        @Override
        public Intent intent(Item.ToolCall call) {
            return new Intent.ReadOnly();
        }

        @Override
        public Outcome run(Item.ToolCall call, RunMode runMode, Output output) {
            pieces.forEach(output::write);
            return Outcome.success("");
        }
    }

    @Test
    void aSecretInJsonIsCutOutOfItsText() throws InterruptedException {
        var text = "\"Env\":[\"POSTGRES_PASSWORD=hunter22\",\"API_TOKEN=\"abcdefgh\"\"]";
        var told = told(Json.object()
                .with("content", Json.array(List.of(Json.object().with("text", text)))));
        assertThat(told.at("content").at(0).text("text"))
                .startsWith("\"Env\":[\"POSTGRES_PASSWORD=[secret]")
                .doesNotContain("hunter22", "abcdefgh");
    }
}
