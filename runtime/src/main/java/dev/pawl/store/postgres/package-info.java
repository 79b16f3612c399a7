/// What is particular to PostgreSQL.
@NullMarked
package dev.pawl.store.postgres;

import org.jspecify.annotations.NullMarked;
