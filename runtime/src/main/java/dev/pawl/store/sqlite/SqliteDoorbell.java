package dev.pawl.store.sqlite;

import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Doorbell;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;

/// Rings here at once; hears other processes by looking whether the database file has changed.
/// Safe for use by many threads.
///
/// SQLite counts the commits of all other connections in `data_version`: reading it is cheap and
/// locks nobody out. It does not say who committed what, so everybody is told to look everywhere,
/// also after commits of this process itself. One daemon thread with a read-only connection, from
/// the first listener on; a platform thread, because SQLite is native code.
public final class SqliteDoorbell implements Doorbell {
    private static final Logger LOG = LoggerFactory.getLogger(SqliteDoorbell.class);
    private static final Duration USUAL = Duration.ofMillis(50);
    private static final int STRETCH = 5;
    private static final Duration QUIET = Duration.ofSeconds(30);
    private static final long LONGEST_GOODBYE_MILLIS = 3_000;

    private final Doorbell local;
    private final Path file;
    private final Duration every;
    private final AtomicBoolean started = new AtomicBoolean();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread eye;

    /// @param local hears every bell; closed with this one
    public SqliteDoorbell(Doorbell local, Path file) {
        this(local, file, USUAL);
    }

    /// @param every how long a change may stay unseen; five times as long after half a quiet minute
    public SqliteDoorbell(Doorbell local, Path file, Duration every) {
        if (every.toMillis() < 1) throw new IllegalArgumentException("looking more often than every ms: " + every);
        this.local = local;
        this.file = file;
        this.every = every;
        this.eye = Thread.ofPlatform().daemon().name("pawl-sqlite-bell").unstarted(this::keepLooking);
    }

    @Override
    public void ring(Bell bell) {
        local.ring(bell);
    }

    @Override
    public Ear listen(Consumer<Bell> listener) {
        var handle = local.listen(listener);
        if (closing.getCount() > 0 && started.compareAndSet(false, true)) eye.start();
        return handle;
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            eye.join(LONGEST_GOODBYE_MILLIS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        eye.interrupt();
        local.close();
    }

    private void keepLooking() {
        try {
            var told = false;
            do {
                try (var connection = open();
                        var version = connection.prepareStatement("PRAGMA data_version")) {
                    told = false;
                    look(version);
                } catch (SQLException away) {
                    if (!told) LOG.warn("cannot watch {}: {}; trying on", file, away.getMessage());
                    told = true;
                }
            } while (!paused(STRETCH));
        } catch (InterruptedException asked) {
            LOG.debug("the doorbell of {} was closed", file);
        }
    }

    /// Until closed, or until the file cannot be read any more.
    private void look(PreparedStatement version) throws SQLException, InterruptedException {
        var last = read(version);
        // What was committed before the first look is not known.
        local.ring(Bell.ANY);
        var quiet = 0L;
        while (!paused(quiet > QUIET.dividedBy(every) ? STRETCH : 1)) {
            var now = read(version);
            if (now == last) {
                quiet++;
                continue;
            }
            last = now;
            quiet = 0;
            local.ring(Bell.ANY);
        }
    }

    private boolean paused(int times) throws InterruptedException {
        return closing.await(every.toMillis() * times, TimeUnit.MILLISECONDS);
    }

    private static long read(PreparedStatement version) throws SQLException {
        try (var row = version.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private Connection open() throws SQLException {
        var config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setBusyTimeout(1_000);
        return config.createConnection("jdbc:sqlite:" + file.toAbsolutePath());
    }
}
