package dev.pawl.codex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Item.Decision.Choice;
import dev.pawl.card.Question;
import dev.pawl.command.Command;
import dev.pawl.id.CallId;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import dev.pawl.view.QuestionView;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What an MCP server asks, as clients of Codex's app-server know it.
class ServerQuestionTest {
    private static final LetterId LETTER = new LetterId("letter");
    private static final ServerQuestion ASKED = new ServerQuestion(
            new QuestionView(
                    new ThreadId("thread"),
                    new TurnId("turn"),
                    new CallId("c1.1"),
                    "mcp__crm__add",
                    new Question.Elicitation(
                            "crm",
                            "Who?",
                            "{\"type\":\"object\",\"title\":\"x\",\"properties\":{\"name\":{\"type\":\"string\"}}}"),
                    Instant.EPOCH,
                    Instant.EPOCH.plusSeconds(60)),
            Optional.empty());

    private static Command answer(String result) {
        return ASKED.answer(LETTER, Json.parse(result));
    }

    @Test
    void aFormIsARequestOfItsOwnKindWithWhatTheProtocolKnowsOfASchema() {
        assertThat(ASKED.method()).isEqualTo("mcpServer/elicitation/request");
        assertThat(ASKED.params())
                .isEqualTo(Json.parse("{\"threadId\":\"thread\",\"turnId\":\"turn\",\"serverName\":\"crm\","
                        + "\"mode\":\"form\",\"message\":\"Who?\",\"requestedSchema\":{\"type\":\"object\","
                        + "\"properties\":{\"name\":{\"type\":\"string\"}}},\"_meta\":null}"));
    }

    @Test
    void eachOfTheThreeActionsIsUnderstood() {
        assertThat(answer("{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}"))
                .isEqualTo(
                        new Command.Answer(LETTER, new ThreadId("thread"), new CallId("c1.1"), "{\"name\":\"Ada\"}"));
        assertThat(((Command.Decide) answer("{\"action\":\"decline\"}")).choice())
                .isEqualTo(Choice.DECLINE);
        assertThat(((Command.Decide) answer("{\"action\":\"cancel\"}")).choice())
                .isEqualTo(Choice.CANCEL);
        assertThat(((Command.Decide) answer("{}")).choice()).as("no yes").isEqualTo(Choice.DECLINE);
        assertThat(((Command.Decide) ASKED.failed(LETTER)).choice()).isEqualTo(Choice.DECLINE);
    }
}
