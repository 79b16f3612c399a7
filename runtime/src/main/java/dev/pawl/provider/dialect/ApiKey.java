package dev.pawl.provider.dialect;

/// A secret that is asked for when a request is sent, so that it may change and is never printed.
@FunctionalInterface
public interface ApiKey {
    /// Sends no credentials.
    ApiKey NONE = () -> "";

    String value();

    static ApiKey of(String key) {
        return () -> key;
    }
}
