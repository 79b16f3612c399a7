package dev.pawl.config;

import dev.pawl.cli.UsageError;
import dev.pawl.toml.TomlValue;
import dev.pawl.tool.mcp.ServerSettings;
import dev.pawl.tool.mcp.ServerSettings.Asking;
import dev.pawl.tool.mcp.ServerSettings.Offer;
import dev.pawl.tool.mcp.ServerSettings.Timeouts;
import dev.pawl.tool.mcp.ServerSettings.Transport;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The MCP servers of the settings, with Codex's names: `mcp_servers.<id>.…`.
public final class McpConfig {
    public static final String TABLE = "mcp_servers";

    /// All a server gets without being named in its settings: no key of anybody's.
    private static final List<String> PLAIN =
            List.of("HOME", "LOGNAME", "PATH", "SHELL", "USER", "LANG", "LC_ALL", "LC_CTYPE", "TERM", "TMPDIR", "TZ");

    private final Settings settings;
    private final Environment environment;

    public McpConfig(Settings settings, Environment environment) {
        this.settings = settings;
        this.environment = environment;
    }

    /// How long a step waits for servers that start.
    public Duration grace() {
        return Duration.ofMillis(settings.whole("pawl.mcp_wait_ms"));
    }

    /// How long a server that asks the person in the middle of a call waits for the answer.
    public Duration questions() {
        return Duration.ofSeconds(Math.max(1, settings.whole("pawl.mcp_ask_seconds")));
    }

    /// Those that are switched on.
    public List<ServerSettings> enabled() {
        return names().stream().filter(this::isEnabled).map(this::of).toList();
    }

    public List<String> names() {
        return settings.names(TABLE);
    }

    public boolean isEnabled(String id) {
        return !(fields(id).get(List.of("enabled")) instanceof TomlValue.Flag(var on)) || on;
    }

    public ServerSettings of(String id) {
        var fields = fields(id);
        return new ServerSettings(id, reach(fields), patience(fields), offer(fields), isOn(fields, "required"));
    }

    private Map<List<String>, TomlValue> fields(String id) {
        var fields = new HashMap<List<String>, TomlValue>();
        for (var setting : settings.all()) {
            var path = setting.path();
            if (path.size() > 2 && path.get(0).equals(TABLE) && path.get(1).equals(id)) {
                fields.put(path.subList(2, path.size()), setting.value());
            }
        }
        return fields;
    }

    private Transport reach(Map<List<String>, TomlValue> fields) {
        var command = text(fields, "command");
        var url = text(fields, "url");
        if (command.isPresent() == url.isPresent()) {
            return new Transport.Broken(
                    command.isPresent()
                            ? "its settings have both command and url: keep one"
                            : "its settings have neither command nor url");
        }
        return command.isPresent() ? program(command.get(), fields) : http(url.orElseThrow(), fields);
    }

    private Transport program(String command, Map<List<String>, TomlValue> fields) {
        var argv = new ArrayList<String>();
        argv.add(command);
        argv.addAll(texts(fields, "args"));
        var variables = new TreeMap<String, String>();
        for (var name : PLAIN) environment.get(name).ifPresent(value -> variables.put(name, value));
        for (var name : texts(fields, "env_vars")) {
            environment.get(name).ifPresent(value -> variables.put(name, value));
        }
        variables.putAll(table(fields, "env"));
        return new Transport.Program(argv, variables, text(fields, "cwd").orElse(""));
    }

    private Transport http(String url, Map<List<String>, TomlValue> fields) {
        var headers = new TreeMap<String, String>();
        table(fields, "http_headers").forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
        for (var header : table(fields, "env_http_headers").entrySet()) {
            var value = environment.get(header.getValue());
            value.ifPresent(text -> headers.put(header.getKey().toLowerCase(Locale.ROOT), text));
        }
        var variable = text(fields, "bearer_token_env_var");
        if (variable.isPresent()) {
            var token = environment.get(variable.get());
            if (token.isEmpty()) {
                return new Transport.Broken("Environment variable " + variable.get() + " is not set");
            }
            headers.put("authorization", "Bearer " + token.get());
        }
        try {
            var address = new URI(url);
            var scheme = String.valueOf(address.getScheme());
            if (scheme.matches("https?") && address.getHost() != null)
                return new Transport.Http(address, headers, environment.proxies());
        } catch (URISyntaxException noUrl) {
            return new Transport.Broken("its url is none: " + noUrl.getMessage());
        }
        return new Transport.Broken("its url must begin with http:// or https://");
    }

