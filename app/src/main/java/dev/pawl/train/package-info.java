/// `pawl __train`: runs what short commands load, so that the JVM can put it into its start-up
/// cache.
@NullMarked
package dev.pawl.train;

import org.jspecify.annotations.NullMarked;
