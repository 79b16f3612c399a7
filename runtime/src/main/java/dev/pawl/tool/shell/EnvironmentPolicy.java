package dev.pawl.tool.shell;

import dev.pawl.agent.Redaction;
import dev.pawl.id.ThreadId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Which variables commands see: `shell_environment_policy`, applied in Codex's order (inherit,
/// default excludes, exclude, set, include only). Names are matched without regard to case.
///
/// @param secrets     whether what looks like a secret, by its name or its value, is kept
/// @param exclude     patterns (`*`, `?`) of names that are dropped
/// @param set         variables that are added
/// @param includeOnly patterns of the only names that stay; empty: all
public record EnvironmentPolicy(
        Inherit inherit, Secrets secrets, List<String> exclude, Map<String, String> set, List<String> includeOnly) {
    private static final Set<String> CORE =
            Set.of("PATH", "SHELL", "TMPDIR", "TEMP", "TMP", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "LOGNAME", "USER");
    /// The keys Pawl itself is run with: no command needs them, whatever the policy says.
    private static final Set<String> OWN_KEYS =
            Set.of("OPENAI_API_KEY", "CODEX_API_KEY", "CODEX_ACCESS_TOKEN", "ANTHROPIC_API_KEY", "PAWL_API_KEY");

    public EnvironmentPolicy {
        exclude = List.copyOf(exclude);
        set = Map.copyOf(set);
        includeOnly = List.copyOf(includeOnly);
    }

    public enum Inherit {
        ALL,
        CORE,
        NONE
    }

    public enum Secrets {
        KEEP,
        DROP
    }

    /// Everything but secrets: what a command prints is written down and sent to the model.
    public static EnvironmentPolicy usual() {
        return new EnvironmentPolicy(Inherit.ALL, Secrets.DROP, List.of(), Map.of(), List.of());
    }

    /// The variables for the children of one thread of chat.
    public Map<String, String> apply(Map<String, String> parent, ThreadId thread) {
        var kept = new TreeMap<String, String>();
        parent.forEach((name, value) -> {
            if (inherits(name) && !OWN_KEYS.contains(name)) kept.put(name, value);
        });
        if (secrets == Secrets.DROP) kept.entrySet().removeIf(EnvironmentPolicy::isSecret);
        kept.keySet().removeIf(name -> matches(exclude, name));
        kept.putAll(set);
        if (!includeOnly.isEmpty()) kept.keySet().removeIf(name -> !matches(includeOnly, name));
        kept.put("PAWL_THREAD_ID", thread.value());
        kept.put("CODEX_THREAD_ID", thread.value());
        return Map.copyOf(kept);
    }

    private static boolean isSecret(Map.Entry<String, String> variable) {
        return Redaction.isSecretName(variable.getKey()) || Redaction.isSecretValue(variable.getValue());
    }

    private boolean inherits(String name) {
        return switch (inherit) {
            case ALL -> true;
            case CORE -> CORE.contains(name);
            case NONE -> false;
        };
    }

    private static boolean matches(List<String> patterns, String name) {
        return patterns.stream().anyMatch(pattern -> matches(pattern, name));
    }

    private static boolean matches(String pattern, String name) {
        var regex = new StringBuilder();
        for (var c : pattern.toUpperCase(Locale.ROOT).toCharArray()) {
            regex.append(
                    switch (c) {
                        case '*' -> ".*";
                        case '?' -> ".";
                        default -> Pattern.quote(String.valueOf(c));
                    });
        }
        return Pattern.matches(regex.toString(), name.toUpperCase(Locale.ROOT));
    }
}
