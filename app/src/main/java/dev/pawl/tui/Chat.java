package dev.pawl.tui;

import dev.pawl.cli.Text;
import dev.pawl.tui.ask.Sheet;
import dev.pawl.tui.compose.Composer;
import dev.pawl.tui.compose.FieldRows;
import dev.pawl.tui.show.StatusRows;
import dev.pawl.tui.show.Transcript;
import dev.pawl.tui.show.Wording;
import dev.pawl.tui.term.Key;
import dev.pawl.tui.term.LiveRegion;
import dev.pawl.tui.term.Tty;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The screen of one thread: finished text above, and below it what moves, the status, and the
/// field a person types into.
final class Chat implements Screen.Inline {
    private static final long SPINNER_MILLIS = 120;
    private static final long SECOND_MILLIS = 1_000;
    private static final long HINT_MILLIS = 4_000;
    /// A question that appears while a person types does not take the next keys.
    private static final long CARE_MILLIS = 700;

    private final Wording words;
    private final Composer composer;
    private final Transcript transcript;
    private final StatusRows status;
    private final ThreadState state;
    private final Path home;
    private final boolean isWordWrapped;
    private Keys keys = (_, _) -> false;
    private Optional<Sheet> sheet = Optional.empty();
    private Instant sheetSince = Instant.EPOCH;
    private Instant typedAt = Instant.EPOCH;
    private String hint = "";
    private Instant hintUntil = Instant.EPOCH;
    private boolean showsHelp;
    private Instant now = Instant.EPOCH;

    /// What keys do beyond editing.
    @FunctionalInterface
    interface Keys {
        /// @param asked whether a question has the place of the field
        /// @return whether the key was used
        boolean key(Key key, boolean asked);
    }

    Chat(Wording words, Composer composer, ThreadState state, StatusRows status, TuiCommand.Surroundings around) {
        this.words = words;
        this.composer = composer;
        this.state = state;
        this.transcript = new Transcript(words, 80);
        this.status = status;
        this.home = around.home();
        this.isWordWrapped = around.taste().isWordWrapped();
    }

    void use(Keys other) {
        keys = other;
    }

    Composer composer() {
        return composer;
    }

    Transcript transcript() {
        return transcript;
    }

    ThreadState state() {
        return state;
    }

    /// A few words below the field, for a moment.
    void hint(String text) {
        hint = text;
        hintUntil = now.plusMillis(HINT_MILLIS);
    }

    boolean isHinting(String text) {
        return hint.equals(text);
    }

    void ask(Sheet question) {
        sheet = Optional.of(question);
        sheetSince = now;
    }

    void dismissSheet() {
        sheet = Optional.empty();
    }

    boolean hasSheet() {
        return sheet.isPresent();
    }

    void toggleHelp() {
        showsHelp = !showsHelp;
    }

    @Override
    public long refreshMillis() {
        var view = state.view(now);
        if (view.interruptible() && !view.attention().isNeeded())
            return status.isMoving() ? SPINNER_MILLIS : SECOND_MILLIS;
        return !hint.isEmpty() || transcript.isMoving() ? SECOND_MILLIS : 0;
    }

