package dev.pawl.tui;

import dev.pawl.card.CallOutcome;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.card.Part;
import dev.pawl.cli.Text;
import dev.pawl.cli.UsageError;
import dev.pawl.command.Command;
import dev.pawl.event.StoreDown;
import dev.pawl.gateway.Reply;
import dev.pawl.thread.ChatThread;
import dev.pawl.tui.ask.ChoiceSheet;
import dev.pawl.tui.ask.QuestionLines;
import dev.pawl.tui.ask.QuestionSheets;
import dev.pawl.tui.show.Wording;
import dev.pawl.tui.term.Key;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import dev.pawl.view.QuestionView;
import dev.pawl.view.ThreadChange;
import dev.pawl.view.ThreadView;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// What keys and commands do in a thread: the only caller of [ThreadAccess] while the screen is
/// up. Methods are called by the thread of [Ui]; what may block is done beside it, in order.
final class ChatControl implements Chat.Keys {
    private static final Duration TWICE = Duration.ofMillis(800);
    private static final Duration QUIT_AGAIN = Duration.ofSeconds(3);

    private final Ui ui;
    private final Chat chat;
    private final ThreadAccess access;
    private final Wording words;
    private final OrderedWork work;
    private final SlashCommands commands;
    private final QuestionSheets sheets;
    private final Attention attention;
    private final PersonShell shell;
    private ThreadAccess.Following following = () -> {};
    private Optional<QuestionView> asked = Optional.empty();
    private final Set<String> answeredHere = new HashSet<>();
    private long escapedAt;
    private long quitAskedAt;
    private int opening;

    ChatControl(Ui ui, Chat chat, ThreadAccess access, Wording words, OrderedWork work, Attention attention) {
        this.ui = ui;
        this.chat = chat;
        this.access = access;
        this.words = words;
        this.work = work;
        this.attention = attention;
        this.shell = new PersonShell(ui, chat.transcript());
        this.commands = new SlashCommands(this, ui, chat, access, words);
        this.sheets = new QuestionSheets(
                words, access::letter, this::answer, this::show, chat::hint, new QuestionLines(words, access::letter));
    }

    String folder() {
        return chat.state().thread().setup().cwd();
    }

    SlashCommands commands() {
        return commands;
    }

    // Threads.

    /// Shows a thread from now on: what was said in it, and what happens.
    void open(ChatThread thread) {
        following.close();
        following = () -> {};
        chat.dismissSheet();
        asked = Optional.empty();
        chat.state().open(thread);
        var number = ++opening;
        later(() -> access.follow(thread, new Follower(number)), begun -> {
            if (number == opening) following = begun;
            else begun.close();
        });
    }

    /// Tells the thread that draws; what belongs to a thread that was left is dropped.
    private final class Follower implements ThreadAccess.Follower {
        private final int number;

        Follower(int number) {
            this.number = number;
        }

        @Override
        public void stands(ThreadView view) {
            ui.post(() -> {
                if (number == opening) show(view);
            });
        }

        @Override
        public void changed(List<ThreadChange> changes) {
            ui.post(() -> {
                if (number == opening) changes.forEach(ChatControl.this::add);
                askNext();
            });
        }

        @Override
        public void lost(ThreadAccess.Runner runner) {
            ui.post(() -> {
                if (number == opening) chat.transcript().note(Role.WARNING, gone(runner));
            });
        }
    }

    private String gone(ThreadAccess.Runner runner) {
        return words.say(
                Text.TUI_SERVER_GONE,
                String.valueOf(runner.pid()),
                chat.state().thread().id().value());
    }

    private void show(ThreadView view) {
        chat.state().stands(view);
        new Earlier(words, chat.transcript()).show(view, ui.size().columns());
        askNext();
    }

    private void add(ThreadChange change) {
        var wasQueued = change instanceof ThreadChange.TurnEnded ended
                && chat.state().queue().isQueued(ended.turn());
        chat.state().add(change);
        if (!wasQueued && !shell.hasShown(change)) chat.transcript().add(change);
        if (change instanceof ThreadChange.QuestionSettled(var question, var outcome)) settled(question, outcome);
        if (change instanceof ThreadChange.TurnEnded ended && !wasQueued) {
            chat.hint("");
            if (ended.deliverable().outcome() == Outcome.CANCELED) sayUnheard();
            attention.call(ui, words.say(Text.TUI_NOTE_DONE));
            lookElsewhere();
        }
    }

    /// What was said to a turn that was stopped before its next step begins another one.
    private void sayUnheard() {
        var unheard = chat.state().queue().takeSteers();
        if (!unheard.isEmpty()) say(String.join("\n\n", unheard), List.of(), ThreadAccess.Delivery.STEER);
    }

