package dev.pawl.status;

import dev.pawl.status.CurrentTurn.Voice;
import java.time.Instant;

/// The row below a timeline: what goes on right now, or nothing at all. What is pending in the
/// timeline comes first; a bare word that something runs is never enough.
public final class Presence {
    private Presence() {}

    /// The row's label; [Phrase#NOTHING] when it is hidden.
    public static Phrase label(ChatState state, Instant now) {
        var view = state.derive(now);
        if (view.origin() == View.Origin.ARCHIVED) return Phrase.NOTHING;
        var pending = pending(state);
        if (!pending.isNothing()) return pending;
        return switch (view.origin()) {
            case DERIVED -> view.level() <= 4 || view.level() == 6 ? view.header() : Phrase.NOTHING;
            case LISTED -> bare(view.status());
            case ARCHIVED -> Phrase.NOTHING;
        };
    }

    /// The latest row that is under way.
    private static Phrase pending(ChatState state) {
        // Words come after whatever was opened before them: an opening silences them.
        if (state.turn().row() == Voice.THINKING) return Phrase.of(StatusText.THINKING);
        if (state.turn().row() == Voice.RESPONDING) return Phrase.of(StatusText.RESPONDING);
        var open = state.depths().open().stream()
                .filter(one -> one.life() != Life.REVIEW)
                .toList();
        if (open.isEmpty()) return Phrase.NOTHING;
        return switch (open.getLast().life()) {
            case APPROVAL -> Phrase.of(StatusText.ROW_APPROVAL);
            case INPUT -> Phrase.of(StatusText.ROW_INPUT);
            case EDIT -> Phrase.of(StatusText.ROW_FILE);
            case COMMAND -> Phrase.of(StatusText.ROW_COMMAND);
            case TOOL -> Phrase.of(StatusText.ROW_TOOL);
            case COLLAB -> Phrase.of(StatusText.ROW_AGENTS);
            case REVIEW -> Phrase.NOTHING;
        };
    }

    private static Phrase bare(ChatStatus status) {
        return switch (status) {
            case ERROR -> Phrase.of(StatusText.ERROR);
            case STARTING -> Phrase.of(StatusText.STARTING);
            case WAITING -> Phrase.of(StatusText.ROW_WAITING);
            case SYNCING -> Phrase.of(StatusText.SYNCING);
            case EDITING, RUNNING, RESPONDING, THINKING, IDLE -> Phrase.NOTHING;
        };
    }
}
