package dev.pawl.tui.show;

import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.cli.Text;
import dev.pawl.cli.TroubleText;
import dev.pawl.event.Event;
import dev.pawl.tui.markdown.Highlighter;
import dev.pawl.tui.markdown.MarkdownStream;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import dev.pawl.view.ItemView;
import dev.pawl.view.ThreadChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What of a thread is final and goes to the scrollback, and what still moves.
///
/// Not safe for use by many threads.
public final class Transcript {
    private static final int MOST_TAIL = 16_384;
    private static final Duration SHORT = Duration.ofSeconds(10);

    private final Wording words;
    private final Manner manner;
    private final List<Line> finished = new ArrayList<>();
    private final Map<String, Streamed> texts = new LinkedHashMap<>();
    private final Map<String, Moving> moving = new LinkedHashMap<>();
    /// Items whose lines were written before they were complete.
    private final Set<String> written = new HashSet<>();
    private Block last = Block.NOTHING;
    private int columns;
    private String folder = "";
    private long commands;
    private long files;

    /// How much of an item is written, and how far items stand apart.
    public enum Manner {
        /// Long things are cut; steps of one line or more follow each other.
        CHAT,
        /// Long things are cut; a step of several lines has a blank line around it.
        SPACED,
        /// The same with everything in it.
        WHOLE
    }

    /// What was written last: blocks of another kind are set apart.
    private enum Block {
        NOTHING,
        TEXT,
        /// Work of one line.
        NOTE,
        WORK
    }

    /// A message that arrives: what was taken of it so far, to compare with the whole.
    private static final class Streamed {
        private final MarkdownStream stream = new MarkdownStream();
        private final StringBuilder taken = new StringBuilder();
        private boolean begun;
    }

    private static final class Moving {
        private ItemView item;
        private final Instant since;
        private final StringBuilder output = new StringBuilder();

        Moving(ItemView item, Instant since) {
            this.item = item;
            this.since = since;
        }
    }

    public Transcript(Wording words, int columns) {
        this(words, columns, Manner.CHAT);
    }

    public Transcript(Wording words, int columns, Manner manner) {
        this.words = words;
        this.manner = manner;
        this.columns = columns;
    }

    /// The folder the thread works in: paths are shown from there.
    public void workIn(String cwd) {
        folder = cwd;
    }

    public void resize(int width) {
        columns = width;
    }

    /// The lines that became final since this was asked last.
    public List<Line> take() {
        if (finished.isEmpty()) return List.of();
        var lines = List.copyOf(finished);
        finished.clear();
        return lines;
    }

    /// Whether anything was ever written.
    public boolean hasText() {
        return last != Block.NOTHING;
    }

    /// Whether something of it is drawn anew when time passes.
    public boolean isMoving() {
        return !moving.isEmpty();
    }

    public void add(ThreadChange change) {
        switch (change) {
            case ThreadChange.ItemBegan(var _, var item, var at) -> began(item, at);
            case ThreadChange.ItemGrew(var _, var item, var growth, var delta) -> grew(item, growth, delta);
            case ThreadChange.ItemUpdated(var _, var item) -> {
                var known = moving.get(item.id());
                if (known != null) known.item = item;
            }
            case ThreadChange.ItemCompleted(var _, var item, var _) -> completed(item);
            case ThreadChange.PlanChanged(var _, var plan) -> block(Block.TEXT, items().plan(plan));
            case ThreadChange.Retrying(var _, var attempt, var most, var reason) ->
                note(Role.WARNING, retry(attempt, most, reason));
            case ThreadChange.TakenOver(var _, var reason, var _) ->
                note(Role.WARNING, words.say(Text.TUI_TAKEN_OVER, reason));
            case ThreadChange.ServerChanged(var server, var state, var error) -> {
                if (state == Event.ServerChanged.State.FAILED)
                    note(Role.WARNING, words.say(Text.TUI_SERVER_FAILED, server, error));
            }
            case ThreadChange.Warned(var message) -> note(Role.WARNING, message);
            case ThreadChange.TurnsDropped(var turns) ->
                note(Role.FAINT, words.say(Text.TUI_DROPPED, String.valueOf(turns.size())));
            case ThreadChange.TurnBegan _ -> {
                commands = 0;
                files = 0;
            }
            case ThreadChange.TurnEnded ended -> ended(ended);
            case ThreadChange.TurnQueued _,
                    ThreadChange.Steered _,
                    ThreadChange.DiffChanged _,
                    ThreadChange.TokensCounted _,
                    ThreadChange.QuestionAsked _,
                    ThreadChange.QuestionSettled _,
                    ThreadChange.Compacted _,
                    ThreadChange.TurnFailed _,
                    ThreadChange.StatusChanged _ -> {}
        }
    }

