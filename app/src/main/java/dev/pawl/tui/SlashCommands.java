package dev.pawl.tui;

import dev.pawl.cli.Text;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.tui.compose.Choice;
import dev.pawl.tui.show.ItemLines;
import dev.pawl.tui.show.Wording;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import dev.pawl.tui.text.Theme;
import dev.pawl.view.ItemView;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What the commands behind a slash do. Called by the thread of [Ui] alone.
final class SlashCommands {
    private static final int MOST_COPIED = 100_000;

    private final ChatControl control;
    private final Ui ui;
    private final Chat chat;
    private final ThreadAccess access;
    private final Wording words;
    private final Pages pages;
    private final WorkPages work;
    private List<ThreadAccess.NamedText> texts = List.of();

    SlashCommands(ChatControl control, Ui ui, Chat chat, ThreadAccess access, Wording words) {
        this.control = control;
        this.ui = ui;
        this.chat = chat;
        this.access = access;
        this.words = words;
        this.pages = new Pages(control, ui, chat, access, words);
        this.work = new WorkPages(control, ui, chat, access, words);
    }

    /// Learns which skills and prompts there are.
    void learn() {
        var thread = chat.state().thread();
        control.later(() -> access.texts(thread), known -> texts = known);
    }

    List<Choice> beginning(String part) {
        var found = new ArrayList<Choice>();
        var lower = part.toLowerCase(Locale.ROOT);
        for (var command : SlashCommand.values()) {
            if (command.word().startsWith(lower))
                found.add(new Choice("/" + command.word(), words.say(command.about()), "/" + command.word()));
        }
        for (var text : texts) {
            var name = "prompts:" + text.name();
            if (text.kind() == ThreadAccess.NamedText.Kind.PROMPT && !part.isEmpty() && name.startsWith(lower))
                found.add(new Choice("/" + name, text.about(), "/" + name));
        }
        return found;
    }

    List<Choice> skills(String part) {
        return texts.stream()
                .filter(text -> text.kind() == ThreadAccess.NamedText.Kind.SKILL
                        && text.name().startsWith(part))
                .map(text -> new Choice("$" + text.name(), text.about(), "$" + text.name()))
                .toList();
    }

    /// @return whether the text was a command; a path that begins with a slash is none
    boolean run(String text) {
        var space = text.indexOf(' ');
        var word = (space < 0 ? text : text.substring(0, space)).substring(1);
        var rest = space < 0 ? "" : text.substring(space + 1).strip();
        if (word.startsWith("prompts:")) {
            var name = word.substring("prompts:".length());
            control.later(
                    () -> access.prompt(name, rest),
                    prompt -> control.say(prompt, List.of(), ThreadAccess.Delivery.STEER));
            return true;
        }
        for (var command : SlashCommand.values()) {
            if (!command.word().equals(word) && !(word.equals("exit") && command == SlashCommand.QUIT)) continue;
            if (!command.isAnyTime() && chat.state().isRunning())
                chat.transcript().note(Role.WARNING, words.say(Text.TUI_NOT_WHILE_RUNNING, "/" + word));
            else run(command, rest);
            return true;
        }
        if (word.indexOf('/') >= 0) return false;
        chat.transcript().note(Role.WARNING, words.say(Text.TUI_NO_COMMAND, "/" + word));
        return true;
    }

    private void run(SlashCommand command, String rest) {
        var thread = chat.state().thread();
        switch (command) {
            case NEW -> begin();
            case RESUME -> resume(false);
            case FORK -> control.later(() -> access.fork(thread, Optional.empty()), this::forked);
            case RENAME -> rename(thread, rest);
            case ARCHIVE -> archive(thread);
            case MODEL -> pages.models(rest);
            case MODE, APPROVALS -> pages.modes(rest);
            case STATUS -> pages.status();
            case DIFF -> pages.diff();
            case UNDO -> pages.undo();
            case REVIEW -> control.later(() -> access.review(thread, rest), control::refused);
            case COMPACT -> control.later(() -> access.compact(thread), control::refused);
            case PLAN -> showPlan();
            case AGENTS -> work.agents();
            case FLOW -> work.flow();
            case MCP -> pages.servers();
            case INIT -> control.say(words.say(Text.TUI_INIT_PROMPT), List.of(), ThreadAccess.Delivery.STEER);
            case COPY -> copy();
            case EXPORT ->
                control.later(
                        () -> access.export(thread),
                        file -> chat.transcript().note(Role.FAINT, words.say(Text.TUI_EXPORTED, String.valueOf(file))));
            case THEME -> theme(rest);
            case HELP -> help();
            case QUIT -> control.quit();
        }
    }

