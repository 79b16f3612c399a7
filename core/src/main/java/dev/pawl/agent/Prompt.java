package dev.pawl.agent;

import dev.pawl.card.Item;
import dev.pawl.id.ThreadId;
import java.util.List;

/// All a model is given for one answer.
///
/// `instructions` are the base instructions; `input` is the history in order; what a provider
/// cannot express it leaves out. `thread` keeps a provider's cache warm and tells requests apart in
/// its log.
public record Prompt(
        ThreadId thread,
        String model,
        String instructions,
        List<Item> input,
        List<ToolSpec> tools,
        ResponseOptions manner) {
    public Prompt {
        input = List.copyOf(input);
        tools = List.copyOf(tools);
    }

    /// How to answer. An empty text means: as the provider likes.
    ///
    /// `schema` is the JSON schema the last message must match.
    public record ResponseOptions(String effort, String summary, String verbosity, String schema) {
        public static final ResponseOptions PLAIN = new ResponseOptions("", "", "", "");
    }
}
