package dev.pawl.api;

import dev.pawl.json.Json;

/// Does what a client asked for, and returns the result. Blocks; safe for use by many threads.
@FunctionalInterface
public interface ApiMethod {
    /// @throws ApiError when it cannot be done
    Json call(ApiParams params) throws InterruptedException;
}
