package dev.pawl.status;

/// How an agent stands, as those who watch agents are told. Derived from the log of its turns.
public sealed interface AgentStatus {
    record PendingInit() implements AgentStatus {}

    record Running() implements AgentStatus {}

    /// @param lastMessage empty when the turn ended without words
    record Completed(String lastMessage) implements AgentStatus {}

    record Errored(String message) implements AgentStatus {}

    record Shutdown() implements AgentStatus {}

    /// There is no such agent: said to whoever asks, never reached by an event.
    record NotFound() implements AgentStatus {}

    /// Whether only a new turn can change it.
    default boolean isFinal() {
        return switch (this) {
            case PendingInit _, Running _ -> false;
            case Completed _, Errored _, Shutdown _, NotFound _ -> true;
        };
    }

    /// Its name on the wire.
    default String id() {
        return switch (this) {
            case PendingInit _ -> "pending_init";
            case Running _ -> "running";
            case Completed _ -> "completed";
            case Errored _ -> "errored";
            case Shutdown _ -> "shutdown";
            case NotFound _ -> "not_found";
        };
    }

    /// The fold: the status, and the turn it speaks of. A final status stays until another turn
    /// begins.
    record Fold(AgentStatus status, String turn) {
        public static final Fold NEW = new Fold(new PendingInit(), "");

        public Fold after(LoggedSignal told) {
            return switch (told.signal()) {
                case Signal.TurnBegan _ -> begun(told.turn());
                case Signal.TurnEnded end -> isOfAnother(told.turn()) ? this : settled(ended(end));
                case Signal.Trouble(var text, var _, var fatal) -> fatal ? settled(new Errored(text)) : this;
                case Signal.Closed _ -> new Fold(new Shutdown(), turn);
                case Signal.Speaking _,
                        Signal.Spoke _,
                        Signal.Thinking _,
                        Signal.ThinkingBroke _,
                        Signal.Begun _,
                        Signal.Ended _,
                        Signal.Answered _,
                        Signal.CommandOutput _,
                        Signal.TerminalTouched _,
                        Signal.Asked _,
                        Signal.Resolved _,
                        Signal.McpChanged _,
                        Signal.McpSettled _,
                        Signal.Background _,
                        Signal.UserSpoke _,
                        Signal.StatusReported _,
                        Signal.Held _,
                        Signal.Released _,
                        Signal.Attended _,
                        Signal.Archived _,
                        Signal.Progress _,
                        Signal.Neutral _ -> this;
            };
        }

        private Fold begun(String next) {
            var copy = status.isFinal() && !next.isEmpty() && next.equals(turn);
            return copy ? this : new Fold(new Running(), next);
        }

        private boolean isOfAnother(String other) {
            return !turn.isEmpty() && !other.isEmpty() && !turn.equals(other);
        }

        private Fold settled(AgentStatus next) {
            return status.isFinal() ? this : new Fold(next, turn);
        }

        private static AgentStatus ended(Signal.TurnEnded end) {
            return switch (end.ending()) {
                case COMPLETED, NONE -> new Completed(end.lastMessage());
                case INTERRUPTED -> new Errored(end.error().isEmpty() ? "interrupted" : end.error());
                case FAILED -> new Errored(end.error());
            };
        }
    }
}
