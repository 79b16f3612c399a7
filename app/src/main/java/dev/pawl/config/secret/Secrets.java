package dev.pawl.config.secret;

import dev.pawl.agent.Masking;
import dev.pawl.toml.TomlValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/// Hides what must not be printed. Errs on the side of hiding: only text is ever a secret.
public final class Secrets {
    private static final TomlValue.Text HIDDEN = new TomlValue.Text("********");
    private static final List<String> TELLING = List.of(
            "token", "secret", "password", "passwd", "bearer", "authorization", "credential", "cookie", "apikey");
    /// Tables whose every value may be one.
    private static final List<String> HOLDERS = List.of("http_headers", "env", "query_params", "set");

    private Secrets() {}

    public static TomlValue masked(List<String> path, TomlValue value) {
        boolean secret = false;
        for (int i = 0; i < path.size(); i++) {
            var part = path.get(i).toLowerCase(Locale.ROOT);
            if (isTelling(part) || (i < path.size() - 1 && HOLDERS.contains(part))) secret = true;
        }
        return mask(value, secret);
    }

    private static TomlValue mask(TomlValue value, boolean secret) {
        return switch (value) {
            case TomlValue.Text(var text) -> secret ? HIDDEN : new TomlValue.Text(Masking.text(text));
            case TomlValue.Array(var values) -> new TomlValue.Array(secret ? hidden(values) : shown(values));
            case TomlValue.Table(var entries) -> {
                var masked = new LinkedHashMap<String, TomlValue>();
                entries.forEach((key, one) -> masked.put(key, mask(one, secret || isTelling(key))));
                yield new TomlValue.Table(masked);
            }
            case TomlValue.Whole _, TomlValue.Decimal _, TomlValue.Flag _, TomlValue.Moment _ -> value;
        };
    }

    private static List<TomlValue> hidden(List<TomlValue> values) {
        return values.stream().map(one -> mask(one, true)).toList();
    }

    /// A list of texts may be a command line, where a secret follows its option.
    private static List<TomlValue> shown(List<TomlValue> values) {
        if (!values.stream().allMatch(TomlValue.Text.class::isInstance)) {
            return values.stream().map(one -> mask(one, false)).toList();
        }
        var words = values.stream().map(one -> ((TomlValue.Text) one).value()).toList();
        return Masking.arguments(words).stream()
                .<TomlValue>map(TomlValue.Text::new)
                .toList();
    }

    /// `env_key` and `…_env_var` hold the name of a variable, which is no secret.
    private static boolean isTelling(String part) {
        if (part.equals("env_key") || part.equals("env_key_instructions") || part.endsWith("_env_var")) return false;
        for (var word : TELLING) if (part.contains(word)) return true;
        return part.equals("key") || part.endsWith("_key") || part.endsWith("-key");
    }
}
