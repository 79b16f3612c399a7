package dev.pawl.config.command;

import dev.pawl.cli.Messages;
import dev.pawl.config.KnownSetting;
import dev.pawl.resource.Resource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What each setting does, for people. The table itself, [KnownSettings], stays small: every
/// command loads it, and few show this.
///
/// @param entries by the setting's key, in the order of the file
public record SettingGuide(Map<String, Entry> entries) {
    /// @param example a line of `config.toml`
    /// @param about   a sentence or two
    public record Entry(String example, String about) {}

    public static SettingGuide in(Messages.Language language) {
        var english = blocks("settings.en.txt");
        var other = language == Messages.Language.ZH ? blocks("settings.zh.txt") : english;
        var entries = new LinkedHashMap<String, Entry>();
        english.forEach((key, lines) -> entries.put(
                key, new Entry(lines.getFirst(), other.getOrDefault(key, lines).getLast())));
        return new SettingGuide(entries);
    }

    public Entry of(KnownSetting setting) {
        var entry = entries.get(setting.key());
        if (entry == null) throw new IllegalStateException("settings.en.txt does not describe " + setting.key());
        return entry;
    }

    /// Blocks of lines between empty lines; the first line of each is the key.
    private static Map<String, List<String>> blocks(String file) {
        var blocks = new LinkedHashMap<String, List<String>>();
        for (var block : Resource.text(SettingGuide.class, file).split("\n\n+", -1)) {
            var lines = block.lines().filter(line -> !line.startsWith("#")).toList();
            if (lines.size() > 1) blocks.put(lines.getFirst(), lines.subList(1, lines.size()));
        }
        return blocks;
    }
}
