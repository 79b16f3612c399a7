package dev.pawl.net;

/// A request that is turned away, with its HTTP status and a sentence for the client.
public final class HttpRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    public HttpRefusal(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    public int status() {
        return status;
    }

    public String text() {
        return String.valueOf(getMessage());
    }
}
