package dev.pawl.tui;

import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Text;
import dev.pawl.thread.ChatThread;
import dev.pawl.tui.compose.Choice;
import dev.pawl.tui.compose.Composer;
import dev.pawl.tui.compose.PromptHistory;
import dev.pawl.tui.show.StatusRows;
import dev.pawl.tui.show.Wording;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import dev.pawl.tui.text.Theme;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// One stay in the terminal, from the first frame to the last.
///
/// @param around everything it works with
record TerminalRun(Console console, TuiCommand.Surroundings around) {
    int run(TuiCommand.Start start) throws InterruptedException {
        var words = new Wording(console.messages());
        var access = around.access();
        var thread = start.thread().orElseGet(access::fresh);
        var state = new ThreadState(thread);
        var completions = new Answers();
        var composer = new Composer(new PromptHistory(List.of()), completions);
        var chat = new Chat(
                words, composer, state, new StatusRows(words, around.taste().isMoving()), around);
        var tty = around.terminal().open();
        var guard = new TerminalGuard();
        try (var work = new OrderedWork().start();
                var ui = new Ui(tty, around.clock(), look(), chat, guard)) {
            guard.watch(ui);
            greet(chat, thread, words);
            var attention = new Attention(
                    around.taste().isNotifying(),
                    around.taste().program(),
                    around.taste().kind());
            var control = new ChatControl(ui, chat, access, words, work, attention);
            completions.begin(control, ui, composer);
            chat.use(control);
            guard.onLoss(() -> state.isRunning() ? Optional.of(state.thread().id()) : Optional.empty(), access);
            ui.post(() -> begin(control, start, thread, composer));
            ui.run();
            control.close();
        } finally {
            guard.close();
        }
        if (!state.said().isEmpty()) console.plain(goodbye(words, state));
        return ExitCode.OK;
    }

    private String goodbye(Wording words, ThreadState state) {
        var thread = state.thread().id().value();
        var runner = around.access().runner();
        if (!state.isRunning()) return words.say(Text.TUI_GOODBYE, thread);
        return runner.isPresent()
                ? words.say(
                        Text.TUI_GOODBYE_SERVER,
                        thread,
                        String.valueOf(runner.get().pid()))
                : words.say(Text.TUI_GOODBYE_RUNNING, thread);
    }

    private void begin(ChatControl control, TuiCommand.Start start, ChatThread thread, Composer composer) {
        control.later(around.access()::history, composer::remember);
        if (start.thread().isEmpty()) {
            control.open(thread);
            control.commands().resume(false);
        } else control.open(thread);
        if (!start.prompt().isEmpty() || !start.pictures().isEmpty())
            control.say(start.prompt(), start.pictures(), ThreadAccess.Delivery.STEER);
        control.commands().learn();
        control.lookElsewhere();
    }

    private void greet(Chat chat, ChatThread thread, Wording words) {
        var folder = ThreadState.folder(thread.setup().cwd(), around.home());
        var lines = new ArrayList<Line>();
        lines.add(Line.of(Role.HEADING, words.say(Text.TUI_GREETING, around.version()))
                .and(Role.FAINT, "  " + folder));
        around.access()
                .runner()
                .ifPresent(runner ->
                        lines.add(Line.of(Role.FAINT, words.say(Text.TUI_JOINED, String.valueOf(runner.pid())))));
        lines.add(Line.of(Role.FAINT, words.say(Text.TUI_GREETING_HELP)));
        chat.transcript().text(lines);
    }

    private Ui.Look look() {
        var taste = around.taste();
        if (!taste.isColoured()) return new Ui.Look(Theme.MONO, false);
        return switch (taste.theme().toLowerCase(Locale.ROOT)) {
            case "dark" -> new Ui.Look(Theme.DARK, false);
            case "light" -> new Ui.Look(Theme.LIGHT, false);
            case "mono" -> new Ui.Look(Theme.MONO, false);
            default -> new Ui.Look(Theme.DARK, true);
        };
    }

    /// Completions, once there is something to complete from.
    private static final class Answers implements Composer.Completions {
        private Optional<ChatControl> control = Optional.empty();
        private Optional<FileChoices> files = Optional.empty();

        void begin(ChatControl known, Ui ui, Composer composer) {
            control = Optional.of(known);
            files = Optional.of(new FileChoices(ui, composer, known));
        }

        @Override
        public List<Choice> commands(String beginning) {
            return control.map(known -> known.commands().beginning(beginning)).orElse(List.of());
        }

        @Override
        public List<Choice> files(String part) {
            return files.map(known -> known.find(part)).orElse(List.of());
        }

        @Override
        public List<Choice> skills(String beginning) {
            return control.map(known -> known.commands().skills(beginning)).orElse(List.of());
        }
    }
}
