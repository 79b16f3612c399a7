package dev.pawl.tui;

import dev.pawl.card.Item;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Text;
import dev.pawl.command.Command;
import dev.pawl.gateway.Reply;
import dev.pawl.tui.ask.QuestionLines;
import dev.pawl.tui.show.Transcript;
import dev.pawl.tui.show.Wording;
import dev.pawl.tui.text.Line;
import dev.pawl.view.QuestionView;
import dev.pawl.view.ThreadChange;
import dev.pawl.view.ThreadView;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;

/// The same thread in lines that are never drawn over: for screen readers and simple terminals.
/// What is final is printed, what a person types is read line by line, choices have numbers.
final class PlainChat {
    private static final int COLUMNS = 78;

    private final Console console;
    private final TuiCommand.Surroundings around;
    private final Wording words;
    private final Transcript transcript;
    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final QuestionLines questions;
    private Optional<QuestionView> asked = Optional.empty();
    private String lastHeader = "";
    private boolean over;

    PlainChat(Console console, TuiCommand.Surroundings around) {
        this.console = console;
        this.around = around;
        this.words = new Wording(console.messages());
        this.transcript = new Transcript(words, COLUMNS);
        this.questions = new QuestionLines(words, around.access()::letter);
    }

    int run(TuiCommand.Start start) throws InterruptedException {
        var access = around.access();
        var thread = start.thread().orElseGet(() -> access.find("last"));
        var state = new ThreadState(thread);
        console.line(words.say(Text.TUI_GREETING, around.version()) + "  "
                + thread.setup().cwd());
        try (var _ = access.follow(thread, follower(state))) {
            Thread.ofPlatform().name("pawl-lines").daemon(true).start(() -> read(state));
            if (!start.prompt().isEmpty()) tasks.add(() -> say(state, start.prompt()));
            while (!over) {
                tasks.take().run();
                print(state);
            }
        }
        if (!state.said().isEmpty())
            console.plain(words.say(Text.TUI_GOODBYE, state.thread().id().value()));
        return ExitCode.OK;
    }

    private ThreadAccess.Follower follower(ThreadState state) {
        return new ThreadAccess.Follower() {
            @Override
            public void stands(ThreadView view) {
                tasks.add(() -> {
                    state.stands(view);
                    new Earlier(words, transcript).show(view, COLUMNS);
                });
            }

            @Override
            public void changed(List<ThreadChange> changes) {
                tasks.add(() -> changes.forEach(change -> {
                    state.add(change);
                    transcript.add(change);
                }));
            }

            @Override
            public void lost(ThreadAccess.Runner runner) {
                var thread = state.thread().id().value();
                tasks.add(() -> console.note(words.say(Text.TUI_SERVER_GONE, String.valueOf(runner.pid()), thread)));
            }
        };
    }

    private void print(ThreadState state) {
        for (var line : transcript.take()) console.line(line.text());
        var view = state.view(around.clock().instant());
        var header = words.say(view.header());
        if (!header.equals(lastHeader)) console.plain(words.say(Text.TUI_PLAIN_STATUS, header));
        lastHeader = header;
        var first = state.questions().stream().findFirst();
        if (first.isPresent() && !first.equals(asked)) {
            questions.lines(first.get()).stream().map(Line::text).forEach(console::line);
            console.prompt(words.say(Text.TUI_PLAIN_CHOOSE) + " ");
        }
        asked = first;
    }

    private void read(ThreadState state) {
        try (var input = new BufferedReader(
                new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8))) {
            for (var line = input.readLine(); line != null; line = input.readLine()) {
                var typed = line;
                tasks.add(() -> take(state, typed));
            }
        } catch (IOException gone) {
            // The same as the end of input.
        }
        tasks.add(() -> over = true);
    }

    private void take(ThreadState state, String line) {
        if (line.isBlank()) return;
        if (asked.isPresent()) {
            questions.answer(asked.get(), line.strip()).ifPresent(this::accept);
            return;
        }
        switch (line.strip()) {
            case "/quit", "/exit" -> over = true;
            case "/stop" -> note(around.access().interrupt(state.thread().id()));
            default -> say(state, line);
        }
    }

    private void accept(Command command) {
        note(around.access().accept(command));
    }

    private void say(ThreadState state, String text) {
        note(around.access().submit(state.thread(), List.of(Item.UserMessage.of(text)), ThreadAccess.Delivery.STEER));
    }

    private void note(Reply reply) {
        if (reply instanceof Reply.Refused(var why)) console.note(why);
    }
}
