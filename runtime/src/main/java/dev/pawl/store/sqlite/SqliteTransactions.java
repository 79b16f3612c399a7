package dev.pawl.store.sqlite;

import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.Rows;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.kernel.rows.Transactions;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The rows in one SQLite file, for any number of processes of one host. Safe for use by many
/// threads, virtual ones too.
public final class SqliteTransactions implements Transactions {
    private static final Logger LOG = LoggerFactory.getLogger(SqliteTransactions.class);

    private final SqliteOpener opener;
    private final Writer writer;
    private final Readers readers;
    private final Doorbell doorbell;
    private volatile boolean closed;

    /// Opens the file, or makes it; the clock is this host's.
    public SqliteTransactions(SqliteFile file, Durability durability, Doorbell doorbell, InstantSource clock) {
        this(prepared(file), file.path().toString(), durability, doorbell, clock);
    }

    /// Opens a store by connections from elsewhere; `name` is for messages.
    public SqliteTransactions(
            ConnectionSource source, String name, Durability durability, Doorbell doorbell, InstantSource clock) {
        opener = new SqliteOpener(name, source, durability);
        this.doorbell = doorbell;
        readers = new Readers(opener, clock);
        writer = new Writer(opener, opener.first(), doorbell, clock);
        writer.start();
    }

    private static SqliteFile prepared(SqliteFile file) {
        file.prepare();
        return file;
    }

    @Override
    public <T> T commit(Function<Rows, T> work) {
        return writer.commit(new Work<>(work));
    }

    @Override
    public <T> T read(Function<Rows, T> work) {
        if (closed) throw new StoreFailure("the store is closed");
        return readers.read(work, rows -> rows.bells().forEach(doorbell::ring));
    }

    /// One thread writes, and the file's lock keeps other processes out meanwhile.
    @Override
    public boolean isSerial() {
        return true;
    }

    /// How many transactions were committed; many works may share one.
    public long commits() {
        return writer.commits();
    }

    /// Makes the file as small as its rows, and empties the log beside it.
    @Override
    public void reclaim() {
        try {
            opener.shrink();
        } catch (SQLException inUse) {
            LOG.debug("the room of deleted rows is kept for new ones: {}", inUse.getMessage());
        }
    }

    @Override
    public void close() {
        closed = true;
        readers.close();
        writer.close();
    }
}
