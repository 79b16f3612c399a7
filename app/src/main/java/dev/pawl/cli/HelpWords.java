package dev.pawl.cli;

import dev.pawl.resource.Resource;
import java.util.HashMap;
import java.util.Map;

/// The texts of the command table in the user's language. They stand in the code in English, where
/// parser, help and completion are made from them; other languages are found by that text.
///
/// @param texts by the English one; one that is missing stays English
public record HelpWords(Map<String, String> texts) {
    public static final HelpWords ENGLISH = new HelpWords(Map.of());

    public static HelpWords in(Messages.Language language) {
        if (language == Messages.Language.EN) return ENGLISH;
        var texts = new HashMap<String, String>();
        for (var pair : Resource.text(HelpWords.class, "help.zh.txt").split("\n\n", -1)) {
            var end = pair.indexOf('\n');
            if (end > 0 && pair.charAt(0) != '#') {
                texts.put(pair.substring(0, end), pair.substring(end + 1).strip());
            }
        }
        return new HelpWords(texts);
    }

    public boolean has(String english) {
        return texts.containsKey(english);
    }

    String of(String english) {
        return texts.getOrDefault(english, english);
    }
}
