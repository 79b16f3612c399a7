/// Benchmarks. Run by `./bench NAME`, which rewrites the benchmark's page in `docs/benchmarks/`.
///
/// Start with [Benches].
@NullMarked
package dev.pawl.bench;

import org.jspecify.annotations.NullMarked;
