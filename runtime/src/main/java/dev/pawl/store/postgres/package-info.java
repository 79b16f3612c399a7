/// The store on a PostgreSQL server: pooled connections, writes sent together with the commit.
@NullMarked
package dev.pawl.store.postgres;

import org.jspecify.annotations.NullMarked;
