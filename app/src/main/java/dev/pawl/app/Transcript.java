package dev.pawl.app;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Part;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import dev.pawl.provider.ResponseItems;
import dev.pawl.thread.ChatThread;
import dev.pawl.tool.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/// A thread as Codex writes it down: `sessions/YYYY/MM/DD/rollout-TIME-ID.jsonl`. Written after the
/// turn's commit and never read back: the store is the truth.
final class Transcript {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy/MM/dd");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss");

    private final Path home;
    private final Path file;
    private final ChatThread thread;

    Transcript(Path home, ChatThread thread) {
        this.home = home;
        this.thread = thread;
        var began = LocalClock.at(thread.createdAt());
        var folder = home.resolve("sessions").resolve(began.format(DAY));
        var name = RunFolder.fileName(thread.id().value());
        this.file = folder.resolve("rollout-" + began.format(TIME) + "-" + name + ".jsonl");
    }

    /// Where the file is, or will be: archived threads have a folder of their own.
    Path file() {
        return thread.archived() ? archived() : file;
    }

    private Path archived() {
        return home.resolve("archived_sessions").resolve(String.valueOf(file.getFileName()));
    }

    /// Puts the file where the thread's state wants it.
    void move() throws IOException {
        var from = thread.archived() ? file : archived();
        if (!Files.exists(from)) return;
        Files.createDirectories(file().getParent());
        Files.move(from, file(), StandardCopyOption.REPLACE_EXISTING);
    }

    void delete() throws IOException {
        Files.deleteIfExists(file);
        Files.deleteIfExists(archived());
    }

    void append(TurnId turn, List<Card> cards) throws IOException {
        var lines = new ArrayList<String>();
        if (!Files.exists(file)) lines.add(meta(thread));
        lines.addAll(turn(turn, cards));
        Files.createDirectories(file.getParent());
        var text = String.join("\n", lines) + "\n";
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /// Codex's own mark for turns that no longer count.
    void dropped(int turns, Instant at) throws IOException {
        if (!Files.exists(file())) return;
        var mark = event("thread_rolled_back", Json.object().with("num_turns", turns), at);
        Files.writeString(file(), mark + "\n", StandardOpenOption.APPEND);
    }

    /// A whole history: each run of cards of one turn is a turn.
    static List<String> lines(ChatThread thread, List<Card> history) {
        var lines = new ArrayList<String>();
        lines.add(meta(thread));
        int from = 0;
        for (int i = 1; i <= history.size(); i++) {
            var turn = history.get(from).origin().turn();
            if (i < history.size() && history.get(i).origin().turn().equals(turn)) continue;
            lines.addAll(turn(turn, history.subList(from, i)));
            from = i;
        }
        return lines;
    }

    private static List<String> turn(TurnId turn, List<Card> cards) {
        var lines = new ArrayList<String>();
        lines.add(event("task_started", Json.object().with("turn_id", turn.value()), first(cards)));
        var items = ResponseItems.writeEach(cards.stream().map(Card::item).toList());
        for (var i = 0; i < cards.size(); i++) {
            var card = cards.get(i);
            if (!items.get(i).isNull()) lines.add(line("response_item", items.get(i), card.at()));
            if (card.item() instanceof Item.UserMessage(var parts)) {
                lines.add(event("user_message", Json.object().with("message", text(parts)), card.at()));
            } else if (card.item() instanceof Item.AgentMessage message) {
                var body = Json.object().with("message", message.text());
                if (!message.phase().isEmpty()) body = body.with("phase", message.phase());
                lines.add(event("agent_message", body, card.at()));
            } else if (card.item() instanceof Item.Deliverable end) {
                var body = Json.object().with("turn_id", turn.value()).with("last_agent_message", end.text());
                lines.add(event("task_complete", body, card.at()));
            }
        }
        return lines;
    }

    private static String meta(ChatThread thread) {
        var body = Json.object()
                .with("id", thread.id().value())
                .with("timestamp", time(thread.createdAt()))
                .with("cwd", thread.setup().cwd())
                .with("originator", "pawl")
                .with("cli_version", Version.NUMBER)
                .with("source", thread.source())
                .with("model_provider", thread.setup().provider());
        return line("session_meta", body, thread.createdAt());
    }

    private static String event(String type, Json.Obj body, Instant at) {
        return line("event_msg", body.with("type", type), at);
    }

    private static String line(String type, Json payload, Instant at) {
        return Json.object()
                .with("timestamp", time(at))
                .with("type", type)
                .with("payload", payload)
                .write();
    }

    private static Instant first(List<Card> cards) {
        return cards.isEmpty() ? Instant.EPOCH : cards.getFirst().at();
    }

    private static String time(Instant at) {
        return at.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    private static String text(List<Part> parts) {
        var text = new StringBuilder();
        for (var part : parts) {
            if (part instanceof Part.Text(var words)) text.append(words);
        }
        return text.toString();
    }
}
