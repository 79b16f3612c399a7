package dev.pawl.kernel;

import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.WorkerTarget;
import java.time.Instant;

/// The one mutable row of an agent.
///
/// `since` is when the state was entered; `tally` counts what must not be counted twice.
public record Head(WorkerTarget target, HeadState state, Instant since, BoxId output, Tally tally) {

    /// Numbers that only the holder of the head's lock gives out.
    ///
    /// `letters` and `events` are the last ones given; `takeovers` are those of the active turn
    /// since it last made progress.
    public record Tally(long letters, long events, int takeovers) {
        public static final Tally NEW = new Tally(0, 0, 0);
    }

    public AgentId agent() {
        return state.agent();
    }

    public Head servedBy(WorkerTarget next) {
        return new Head(next, state, since, output, tally);
    }

    public Head to(HeadState next, Instant now) {
        return new Head(target, next, now, output, tally);
    }

    public Head counting(Tally next) {
        return new Head(target, state, since, output, next);
    }

    public Head writingTo(BoxId box) {
        return new Head(target, state, since, box, tally);
    }
}
