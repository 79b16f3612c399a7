package dev.pawl.cli;

import dev.pawl.resource.Resource;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The program's messages in the user's language. Read on first use: most runs say nothing.
public final class Messages {
    /// A language the program speaks.
    public enum Language {
        EN,
        ZH
    }

    private final Language language;
    private @Nullable Map<Text, String> texts;

    public Messages(Language language) {
        this.language = language;
    }

    public Language language() {
        return language;
    }

    /// The language asked for by `PAWL_LANG`, else by the locale's variables, else English.
    ///
    /// @param environment answers a variable's value, empty when it is not set
    public static Language language(UnaryOperator<String> environment) {
        for (var name : new String[] {"PAWL_LANG", "LC_ALL", "LC_MESSAGES", "LANG"}) {
            var value = environment.apply(name);
            if (!value.isEmpty()) return value.startsWith("zh") ? Language.ZH : Language.EN;
        }
        return Language.EN;
    }

    /// The message with `{0}`, `{1}`… replaced.
    public String say(Text text, String... values) {
        if (texts == null) texts = load(language);
        var pattern = texts.get(text);
        if (pattern == null) throw new IllegalStateException("no message " + text + " in " + language);
        var said = new StringBuilder(pattern.length() + 32);
        int at = 0;
        while (at < pattern.length()) {
            int open = pattern.indexOf('{', at);
            if (open < 0 || open + 2 >= pattern.length() || pattern.charAt(open + 2) != '}') break;
            said.append(pattern, at, open).append(values[pattern.charAt(open + 1) - '0']);
            at = open + 3;
        }
        return said.append(pattern, at, pattern.length()).toString();
    }

    /// A message stands on one line of its file; `\n` in it begins another one.
    static Map<Text, String> load(Language language) {
        var file = language == Language.ZH ? "messages.zh.txt" : "messages.en.txt";
        var texts = new EnumMap<Text, String>(Text.class);
        var all = Resource.text(Messages.class, file);
        for (int start = 0; start < all.length(); ) {
            int end = all.indexOf('\n', start);
            if (end < 0) end = all.length();
            int colon = all.indexOf(':', start);
            if (colon > start && colon < end && all.charAt(start) != '#') {
                texts.put(
                        Text.valueOf(all.substring(start, colon)),
                        all.substring(colon + 1, end).strip().replace("\\n", "\n"));
            }
            start = end + 1;
        }
        return texts;
    }
}
