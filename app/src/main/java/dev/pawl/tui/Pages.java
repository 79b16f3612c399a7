package dev.pawl.tui;

import dev.pawl.card.Detail.FileChange;
import dev.pawl.cli.Text;
import dev.pawl.thread.Setup;
import dev.pawl.tui.ask.ChoiceSheet;
import dev.pawl.tui.show.DiffPages;
import dev.pawl.tui.show.ItemLines;
import dev.pawl.tui.show.Wording;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The pages that commands open: lists to choose from, and long texts. Called by the thread of [Ui]
/// alone.
final class Pages {
    private static final int MOST_THREADS = 200;
    private static final int MOST_HISTORY = 500;
    private static final List<String> EFFORTS = List.of("minimal", "low", "medium", "high");

    private final ChatControl control;
    private final Ui ui;
    private final Chat chat;
    private final ThreadAccess access;
    private final Wording words;
    private final ThreadLines lines;

    Pages(ChatControl control, Ui ui, Chat chat, ThreadAccess access, Wording words) {
        this.control = control;
        this.ui = ui;
        this.chat = chat;
        this.access = access;
        this.words = words;
        this.lines = new ThreadLines(words);
    }

    /// @param onlyWaiting only those that wait for a person
    void threads(boolean onlyWaiting) {
        control.later(() -> access.threads("", MOST_THREADS), all -> {
            var shown = all.stream()
                    .filter(one -> !onlyWaiting || one.status().attention().isNeeded())
                    .toList();
            if (shown.isEmpty()) chat.hint(words.say(onlyWaiting ? Text.TUI_NONE_WAIT : Text.TUI_NO_THREADS));
            else ui.open(picker(shown, onlyWaiting ? Text.TUI_WAITING_TITLE : Text.TUI_RESUME_TITLE));
        });
    }

    private Picker picker(List<ThreadAccess.ListedThread> threads, Text title) {
        return new Picker(
                ui,
                words,
                words.say(title),
                typed -> threads.stream()
                        .filter(one -> matches(one, typed.toLowerCase(Locale.ROOT)))
                        .map(this::entry)
                        .toList(),
                () -> {});
    }

    private static boolean matches(ThreadAccess.ListedThread one, String typed) {
        var text = one.thread().title() + " " + one.preview() + " "
                + one.thread().id() + " " + one.thread().setup().cwd();
        return text.toLowerCase(Locale.ROOT).contains(typed);
    }

    private Picker.Entry entry(ThreadAccess.ListedThread one) {
        var age = words.age(Duration.between(one.thread().updatedAt(), ui.now()));
        var label = lines.dot(one).and(lines.title(one)).and(Role.FAINT, "  " + age);
        return new Picker.Entry(label, columns -> lines.preview(one, columns), () -> control.open(one.thread()));
    }

    void models(String typed) {
        if (!typed.isEmpty()) {
            useModel(typed);
            return;
        }
        control.later(access::models, names -> {
            var entries = new ArrayList<Picker.Entry>();
            for (var name : names)
                for (var effort : EFFORTS)
                    entries.add(new Picker.Entry(
                            Line.plain(name).and(Role.FAINT, "  " + effort),
                            _ -> List.of(),
                            () -> useModel(name + " " + effort)));
            ui.open(new Picker(
                    ui,
                    words,
                    words.say(Text.TUI_MODEL_TITLE),
                    query -> entries.stream()
                            .filter(entry -> entry.label().text().contains(query))
                            .toList(),
                    () -> {}));
        });
    }

    private void useModel(String typed) {
        var parts = typed.split("\\s+", 2);
        var setup = chat.state().thread().setup();
        var style = setup.style();
        var effort = parts.length > 1 ? parts[1] : style.effort();
        var next = new Setup(
                setup.cwd(),
                setup.provider(),
                parts[0],
                new Setup.Style(effort, style.summary(), style.verbosity(), style.instructions(), style.tools()),
                setup.sandbox(),
                setup.approval(),
                setup.roots(),
                setup.window(),
                setup.compactAt());
        control.commands().configure(next, words.say(Text.TUI_MODEL_IS, typed));
    }

