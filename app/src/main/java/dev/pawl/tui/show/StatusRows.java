package dev.pawl.tui.show;

import dev.pawl.cli.Text;
import dev.pawl.status.ChatStatus;
import dev.pawl.status.View;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import dev.pawl.view.TokensView;
import java.util.ArrayList;
import java.util.List;

/// The status line: the same derivation and words as everywhere, in the terminal's form.
///
/// @param stopWords how a turn is stopped here
public record StatusRows(Wording words, boolean isMoving, Text stopWords) {
    private static final String SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
    private static final int MOST_DETAILS = 2;

    public StatusRows(Wording words, boolean isMoving) {
        this(words, isMoving, Text.TUI_ESC_INTERRUPTS);
    }

    /// Nothing while the thread rests and nothing is wrong.
    ///
    /// @param beat a number that grows while time passes
    public List<Line> of(View view, long beat, int columns) {
        return of(view, "", beat, columns);
    }

    /// @param silence what is waited for, where that says more than the status; else empty
    public List<Line> of(View view, String silence, long beat, int columns) {
        var isBusy = view.interruptible();
        if (!isBusy && view.level() > 4) return List.of();
        var rows = new ArrayList<Line>();
        var head = Line.of(role(view.status()), mark(view, beat) + " ")
                .and(isBusy ? Role.STRONG : role(view.status()), words.say(view.header()));
        if (isBusy)
            head = head.and(Role.FAINT, " (" + words.say(view.timing().worked()) + " • " + words.say(stopWords) + ")");
        rows.add(head.cut(columns));
        var details = silence.isEmpty() ? words.say(view.details()) : silence;
        if (!details.isEmpty() && !details.equals(words.say(view.header()))) {
            Line.of(Role.FAINT, "  └ " + details).words(columns, 4).stream()
                    .limit(MOST_DETAILS)
                    .forEach(rows::add);
        }
        return rows;
    }

    private String mark(View view, long beat) {
        if (view.attention().isNeeded() || view.status() == ChatStatus.WAITING) return "◆";
        if (view.status() == ChatStatus.ERROR) return "✕";
        if (!isMoving) return "●";
        var at = (int) (beat % SPINNER.length());
        return SPINNER.substring(at, at + 1);
    }

    private static Role role(ChatStatus status) {
        return switch (status) {
            case ERROR -> Role.BAD;
            case WAITING -> Role.WARNING;
            case EDITING, RUNNING, RESPONDING, THINKING -> Role.ACCENT;
            case SYNCING, STARTING, IDLE -> Role.FAINT;
        };
    }

    /// How much the model can still hold; empty when that is not known.
    public String context(TokensView tokens) {
        var used = tokens.last().total();
        if (used == 0) return "";
        if (tokens.window() <= 0) return words.say(Text.TUI_TOKENS, rounded(used));
        var left = Math.clamp(100 - used * 100 / tokens.window(), 0, 100);
        return words.say(Text.TUI_CONTEXT_LEFT, String.valueOf(left));
    }

    /// `97k`.
    private static String rounded(long count) {
        return count < 1000 ? String.valueOf(count) : count / 1000 + "k";
    }
}
