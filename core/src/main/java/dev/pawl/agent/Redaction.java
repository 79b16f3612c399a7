package dev.pawl.agent;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Takes secrets out of texts before anybody keeps them: the values that are known, and what has
/// the shape of one. Pure and safe for use by many threads.
///
/// It errs on the side of leaving text alone: a word is a secret when its shape says so, not when
/// it looks random.
public final class Redaction {
    /// What stands where a secret was.
    public static final String MARK = "[secret]";

    private static final int SHORTEST = 8;
    private static final List<String> TELLING = List.of(
            "KEY",
            "SECRET",
            "TOKEN",
            "PASSWORD",
            "PASSWD",
            "PASSPHRASE",
            "CREDENTIAL",
            "COOKIE",
            "BEARER",
            "AUTHORIZATION",
            "WEBHOOK",
            "DSN");
    private final Supplier<Collection<String>> told;
    private volatile @Nullable List<String> known;

    /// @param known values that are secrets whatever they look like; short ones do not count
    public Redaction(Collection<String> known) {
        this(() -> known);
    }

    /// The same, asked for when there is the first text: most turns of a short command have none.
    public Redaction(Supplier<Collection<String>> known) {
        this.told = known;
    }

    /// The longest first: a shorter one may be a part of it.
    private List<String> known() {
        var values = known;
        if (values == null) {
            values = told.get().stream()
                    .filter(Redaction::isTelling)
                    .distinct()
                    .sorted((one, other) -> Integer.compare(other.length(), one.length()))
                    .toList();
            known = values;
        }
        return values;
    }

    /// Words and paths that stand for something else are too common to be taken out.
    private static boolean isTelling(String value) {
        return value.length() >= SHORTEST && !value.startsWith("/") && !value.startsWith("~");
    }

    public String of(String text) {
        if (text.length() < SHORTEST) return text;
        var safe = text;
        for (var value : known()) safe = safe.replace(value, MARK);
        safe = shapes(safe);
        return Shapes.ASSIGNED.matcher(safe).replaceAll(Redaction::assigned);
    }

    private static String shapes(String text) {
        var safe = text.contains("-----BEGIN ") ? Shapes.BLOCK.matcher(text).replaceAll(MARK_TO_PUT) : text;
        safe = Shapes.KEY.matcher(safe).replaceAll(MARK_TO_PUT);
        safe = Shapes.BEARER.matcher(safe).replaceAll("$1" + MARK_TO_PUT);
        return safe.contains("://") ? Shapes.IN_ADDRESS.matcher(safe).replaceAll("$1" + MARK_TO_PUT) : safe;
    }

    private static final String MARK_TO_PUT = Matcher.quoteReplacement(MARK);

    private static String assigned(MatchResult found) {
        var line = isSecretName(found.group(1)) ? found.group(1) + found.group(2) + MARK : found.group();
        return Matcher.quoteReplacement(line);
    }

    /// Whether a variable of this name holds a secret, as far as names tell.
    public static boolean isSecretName(String name) {
        var upper = name.toUpperCase(Locale.ROOT);
        return upper.endsWith("_PAT")
                || upper.endsWith("_PW")
                || TELLING.stream().anyMatch(upper::contains);
    }

    /// Whether a value has the shape of a secret, or one inside it.
    public static boolean isSecretValue(String value) {
        return !shapes(value).equals(value);
    }

    /// Compiled when there is the first text to look at.
    private static final class Shapes {
        /// Shapes that their makers gave to keys so that they can be found.
        private static final String KEYS = String.join(
                "|",
                "sk-[A-Za-z0-9_-]{20,}",
                "(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}",
                "gh[pousr]_[A-Za-z0-9]{30,}",
                "github_pat_[A-Za-z0-9_]{22,}",
                "gl(?:pat|dt|rt|ptt)-[A-Za-z0-9_-]{20,}",
                "xox[abeoprs]-[A-Za-z0-9-]{10,}",
                "xapp-[A-Za-z0-9-]{20,}",
                "(?:AKIA|ASIA)[A-Z0-9]{16}",
                "AIza[0-9A-Za-z_-]{35}",
                "ya29\\.[0-9A-Za-z_-]{20,}",
                "GOCSPX-[A-Za-z0-9_-]{20,}",
                "eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}",
                "npm_[A-Za-z0-9]{30,}",
                "pypi-[A-Za-z0-9_-]{40,}",
                "hf_[A-Za-z0-9]{30,}",
                "do[opr]_v1_[a-f0-9]{40,}",
                "shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",
                "SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}",
                "whsec_[A-Za-z0-9+/=]{20,}",
                "hv[sbr]\\.[A-Za-z0-9_-]{20,}",
                "dckr_pat_[A-Za-z0-9_-]{20,}",
                "sq0[a-z]{3}-[A-Za-z0-9_-]{20,}",
                "SK[0-9a-f]{32}",
                "key-[0-9a-f]{32}",
                "[0-9]{8,10}:AA[A-Za-z0-9_-]{32,}",
                "AGE-SECRET-KEY-1[A-Z0-9]{50,}",
                "LTAI[A-Za-z0-9]{16,}",
                "lin_api_[A-Za-z0-9]{30,}",
                "gsk_[A-Za-z0-9]{30,}",
                "pplx-[A-Za-z0-9]{30,}",
                "r8_[A-Za-z0-9]{30,}",
                "nvapi-[A-Za-z0-9_-]{30,}",
                "dapi[a-f0-9]{32}",
                "ATATT[A-Za-z0-9_=-]{30,}",
                "PMAK-[a-f0-9-]{40,}",
                "NRAK-[A-Z0-9]{20,}",
                "figd_[A-Za-z0-9_-]{30,}",
                "secret_[A-Za-z0-9]{40,}",
                "ntn_[A-Za-z0-9]{40,}");
        private static final Pattern KEY = Pattern.compile("\\b(?:" + KEYS + ")");
        private static final Pattern BLOCK =
                Pattern.compile("-----BEGIN ([A-Z ]*PRIVATE KEY)-----[\\s\\S]{0,20000}?-----END \\1-----");
        private static final Pattern BEARER = Pattern.compile("(?i)\\b((?:bearer|basic) )[A-Za-z0-9._~+/=-]{16,}");
        private static final Pattern IN_ADDRESS = Pattern.compile("(://[^\\s/:@]{0,100}:)[^\\s/@]{3,200}(?=@)");
        /// As in a file of variables, or in what `env` prints.
        private static final Pattern ASSIGNED =
                Pattern.compile("(?m)(?<![A-Za-z0-9_])([A-Z][A-Z0-9_]{2,80})(=[\"']?)([^\\s\\x00\"'$<({\\[]{6,})");
    }
}
