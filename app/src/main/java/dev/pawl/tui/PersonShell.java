package dev.pawl.tui;

import dev.pawl.id.TurnId;
import dev.pawl.thread.ChatThread;
import dev.pawl.tui.show.Transcript;
import dev.pawl.view.CommandProgress;
import dev.pawl.view.ItemView;
import dev.pawl.view.ItemView.CommandRun;
import dev.pawl.view.ThreadChange;
import dev.pawl.view.UserCommand;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Commands that a person runs behind `!`: in the thread's folder, as at any other prompt. The
/// agent reads what they printed with the person's next words.
///
/// Used by the thread of [Ui] alone; output is read beside it.
final class PersonShell {
    private static final TurnId NO_TURN = new TurnId("shell");
    private static final int MOST_OUTPUT = 200_000;

    private final Ui ui;
    private final Transcript transcript;
    private final List<String> untold = new ArrayList<>();
    private final List<String> shown = new ArrayList<>();
    private Optional<Process> running = Optional.empty();
    private int count;

    PersonShell(Ui ui, Transcript transcript) {
        this.ui = ui;
        this.transcript = transcript;
    }

    void run(ChatThread thread, String command) {
        if (command.isEmpty()) return;
        var item = new CommandRun(
                "shell-" + ++count,
                command,
                thread.setup().cwd(),
                CommandRun.Caller.USER,
                new CommandProgress.Running(""));
        var since = ui.now();
        try {
            var shell = System.getenv("SHELL");
            var process = new ProcessBuilder(shell == null || shell.isBlank() ? "/bin/sh" : shell, "-c", command)
                    .directory(new File(thread.setup().cwd()))
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .redirectErrorStream(true)
                    .start();
            running = Optional.of(process);
            transcript.add(new ThreadChange.ItemBegan(NO_TURN, item, since));
            Thread.ofPlatform().name("pawl-shell").daemon(true).start(() -> attend(process, item, since));
        } catch (IOException notStarted) {
            var failed = new CommandProgress.Exited(127, String.valueOf(notStarted.getMessage()), 0);
            transcript.add(new ThreadChange.ItemCompleted(NO_TURN, item.with(failed), since));
        }
    }

    private void attend(Process process, CommandRun item, Instant since) {
        var output = new StringBuilder();
        try (var reader = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
            var chunk = new char[8192];
            for (var got = reader.read(chunk); got >= 0; got = reader.read(chunk)) {
                var text = new String(chunk, 0, got);
                if (output.length() < MOST_OUTPUT) output.append(text);
                ui.post(() -> transcript.add(
                        new ThreadChange.ItemGrew(NO_TURN, item.id(), new ThreadChange.Growth.Output(), text)));
            }
        } catch (IOException ended) {
            // It was stopped: what it printed until then is what there is.
        }
        try {
            var code = process.waitFor();
            ui.post(() -> ended(
                    item,
                    new CommandProgress.Exited(
                            code,
                            output.toString(),
                            Duration.between(since, ui.now()).toMillis())));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void ended(CommandRun item, CommandProgress.Exited end) {
        running = Optional.empty();
        transcript.add(new ThreadChange.ItemCompleted(NO_TURN, item.with(end), ui.now()));
        untold.add(UserCommand.words(item.command(), end));
        shown.add(item.command());
    }

    /// What the agent was not told yet.
    List<String> take() {
        var words = List.copyOf(untold);
        untold.clear();
        return words;
    }

    /// Whether this tells of a command that was shown here when it ran.
    boolean hasShown(ThreadChange change) {
        return switch (change) {
            case ThreadChange.ItemBegan(var _, ItemView item, var _) ->
                isOfPerson(item) && shown.contains(((CommandRun) item).command());
            case ThreadChange.ItemCompleted(var _, ItemView item, var _) ->
                isOfPerson(item) && shown.remove(((CommandRun) item).command());
            default -> false;
        };
    }

    private static boolean isOfPerson(ItemView item) {
        return item instanceof CommandRun run && run.caller() == CommandRun.Caller.USER;
    }

    /// @return whether there was one to stop
    boolean stop() {
        running.ifPresent(process -> {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        });
        return running.isPresent();
    }
}
