package dev.pawl.event;

/// The kinds of events that an index finds without reading the log: where turns begin, end and are
/// dropped.
public enum TurnMark {
    /// [Event.TurnStarted]
    BEGAN,
    /// [Event.TurnDelivered]
    ENDED,
    /// [Event.TurnsDropped]
    DROPPED;

    public boolean isOf(Event event) {
        return switch (this) {
            case BEGAN -> event instanceof Event.TurnStarted;
            case ENDED -> event instanceof Event.TurnDelivered;
            case DROPPED -> event instanceof Event.TurnsDropped;
        };
    }
}
