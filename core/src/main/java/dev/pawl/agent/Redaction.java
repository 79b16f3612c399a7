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
    private static final int LONG_VALUE = 16;
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
    /// Too short to tell anything in the middle of a name.
    private static final List<String> ENDINGS = List.of("_PAT", "_PW", "_PASS", "_PWD", "__AUTH", "REDISCLI_AUTH");

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
        safe = Shapes.ASSIGNED.matcher(safe).replaceAll(Redaction::assigned);
        if (!Shapes.HINT.matcher(safe).find()) return safe;
        safe = Shapes.SETTING.matcher(safe).replaceAll(Redaction::setting);
        safe = Shapes.OPTION.matcher(safe).replaceAll(Redaction::option);
        safe = Shapes.ELEMENT.matcher(safe).replaceAll("$1" + MARK_TO_PUT);
        return Shapes.LOGIN.matcher(safe).replaceAll("$1" + MARK_TO_PUT);
    }

    /// Whether a text that is still being written may end with the beginning of a secret: more of
    /// it must be seen before it can be told.
    ///
    /// @return where that begins, or the text's length
    public static int openAt(String text) {
        var block = Shapes.OPEN_BLOCK.matcher(text);
        if (text.contains("-----BEGIN") && block.find()) return block.start();
        var line = text.lastIndexOf('\n') + 1;
        return Shapes.HINT.matcher(text).region(line, text.length()).find() ? line : text.length();
    }

    private static String shapes(String text) {
        var safe = text;
        if (safe.contains("PRIVATE KEY-----")) {
            safe = Shapes.BLOCK.matcher(safe).replaceAll(MARK_TO_PUT);
            safe = Shapes.END_OF_BLOCK.matcher(safe).replaceAll(MARK_TO_PUT);
        }
        safe = Shapes.BODY.matcher(safe).replaceAll(Redaction::body);
        safe = Shapes.KEY.matcher(safe).replaceAll(MARK_TO_PUT);
        safe = Shapes.BEARER.matcher(safe).replaceAll("$1" + MARK_TO_PUT);
        return safe.contains("://") ? Shapes.IN_ADDRESS.matcher(safe).replaceAll("$1" + MARK_TO_PUT) : safe;
    }

    private static final String MARK_TO_PUT = Matcher.quoteReplacement(MARK);

    /// A line of a private key without its head: 64 or 70 characters of every kind, which a hash in
    /// hexadecimal digits is not.
    private static String body(MatchResult found) {
        var text = found.group(2);
        var mixed = text.chars().anyMatch(c -> c >= 'G' && c <= 'Z')
                && text.chars().anyMatch(c -> c >= 'g' && c <= 'z')
                && text.chars().anyMatch(Character::isDigit);
        return Matcher.quoteReplacement(mixed ? found.group(1) + MARK : found.group());
    }

    /// `name = value` and `name: value` as in files of settings, in any letters.
    private static String setting(MatchResult found) {
        var secret = isSettingName(found.group(1)) && looksSecret(found.group(3));
        return Matcher.quoteReplacement(secret ? found.group(1) + found.group(2) + MARK : found.group());
    }

    private static String option(MatchResult found) {
        var secret = looksSecret(found.group(2));
        return Matcher.quoteReplacement(secret ? found.group(1) + MARK : found.group());
    }

    private static boolean isSettingName(String name) {
        return Shapes.SETTING_NAME.matcher(name).find();
    }

    /// Whether a value is more than a word of a program: a type, a variable, a path, an address.
    private static boolean looksSecret(String value) {
        if (value.startsWith("/") || value.startsWith("./") || value.startsWith("../") || value.startsWith("~"))
            return false;
        if (value.contains("://") || value.contains(MARK)) return false;
        var hasDigit = value.chars().anyMatch(Character::isDigit);
        var hasSign = value.chars().anyMatch(c -> "/+=!@#%^&*~".indexOf(c) >= 0);
        var hasBoth =
                value.chars().anyMatch(Character::isUpperCase) && value.chars().anyMatch(Character::isLowerCase);
        return hasDigit || hasSign || (hasBoth && value.length() >= LONG_VALUE && value.indexOf('.') < 0);
    }

    private static String assigned(MatchResult found) {
        var line = isSecretName(found.group(1)) ? found.group(1) + found.group(2) + MARK : found.group();
        return Matcher.quoteReplacement(line);
    }

    /// Whether a variable of this name holds a secret, as far as names tell.
    public static boolean isSecretName(String name) {
        var upper = name.toUpperCase(Locale.ROOT);
        return ENDINGS.stream().anyMatch(upper::endsWith) || TELLING.stream().anyMatch(upper::contains);
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
                Pattern.compile("-----BEGIN ([A-Z ]*PRIVATE KEY)-----[\\s\\S]{0,20000}?(?:-----END \\1-----|\\z)");
        /// The end of one whose beginning was not read.
        private static final Pattern END_OF_BLOCK =
                Pattern.compile("(?m)(?:^(?:L\\d+: )?[A-Za-z0-9+/=]{1,80}[ \\r]*\\n){0,400}"
                        + "(?:L\\d+: )?-----END [A-Z ]*PRIVATE KEY-----");
        private static final Pattern OPEN_BLOCK = Pattern.compile("-----BEGIN(?: [A-Z ]*)?(?:PRIVATE KEY-----"
                + "(?![\\s\\S]*-----END [A-Z ]*PRIVATE KEY-----)[\\s\\S]*)?\\z");
        private static final Pattern BODY =
                Pattern.compile("(?m)^((?:L\\d+: )?[ \\t]{0,12})([A-Za-z0-9+/]{70}|[A-Za-z0-9+/]{64})(?=[ \\r]*$)");
        /// Without one of these there is nothing to look for.
        private static final Pattern HINT =
                Pattern.compile("(?i)passw|passphrase|secret|token|credential|[_.-]?key\\b|bearer|authorization|_pat\\b"
                        + "|[_.-]pass\\b|pwd\\b|\\b_auth\\b");
        private static final Pattern SETTING_NAME = Pattern.compile("(?i)(?:^|[_.-]|(?<=[a-z])(?=[A-Z]))"
                + "(?:password|passwd|passphrase|secret|token|credentials?|bearer|pat)$|"
                + "[_.-](?:pass|pwd)$|^(?:pwd|_auth)$|"
                + "(?:api|access|private|secret|auth|signing|encryption|master|shared|account|license)"
                + "[_.-]?key$");
        private static final Pattern SETTING = Pattern.compile(
                "(?<![A-Za-z0-9_.$-])([A-Za-z_][A-Za-z0-9_.-]{2,80})([\"']?[ \\t]{0,8}(?:=>|:=|[:=])[ \\t]{0,8}[\"']?)"
                        + "([^\\s\\x00\"'`$<>(){}\\[\\],;]{6,400})(?=[\\s\"',;}\\])]|\\z)");
        private static final Pattern OPTION =
                Pattern.compile("(?i)(--(?:[a-z]+-)?(?:password|passwd|token|secret|api-?key|access-key)[ =][\"']?)"
                        + "([^\\s\\x00\"'`$<>(){}\\[\\]]{6,400})");
        private static final Pattern ELEMENT = Pattern.compile(
                "(?i)(<(?:password|passphrase|token|secret|apikey|privatekey)>)(?![{$\\[])[^<\\s]{3,400}(?=</)");
        /// As in `.netrc`.
        private static final String PASSWORD = "(?:L\\d+: )?[ \\t]*password[ \\t]+";
        private static final Pattern LOGIN = Pattern.compile("(?im)(\\blogin[ \\t\\r\\n]+\\S+[ \\t\\r\\n]+" + PASSWORD
                + "|^" + PASSWORD + "(?=\\S*[0-9/+=!@#%^&*~]\\S*[ \\t\\r]*$))(?!\\[secret\\])\\S{3,400}");
        private static final Pattern BEARER = Pattern.compile("(?i)\\b((?:bearer|basic) )[A-Za-z0-9._~+/=-]{16,}");
        private static final Pattern IN_ADDRESS = Pattern.compile("(://[^\\s/:@]{0,100}:)[^\\s/@]{3,200}(?=@)");
        /// As in a file of variables, or in what `env` prints.
        private static final Pattern ASSIGNED =
                Pattern.compile("(?m)(?<![A-Za-z0-9_])([A-Z][A-Z0-9_]{2,80})(=[\"']?)([^\\s\\x00\"'$<({\\[]{6,})");
    }
}
