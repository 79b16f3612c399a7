package dev.pawl.store;

import java.util.List;

/// One transaction's talk with the database. Writes may be kept back until something is read or the
/// transaction ends; a read sees all writes before it. Errors come as [SqlTrouble]. Not thread-safe.
public interface Session {
    /// A question: which statement, with which values, and how to read a row.
    record Query<T>(String statement, Values values, Row.Reader<T> reader) {}

    record Both<A, B>(List<A> first, List<B> second) {}

    <T> List<T> list(Query<T> query);

    /// Two questions at once; the second is asked after the first is answered.
    <A, B> Both<A, B> both(Query<A> first, Query<B> second);

    /// A write that may change any number of rows.
    void write(String statement, Values values);

    /// A write that must change exactly one row. A write with the same key that is still kept back
    /// is replaced: only its last values count.
    void change(String statement, String key, Values values);

    /// One insert for each of the values, in order.
    void rows(String statement, List<Values> rows);

    /// How often writes were sent so far.
    long sent();
}
