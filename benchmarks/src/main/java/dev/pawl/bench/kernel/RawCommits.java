package dev.pawl.bench.kernel;

import dev.pawl.kernel.Limits;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.trial.TimedIds;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/// What the disk gives on SQLite: plain inserts, each committed for itself, against requests that
/// fifty clients make at once. In between, the rows of such requests without us: what SQLite itself
/// takes for them.
final class RawCommits {
    private static final int CLIENTS = 50;
    private static final int AGENTS_OF_A_CLIENT = 20;

    private RawCommits() {}

    /// Inserts in a second, each in a commit that waits for the disk.
    static double inserts(Path file, Duration time) throws IOException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = FULL");
            statement.execute("CREATE TABLE IF NOT EXISTS raw (id integer PRIMARY KEY, text text)");
            var begun = System.nanoTime();
            var inserts = 0L;
            try (var insert = connection.prepareStatement("INSERT INTO raw (text) VALUES ('a line of text')")) {
                while (System.nanoTime() - begun < time.toNanos()) {
                    insert.executeUpdate();
                    inserts++;
                }
            }
            return inserts / ((System.nanoTime() - begun) / 1e9);
        } catch (SQLException refused) {
            throw new IOException(refused.getMessage(), refused);
        }
    }

    /// The rows of a request in a second, written by one loop, those of fifty in a commit.
    static double rows(Path file, Duration time) throws IOException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("PRAGMA synchronous = FULL");
            statement.execute("PRAGMA wal_autocheckpoint = 4000");
            var rows = new RequestRows(connection);
            connection.setAutoCommit(false);
            var begun = System.nanoTime();
            var requests = 0L;
            while (System.nanoTime() - begun < time.toNanos()) {
                for (var i = 0; i < CLIENTS; i++) rows.write(agent(i, requests / CLIENTS));
                requests += CLIENTS;
                connection.commit();
            }
            return requests / ((System.nanoTime() - begun) / 1e9);
        } catch (SQLException refused) {
            throw new IOException(refused.getMessage(), refused);
        }
    }

    /// Fifty requests for each of a client's agents, in turn; then it goes on to other agents.
    private static String agent(int client, long number) {
        return "client-" + client + "-" + number % AGENTS_OF_A_CLIENT + "-" + number / (AGENTS_OF_A_CLIENT * 50);
    }

    /// Requests accepted in a second, from fifty clients at once. Nobody works on them.
    static double enqueues(Shelf shelf, Duration warmUp, Duration time) throws InterruptedException {
        var ids = new TimedIds();
        var ledger = new DurableLedger(shelf.store(), Limits.DEFAULT, ids);
        var accepted = new AtomicLong();
        var over = new AtomicBoolean();
        var clients = new ArrayList<Thread>();
        for (var i = 0; i < CLIENTS; i++) {
            var client = i;
            clients.add(Thread.ofVirtual().start(() -> {
                for (var n = 0L; !over.get(); n++) {
                    Rig.enqueue(ledger, agent(client, n), ids.fresh());
                    accepted.incrementAndGet();
                }
            }));
        }
        Thread.sleep(warmUp);
        var before = accepted.get();
        var begun = System.nanoTime();
        Thread.sleep(time);
        var rate = (accepted.get() - before) / ((System.nanoTime() - begun) / 1e9);
        over.set(true);
        for (var client : clients) client.join();
        return rate;
    }
}
