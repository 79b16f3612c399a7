package dev.pawl.exec;

import dev.pawl.card.Outcome;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.Console;
import dev.pawl.cli.Text;
import dev.pawl.cli.ThreadWord;
import dev.pawl.cli.TroubleText;
import dev.pawl.status.ChatState;
import dev.pawl.status.ChatStatus;
import dev.pawl.status.View;
import dev.pawl.thread.ChatThread;
import dev.pawl.tui.show.ItemLines;
import dev.pawl.tui.show.StatusRows;
import dev.pawl.tui.show.Transcript;
import dev.pawl.tui.show.TurnSummary;
import dev.pawl.tui.show.Wording;
import dev.pawl.tui.term.LiveRegion;
import dev.pawl.tui.term.Tty;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import dev.pawl.tui.text.Theme;
import dev.pawl.view.ItemView;
import dev.pawl.view.ThreadChange;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Progress for a person at a terminal: words and output as they come, and below them what goes on
/// and for how long.
///
/// A thread of its own draws, so that a slow terminal never holds the turn up.
final class LiveReporter implements Reporter {
    private static final long FRAME_NANOS = 33_000_000;
    private static final long SPINNER_MILLIS = 120;
    private static final long SPINNER_NANOS = SPINNER_MILLIS * 1_000_000;
    private static final Duration SILENCE = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Console console;
    private final ProgressTerminal terminal;
    private final InstantSource clock;
    private final Wording words;
    private final StatusRows status;
    private final Theme theme;
    private final LiveRegion region;
    private final Transcript transcript;
    private final TurnSummary summary;
    private final Thread painter =
            Thread.ofPlatform().name("pawl-draw").daemon(true).unstarted(this::paint);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private ChatState state = ChatState.NEW;
    private String model = "";
    private Instant heardAt;
    private boolean dirty;
    private boolean paused;
    private boolean closed;
    private Tty.Size size = new Tty.Size(24, 80);

    LiveReporter(Console console, Arguments arguments, ProgressTerminal terminal, Engine engine) {
        this.console = console;
        this.terminal = terminal;
        this.clock = engine.host()::now;
        this.words = new Wording(console.messages());
        this.status = new StatusRows(words, terminal.isMoving(), Text.EXEC_STOPS);
        this.theme = arguments.value("--color").filter("never"::equals).isPresent() ? Theme.MONO : terminal.theme();
        this.region = new LiveRegion(theme);
        this.transcript = new Transcript(
                words, 80, arguments.has("--verbose") ? Transcript.Manner.WHOLE : Transcript.Manner.SPACED);
        this.summary = new TurnSummary(words, usage -> engine.cost(model, usage));
        this.heardAt = clock.instant();
    }

    @Override
    public void began(ChatThread thread) {
        var setup = thread.setup();
        locked(() -> {
            model = setup.model();
            transcript.workIn(setup.cwd());
            transcript.text(List.of(Line.of(
                    Role.FAINT,
                    setup.model() + " (" + setup.provider() + ") · " + setup.sandbox() + " · " + setup.cwd() + " · "
                            + words.say(Text.EXEC_THREAD, ThreadWord.brief(thread.id())))));
        });
        painter.start();
    }

    @Override
    public boolean showsStatus() {
        return true;
    }

    @Override
    public void report(ThreadChange change) {
        if (change instanceof ThreadChange.TurnEnded ended) {
            end(ended);
            return;
        }
        locked(() -> {
            heardAt = clock.instant();
            if (change instanceof ThreadChange.StatusChanged(var next, var _)) state = next;
            summary.add(change);
            if (!isRequest(change)) transcript.add(change);
        });
    }

    /// The person typed it a moment ago.
    private static boolean isRequest(ThreadChange change) {
        return change instanceof ThreadChange.ItemCompleted(var _, ItemView.UserText _, var _);
    }

