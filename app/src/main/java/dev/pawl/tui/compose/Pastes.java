package dev.pawl.tui.compose;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Large pastes and pictures stand in the field as a short mark. A text is put back when it is
/// sent, a picture is sent beside it.
final class Pastes {
    private static final int MOST_LINES = 8;
    private static final int MOST_CHARACTERS = 800;

    private final Map<String, String> texts = new LinkedHashMap<>();
    private final Map<String, Path> pictures = new LinkedHashMap<>();
    private int count;

    /// What to put into the field for a paste.
    String fold(String text) {
        var picture = picture(text.strip());
        if (picture.isPresent()) return add(picture.get());
        var lines = text.lines().count();
        if (lines <= MOST_LINES && text.length() <= MOST_CHARACTERS) return text;
        var mark = "[Pasted text #" + ++count + ": " + lines + " lines, " + text.length() + " characters]";
        texts.put(mark, text);
        return mark;
    }

    /// The mark for a picture.
    String add(Path picture) {
        var mark = "[Image #" + ++count + ": " + picture.getFileName() + "]";
        pictures.put(mark, picture);
        return mark;
    }

    /// What is dropped into a terminal arrives as the path of a file, perhaps quoted.
    private static Optional<Path> picture(String text) {
        if (text.length() > 4096 || text.indexOf('\n') >= 0) return Optional.empty();
        var bare = text.replace("\\ ", " ").replaceAll("^['\"]|['\"]$", "").replaceFirst("^file://", "");
        var lower = bare.toLowerCase(Locale.ROOT);
        var isPicture =
                List.of(".png", ".jpg", ".jpeg", ".gif", ".webp").stream().anyMatch(lower::endsWith);
        if (!isPicture) return Optional.empty();
        try {
            return Optional.of(Path.of(bare)).filter(Files::isRegularFile);
        } catch (InvalidPathException strange) {
            return Optional.empty();
        }
    }

    /// The whole text.
    String unfold(String text) {
        var whole = text;
        for (var paste : texts.entrySet()) whole = whole.replace(paste.getKey(), paste.getValue());
        return whole;
    }

    /// The pictures whose marks are in a text.
    List<Path> pictures(String text) {
        return pictures.entrySet().stream()
                .filter(entry -> text.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    /// Where the mark begins that ends here: it is deleted whole. -1 when none does.
    int markBefore(String text, int caret) {
        for (var mark : texts.keySet()) if (text.startsWith(mark, caret - mark.length())) return caret - mark.length();
        for (var mark : pictures.keySet())
            if (text.startsWith(mark, caret - mark.length())) return caret - mark.length();
        return -1;
    }

    void clear() {
        texts.clear();
        pictures.clear();
    }
}
