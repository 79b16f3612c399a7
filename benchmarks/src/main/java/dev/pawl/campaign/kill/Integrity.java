package dev.pawl.campaign.kill;

import java.sql.DriverManager;
import java.sql.SQLException;

/// Asks the database itself whether its pages and indexes are whole.
final class Integrity {
    private static final String SQLITE = "PRAGMA integrity_check";
    private static final String EXTENSION = "CREATE EXTENSION IF NOT EXISTS amcheck";
    private static final String POSTGRES = """
            SELECT coalesce(string_agg(bt_index_check(c.oid, true)::text, ''), '') || 'ok'
              FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
             WHERE c.relnamespace = 'state'::regnamespace
               AND c.relam = (SELECT oid FROM pg_am WHERE amname = 'btree')""";

    private Integrity() {}

    static void check(String url, Findings findings) {
        var sqlite = url.startsWith("sqlite:");
        try (var connection = DriverManager.getConnection(sqlite ? "jdbc:" + url : url);
                var statement = connection.createStatement()) {
            if (!sqlite) statement.execute(EXTENSION);
            try (var rows = statement.executeQuery(sqlite ? SQLITE : POSTGRES)) {
                while (rows.next()) {
                    var said = rows.getString(1);
                    findings.check(said.equals("ok"), "the store is damaged: " + said);
                }
            }
        } catch (SQLException refused) {
            findings.add("the store could not be checked: " + refused.getMessage());
        }
    }
}
