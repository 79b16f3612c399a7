/// Commands about threads that are there: how they stand, what happened in them, and what becomes
/// of them.
@NullMarked
package dev.pawl.threads;

import org.jspecify.annotations.NullMarked;
