package dev.pawl.store.sqlite;

import dev.pawl.kernel.rows.Rows;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.kernel.rows.Transactions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Writes only while the store's file is still the one that was opened.
///
/// A database goes on with a file that was deleted or put aside under it, and all it then says it
/// has kept is gone with the process.
public final class FileTransactions implements Transactions {
    private final Transactions store;
    private final Path file;
    private final @Nullable Object opened;

    public FileTransactions(Transactions store, Path file) {
        this.store = store;
        this.file = file;
        this.opened = key(file);
    }

    @Override
    public <T> T commit(Function<Rows, T> work) {
        if (!Objects.equals(opened, key(file))) {
            throw new StoreFailure("the store " + file + " was deleted, moved or replaced while it was in use, so"
                    + " nothing more is written: put the file back (with its -wal), or start again without it");
        }
        return store.commit(work);
    }

    @Override
    public <T> T read(Function<Rows, T> work) {
        return store.read(work);
    }

    @Override
    public boolean isSerial() {
        return store.isSerial();
    }

    @Override
    public void reclaim() {
        store.reclaim();
    }

    @Override
    public void close() {
        store.close();
    }

    /// What tells one file from another of the same name; nothing when there is none.
    private static @Nullable Object key(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (IOException gone) {
            return null;
        }
    }
}
