package dev.pawl.kernel.rows;

import java.util.function.Function;

/// Opens rows. Implemented by each store; safe for use by many threads and processes.
public interface Transactions extends AutoCloseable {
    /// Does the work in one transaction and answers after the commit. What the work throws undoes
    /// it.
    ///
    /// The work may be done again from the start when the store lost a race, or when nobody knows
    /// whether the commit went through: it must find its own traces.
    <T> T commit(Function<Rows, T> work);

    /// Reads without writing or waiting.
    <T> T read(Function<Rows, T> work);

    /// Whether one transaction is over before the next begins: then none can wait for another's
    /// locks, and their order does not matter.
    default boolean isSerial() {
        return false;
    }

    /// Gives room that deleted rows have left back to the disk, where the store does not do so by
    /// itself and nothing else uses it now.
    default void reclaim() {}

    @Override
    void close();
}
