package dev.pawl.tui;

import dev.pawl.tui.term.FrameClock;
import dev.pawl.tui.term.Key;
import dev.pawl.tui.term.KeyDecoder;
import dev.pawl.tui.term.LiveRegion;
import dev.pawl.tui.term.Modes;
import dev.pawl.tui.term.PagePainter;
import dev.pawl.tui.term.Tty;
import dev.pawl.tui.text.Theme;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/// The one thread that owns the screen: it takes what happens in order, and draws.
///
/// [#post] may be called by any thread, everything else by the owner alone.
final class Ui implements AutoCloseable {
    private static final int LONE_ESCAPE_MILLIS = 25;
    /// How often the terminal is asked for its size: it cannot tell the JVM.
    private static final int LOOK_MILLIS = 100;
    private static final long ASK_NANOS = 100_000_000;
    private static final int MOST_AT_ONCE = 2_000;

    private final Tty tty;
    private final InstantSource clock;
    private final LiveRegion region;
    private final PagePainter painter = new PagePainter();
    private final FrameClock frames = new FrameClock();
    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final Deque<Screen.Page> pages = new ArrayDeque<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    /// Held while the terminal's mode changes and while it is written to.
    private final ReentrantLock mode = new ReentrantLock();
    private final Thread reader;
    private final Screen.Inline chat;
    private final TerminalGuard guard;
    private Theme theme;
    private boolean isAutomatic;
    private volatile Tty.Size size;
    private volatile boolean reading = true;
    private boolean over;
    private boolean dirty = true;
    private boolean urgent;
    private boolean focused = true;
    private int askedFor;
    private long askedAt;

    /// @param look   which theme, and whether the terminal's own colours may choose another
    /// @param guard  what keeps the terminal sane
    Ui(Tty tty, InstantSource clock, Look look, Screen.Inline chat, TerminalGuard guard) {
        this.tty = tty;
        this.clock = clock;
        this.theme = look.theme();
        this.isAutomatic = look.isAutomatic();
        this.region = new LiveRegion(theme);
        this.size = tty.size();
        this.reader = Thread.ofPlatform().name("pawl-keys").daemon(true).unstarted(this::read);
        this.chat = chat;
        this.guard = guard;
    }

    record Look(Theme theme, boolean isAutomatic) {}

    /// Has this done by the owner, before the next frame.
    void post(Runnable task) {
        tasks.add(task);
    }

    Tty.Size size() {
        return size;
    }

    Instant now() {
        return clock.instant();
    }

    /// Draws everything again, where the cursor is.
    void redraw() {
        write(region.clear(tty.size().columns()));
        dirty = true;
    }

    boolean isFocused() {
        return focused;
    }

    Theme theme() {
        return theme;
    }

    /// From now on this theme, whatever the terminal's colours are.
    void use(Theme other) {
        isAutomatic = false;
        show(other);
    }

    private void show(Theme other) {
        if (other == theme) return;
        theme = other;
        region.use(other);
        dirty = true;
    }

    void repaint() {
        dirty = true;
    }

    /// Ends [#run] after the next frame.
    void stop() {
        over = true;
    }

    /// Shows a page over everything else.
    void open(Screen.Page page) {
        if (pages.isEmpty()) {
            guard.page(true);
            write(painter.open());
        }
        pages.push(page);
        dirty = true;
    }

    void closePage() {
        if (pages.isEmpty()) return;
        pages.pop();
        if (pages.isEmpty()) {
            write(painter.close());
            guard.page(false);
        }
        dirty = true;
    }

    /// Draws and takes keys until [#stop].
    void run() throws InterruptedException {
        tty.raw();
        draw();
        write(Modes.ENTER + (isAutomatic ? Modes.ASK_BACKGROUND : ""));
        reader.start();
        guard.begin();
        while (!over) {
            var task = tasks.poll(patience(), TimeUnit.NANOSECONDS);
            if (task == null && screen().refreshMillis() > 0) dirty = true;
            for (var done = 0; task != null && done < MOST_AT_ONCE; done++) {
                task.run();
                dirty = true;
                task = tasks.poll();
            }
            if (task != null) tasks.add(task);
            if (dirty && frames.delay(System.nanoTime(), urgent) == 0 && !mustAsk()) draw();
        }
        draw();
    }

