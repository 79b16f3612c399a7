package dev.pawl.provider.anthropic;

import dev.pawl.card.Usage;
import dev.pawl.json.Json;
import dev.pawl.provider.dialect.Counts;

/// Counts of one answer. They come in parts, and later ones are totals.
final class AnthropicUsage {
    private long input;
    private long cacheRead;
    private long cacheWrite;
    private long output;
    private long thought;

    void count(Json usage) {
        input = Math.max(input, Counts.of(usage, "input_tokens"));
        cacheRead = Math.max(cacheRead, Counts.of(usage, "cache_read_input_tokens"));
        cacheWrite = Math.max(cacheWrite, Counts.of(usage, "cache_creation_input_tokens"));
        output = Math.max(output, Counts.of(usage, "output_tokens"));
        for (var counts : new Json[] {usage, usage.at("output_tokens_details")}) {
            thought = Math.max(thought, Counts.of(counts, "thinking_tokens"));
            thought = Math.max(thought, Counts.of(counts, "reasoning_tokens"));
        }
    }

    /// The API counts thoughts as output and mostly does not say how many they were. Then they are
    /// what the words do not account for, and no more of it than their own length where they are
    /// shown in full.
    Usage total(long visible, long shownThoughts) {
        var all = input + cacheRead + cacheWrite;
        var rest = Math.max(0, output - visible);
        var estimate = shownThoughts < 0 ? 0 : shownThoughts == 0 ? rest : Math.min(output, shownThoughts);
        return new Usage(all, cacheRead, cacheWrite, output, thought > 0 ? thought : estimate, all + output);
    }
}
