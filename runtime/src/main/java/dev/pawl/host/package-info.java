/// The program behind every surface: store, ledger, gateway, agents and worker, put together from
/// plain values.
@NullMarked
package dev.pawl.host;

import org.jspecify.annotations.NullMarked;