    private void settled(QuestionView question, CallOutcome outcome) {
        if (answeredHere.remove(question.id())) return;
        var said = outcome == CallOutcome.SUCCESS ? Text.TUI_ANSWERED_YES : Text.TUI_ANSWERED_NO;
        chat.transcript()
                .note(
                        Role.FAINT,
                        words.say(said, question.title().lines().findFirst().orElse("")));
    }

    /// Shows the question that waits longest; takes one away that was answered elsewhere.
    private void askNext() {
        if (asked.isPresent() && !chat.state().isAsked(asked.get().id())) {
            asked = Optional.empty();
            chat.dismissSheet();
        }
        var waiting = chat.state().questions();
        if (asked.isPresent() || waiting.isEmpty() || chat.hasSheet()) return;
        var next = waiting.getFirst();
        asked = Optional.of(next);
        chat.ask(sheets.of(next, waiting.size() > 1 ? "  1/" + waiting.size() : ""));
        attention.call(ui, words.say(Text.TUI_NOTE_ASKED));
    }

    private void answer(Command command) {
        asked.ifPresent(question -> answeredHere.add(question.id()));
        later(() -> access.accept(command), this::refused);
    }

    private void show(List<Line> lines) {
        var section = new Pager.Section(Line.EMPTY, lines);
        ui.open(new Pager(ui, words, words.say(Text.TUI_QUESTION_TITLE), List.of(section), List.of()));
    }

    void lookElsewhere() {
        var thread = chat.state().thread().id();
        later(() -> access.waitingElsewhere(thread), chat.state()::waitElsewhere);
    }

    // Saying something.

    /// What stands in the field.
    private void send(ThreadAccess.Delivery delivery) {
        var composer = chat.composer();
        if (composer.text().isBlank()) return;
        chat.hint("");
        var pictures = composer.pictures();
        var text = composer.take().stripTrailing();
        later(
                () -> {
                    access.remember(text);
                    return text;
                },
                _ -> {});
        if (text.startsWith("/") && commands.run(text)) return;
        if (text.startsWith("!"))
            shell.run(chat.state().thread(), text.substring(1).strip());
        else say(text, pictures, delivery);
    }

    void say(String text, List<Path> pictures, ThreadAccess.Delivery delivery) {
        var thread = chat.state().thread();
        var before = shell.take();
        later(
                () -> {
                    var items = new ArrayList<Item>();
                    for (var ran : before) items.add(new Item.Briefing(Item.Briefing.Role.USER, ran));
                    var parts = new ArrayList<Part>(List.of(new Part.Text(text)));
                    for (var picture : pictures) parts.add(access.picture(picture));
                    items.add(new Item.UserMessage(parts));
                    return access.submit(thread, items, delivery);
                },
                reply -> said(text, reply));
    }

    private void said(String text, Reply reply) {
        switch (reply) {
            case Reply.Steered _ -> chat.state().queue().steered(text.strip());
            case Reply.Accepted(var turn) -> {
                if (chat.state().isRunningAnother(turn)) chat.state().queue().queued(turn, text.strip());
            }
            case Reply.Refused(var why) -> {
                chat.transcript().note(Role.BAD, why);
                if (chat.composer().isEmpty()) chat.composer().set(text);
            }
            case Reply.Stopped _, Reply.Decided _ -> {}
        }
    }

    void refused(Reply reply) {
        if (reply instanceof Reply.Refused(var why)) chat.transcript().note(Role.WARNING, why);
    }

    /// Takes the message that was queued last back into the field.
    private boolean editQueued() {
        var last = chat.state().queue().last();
        if (last.isEmpty()) return false;
        var thread = chat.state().thread().id();
        var entry = last.get();
        later(
                () -> access.accept(new Command.Interrupt(access.letter(), thread, entry.turn(), "edited by the user")),
                reply -> {
                    refused(reply);
                    if (!(reply instanceof Reply.Refused)) chat.composer().set(entry.text());
                });
        return true;
    }

    // Keys.

