package dev.pawl.tool;

import java.time.Duration;

/// How much a tool may take and give.
///
/// @param outputTokens   what the model gets of one answer (`tool_output_token_limit`)
/// @param commandTimeout after which a command is ended, unless its call names another time
public record OutputLimits(int outputTokens, Duration commandTimeout) {
    public OutputLimits {
        if (outputTokens < 0) throw new IllegalArgumentException("output tokens below zero: " + outputTokens);
        if (commandTimeout.isNegative()) throw new IllegalArgumentException("a time-out below zero");
    }

    /// Codex's defaults: 10,000 tokens, and the longest time it waits for one terminal.
    public static OutputLimits usual() {
        return new OutputLimits(10_000, Duration.ofMinutes(5));
    }
}
