/// What the ledger answers. One sealed type for each primitive whose caller must branch.
@NullMarked
package dev.pawl.kernel.receipt;

import org.jspecify.annotations.NullMarked;
