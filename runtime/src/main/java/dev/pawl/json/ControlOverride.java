package dev.pawl.json;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.Item;

/// A tool's last word on what its turn does next: `__cg_control.after_execution` inside the JSON of
/// its result is stronger than what was declared for the tool.
public final class ControlOverride {
    private static final String MARK = "__cg_control";

    private ControlOverride() {}

    /// The result with the embedded wish applied. A result without one, or with one nobody knows,
    /// stays as it is.
    public static Item.ToolResult apply(Item.ToolResult result) {
        if (!result.output().contains(MARK)) return result;
        var after = wish(result.output(), result.after());
        return after == result.after()
                ? result
                : new Item.ToolResult(result.call(), result.answer(), after, result.output(), result.detail());
    }

    private static AfterExecution wish(String output, AfterExecution declared) {
        try {
            var wish = Json.parse(output).at(MARK).text("after_execution", "");
            return switch (wish) {
                case "terminate" -> AfterExecution.TERMINATE;
                case "suspend", "continue" -> AfterExecution.CONTINUE;
                default -> declared;
            };
        } catch (BadJson notJson) {
            return declared; // plain text that happens to hold the word
        }
    }
}