    @Override
    public LiveRegion.Frame frame(Tty.Size size, Instant time) {
        now = time;
        if (now.isAfter(hintUntil)) hint = "";
        var columns = size.columns();
        var most = Math.max(3, size.rows() * 2 / 5);
        transcript.resize(columns);
        transcript.workIn(state.thread().setup().cwd());
        var bottom = sheet.isPresent()
                ? sheet.get().rows(columns, Math.max(3, size.rows() - 4))
                : field(columns, Math.max(1, most - 2));
        var rows = new ArrayList<>(transcript.rows(Math.max(1, most - 2), state.heldCalls(), now));
        var above = new ArrayList<Line>();
        // A question says for itself what is waited for.
        if (sheet.isEmpty()) above.addAll(status.of(state.view(now), now.toEpochMilli() / SPINNER_MILLIS, columns));
        above.addAll(state.queue().rows(columns, words.say(Text.TUI_STEER_TITLE), words.say(Text.TUI_QUEUE_TITLE)));
        if (!above.isEmpty()) {
            if (!rows.isEmpty() || transcript.hasText()) rows.add(Line.EMPTY);
            rows.addAll(above);
        }
        if (!rows.isEmpty() || transcript.hasText()) rows.add(Line.EMPTY);
        var caret = rows.size() + bottom.caretRow();
        rows.addAll(bottom.rows());
        // In a very low window the upper rows are left out.
        var from = Math.min(caret, Math.max(0, rows.size() - (size.rows() - 1)));
        var shown = rows.subList(from, Math.min(rows.size(), from + size.rows() - 1));
        return new LiveRegion.Frame(
                wrapped(transcript.take(), columns), shown, caret - from, Math.min(bottom.caretColumn(), columns - 1));
    }

    /// The terminal breaks long lines itself, so that it can break them anew when its width
    /// changes; some people prefer whole words.
    private List<Line> wrapped(List<Line> lines, int columns) {
        if (!isWordWrapped) return lines;
        return lines.stream().flatMap(line -> line.words(columns, 0).stream()).toList();
    }

    private Sheet.Rows field(int columns, int most) {
        var field = composer.field();
        var input = FieldRows.of(field.text(), field.caret(), columns - 2).window(most);
        var rows = new ArrayList<Line>();
        var mark = field.text().startsWith("!") ? Role.WARNING : Role.ACCENT;
        for (var i = 0; i < input.rows().size(); i++)
            rows.add(Line.of(mark, i == 0 ? "› " : "  ").and(input.rows().get(i)));
        if (field.isEmpty())
            rows.set(
                    0,
                    rows.getFirst()
                            .and(Role.FAINT, words.say(Text.TUI_PLACEHOLDER))
                            .cut(columns));
        rows.addAll(
                composer.choices().isEmpty()
                        ? below(columns)
                        : composer.choices().rows(columns));
        return new Sheet.Rows(rows, input.caretRow(), 2 + input.caretColumn());
    }

    /// What stands below the field: help, a hint, or how the thread is set up.
    private List<Line> below(int columns) {
        if (showsHelp) return Help.rows(words, columns);
        if (!hint.isEmpty())
            return List.of(Line.EMPTY, Line.of(Role.WARNING, "  " + hint).cut(columns));
        var others = state.waitingElsewhere();
        var line = others > 0
                ? Line.of(Role.WARNING, "  ! " + words.say(Text.TUI_OTHERS_WAIT, String.valueOf(others)))
                : Line.EMPTY;
        // Not at the right edge: some terminals lose the cursor when a full row below it is broken.
        for (var part : state.summary(status.context(state.tokens()), home, words.say(Text.TUI_HELP_HINT))) {
            var next = line.and(Role.FAINT, (line.isEmpty() ? "  " : " · ") + part);
            if (line.isEmpty() || next.width() < columns) line = next;
        }
        return List.of(Line.EMPTY, line.cut(columns));
    }

    @Override
    public void key(Key key, Instant at) {
        now = at;
        if (sheet.isPresent()) {
            var isRash = typedAt.plusMillis(CARE_MILLIS).isAfter(sheetSince)
                    && sheetSince.plusMillis(CARE_MILLIS).isAfter(now);
            if (!isRash && !keys.key(key, true)) sheet.get().key(key);
            return;
        }
        typedAt = now;
        if (showsHelp && !isHelpKey(key)) {
            showsHelp = false;
            if (key.is(Key.Name.ESCAPE)) return;
        }
        if (!keys.key(key, false)) composer.key(key);
    }

    private static boolean isHelpKey(Key key) {
        return key instanceof Key.Typed(var text, var _) && text.equals("?");
    }
}
