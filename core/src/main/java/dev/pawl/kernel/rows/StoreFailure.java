package dev.pawl.kernel.rows;

import dev.pawl.event.StoreDown;

/// The store cannot be used now: wrong address, unreachable, full, read-only, or of a newer schema.
/// Nothing that was answered is lost. The message says what to do.
public final class StoreFailure extends StoreDown {
    private static final long serialVersionUID = 1L;

    public StoreFailure(String message) {
        super(message);
    }

    public StoreFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