    @Override
    public void pause() {
        locked(() -> {
            paused = true;
            terminal.write(region.clear(size.columns()));
            write(transcript.take());
            if (transcript.hasText()) terminal.write("\r\n");
        });
    }

    @Override
    public void resume() {
        locked(() -> paused = false);
    }

    private void end(ThreadChange.TurnEnded ended) {
        var deliverable = ended.deliverable();
        locked(() -> {
            transcript.close();
            var isShown = ended.last().isPresent() || deliverable.text().isBlank();
            if (deliverable.outcome() == Outcome.SUCCESS && !isShown)
                transcript.text(ItemLines.brief(words, "", size.columns()).agent(deliverable.text()));
        });
        close();
        if (deliverable.outcome() == Outcome.SUCCESS) {
            if (!terminal.hasResults() || deliverable.text().isEmpty()) console.line(TextReporter.answer(deliverable));
        } else TurnEnding.say(console, deliverable);
        terminal.write("\r\n");
        write(summary.lines(Duration.between(ended.since(), ended.at()), size.columns()));
    }

    @Override
    public void close() {
        locked(() -> closed = true);
        try {
            painter.join(PATIENCE);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        locked(() -> {
            terminal.write(region.clear(size.columns()));
            write(transcript.take());
        });
    }

    private void locked(Runnable work) {
        lock.lock();
        try {
            work.run();
            dirty = true;
            news.signal();
        } finally {
            lock.unlock();
        }
    }

    private void paint() {
        lock.lock();
        try {
            while (!closed) {
                if (!paused) draw();
                dirty = false;
                var frame = FRAME_NANOS;
                while (frame > 0 && !closed) frame = news.awaitNanos(frame);
                var spin = SPINNER_NANOS - FRAME_NANOS;
                while (spin > 0 && !dirty && !closed) spin = news.awaitNanos(spin);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void draw() {
        size = terminal.size();
        transcript.resize(size.columns());
        var now = clock.instant();
        var rows = new ArrayList<>(transcript.rows(Math.max(1, size.rows() / 2 - 3), Set.of(), now));
        var view = state.derive(now);
        var beat = now.toEpochMilli() / SPINNER_MILLIS;
        var below = status.of(view, silence(view, now), beat, size.columns() - 1);
        if (!below.isEmpty() && transcript.hasText()) rows.add(Line.EMPTY);
        rows.addAll(below);
        if (rows.isEmpty()) rows.add(Line.EMPTY);
        terminal.write(region.draw(
                new LiveRegion.Frame(
                        wrapped(transcript.take()),
                        rows,
                        rows.size() - 1,
                        rows.getLast().width()),
                size));
    }

    /// A model that says nothing for a while: whether it thinks or hangs cannot be seen, for how
    /// long can.
    private String silence(View view, Instant now) {
        if (view.status() == ChatStatus.ERROR) return trouble(words.say(view.details()));
        var quiet = Duration.between(heardAt, now);
        var isModel = view.status() == ChatStatus.THINKING || view.status() == ChatStatus.RESPONDING;
        return isModel && quiet.compareTo(SILENCE) >= 0 ? words.say(Text.EXEC_SILENCE, words.say(quiet)) : "";
    }

    private String trouble(String details) {
        return TroubleText.of(words.messages(), "", details)
                .map(TroubleText::happened)
                .orElse("");
    }

    /// Whole words move to the next row, below what they belong to.
    private List<Line> wrapped(List<Line> lines) {
        var rows = new ArrayList<Line>();
        for (var line : lines) {
            var text = line.text();
            var indent = text.startsWith("• ")
                    ? 2
                    : text.length() - text.stripLeading().length();
            rows.addAll(line.words(size.columns(), indent));
        }
        return rows;
    }

    private void write(List<Line> lines) {
        var text = new StringBuilder();
        for (var line : wrapped(lines)) text.append(theme.paint(line)).append("\r\n");
        terminal.write(text.toString());
    }
}
