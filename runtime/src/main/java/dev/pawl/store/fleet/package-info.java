/// What a fleet of workers keeps in a database beside the ledger.
@NullMarked
package dev.pawl.store.fleet;

import org.jspecify.annotations.NullMarked;
