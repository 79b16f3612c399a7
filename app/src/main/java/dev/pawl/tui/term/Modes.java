package dev.pawl.tui.term;

/// What a terminal is told when the program begins to use it, and when it ends.
public final class Modes {
    /// Pastes in brackets, focus, keys that can be told apart (kitty's and xterm's ways).
    public static final String ENTER = "\033[?2004h\033[?1004h\033[>1u\033[>4;1m";
    /// All of it undone, also what a frame that was cut may have left.
    public static final String LEAVE = "\033[>4;0m\033[<u\033[?1004l\033[?2004l\033[?2026l\033[0m\033[?25h";
    /// For pages: another screen, and back to the one with the text.
    static final String PAGE = "\033[?1049h\033[H";

    static final String TEXT = "\033[?1049l";
    /// Where is the cursor?
    public static final String ASK_CURSOR = "\033[6n";
    /// Which colour is behind the text?
    public static final String ASK_BACKGROUND = "\033]11;?\033\\";

    private Modes() {}

    /// A note from the program that the terminal shows outside of its window.
    ///
    /// @param program what `TERM_PROGRAM` says
    /// @param kind    what `TERM` says
    public static String notification(String words, String program, String kind) {
        if (program.equals("iTerm.app") || program.equals("WezTerm") || program.equals("ghostty"))
            return "\033]9;" + words + "\007";
        if (kind.startsWith("foot") || kind.startsWith("rxvt") || kind.startsWith("xterm-kitty"))
            return "\033]777;notify;Pawl;" + words + "\033\\";
        return "\007";
    }
}
