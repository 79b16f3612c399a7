package dev.pawl.card;

/// Tokens of one answer, or of many.
public record Usage(long input, long cachedInput, long cacheWrite, long output, long reasoning, long total) {
    public static final Usage NONE = new Usage(0, 0, 0, 0, 0, 0);

    public Usage plus(Usage other) {
        return new Usage(
                input + other.input,
                cachedInput + other.cachedInput,
                cacheWrite + other.cacheWrite,
                output + other.output,
                reasoning + other.reasoning,
                total + other.total);
    }

    public Usage minus(Usage other) {
        return new Usage(
                input - other.input,
                cachedInput - other.cachedInput,
                cacheWrite - other.cacheWrite,
                output - other.output,
                reasoning - other.reasoning,
                total - other.total);
    }
}
