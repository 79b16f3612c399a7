package dev.pawl.store.postgres;

import dev.pawl.kernel.rows.StoreFailure;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.ds.PGSimpleDataSource;

/// The address of a database. Only [#toString] may be shown: it has no password.
public final class PostgresUrl {
    private static final String JDBC = "jdbc:";
    private static final Pattern HOST =
            Pattern.compile("(?<name>[\\p{Alnum}._~-]+|\\[[\\p{XDigit}:.]+\\])(:(?<port>\\d{1,5}))?");
    /// A server that hangs ends in an error, not in a wait without end. What the URL says wins.
    private static final Map<String, String> DEFAULTS = Map.of(
            "connectTimeout", "10",
            "socketTimeout", "30",
            "tcpKeepAlive", "true",
            "ApplicationName", "pawl",
            "currentSchema", "state",
            "options", String.join(" ", settings()));

    /// The statements look rows up by index, whatever the planner thinks of tables that are new or
    /// have just grown: one plan for each, made once.
    private static List<String> settings() {
        return List.of(
                "-c statement_timeout=25s -c idle_in_transaction_session_timeout=5s -c lock_timeout=20s",
                "-c plan_cache_mode=force_generic_plan -c jit=off",
                "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off");
    }

    private final String url;
    private final Properties properties;
    private final String shown;

    private PostgresUrl(String url, Properties properties, String shown) {
        this.url = url;
        this.properties = properties;
        this.shown = shown;
    }

    /// Reads `postgresql://user:password@host:port/database?options` and the driver's own spelling.
    public static PostgresUrl parse(String text) {
        var uri = uri(text.startsWith(JDBC) ? text.substring(JDBC.length()) : text);
        var authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
        var at = authority.lastIndexOf('@');
        var hosts = hosts(authority.substring(at + 1));
        var path = uri.getPath() == null || uri.getPath().length() < 2
                ? ""
                : uri.getPath().substring(1);
        var properties = new Properties();
        var options = new TreeMap<>(DEFAULTS);
        options.putAll(query(uri.getRawQuery()));
        options.forEach(properties::setProperty);
        if (hosts.contains(",")) properties.putIfAbsent("targetServerType", "primary");
        user(at < 0 ? null : authority.substring(0, at), properties);
        // As psql does; the driver itself reads only the password file.
        var password = System.getenv("PGPASSWORD");
        if (password != null) properties.putIfAbsent("password", password);
        var url = "jdbc:postgresql://" + hosts + "/" + path;
        if (Driver.parseURL(url, properties) == null) throw malformed();
        return new PostgresUrl(url, properties, hosts + "/" + path);
    }

    /// One host or more, each with its port; of several the primary is used.
    private static String hosts(String text) {
        if (text.isEmpty()) return "localhost:5432";
        var hosts = new ArrayList<String>();
        for (var each : text.split(",", -1)) {
            var host = HOST.matcher(each);
            if (!host.matches()) throw malformed();
            hosts.add(host.group("name") + ":" + (host.group("port") == null ? "5432" : host.group("port")));
        }
        return String.join(",", hosts);
    }

    private static URI uri(String text) {
        try {
            var uri = new URI(text);
            var scheme = String.valueOf(uri.getScheme());
            var known = scheme.equals("postgresql") || scheme.equals("postgres");
            if (!known || uri.isOpaque()) throw malformed();
            return uri;
        } catch (URISyntaxException _) {
            throw malformed(); // without the cause: it would repeat the password
        }
    }

    private static StoreFailure malformed() {
        return new StoreFailure("the store's URL is not a PostgreSQL one:"
                + " write postgresql://user:password@host:port/database, special characters percent-encoded");
    }

    private static void user(@Nullable String info, Properties properties) {
        if (info == null) return;
        var colon = info.indexOf(':');
        properties.setProperty("user", decoded(colon < 0 ? info : info.substring(0, colon)));
        if (colon >= 0) properties.setProperty("password", decoded(info.substring(colon + 1)));
    }

    private static Map<String, String> query(@Nullable String query) {
        var options = new TreeMap<String, String>();
        if (query == null) return options;
        for (var pair : query.split("&", -1)) {
            var equals = pair.indexOf('=');
            if (equals > 0) options.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
        }
        return options;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /// Opens connections of its own, outside any pool.
    ///
    /// @param name what the server lists the connection under
    public DataSource source(String name) {
        var source = new PGSimpleDataSource();
        try {
            source.setURL(url);
            for (var property : properties.stringPropertyNames()) {
                source.setProperty(property, properties.getProperty(property));
            }
        } catch (SQLException odd) {
            throw new StoreFailure("the store's URL has an option the driver does not take", odd);
        }
        source.setApplicationName(name);
        return source;
    }

    String url() {
        return url;
    }

    Properties properties() {
        return (Properties) properties.clone();
    }

    @Override
    public String toString() {
        return shown;
    }
}
