package dev.pawl.app;

import dev.pawl.agent.ModelFailure;
import dev.pawl.card.Item;
import dev.pawl.cli.UsageError;
import dev.pawl.event.DamagedRecord;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.worker.Steps;
import java.util.Locale;
import java.util.function.Consumer;

/// Says why a turn failed: settings that cannot work and damaged records in their own words, as a
/// command line would say them, and everything else as an internal error.
///
/// @param trace is given what is an internal error
record ExplainedSteps(Steps.Maker maker, Consumer<Throwable> trace) implements Steps.Maker {
    @Override
    public Steps stepsFor(Hold hold) {
        return maker.stepsFor(hold);
    }

    @Override
    public Item.Deliverable failure(Throwable problem) {
        if (problem instanceof UsageError wrong) {
            var kind = ModelFailure.Kind.BAD_REQUEST.name().toLowerCase(Locale.ROOT);
            return Item.Deliverable.failed(kind, wrong.text());
        }
        if (problem instanceof DamagedRecord damaged) {
            return Item.Deliverable.failed(String.valueOf(damaged.getMessage()));
        }
        trace.accept(problem);
        return maker.failure(problem);
    }
}
