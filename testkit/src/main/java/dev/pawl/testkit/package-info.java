/// What tests and benchmarks of several modules share: a settable clock, counting ids, faults,
/// waiting for a condition, real servers, and a connection that can be cut.
@NullMarked
package dev.pawl.testkit;

import org.jspecify.annotations.NullMarked;
