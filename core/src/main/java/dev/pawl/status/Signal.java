package dev.pawl.status;

import java.time.Instant;
import java.util.List;
import java.util.Set;

/// What the fold understands. Every spelling of an event comes down to one of these.
///
/// An empty text means that the event did not say.
public sealed interface Signal {
    record TurnBegan() implements Signal {}

    /// @param settled whether it says that all went well: that ends an error too
    record TurnEnded(Ending ending, String error, String lastMessage, boolean settled) implements Signal {}

    /// How a turn ended.
    enum Ending {
        NONE,
        COMPLETED,
        INTERRUPTED,
        FAILED
    }

    /// The agent's words stream in.
    record Speaking() implements Signal {}

    record Spoke() implements Signal {}

    /// The agent thinks aloud. `whole` texts are sections of their own; others are pieces.
    record Thinking(String item, String text, boolean whole) implements Signal {}

    record ThinkingBroke() implements Signal {}

    record Begun(Life life, String id, String label) implements Signal {}

    record Ended(Life life, String id) implements Signal {}

    /// A call is over, whichever work it was.
    record Answered(String id) implements Signal {}

    record CommandOutput(String id) implements Signal {}

    /// Somebody looks at a running terminal, or types into it.
    record TerminalTouched(String id, String command, boolean typed) implements Signal {}

    /// A person is asked. The first id is the request's own; the others are those of its call.
    record Asked(Life life, List<String> ids, String what, Instant until) implements Signal {
        public Asked {
            ids = List.copyOf(ids);
            if (!life.needsPerson()) throw new IllegalArgumentException("nobody is asked by " + life);
        }
    }

    /// A request was answered, timed out or withdrawn.
    record Resolved(List<String> ids) implements Signal {
        public Resolved {
            ids = List.copyOf(ids);
        }
    }

    record McpChanged(String server, Startup state) implements Signal {}

    record McpSettled() implements Signal {}

    enum Startup {
        STARTING,
        READY,
        FAILED
    }

    record Background(Phrase label, String details, boolean done) implements Signal {}

    /// @param fatal whether the turn cannot go on by itself
    record Trouble(String text, String details, boolean fatal) implements Signal {}

    record UserSpoke() implements Signal {}

    /// A server's own idea of the thread's status.
    record StatusReported(Reported status, Set<Life> asks) implements Signal {
        public StatusReported {
            asks = Set.copyOf(asks);
        }
    }

    enum Reported {
        ACTIVE,
        IDLE,
        SYSTEM_ERROR
    }

    /// The turn cannot go on before something comes.
    record Held(Waiting.Why why, String id, String detail, Instant until) implements Signal {}

    /// What a turn was held by came.
    record Released(String id) implements Signal {}

    /// A worker took the turn up.
    record Attended() implements Signal {}

    record Archived(boolean archived) implements Signal {}

    record Closed() implements Signal {}

    /// Something went forward that opens and closes nothing.
    record Progress() implements Signal {}

    record Neutral() implements Signal {}

    /// Whether it shows that the agent moves: a passing trouble is over then.
    default boolean isProgress() {
        return switch (this) {
            case Speaking _,
                    Spoke _,
                    Thinking _,
                    ThinkingBroke _,
                    Begun _,
                    Ended _,
                    Answered _,
                    CommandOutput _,
                    TerminalTouched _,
                    Asked _,
                    Progress _ -> true;
            case TurnBegan _,
                    TurnEnded _,
                    Resolved _,
                    McpChanged _,
                    McpSettled _,
                    Background _,
                    Trouble _,
                    UserSpoke _,
                    StatusReported _,
                    Held _,
                    Released _,
                    Attended _,
                    Archived _,
                    Closed _,
                    Neutral _ -> false;
        };
    }

    /// Whether it begins something new: even a fatal error is behind it then.
    default boolean isNewWork() {
        return this instanceof Begun || this instanceof Asked || this instanceof UserSpoke;
    }

    /// Whether it speaks of the turn itself; all else is ignored once its turn is closed.
    default boolean isAboutTurns() {
        return this instanceof TurnBegan || this instanceof TurnEnded;
    }
}