    @Override
    public boolean key(Key key, boolean isAsked) {
        if (key.is(Key.Modifier.CTRL, 'z')) ui.suspend();
        else if (key.is(Key.Modifier.CTRL, 't')) commands.showTranscript();
        else if (key.is(Key.Modifier.CTRL, 'l')) ui.redraw();
        else if (isAsked) return false;
        else if (key.is(Key.Name.ENTER)) enter();
        else if (key.is(Key.Name.TAB)) tab();
        else if (key.is(Key.Modifier.SHIFT, Key.Name.TAB)) commands.nextMode();
        else if (key.is(Key.Name.ESCAPE)) escape();
        else if (key.is(Key.Modifier.CTRL, 'c')) interruptOrQuit();
        else if (key.is(Key.Modifier.CTRL, 'd') && chat.composer().isEmpty()) quit();
        else if (key.is(Key.Modifier.CTRL, 'g')) commands.editOutside();
        else if (key.is(Key.Modifier.CTRL, 'r')) commands.searchHistory();
        else if (key.is(Key.Modifier.CTRL, 'o')) commands.resume(true);
        else if (key.is(Key.Modifier.CTRL, 'v')) commands.pastePicture();
        else if (key.is(Key.Modifier.ALT, Key.Name.UP)) return editQueued();
        else if (key.equals(new Key.Typed("?")) && chat.composer().isEmpty()) chat.toggleHelp();
        else return false;
        return true;
    }

    private void enter() {
        var composer = chat.composer();
        var isCommand = composer.field().text().startsWith("/");
        if (composer.complete() && !isCommand) {
            composer.field().insert(" ");
            return;
        }
        // A backslash before the line end is the oldest way to go on in the next line.
        var field = composer.field();
        if (field.text().endsWith("\\") && field.caret() == field.text().length()) {
            field.deleteLeft();
            field.insert("\n");
            return;
        }
        send(ThreadAccess.Delivery.STEER);
    }

    private void tab() {
        if (chat.composer().complete()) chat.composer().field().insert(" ");
        else send(ThreadAccess.Delivery.QUEUE);
    }

    private void escape() {
        if (chat.composer().dismiss()) return;
        if (shell.stop()) return;
        if (chat.state().isRunning()) {
            interrupt();
            return;
        }
        var now = System.nanoTime();
        if (chat.composer().isEmpty() && now - escapedAt < TWICE.toNanos()) commands.editEarlier();
        else if (chat.composer().isEmpty()) chat.hint(words.say(Text.TUI_ESC_AGAIN));
        escapedAt = now;
    }

    void interrupt() {
        var thread = chat.state().thread().id();
        chat.hint(words.say(Text.TUI_STOPPING));
        later(() -> access.interrupt(thread), this::refused);
    }

    private void interruptOrQuit() {
        if (!chat.composer().isEmpty()) {
            chat.composer().clear();
            return;
        }
        if (shell.stop()) return;
        if (chat.state().isRunning()) {
            interrupt();
            return;
        }
        var now = System.nanoTime();
        if (now - quitAskedAt < QUIT_AGAIN.toNanos()) quit();
        else chat.hint(words.say(Text.TUI_QUIT_AGAIN));
        quitAskedAt = now;
    }

    /// A turn under way is left to another process, or stopped; a person says which.
    void quit() {
        if (!chat.state().isRunning()) {
            ui.stop();
            return;
        }
        var thread = chat.state().thread().id();
        var answers = List.of(
                new ChoiceSheet.Answer(
                        'b', words.say(Text.TUI_QUIT_LEAVE), () -> leave(() -> access.goOnWithout(thread))),
                new ChoiceSheet.Answer('s', words.say(Text.TUI_QUIT_STOP), () -> leave(() -> access.interrupt(thread))),
                new ChoiceSheet.Answer('n', words.say(Text.TUI_QUIT_NOT), chat::dismissSheet));
        var question = List.of(Line.of(Role.WARNING, "◆ ").and(Role.STRONG, words.say(Text.TUI_QUIT_RUNNING)));
        chat.ask(new ChoiceSheet(question, answers, Optional.of(chat::dismissSheet), ""));
    }

    private void leave(Runnable how) {
        chat.dismissSheet();
        later(
                () -> {
                    how.run();
                    return true;
                },
                _ -> ui.stop());
    }

    /// Does something that may block beside the screen, after what was begun before, and goes on
    /// with its result on the screen.
    <T> void later(Supplier<T> what, Consumer<T> then) {
        work.run(() -> {
            try {
                var result = what.get();
                ui.post(() -> then.accept(result));
            } catch (UsageError wrong) {
                ui.post(() -> chat.transcript().note(Role.BAD, wrong.text()));
            } catch (StoreDown down) {
                ui.post(() -> chat.transcript().note(Role.BAD, String.valueOf(down.getMessage())));
            } catch (RuntimeException bug) {
                // One thing that fails must not take the rest of the screen with it.
                ui.post(() -> chat.transcript().note(Role.BAD, words.say(Text.INTERNAL_ERROR, String.valueOf(bug))));
            }
        });
    }

    void close() {
        following.close();
    }
}
