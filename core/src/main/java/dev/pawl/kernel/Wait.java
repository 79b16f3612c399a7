package dev.pawl.kernel;

import dev.pawl.card.Question;
import dev.pawl.id.CallId;
import dev.pawl.id.Epoch;
import dev.pawl.id.StepId;
import dev.pawl.id.TurnId;
import java.time.Duration;
import java.time.Instant;

/// A call a suspended turn still needs, or what a running call asks a person: for what, from whom,
/// since when, until when.
public record Wait(TurnId turn, Epoch epoch, StepId step, Need need, Instant since, Instant deadline) {

    /// The answerer that is a person, whichever surface they use.
    public static final String PERSON = "user";

    /// The answerer of a wait that ends with the next notice from any agent that this one called.
    public static final String AGENTS = "agents";

    /// The same, and steering ends it too.
    public static final String AGENTS_OR_INPUT = "agents+input";

    /// The answerer that is the clock: the deadline itself is what is waited for.
    public static final String CLOCK = "clock";

    public enum Reason {
        /// A tool that runs elsewhere.
        TOOL,
        APPROVAL,
        QUESTION,
        /// Another agent's deliverable.
        AGENT,
        RATE_LIMIT,
        BUDGET,
        /// The thread's folder is not on the machine of the worker that looked last.
        WORKSPACE
    }

    /// What the worker asks for. `answerer` is the only source whose report counts.
    public record Need(CallId call, String tool, Reason reason, Question question, String answerer, Duration patience) {
        public Need {
            if (patience.isNegative() || patience.isZero()) {
                throw new IllegalArgumentException("a wait needs a deadline: " + patience);
            }
        }

        /// Nobody in particular is asked.
        public Need(CallId call, String tool, Reason reason, String note, String answerer, Duration patience) {
            this(call, tool, reason, new Question.Note(note), answerer, patience);
        }
    }

    public CallId call() {
        return need.call();
    }
}