    private void begin() {
        control.later(access::fresh, thread -> {
            chat.transcript().text(List.of(Line.of(Role.FAINT, "─ " + words.say(Text.TUI_NEW_THREAD))));
            control.open(thread);
        });
    }

    void forked(ChatThread fork) {
        chat.transcript()
                .text(List.of(Line.of(
                        Role.FAINT, "─ " + words.say(Text.TUI_FORKED, fork.id().value()))));
        control.open(fork);
    }

    private void rename(ChatThread thread, String title) {
        if (title.isEmpty()) {
            chat.hint(words.say(Text.TUI_RENAME_HOW));
            return;
        }
        control.later(() -> access.rename(thread, title), named -> {
            chat.state().set(named);
            chat.transcript().note(Role.FAINT, words.say(Text.TUI_RENAMED, named.title()));
        });
    }

    private void archive(ChatThread thread) {
        control.later(
                () -> {
                    access.archive(thread);
                    return access.fresh();
                },
                fresh -> {
                    chat.transcript().note(Role.FAINT, words.say(Text.TUI_ARCHIVED));
                    control.open(fresh);
                });
    }

    void resume(boolean onlyWaiting) {
        pages.threads(onlyWaiting);
    }

    void showTranscript() {
        pages.transcript();
    }

    void editEarlier() {
        pages.earlier();
    }

    void searchHistory() {
        pages.history();
    }

    void editOutside() {
        new OutsideEditor(ui, words).edit(chat);
    }

    void pastePicture() {
        control.later(Clipboard::picture, picture -> {
            if (picture.isPresent()) chat.composer().attach(picture.get());
            else chat.hint(words.say(Text.TUI_NO_PICTURE));
        });
    }

    private void showPlan() {
        var plan = chat.state().plan();
        if (plan.steps().isEmpty()) chat.hint(words.say(Text.TUI_NO_PLAN));
        else
            chat.transcript()
                    .text(ItemLines.brief(words, "", ui.size().columns()).plan(plan));
    }

    /// The agent's last words to the clipboard, by the terminal.
    private void copy() {
        var last = chat.state().items().reversed().stream()
                .filter(ItemView.AgentText.class::isInstance)
                .map(item -> ((ItemView.AgentText) item).text())
                .findFirst();
        if (last.isEmpty() || last.get().length() > MOST_COPIED) {
            chat.hint(words.say(Text.TUI_NOTHING_TO_COPY));
            return;
        }
        var bytes = last.get().getBytes(StandardCharsets.UTF_8);
        ui.write("\033]52;c;" + Base64.getEncoder().encodeToString(bytes) + "\007");
        chat.hint(words.say(Text.TUI_COPIED));
    }

    private void theme(String name) {
        for (var theme : Theme.values()) {
            if (theme.name().equalsIgnoreCase(name)) {
                ui.use(theme);
                return;
            }
        }
        chat.hint(words.say(Text.TUI_THEMES));
    }

    private void help() {
        var lines = new ArrayList<Line>();
        for (var command : SlashCommand.values()) {
            var name = "  /" + command.word();
            lines.add(Line.of(Role.ACCENT, name)
                    .and(" ".repeat(Math.max(1, 14 - name.length())))
                    .and(Role.FAINT, words.say(command.about())));
        }
        lines.addAll(Help.rows(words, ui.size().columns()));
        chat.transcript().text(lines);
    }

    /// Shift-Tab.
    void nextMode() {
        var next = Mode.of(chat.state().thread().setup()).mode().next();
        configure(next.apply(chat.state().thread().setup()), words.say(Text.TUI_MODE_IS, next.label()));
    }

    void configure(Setup next, String said) {
        var thread = chat.state().thread();
        control.later(() -> access.configure(thread, next), now -> {
            chat.state().set(now);
            chat.hint(said);
        });
    }
}
