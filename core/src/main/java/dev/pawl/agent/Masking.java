package dev.pawl.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Hides secrets in what is shown of settings: addresses and the words of a command line. Errs on
/// the side of hiding, unlike [Redaction], which leaves text alone when in doubt.
public final class Masking {
    public static final String MASK = "***";

    private static final Set<String> QUERY_NAMES =
            Set.of("auth", "code", "key", "pass", "pat", "pw", "pwd", "session", "sid", "sig", "signature", "user");
    private static final int LONG_USER = 20;

    private Masking() {}

    /// Compiled when something is shown.
    private static final class Shapes {
        private static final Pattern USER = Pattern.compile("(://)([^\\s/?#@]*)@");
        private static final Pattern QUERY = Pattern.compile("([?&;])([^=&\\s?;]{1,80})=([^&\\s#;\"']+)");
        private static final Pattern FLAG =
                Pattern.compile("(-{1,2})([A-Za-z][A-Za-z0-9_.-]*)(?:=(.*))?", Pattern.DOTALL);
        private static final Pattern ASSIGNED =
                Pattern.compile("([A-Za-z][A-Za-z0-9_.-]*)([=:]\\s*)(.+)", Pattern.DOTALL);
    }

    private static final Redaction SHAPES = new Redaction(List.of());

    /// A text that may be an address, or hold some: passwords of users, and secrets in queries.
    public static String address(String text) {
        if (!text.contains("://") && text.indexOf('?') < 0) return text;
        var safe = Shapes.USER.matcher(text).replaceAll(found -> Matcher.quoteReplacement(user(found.group(2))));
        return Shapes.QUERY.matcher(safe).replaceAll(found -> {
            var name = found.group(2);
            var shown = isQuerySecret(name) || Redaction.isSecretValue(found.group(3)) ? MASK : found.group(3);
            return Matcher.quoteReplacement(found.group(1) + name + "=" + shown);
        });
    }

    private static String user(String info) {
        var colon = info.indexOf(':');
        if (colon >= 0) return "://" + info.substring(0, colon + 1) + MASK + "@";
        // A token may stand where a user's name does.
        return "://" + (info.length() >= LONG_USER || Redaction.isSecretValue(info) ? MASK : info) + "@";
    }

    private static boolean isQuerySecret(String name) {
        return Redaction.isSecretName(name) || QUERY_NAMES.contains(name.toLowerCase(Locale.ROOT));
    }

    /// The words of a command line, each safe to be shown.
    public static List<String> arguments(List<String> words) {
        var safe = new ArrayList<String>();
        var follows = false;
        for (var word : words) {
            if (follows && !word.startsWith("--")) {
                safe.add(MASK);
                follows = false;
                continue;
            }
            var flag = Shapes.FLAG.matcher(word);
            var secret = flag.matches() && isSecretFlag(flag.group(2));
            follows = secret && flag.group(3) == null;
            safe.add(secret && flag.group(3) != null ? flag.group(1) + flag.group(2) + "=" + MASK : word(word));
        }
        return safe;
    }

    private static boolean isSecretFlag(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        return Redaction.isSecretName(name) || lower.equals("pw") || lower.equals("pass") || lower.equals("auth");
    }

    /// One word: an assignment, a header, an address, or what has the shape of a secret.
    private static String word(String word) {
        var assigned = Shapes.ASSIGNED.matcher(word);
        if (assigned.matches() && Redaction.isSecretName(assigned.group(1))) {
            return assigned.group(1) + assigned.group(2) + MASK;
        }
        return text(word);
    }

    /// A text of a setting that is not known to be a secret.
    public static String text(String text) {
        return SHAPES.of(address(text)).replace(Redaction.MARK, MASK);
    }
}
