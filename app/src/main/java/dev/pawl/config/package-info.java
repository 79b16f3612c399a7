/// Settings, trust and rules: what files, variables and the command line say, made into the values
/// that the runtime takes. Knows no surface but the command line.
@NullMarked
package dev.pawl.config;

import org.jspecify.annotations.NullMarked;
