package dev.pawl.trial;

import java.io.IOException;
import java.net.URI;
import java.sql.DriverManager;
import java.sql.SQLException;

/// A database of its own on the server that `PAWL_TEST_PG` names, dropped at the end unless kept.
public record ScratchDatabase(String server, String name) {
    public static ScratchDatabase make(String server) throws IOException {
        var made = new ScratchDatabase(server, "pawl_" + new TimedIds().fresh().replace('-', '_'));
        made.run("CREATE DATABASE " + made.name);
        return made;
    }

    /// The server's URL with this database in it.
    public String url() {
        var uri = URI.create(server.substring("jdbc:".length()));
        var query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return "jdbc:postgresql://" + uri.getAuthority() + "/" + name + query;
    }

    public void drop() throws IOException {
        run("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
    }

    private void run(String statement) throws IOException {
        try (var connection = DriverManager.getConnection(server);
                var prepared = connection.createStatement()) {
            prepared.execute(statement);
        } catch (SQLException refused) {
            throw new IOException(statement + ": " + refused.getMessage(), refused);
        }
    }
}
