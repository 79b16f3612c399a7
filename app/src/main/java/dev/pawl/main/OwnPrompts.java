package dev.pawl.main;

import dev.pawl.cli.UsageError;
import dev.pawl.resource.FileTrouble;
import dev.pawl.tui.ThreadAccess.NamedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A person's own prompts: Markdown files in a folder, called by their name. `$ARGUMENTS` stands
/// for all that is typed behind the name, `$1` to `$9` for its words.
///
/// @param folder need not be there
record OwnPrompts(Path folder) {
    private static final String ENDING = ".md";

    List<NamedText> list() {
        var prompts = new ArrayList<NamedText>();
        try (var files = Files.newDirectoryStream(folder, "*" + ENDING)) {
            for (var file : files) {
                var name = String.valueOf(file.getFileName());
                prompts.add(new NamedText(
                        name.substring(0, name.length() - ENDING.length()), about(file), NamedText.Kind.PROMPT));
            }
        } catch (IOException none) {
            return List.of();
        }
        prompts.sort(Comparator.comparing(NamedText::name));
        return prompts;
    }

    private static String about(Path file) throws IOException {
        var text = body(Files.readString(file));
        return text.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
    }

    /// Without the fields between two lines of dashes.
    private static String body(String text) {
        if (!text.startsWith("---\n")) return text;
        var end = text.indexOf("\n---\n", 3);
        return end < 0 ? text : text.substring(end + 5);
    }

    String text(String name, String arguments) {
        if (name.indexOf('/') >= 0) throw new UsageError("not a prompt's name: " + name);
        try {
            var text = body(Files.readString(folder.resolve(name + ENDING))).replace("$ARGUMENTS", arguments);
            var words = arguments.split("\\s+", -1);
            for (var i = 9; i >= 1; i--) text = text.replace("$" + i, i <= words.length ? words[i - 1] : "");
            return text.strip();
        } catch (IOException none) {
            throw new UsageError("no prompt " + name + " in " + folder + ": " + FileTrouble.of(none));
        }
    }
}
