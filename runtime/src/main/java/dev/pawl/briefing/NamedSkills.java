package dev.pawl.briefing;

import dev.pawl.card.Item;
import dev.pawl.card.Part;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// The texts of the skills that a request names: by `$name` in its words, or by a file that a
/// client chose. A name that several skills have means none of them.
///
/// @param list reads which skills there are; asked only for a request that names one
/// @param cwd  the thread's folder
public record NamedSkills(Supplier<SkillList> list, Path cwd, PromptFile files) {
    private static final Pattern MENTION = Pattern.compile("\\$([A-Za-z0-9][A-Za-z0-9:_-]*)");

    /// @param chosen files of skills
    public List<Item> texts(Item.UserMessage message, Set<String> chosen) {
        var names = names(message);
        if (names.isEmpty() && chosen.isEmpty()) return List.of();
        var skills = list.get().skills().stream().filter(Skill::enabled).toList();
        var paths = new LinkedHashSet<>(chosen);
        for (var name : names) {
            var matches =
                    skills.stream().filter(skill -> skill.name().equals(name)).toList();
            if (matches.size() == 1) paths.add(matches.getFirst().path());
        }
        var items = new ArrayList<Item>();
        for (var path : paths) {
            skills.stream()
                    .filter(skill -> skill.path().equals(path))
                    .findFirst()
                    .flatMap(skill -> Skills.text(skill, cwd, files).map(text -> briefing(skill, text)))
                    .ifPresent(items::add);
        }
        return items;
    }

    private static Set<String> names(Item.UserMessage message) {
        var names = new LinkedHashSet<String>();
        for (var part : message.parts()) {
            if (part instanceof Part.Text(var text))
                MENTION.matcher(text).results().forEach(found -> names.add(found.group(1)));
        }
        return names;
    }

    private static Item briefing(Skill skill, String text) {
        return new Item.Briefing(
                Item.Briefing.Role.USER,
                "<skill>\n<name>" + skill.name() + "</name>\n<path>" + skill.path() + "</path>\n" + text
                        + "\n</skill>");
    }
}
