package dev.pawl.store;

import java.util.List;
import java.util.function.Supplier;

/// One transaction's talk with the database. Writes may be kept back until something is read or the
/// transaction ends; a read sees all writes before it. Errors come as [SqlTrouble]. Not
/// thread-safe.
public interface Session {
    /// A question: which statement, with which values, and how to read a row.
    record Query<T>(String statement, Values values, Row.Reader<T> reader) {}

    /// Asks a question whose answer is not needed yet: it is sent together with the next thing that
    /// is, in this order.
    <T> Supplier<List<T>> ask(Query<T> query);

    default <T> List<T> list(Query<T> query) {
        return ask(query).get();
    }

    /// A write that may change any number of rows.
    void write(String statement, Values values);

    /// A write that must change exactly one row. A write with the same key that is still kept back
    /// is replaced: only its last values count.
    void change(String statement, String key, Values values);

    /// An insert whose values may still change while it is kept back.
    void insert(String statement, String key, Values values);

    /// Gives a kept insert other values; false when it has been sent.
    boolean amend(String statement, String key, Values values);

    /// One insert for each of the values, in order.
    void rows(String statement, List<Values> rows);

    /// How often writes were sent so far.
    long sent();
}
