package dev.pawl.provider.anthropic;

import dev.pawl.agent.Prompt;
import dev.pawl.json.Json;
import java.util.Map;

/// How hard a Claude is asked to think: up to 4.5 by a number of tokens, later by a word.
final class AnthropicThinking {
    private AnthropicThinking() {}

    /// The fields to add to a request.
    static Map<String, Json> of(Prompt prompt) {
        var effort = prompt.manner().effort();
        if (effort.isEmpty() || effort.equals("none")) return Map.of();
        if (takesTokens(prompt.model())) {
            return Map.of("thinking", Json.object().with("type", "enabled").with("budget_tokens", tokens(effort)));
        }
        var thinking = Json.object().with("type", "adaptive");
        var summary = prompt.manner().summary();
        var shown = !summary.isEmpty() && !summary.equals("none");
        return Map.of(
                "thinking",
                shown ? thinking.with("display", "summarized") : thinking,
                "output_config",
                Json.object().with("effort", word(effort)));
    }

    private static boolean takesTokens(String model) {
        return model.contains("claude-3")
                || model.contains("-4-5")
                || model.contains("-4-1")
                || model.contains("-4-0")
                || model.contains("-4-2025");
    }

    private static int tokens(String effort) {
        return switch (effort) {
            case "minimal" -> 1_024;
            case "low" -> 4_000;
            case "medium" -> 10_000;
            default -> 20_000;
        };
    }

    private static String word(String effort) {
        return switch (effort) {
            case "minimal" -> "low";
            case "ultra" -> "max";
            default -> effort;
        };
    }
}
