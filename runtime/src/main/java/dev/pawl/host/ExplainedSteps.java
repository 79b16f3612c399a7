package dev.pawl.host;

import dev.pawl.agent.ModelFailure;
import dev.pawl.card.Item;
import dev.pawl.event.DamagedRecord;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.worker.turn.Steps;
import java.util.Locale;
import java.util.function.Supplier;

/// Says why a turn failed: settings that cannot work and damaged records in their own words, and
/// everything else as an internal error.
record ExplainedSteps(Steps.Maker maker, Supplier<ThreadConfig> current) implements Steps.Maker {
    @Override
    public Steps stepsFor(Hold hold) {
        return maker.stepsFor(hold);
    }

    @Override
    public Item.Deliverable failure(Throwable problem) {
        var reason = current.get().explain(problem);
        if (reason.isPresent()) {
            var kind = ModelFailure.Kind.BAD_REQUEST.name().toLowerCase(Locale.ROOT);
            return Item.Deliverable.failed(kind, reason.get());
        }
        if (problem instanceof DamagedRecord damaged) {
            return Item.Deliverable.failed(String.valueOf(damaged.getMessage()));
        }
        current.get().trace(problem);
        return maker.failure(problem);
    }
}
