package dev.pawl.tui;

import dev.pawl.id.ThreadId;
import dev.pawl.tui.term.Modes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Leaves the terminal sane however this process ends: by a signal, with its terminal, or by
/// `kill -9`. For the last a small shell waits beside it and sets the terminal right when it is
/// gone; a turn under way is handed to another process in the other cases.
final class TerminalGuard implements AutoCloseable {
    /// Reads what is said to it until its input ends. The word `done` means that all is well.
    private static final String SCRIPT = """
            trap '' INT TERM HUP QUIT TSTP TTOU TTIN
            mode=$(stty -g </dev/tty 2>/dev/null)
            page=
            while read -r word; do
                case $word in done) exit 0 ;; page) page=yes ;; text) page= ;; esac
            done
            { [ -z "$page" ] || printf '\\033[?1049l'; printf '%s' "$1"; } >/dev/tty 2>/dev/null
            [ "$(stty -g </dev/tty 2>/dev/null)" != "$mode" ] || stty sane </dev/tty 2>/dev/null
            """;

    private final Thread hook = new Thread(this::endedBySignal, "pawl-terminal");
    private volatile @Nullable Ui ui;
    private volatile @Nullable OutputStream watcher;
    private volatile Runnable handOver = () -> {};

    void watch(Ui screen) {
        ui = screen;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /// Starts the shell that waits for the worst. Not before the first frame: it takes a moment.
    void begin() {
        Thread.ofPlatform().name("pawl-guard").daemon(true).start(() -> {
            try {
                var shell = new ProcessBuilder(List.of("/bin/sh", "-c", SCRIPT, "sh", Modes.LEAVE))
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                watcher = shell.getOutputStream();
            } catch (IOException none) {
                // Then nothing helps after kill -9 but `reset`.
            }
        });
    }

    /// Says whether the terminal's other screen is in use.
    void page(boolean open) {
        say(open ? "page" : "text");
    }

    private void say(String word) {
        var to = watcher;
        if (to == null) return;
        try {
            to.write((word + "\n").getBytes(StandardCharsets.US_ASCII));
            to.flush();
        } catch (IOException gone) {
            watcher = null;
        }
    }

    /// What goes on without this process when its terminal is gone.
    ///
    /// @param running the thread with a turn under way
    void onLoss(Supplier<Optional<ThreadId>> running, ThreadAccess access) {
        handOver = () -> running.get().ifPresent(access::goOnWithout);
    }

    /// The terminal is gone: there is nobody to ask.
    void lost() {
        handOver.run();
        handOver = () -> {};
        var screen = ui;
        if (screen != null) screen.post(screen::stop);
    }

    private void endedBySignal() {
        handOver.run();
        var screen = ui;
        if (screen != null) screen.close();
        say("done");
    }

    @Override
    public void close() {
        say("done");
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException endingAlready) {
            // The hook does it all.
        }
    }
}
