package dev.pawl.store;

import dev.pawl.kernel.Doorbell;
import dev.pawl.store.postgres.PostgresPool;
import dev.pawl.store.postgres.PostgresTransactions;
import dev.pawl.store.postgres.PostgresUrl;
import dev.pawl.testkit.Servers;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;

/// A database of a test class's own on the running server, made anew.
public final class PostgresDatabase {
    private final String name;
    private final String url;
    private boolean made;
    private Duration ahead = Duration.ZERO;

    public PostgresDatabase(String name) {
        this.name = name;
        var server = URI.create(Servers.postgres().substring("jdbc:".length()));
        var query = server.getRawQuery() == null ? "" : "?" + server.getRawQuery();
        url = "jdbc:postgresql://" + server.getAuthority() + "/" + name + query;
    }

    public String url() {
        make();
        return url;
    }

    /// A store without rows, whose clock is the server's.
    public void empty() {
        make();
        if (number("SELECT count(*) FROM pg_tables WHERE schemaname = 'state'") == 0) return;
        run("DO $$ DECLARE t text; BEGIN"
                + " FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'state' AND tablename <> 'schema_version'"
                + " LOOP EXECUTE 'DELETE FROM state.' || t; END LOOP; END $$");
        ahead = Duration.ZERO;
        advance(Duration.ZERO);
    }

    public PostgresTransactions open(Doorbell doorbell) {
        var pool = new PostgresPool(PostgresUrl.parse(url()), 10);
        return new PostgresTransactions(pool, doorbell, PostgresTransactions.PATIENCE);
    }

    /// Moves the store's clock.
    public void advance(Duration by) {
        ahead = ahead.plus(by);
        run("CREATE OR REPLACE FUNCTION state.store_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS "
                + "'SELECT clock_timestamp() + interval ''" + ahead.toMillis() + " milliseconds'''");
    }

    public void run(String... statements) {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            for (var each : statements) statement.execute(each);
        } catch (SQLException refused) {
            throw new AssertionError(refused);
        }
    }

    public long number(String query) {
        try (var connection = connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException refused) {
            throw new AssertionError(refused);
        }
    }

    public Connection connect() throws SQLException {
        make();
        return DriverManager.getConnection(url);
    }

    /// A connection as the store uses them.
    public Connection connectAsStore() throws SQLException {
        make();
        var separator = url.contains("?") ? "&" : "?";
        var connection = DriverManager.getConnection(
                url + separator + "currentSchema=state&options=-c%20synchronous_commit=off");
        connection.setAutoCommit(false);
        return connection;
    }

    private synchronized void make() {
        if (made) return;
        try (var connection = DriverManager.getConnection(Servers.postgres());
                var statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
            statement.execute("CREATE DATABASE " + name);
            made = true;
        } catch (SQLException refused) {
            throw new AssertionError(refused);
        }
    }
}
