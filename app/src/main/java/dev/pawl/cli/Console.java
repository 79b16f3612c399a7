package dev.pawl.cli;

import java.io.PrintStream;

/// Where a command speaks: results on `out`, everything else on `err`, in the user's language.
///
/// @param colours whether escape codes are welcome on `out`
public record Console(PrintStream out, PrintStream err, Messages messages, boolean colours) {
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

    public String shaded(Shade shade, String text) {
        return colours ? "\033[" + shade.code + "m" + text + "\033[0m" : text;
    }

    public String say(Text text, String... values) {
        return messages.say(text, values);
    }
}
