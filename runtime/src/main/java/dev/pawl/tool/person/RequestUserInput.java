package dev.pawl.tool.person;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.tool.Description;
import java.util.Optional;

/// `request_user_input`: the agent asks a person. The turn waits in the store for the answer, which
/// is the call's result; the tool itself runs only to say what is wrong with a question.
public final class RequestUserInput implements Tool {
    private static final int MOST = 3;
    private static final String PARAMETERS = """
            {"type":"object","properties":{"questions":{"type":"array","minItems":1,"maxItems":3,\
            "items":{"type":"object","properties":{\
            "id":{"type":"string","description":"Names the answer."},\
            "header":{"type":"string","description":"A word or two above the question."},\
            "question":{"type":"string","description":"One sentence."},\
            "options":{"type":"array","items":{"type":"object","properties":{\
            "label":{"type":"string"},"description":{"type":"string"}},\
            "required":["label","description"],"additionalProperties":false}}},\
            "required":["id","header","question","options"],"additionalProperties":false}}},\
            "required":["questions"],"additionalProperties":false}""";

    private final ToolSpec spec = new ToolSpec.Function(
            "request_user_input", Description.of(RequestUserInput.class, "request_user_input.md"), PARAMETERS);

    @Override
    public ToolSpec spec() {
        return spec;
    }

    @Override
    public Replay replay() {
        return Replay.READ;
    }

    @Override
    public boolean runsBesideOthers() {
        return false;
    }

    @Override
    public Detail preview(Item.ToolCall call) {
        return new Detail.Nothing();
    }

    @Override
    public Intent intent(Item.ToolCall call) {
        return fault(call).isPresent() ? new Intent.ReadOnly() : new Intent.Ask(call.arguments());
    }

    @Override
    public Outcome.Done run(Item.ToolCall call, RunMode runMode, Output output) {
        return Outcome.failed(fault(call).orElse("nobody answered"));
    }

    private static Optional<String> fault(Item.ToolCall call) {
        try {
            var questions = Json.parse(call.arguments()).list("questions");
            if (questions.isEmpty() || questions.size() > MOST) {
                return Optional.of("request_user_input takes 1 to " + MOST + " questions");
            }
            for (var question : questions) {
                question.text("question");
                if (question.list("options").isEmpty()) {
                    return Optional.of("request_user_input requires non-empty options for every question");
                }
            }
            return Optional.empty();
        } catch (BadJson unreadable) {
            return Optional.of("failed to parse function arguments: " + unreadable.getMessage());
        }
    }
}
