package dev.pawl.tui;

import dev.pawl.tui.compose.Choice;
import dev.pawl.tui.compose.Composer;
import dev.pawl.tui.compose.FileIndex;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// Files for `@`: searched beside the screen, which shows what was found last until more is known.
final class FileChoices {
    private final Ui ui;
    private final Composer composer;
    private final ChatControl control;
    private final LinkedBlockingQueue<Query> queries = new LinkedBlockingQueue<>();
    private final AtomicInteger latest = new AtomicInteger();
    private String asked = "";
    private String folder = "";
    private List<Choice> found = List.of();

    private record Query(int number, String part, String folder) {}

    FileChoices(Ui ui, Composer composer, ChatControl control) {
        this.ui = ui;
        this.composer = composer;
        this.control = control;
    }

    /// What is known now; asks for more.
    List<Choice> find(String part) {
        var cwd = control.folder();
        if (folder.isEmpty())
            Thread.ofPlatform().name("pawl-files").daemon(true).start(this::search);
        if (part.equals(asked) && cwd.equals(folder)) return found;
        asked = part;
        folder = cwd;
        queries.add(new Query(latest.incrementAndGet(), part, cwd));
        return found;
    }

    private void search() {
        var index = FileIndex.empty();
        var indexed = "";
        var readAt = 0L;
        try {
            while (true) {
                var query = queries.take();
                if (query.number != latest.get()) continue;
                // Read again when a person begins anew some time later: files come and go.
                if (!query.folder.equals(indexed) || (query.part.isEmpty() && System.nanoTime() - readAt > 5e9)) {
                    index = FileIndex.read(Path.of(query.folder));
                    indexed = query.folder;
                    readAt = System.nanoTime();
                }
                var paths = index.find(query.part, () -> query.number != latest.get());
                if (query.number != latest.get()) continue;
                var choices = paths.stream()
                        .map(path -> new Choice(path, "", path.indexOf(' ') >= 0 ? "\"" + path + "\"" : path))
                        .toList();
                ui.post(() -> {
                    found = choices;
                    composer.refresh();
                });
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }
}