    private static Timeouts patience(Map<List<String>, TomlValue> fields) {
        var usual = Timeouts.USUAL;
        var startup = seconds(fields, "startup_timeout_sec")
                .or(() -> number(fields, "startup_timeout_ms").map(ms -> Duration.ofMillis(ms.longValue())))
                .orElse(usual.startup());
        return new Timeouts(startup, seconds(fields, "tool_timeout_sec").orElse(usual.call()));
    }

    private static Offer offer(Map<List<String>, TomlValue> fields) {
        var tools = new HashMap<String, Asking>();
        fields.forEach((path, value) -> {
            if (path.size() == 3 && path.get(0).equals("tools") && path.get(2).equals("approval_mode")) {
                tools.put(path.get(1), asking(value));
            }
        });
        var usual = fields.get(List.of("default_tools_approval_mode"));
        return new Offer(
                new HashSet<>(texts(fields, "enabled_tools")),
                new HashSet<>(texts(fields, "disabled_tools")),
                isOn(fields, "supports_parallel_tool_calls"),
                usual == null ? Asking.AUTO : asking(usual),
                tools);
    }

    private static Asking asking(TomlValue value) {
        return switch (value instanceof TomlValue.Text(var word) ? word : value.toToml()) {
            case "auto" -> Asking.AUTO;
            case "prompt" -> Asking.PROMPT;
            case "approve" -> Asking.APPROVE;
            case String other ->
                throw new UsageError("approval_mode of an MCP tool is auto, prompt or approve, not " + other);
        };
    }

    private static Optional<String> text(Map<List<String>, TomlValue> fields, String name) {
        return fields.get(List.of(name)) instanceof TomlValue.Text(var text) ? Optional.of(text) : Optional.empty();
    }

    private static boolean isOn(Map<List<String>, TomlValue> fields, String name) {
        return fields.get(List.of(name)) instanceof TomlValue.Flag(var on) && on;
    }

    /// `env_vars` may hold tables with a name instead of names.
    private static List<String> texts(Map<List<String>, TomlValue> fields, String name) {
        var texts = new ArrayList<String>();
        if (fields.get(List.of(name)) instanceof TomlValue.Array(var values)) {
            for (var value : values) {
                if (value instanceof TomlValue.Text(var text)) texts.add(text);
                else if (value instanceof TomlValue.Table(var entries)
                        && entries.get("name") instanceof TomlValue.Text(var text)) texts.add(text);
            }
        }
        return texts;
    }

    private static Map<String, String> table(Map<List<String>, TomlValue> fields, String name) {
        var texts = new TreeMap<String, String>();
        fields.forEach((path, value) -> {
            if (path.size() == 2 && path.get(0).equals(name)) {
                texts.put(path.get(1), value instanceof TomlValue.Text(var text) ? text : value.toToml());
            }
        });
        return texts;
    }

    private static Optional<Duration> seconds(Map<List<String>, TomlValue> fields, String name) {
        return number(fields, name)
                .filter(number -> number.doubleValue() > 0)
                .map(number -> Duration.ofMillis((long) (number.doubleValue() * 1000)));
    }

    private static Optional<Number> number(Map<List<String>, TomlValue> fields, String name) {
        return switch (fields.get(List.of(name))) {
            case TomlValue.Whole(var whole) -> Optional.of(whole);
            case TomlValue.Decimal(var decimal) -> Optional.of(decimal);
            case null, default -> Optional.empty();
        };
    }
}
