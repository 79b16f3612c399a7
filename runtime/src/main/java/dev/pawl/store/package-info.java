/// The rows of the ledger in a database: SQLite in `sqlite`, PostgreSQL in `postgres`.
///
/// Start with [JdbcRows]; one `*Table` class for each table binds and reads and decides nothing.
/// The SQL is in `resources/sql`, the schema in `resources/migrations`.
@NullMarked
package dev.pawl.store;

import org.jspecify.annotations.NullMarked;
