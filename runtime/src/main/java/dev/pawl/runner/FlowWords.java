package dev.pawl.runner;

import dev.pawl.resource.Resource;
import java.util.HashMap;
import java.util.Map;

/// The words of a workflow's questions in the user's language. They are stored with the question,
/// so that every surface shows the same.
public final class FlowWords {
    private final Map<String, String> texts = new HashMap<>();

    /// @param language `en` or `zh`
    public FlowWords(String language) {
        var file = language.equals("zh") ? "words.zh.txt" : "words.en.txt";
        for (var line : Resource.text(FlowWords.class, file).lines().toList()) {
            var colon = line.indexOf(':');
            if (colon > 0 && !line.startsWith("#"))
                texts.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
    }

    /// The text with `{0}`, `{1}`… replaced.
    public String say(String name, String... values) {
        var text = texts.get(name);
        if (text == null) throw new IllegalStateException("no words for " + name);
        for (int i = 0; i < values.length; i++) text = text.replace("{" + i + "}", values[i]);
        return text;
    }
}
