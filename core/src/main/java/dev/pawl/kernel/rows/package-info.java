/// What a store must offer so that the primitives can be written once for all stores: rows inside
/// one transaction, nothing decided.
@NullMarked
package dev.pawl.kernel.rows;

import org.jspecify.annotations.NullMarked;
