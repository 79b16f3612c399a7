package dev.pawl.event;

/// The store does not answer now. What it has committed it keeps; the message says what to do.
///
/// This much every observer may know: the log it reads is in a store.
public class StoreDown extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoreDown(String message) {
        super(message);
    }

    public StoreDown(String message, Throwable cause) {
        super(message, cause);
    }
}
