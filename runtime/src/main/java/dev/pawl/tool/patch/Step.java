package dev.pawl.tool.patch;

import java.nio.file.Path;
import java.util.Optional;

/// One thing to do to one file.
sealed interface Step {
    Path target();

    /// What is there before; empty if there is no file.
    Optional<Contents> before();

    /// The file is made or replaced.
    record Write(Path target, Optional<Contents> before, Contents after) implements Step {}

    /// The file goes.
    record Remove(Path target, Contents was) implements Step {
        @Override
        public Optional<Contents> before() {
            return Optional.of(was);
        }
    }

    /// What a file is known by; empty for no file.
    static String hash(Optional<Contents> contents) {
        return contents.map(Contents::hash).orElse("");
    }
}