    /// After some changes of the width the terminal is asked where the cursor is; its answer, or a
    /// while without one, lets the next frame be drawn.
    private boolean mustAsk() {
        var now = System.nanoTime();
        var columns = tty.size().columns();
        if (!pages.isEmpty() || columns == askedFor || !region.isCursorUnsure(columns)) {
            return askedAt != 0 && now - askedAt < ASK_NANOS;
        }
        write(Modes.ASK_CURSOR);
        askedFor = columns;
        askedAt = now;
        return true;
    }

    private void answered(int column) {
        if (askedAt != 0) region.cursorIsAt(column, askedFor);
        askedAt = 0;
    }

    private long patience() {
        if (askedAt != 0) return Math.max(0, askedAt + ASK_NANOS - System.nanoTime());
        if (dirty) return frames.delay(System.nanoTime(), urgent);
        var refresh = screen().refreshMillis();
        return refresh == 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(refresh);
    }

    private Screen screen() {
        return pages.isEmpty() ? chat : pages.peek();
    }

    private void draw() {
        size = tty.size();
        if (pages.isEmpty()) write(region.draw(chat.frame(size, clock.instant()), size));
        else {
            var page = pages.peek();
            write(painter.draw(page.rows(size), size, theme, page.caretRow(), page.caretColumn()));
        }
        frames.drawn(System.nanoTime());
        askedFor = 0;
        askedAt = 0;
        dirty = false;
        urgent = false;
    }

    /// Nothing after [#close], which a signal may call while the owner draws.
    void write(String bytes) {
        if (bytes.isEmpty()) return;
        mode.lock();
        try {
            if (!closed.get()) tty.write(bytes);
        } catch (IOException gone) {
            over = true;
        } finally {
            mode.unlock();
        }
    }

    /// Gives the terminal to another program until that is done.
    void lend(Runnable other) {
        reading = false;
        tty.wake();
        write(region.clear(tty.size().columns()) + Modes.LEAVE);
        tty.cooked();
        other.run();
        resume();
    }

    /// Ctrl-Z.
    void suspend() {
        lend(tty::stopSelf);
    }

    private void resume() {
        mode.lock();
        try {
            if (closed.get()) return;
            tty.raw();
        } finally {
            mode.unlock();
        }
        region.forget();
        write(Modes.ENTER);
        reading = true;
        dirty = true;
    }

    /// Keys, one after another, on a thread of their own.
    private void read() {
        var decoder = new KeyDecoder();
        var bytes = new byte[65536];
        var known = size;
        while (!closed.get()) {
            var count = reading ? tty.read(bytes, decoder.isWaiting() ? LONE_ESCAPE_MILLIS : LOOK_MILLIS) : 0;
            if (!reading) {
                pause();
                continue;
            }
            if (count < 0) {
                guard.lost();
                return;
            }
            var keys = count > 0 ? decoder.feed(bytes, count) : decoder.isWaiting() ? decoder.flush() : null;
            if (keys != null) for (var key : keys) post(() -> take(key));
            else if (!tty.isRaw()) post(this::resume);
            var now = tty.size();
            if (!now.equals(known)) post(this::repaint);
            known = now;
        }
    }

    /// The terminal is lent: its keys are another program's.
    private void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(10);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(Key key) {
        urgent = true;
        switch (key) {
            case Key.Focus(var gained) -> focused = gained;
            case Key.CursorAt(var _, var column) -> answered(column);
            case Key.Background background -> {
                if (isAutomatic) show(background.isLight() ? Theme.LIGHT : Theme.DARK);
            }
            default -> screen().key(key, clock.instant());
        }
    }

    /// The terminal as it was found, below what was drawn. May be called by any thread, and twice.
    @Override
    public void close() {
        mode.lock();
        try {
            write((pages.isEmpty() ? "" : painter.close())
                    + region.clear(tty.size().columns())
                    + Modes.LEAVE);
            if (!closed.compareAndSet(false, true)) return;
            tty.wake();
            tty.cooked();
        } finally {
            mode.unlock();
        }
        try {
            reader.join(200);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        tty.close();
    }
}
