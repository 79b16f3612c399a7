package dev.pawl.cli;

import java.io.PrintStream;

/// Where a command speaks: results on `out`, everything else on `err`, in the user's language.
///
/// @param colours     whether escape codes are welcome on `out`
/// @param noteColours whether they are on `err`
public record Console(PrintStream out, PrintStream err, Messages messages, boolean colours, boolean noteColours) {
    public Console(PrintStream out, PrintStream err, Messages messages, boolean colours) {
        this(out, err, messages, colours, colours);
    }

    /// The same with colours as a person wants them: `always`, `never`, or else as they are.
    public Console coloured(String when) {
        return switch (when) {
            case "always" -> new Console(out, err, messages, true);
            case "never" -> new Console(out, err, messages, false);
            default -> this;
        };
    }

    /// Shades that carry a meaning; never the only carrier of it.
    public enum Shade {
        GOOD("32"),
        DOUBTFUL("33"),
        BAD("31"),
        STRONG("1"),
        FAINT("2");

        private final String code;

        Shade(String code) {
            this.code = code;
        }
    }

    public void line(String text) {
        out.println(text);
    }

    /// A message for the person, on stderr.
    public void note(String text) {
        err.println("pawl: " + text);
    }

    /// A line for the person, on stderr.
    public void say(Shade shade, String text) {
        err.println(noteColours ? coded(shade, text) : text);
    }

    /// For a part of a line on `out`.
    public String shaded(Shade shade, String text) {
        return colours ? coded(shade, text) : text;
    }

    private static String coded(Shade shade, String text) {
        return "\033[" + shade.code + "m" + text + "\033[0m";
    }

    public String say(Text text, String... values) {
        return messages.say(text, values);
    }
}
