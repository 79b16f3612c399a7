/// What benchmarks and campaigns have in common: a name, options, and figures on one last line.
///
/// Start with [Trial]. A new one is a class in `dev.pawl.bench` or `dev.pawl.campaign` and a line
/// in `Benches` or `Campaigns`.
@NullMarked
package dev.pawl.trial;

import org.jspecify.annotations.NullMarked;
