package dev.pawl.tui.text;

/// How each [Role] looks: the parameters of an SGR sequence, empty for the terminal's own look.
///
/// Colours are mostly the terminal's sixteen, so that a person's own palette holds; only
/// code and the words of diffs have exact ones.
public enum Theme {
    DARK,
    LIGHT,
    /// Bold, faint, underlined and reversed only.
    MONO;

    public String code(Role role) {
        return switch (this) {
            case DARK -> dark(role);
            case LIGHT -> light(role);
            case MONO -> mono(role);
        };
    }

    /// A line with its codes, ending in the terminal's own look.
    public String paint(Line line) {
        var painted = new StringBuilder();
        paint(line, painted);
        return painted.toString();
    }

    public void paint(Line line, StringBuilder out) {
        var last = "";
        for (var span : line.spans()) {
            var code = code(span.role());
            if (!code.equals(last)) {
                if (!last.isEmpty()) out.append("\033[0m");
                if (!code.isEmpty()) out.append("\033[").append(code).append('m');
                last = code;
            }
            out.append(span.text());
        }
        if (!last.isEmpty()) out.append("\033[0m");
    }

    private static String dark(Role role) {
        return switch (role) {
            case ADDED -> "32";
            case REMOVED -> "31";
            case ADDED_WORD -> "1;32;48;5;22";
            case REMOVED_WORD -> "1;31;48;5;52";
            case CODE -> "38;5;180";
            case STRING -> "38;5;150";
            case NUMBER -> "38;5;179";
            case COMMENT -> "38;5;245";
            case KEYWORD -> "38;5;141";
            case TYPE -> "38;5;80";
            default -> either(role);
        };
    }

    private static String light(Role role) {
        return switch (role) {
            case ADDED -> "32";
            case REMOVED -> "31";
            case ADDED_WORD -> "1;32;48;5;194";
            case REMOVED_WORD -> "1;31;48;5;224";
            case CODE -> "38;5;94";
            case STRING -> "38;5;28";
            case NUMBER -> "38;5;130";
            case COMMENT -> "38;5;243";
            case KEYWORD -> "38;5;91";
            case TYPE -> "38;5;25";
            default -> either(role);
        };
    }

    private static String either(Role role) {
        return switch (role) {
            case STRONG -> "1";
            case EMPHASIS -> "3";
            case STRUCK -> "9";
            case FAINT -> "2";
            case ACCENT -> "36";
            case HEADING -> "1;36";
            case LINK -> "4;36";
            case USER -> "1";
            case GOOD -> "32";
            case WARNING -> "33";
            case BAD -> "31";
            case SELECTED -> "1;36";
            default -> "";
        };
    }

    private static String mono(Role role) {
        return switch (role) {
            case STRONG, HEADING, USER, ADDED_WORD, KEYWORD, BAD -> "1";
            case FAINT, COMMENT, REMOVED -> "2";
            case EMPHASIS -> "3";
            case LINK, WARNING -> "4";
            case STRUCK -> "9";
            case SELECTED, REMOVED_WORD -> "7";
            default -> "";
        };
    }
}