    void modes(String typed) {
        var answers = new ArrayList<ChoiceSheet.Answer>();
        for (var mode : Mode.values()) {
            if (mode == Mode.OTHER) continue;
            Runnable choose = () -> {
                chat.dismissSheet();
                var setup = mode.apply(chat.state().thread().setup());
                control.commands().configure(setup, words.say(Text.TUI_MODE_IS, mode.label()));
            };
            if (mode.label().equals(typed)) {
                choose.run();
                return;
            }
            answers.add(new ChoiceSheet.Answer(' ', mode.label() + "  " + words.say(about(mode)), choose));
        }
        var question = List.of(Line.of(Role.STRONG, words.say(Text.TUI_MODE_TITLE)));
        chat.ask(new ChoiceSheet(question, answers, Optional.of(chat::dismissSheet), ""));
    }

    private static Text about(Mode mode) {
        return switch (mode) {
            case SUGGEST, OTHER -> Text.TUI_MODE_SUGGEST;
            case AUTO_EDIT -> Text.TUI_MODE_AUTO_EDIT;
            case ON_REQUEST -> Text.TUI_MODE_ON_REQUEST;
            case FULL_AUTO -> Text.TUI_MODE_FULL_AUTO;
        };
    }

    void status() {
        var thread = chat.state().thread();
        var setup = thread.setup();
        var tokens = chat.state().tokens();
        var view = chat.state().view(ui.now());
        var lines = new ArrayList<Line>();
        lines.add(Line.of(Role.ACCENT, "• ").and(Role.STRONG, words.say(view.header())));
        row(lines, Text.TUI_ROW_THREAD, thread.id().value() + (thread.title().isEmpty() ? "" : " · " + thread.title()));
        row(lines, Text.TUI_ROW_FOLDER, setup.cwd());
        row(
                lines,
                Text.TUI_ROW_MODEL,
                setup.model() + " (" + setup.provider() + ") " + setup.style().effort());
        row(lines, Text.TUI_ROW_MODE, Mode.of(setup).label() + " · " + setup.sandbox());
        row(
                lines,
                Text.TUI_ROW_TOKENS,
                words.say(
                        tokens.window() > 0 ? Text.TUI_TOKENS_OF : Text.TUI_TOKENS_USED,
                        grouped(tokens.total().total()),
                        grouped(tokens.last().total()),
                        grouped(tokens.window())));
        chat.transcript().text(lines);
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private void row(List<Line> lines, Text name, String value) {
        var label = Line.of(Role.FAINT, "  " + words.say(name));
        lines.add(label.and(" ".repeat(Math.max(1, 12 - label.width()))).and(value));
    }

    void diff() {
        var thread = chat.state().thread();
        control.later(() -> access.diff(thread), changes -> {
            if (changes.isEmpty()) chat.hint(words.say(Text.TUI_NO_DIFF));
            else ui.open(new Pager(ui, words, title(Text.TUI_DIFF_TITLE, changes), sections(changes), List.of()));
        });
    }

    /// With the number of files and of lines that came and went.
    private String title(Text text, List<FileChange> changes) {
        var totals = DiffPages.totals(changes);
        return words.say(text) + " · "
                + words.say(
                        Text.TUI_DIFF_TOTALS,
                        String.valueOf(changes.size()),
                        String.valueOf(totals.added()),
                        String.valueOf(totals.removed()));
    }

    private List<Pager.Section> sections(List<FileChange> changes) {
        return changes.stream()
                .map(change -> new Pager.Section(DiffPages.label(change, control.folder()), DiffPages.lines(change)))
                .toList();
    }

    void undo() {
        var thread = chat.state().thread();
        control.later(() -> access.restorePoints(thread), points -> {
            if (points.isEmpty()) chat.hint(words.say(Text.TUI_NO_CHECKPOINTS));
            else
                ui.open(new Picker(
                        ui,
                        words,
                        words.say(Text.TUI_UNDO_TITLE),
                        typed -> points.stream()
                                .filter(point -> about(point).contains(typed))
                                .map(this::entry)
                                .toList(),
                        () -> {}));
        });
    }

    private Picker.Entry entry(ThreadAccess.RestorePoint point) {
        var label = Line.plain(about(point)).and(Role.FAINT, "  " + words.age(Duration.between(point.at(), ui.now())));
        return new Picker.Entry(label, columns -> Line.plain(about(point)).words(columns, 0), () -> preview(point));
    }

    /// What the person said to the turn.
    private String about(ThreadAccess.RestorePoint point) {
        return chat.state().said().stream()
                .filter(said -> said.turn().equals(point.turn()))
                .map(said -> said.text().lines().findFirst().orElse(""))
                .findFirst()
                .orElse("#" + point.id());
    }

    /// What going back would change; nothing is done before a person says so.
    private void preview(ThreadAccess.RestorePoint point) {
        var thread = chat.state().thread();
        control.later(() -> access.preview(thread, point), changes -> {
            if (changes.isEmpty()) {
                chat.hint(words.say(Text.TUI_UNDO_NOTHING));
                return;
            }
            var restore = new Pager.Choice('u', words.say(Text.TUI_UNDO_DO), () -> restore(point));
            ui.open(new Pager(ui, words, title(Text.TUI_UNDO_PREVIEW, changes), sections(changes), List.of(restore)));
        });
    }

    private void restore(ThreadAccess.RestorePoint point) {
        var thread = chat.state().thread();
        control.later(
                () -> access.restore(thread, point),
                files -> chat.transcript().note(Role.FAINT, words.say(Text.TUI_RESTORED, String.join(", ", files))));
    }

    void servers() {
        control.later(access::servers, known -> {
            var lines = new ArrayList<Line>();
            lines.add(Line.of(Role.ACCENT, "• ").and(Role.STRONG, words.say(Text.TUI_MCP_TITLE)));
            if (known.isEmpty()) lines.add(Line.of(Role.FAINT, "  " + words.say(Text.TUI_NO_SERVERS)));
            for (var server : known) lines.add(Line.plain("  " + server.name()).and(Role.FAINT, "  " + server.about()));
            chat.transcript().text(lines);
        });
    }

    void transcript() {
        var whole = ItemLines.whole(words, control.folder(), ui.size().columns());
        var lines = new ArrayList<Line>();
        for (var item : chat.state().items()) {
            lines.addAll(whole.of(item));
            lines.add(Line.EMPTY);
        }
        var section = new Pager.Section(Line.EMPTY, lines);
        var pager = new Pager(ui, words, words.say(Text.TUI_TRANSCRIPT_TITLE), List.of(section), List.of());
        pager.toEnd();
        ui.open(pager);
    }

    /// An earlier message is edited in a copy of the thread that ends before it.
    void earlier() {
        var said = chat.state().said().reversed();
        if (said.isEmpty()) return;
        ui.open(new Picker(
                ui,
                words,
                words.say(Text.TUI_EARLIER_TITLE),
                typed -> said.stream()
                        .filter(one -> one.text().contains(typed))
                        .map(one -> new Picker.Entry(
                                Line.plain(one.text().lines().findFirst().orElse("")),
                                columns -> Line.plain(one.text()).words(columns, 0),
                                () -> forkAt(one)))
                        .toList(),
                () -> {}));
    }

    private void forkAt(ThreadState.Said message) {
        var thread = chat.state().thread();
        var before = chat.state().said().stream()
                .map(ThreadState.Said::turn)
                .takeWhile(turn -> !turn.equals(message.turn()))
                .reduce((_, last) -> last);
        control.later(() -> before.isEmpty() ? access.fresh() : access.fork(thread, before), fork -> {
            control.commands().forked(fork);
            chat.composer().set(message.text());
        });
    }

    void history() {
        control.later(access::history, earlier -> {
            var newest =
                    earlier.reversed().stream().distinct().limit(MOST_HISTORY).toList();
            ui.open(new Picker(
                    ui,
                    words,
                    words.say(Text.TUI_HISTORY_TITLE),
                    typed -> newest.stream()
                            .filter(text -> text.contains(typed))
                            .map(text -> new Picker.Entry(
                                    Line.plain(text.lines().findFirst().orElse("")),
                                    columns -> Line.plain(text).words(columns, 0),
                                    () -> chat.composer().set(text)))
                            .toList(),
                    () -> {}));
        });
    }
}
