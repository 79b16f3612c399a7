package dev.pawl.event;

/// A record of the store is not what was written: a changed byte, a missing row. Other records can
/// still be used, and reading this one again gives the same. The message says how to save the rest.
public final class DamagedRecord extends StoreDown {
    private static final long serialVersionUID = 1L;

    public DamagedRecord(String message) {
        super(message);
    }

    public DamagedRecord(String message, Throwable cause) {
        super(message, cause);
    }
}
