package dev.pawl.store.sql;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// One transaction's talk with the database. Writes may be kept back until something is read or the
/// transaction ends; a read sees all writes before it. Errors come as [SqlTrouble]. Not
/// thread-safe.
public interface Session {
    /// A question: which statement, with which values, and how to read a row.
    record Query<T>(String statement, Values values, Row.Reader<T> reader) {}

    /// What a question brings, fetched at the latest when it is wanted.
    interface PendingRows<T> extends Supplier<List<T>> {
        /// Whether it is here: later writes are not in it. One that is not may still see them.
        boolean isIn();

        static <T> PendingRows<T> of(List<T> known) {
            return new PendingRows<>() {
                @Override
                public List<T> get() {
                    return known;
                }

                @Override
                public boolean isIn() {
                    return true;
                }
            };
        }
    }

    /// Asks a question whose answer is not needed yet. Where the way is long it is sent together
    /// with the next thing that is, in this order; where it is short, not before it is wanted.
    <T> PendingRows<T> ask(Query<T> query);

    default <T> List<T> list(Query<T> query) {
        return ask(query).get();
    }

    /// A write that may change any number of rows.
    void write(String statement, Values values);

    /// A write that must change exactly one row. A write with the same key that is still kept back
    /// is replaced: only its last values count.
    void change(String statement, String key, Values values);

    /// A change that goes ahead of all that is kept back: it is the lock of what follows.
    void lead(String statement, String key, Values values);

    /// An insert whose values may still change while it is kept back.
    void insert(String statement, String key, Values values);

    /// Gives a kept insert other values; false when it has been sent.
    boolean amend(String statement, String key, Values values);

    /// One insert for each of the values, in order. Those of one key may share a statement, where
    /// `:row` is a row's number: a row does not see those in front of it there.
    void rows(String statement, String key, List<Values> rows);

    /// The store's time, where it is known without asking.
    default Optional<Instant> now() {
        return Optional.empty();
    }

    /// How often writes were sent so far.
    long sent();
}