    private String retry(int attempt, int most, String reason) {
        var why = TroubleText.of(words.messages(), "", reason)
                .map(TroubleText::happened)
                .orElse(reason);
        return words.say(Text.TROUBLE_RETRY, why, String.valueOf(attempt), String.valueOf(most));
    }

    private String failure(Item.Deliverable deliverable) {
        return TroubleText.of(words.messages(), deliverable.failure(), deliverable.error())
                .map(known -> words.say(Text.TUI_TURN_FAILED, known.happened()) + "\n" + known.remedy())
                .orElseGet(() -> words.say(Text.TUI_TURN_FAILED, deliverable.error()));
    }

    /// A line of the program's own.
    public void note(Role role, String text) {
        var lines = new ArrayList<Line>();
        for (var line : text.stripTrailing().split("\n", -1))
            lines.add(Line.of(role, (lines.isEmpty() ? "• " : "  ") + line));
        block(Block.WORK, lines);
    }

    /// Text of the program's own, set apart.
    public void text(List<Line> lines) {
        block(Block.TEXT, lines);
    }

    private void began(ItemView item, Instant at) {
        endThoughts();
        if (item instanceof ItemView.AgentText) texts.put(item.id(), new Streamed());
        else if (!(item instanceof ItemView.UserText)) moving.put(item.id(), new Moving(item, at));
    }

    private void grew(String id, ThreadChange.Growth growth, String delta) {
        switch (growth) {
            case ThreadChange.Growth.Text _ -> {
                var text = texts.computeIfAbsent(id, _ -> new Streamed());
                text.taken.append(delta);
                lines(text, text.stream.feed(delta, columns));
            }
            case ThreadChange.Growth.Output _, ThreadChange.Growth.Progress _ -> {
                var command = moving.get(id);
                if (command == null) return;
                command.output.append(delta);
                if (command.output.length() > 2 * MOST_TAIL)
                    command.output.delete(0, command.output.length() - MOST_TAIL);
            }
            case ThreadChange.Growth.Summary _ -> {
                var thought = moving.get(id);
                if (thought != null) thought.output.append(delta);
            }
        }
    }

    /// What begins next ends what was thought before: it is written above it, although it is stored
    /// with it only later.
    private void endThoughts() {
        for (var open : List.copyOf(moving.values())) {
            if (!(open.item instanceof ItemView.Thinking(var id, var _)) || open.output.isEmpty()) continue;
            moving.remove(id);
            written.add(id);
            var thought = new ItemView.Thinking(id, open.output.toString());
            block(Block.WORK, items().of(thought));
        }
    }

    private void completed(ItemView item) {
        moving.remove(item.id());
        if (written.remove(item.id())) return;
        switch (item) {
            case ItemView.AgentText said -> spoken(said);
            case ItemView.UserText said -> block(Block.TEXT, items().of(said));
            default -> {
                if (item instanceof ItemView.CommandRun) commands++;
                if (item instanceof ItemView.FileEdit edit && edit.isMade())
                    files += edit.changes().size();
                block(Block.WORK, items().of(item));
            }
        }
    }

    /// The completed text is what counts. What was streamed of it is on the screen already; if it
    /// was something else, the whole is written below.
    private void spoken(ItemView.AgentText said) {
        var text = texts.remove(said.id());
        if (text == null) text = new Streamed();
        var whole = said.text();
        if (whole.startsWith(text.taken.toString())) {
            lines(text, text.stream.feed(whole.substring(text.taken.length()), columns));
            lines(text, text.stream.end(columns));
        } else {
            lines(text, text.stream.end(columns));
            block(Block.TEXT, items().of(said));
        }
    }

