package dev.pawl.testkit;

import java.net.URI;

/// The running servers that tests use. A missing one is a failure that says what to do.
public final class Servers {
    private Servers() {}

    public static String nats() {
        return named("PAWL_TEST_NATS", "nats-server -a 127.0.0.1 -p 4333, then PAWL_TEST_NATS=nats://127.0.0.1:4333");
    }

    public static String postgres() {
        return named("PAWL_TEST_PG", "PAWL_TEST_PG='jdbc:postgresql://127.0.0.1:5432/postgres?user=pawl'");
    }

    public static Wire wireToNats() {
        var address = URI.create(nats());
        return new Wire(address.getHost(), address.getPort());
    }

    public static Wire wireToPostgres() {
        var address = URI.create(postgres().substring("jdbc:".length()));
        return new Wire(address.getHost(), address.getPort());
    }

    /// The address of PostgreSQL through a wire.
    public static String through(Wire wire) {
        var address = URI.create(postgres().substring("jdbc:".length()));
        return "jdbc:postgresql://127.0.0.1:" + wire.port() + address.getPath() + '?' + address.getQuery();
    }

    private static String named(String variable, String how) {
        var value = System.getenv(variable);
        if (value == null || value.isBlank()) {
            throw new AssertionError(
                    variable + " is not set. Run ./check, which starts the servers, or by hand: " + how);
        }
        return value;
    }
}
