package dev.pawl.trial;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.UsageError;

/// Reads the numbers among a trial's options.
public record Numbers(Arguments arguments) {
    /// The option's value, or `otherwise` when it was not given.
    public long of(String option, long least, long otherwise) {
        var given = arguments.value(option);
        if (given.isEmpty()) return otherwise;
        try {
            var number = Long.parseLong(given.get());
            if (number >= least) return number;
        } catch (NumberFormatException notANumber) {
            // said below
        }
        throw new UsageError(option + " must be a whole number from " + least + " on, not " + given.get());
    }
}