    /// Lines of a message: the first of them is set apart from what came before.
    private void lines(Streamed text, List<Line> lines) {
        for (var line : lines) {
            if (!text.begun && line.isEmpty()) continue;
            if (!text.begun && last != Block.NOTHING) finished.add(Line.EMPTY);
            text.begun = true;
            finished.add(line);
            last = Block.TEXT;
        }
    }

    private ItemLines items() {
        return manner == Manner.WHOLE
                ? ItemLines.whole(words, folder, columns)
                : ItemLines.brief(words, folder, columns);
    }

    private void block(Block kind, List<Line> lines) {
        if (lines.isEmpty()) return;
        var next = kind == Block.WORK && (lines.size() == 1 || manner == Manner.CHAT) ? Block.NOTE : kind;
        var isApart = next != Block.NOTE || last != Block.NOTE;
        if (last != Block.NOTHING && isApart) finished.add(Line.EMPTY);
        finished.addAll(lines);
        last = next;
    }

    /// Writes what never completed: it was part of a turn that is over.
    public void close() {
        texts.values().forEach(text -> lines(text, text.stream.end(columns)));
        texts.clear();
        moving.clear();
    }

    private void ended(ThreadChange.TurnEnded ended) {
        var deliverable = ended.deliverable();
        close();
        var outcome = deliverable.outcome();
        if (outcome == Outcome.CANCELED) note(Role.WARNING, words.say(Text.TUI_INTERRUPTED));
        else if (outcome != Outcome.SUCCESS) note(Role.BAD, failure(deliverable));
        else if (ended.last().isEmpty() && !deliverable.text().isBlank())
            block(Block.TEXT, items().agent(deliverable.text()));
        var time = Duration.between(ended.since(), ended.at());
        if (time.compareTo(SHORT) < 0) return;
        var summary = new StringBuilder(words.say(Text.TUI_WORKED, words.say(time)));
        if (commands > 0) summary.append(" · ").append(words.say(Text.TUI_COMMANDS, String.valueOf(commands)));
        if (files > 0) summary.append(" · ").append(words.say(Text.TUI_FILES, String.valueOf(files)));
        block(Block.TEXT, List.of(Line.of(Role.FAINT, "─ " + summary)));
    }

    /// What still moves, the newest at the end.
    ///
    /// @param most how many rows there is room for
    /// @param held calls that wait for a person: they do not move yet
    public List<Line> rows(int most, Set<String> held, Instant now) {
        var rows = new ArrayList<Line>();
        for (var open : moving.values()) if (!held.contains(open.item.id())) rows.addAll(rows(open, now));
        for (var text : texts.values()) {
            var tail = text.stream.tail(columns);
            if (tail.isEmpty()) continue;
            if (!text.begun && last != Block.NOTHING) rows.add(Line.EMPTY);
            for (var line : tail) rows.addAll(line.rows(columns));
        }
        return rows.size() <= most ? rows : rows.subList(rows.size() - most, rows.size());
    }

    private List<Line> rows(Moving open, Instant now) {
        var rows = new ArrayList<Line>();
        if (open.item instanceof ItemView.CommandRun run) {
            var command = CommandText.typed(run.command()).lines().findFirst().orElse("");
            rows.add(Line.of(Role.ACCENT, "• ")
                    .and(Role.STRONG, words.say(Text.TUI_RUNNING) + " ")
                    .and(Highlighter.of("sh").line(command))
                    .and(Role.FAINT, "  " + words.say(Duration.between(open.since, now)))
                    .cut(columns));
            var output = open.output.isEmpty() ? run.progress().output() : open.output.toString();
            for (var line : OutputLines.tail(output, 4)) rows.add(line.cut(columns));
        } else if (!(open.item instanceof ItemView.Thinking)) {
            rows.addAll(items().of(open.item).stream()
                    .limit(1)
                    .map(line -> line.cut(columns))
                    .toList());
        }
        return rows;
    }
}
