package dev.pawl.tui;

import dev.pawl.cli.Text;
import dev.pawl.tui.show.Wording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The text field in the person's own editor: `VISUAL`, else `EDITOR`, else `vi`.
record OutsideEditor(Ui ui, Wording words) {
    void edit(Chat chat) {
        try {
            var file = Files.createTempFile("pawl-", ".md");
            try {
                Files.writeString(file, chat.composer().text());
                var ended = new int[] {-1};
                ui.lend(() -> ended[0] = run(file));
                if (ended[0] == 0) chat.composer().set(Files.readString(file).stripTrailing());
                else chat.hint(words.say(Text.TUI_EDITOR_FAILED, editor()));
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException full) {
            chat.hint(words.say(Text.TUI_EDITOR_FAILED, String.valueOf(full.getMessage())));
        }
    }

    private static String editor() {
        var visual = System.getenv("VISUAL");
        if (visual != null && !visual.isBlank()) return visual;
        var editor = System.getenv("EDITOR");
        return editor == null || editor.isBlank() ? "vi" : editor;
    }

    /// Through a shell: the variable may hold options.
    private static int run(Path file) {
        try {
            return new ProcessBuilder(List.of("/bin/sh", "-c", editor() + " \"$1\"", "sh", file.toString()))
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException missing) {
            return -1;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }
}
