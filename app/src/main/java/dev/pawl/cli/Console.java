package dev.pawl.cli;

import dev.pawl.card.Visible;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;

/// Where a command speaks: results on stdout, everything else on stderr, in the user's language.
///
/// The one way to a terminal, and so the one place that keeps it safe: whatever words come from a
/// model, a command, a file or a server, only line ends and tabs steer; all else that a terminal
/// obeys or hides is spelt out ([Visible]). Our own colours are added here. What programs read is
/// written as it is by [#exact] and [#bytes].
public final class Console {
    private final PrintStream out;
    private final PrintStream err;
    private final Messages messages;
    private final boolean colours;
    private final boolean noteColours;

    /// @param colours whether escape codes are welcome on stdout
    /// @param noteColours whether they are on stderr
    public Console(PrintStream out, PrintStream err, Messages messages, boolean colours, boolean noteColours) {
        this.out = out;
        this.err = err;
        this.messages = messages;
        this.colours = colours;
        this.noteColours = noteColours;
    }

    public Console(PrintStream out, PrintStream err, Messages messages, boolean colours) {
        this(out, err, messages, colours, colours);
    }

    public Messages messages() {
        return messages;
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

    /// A result. A line of JSON keeps its meaning: what is hidden in it is spelt as JSON spells it.
    public void line(String text) {
        out.println(isJson(text) ? Visible.json(text) : Visible.prose(text));
    }

    public void line(Styled line) {
        var text = new StringBuilder();
        for (var part : line.parts()) text.append(coded(part.shade(), part.text(), colours));
        out.println(text);
    }

    /// A text that may be kept in a file: exact there, and like all others on a terminal.
    public void document(String text) {
        if (!isTerminal()) out.print(text);
        else text.lines().forEach(this::line);
        out.flush();
    }

    /// Text of our own, or for a program: written as it is.
    public void exact(String text) {
        out.print(text);
        out.flush();
    }

    /// The output of a program that the person started themselves: as it is.
    public void bytes(byte[] bytes, int count) {
        out.write(bytes, 0, count);
        out.flush();
    }

    /// A message for the person, on stderr.
    public void note(String text) {
        plain("pawl: " + text);
    }

    /// The same without a name before it.
    public void plain(String text) {
        err.println(Visible.prose(text));
    }

    /// A line for the person, on stderr.
    public void say(Shade shade, String text) {
        err.println(coded(Optional.of(shade), text, noteColours));
    }

    /// What the person is to answer behind, on the same line.
    public void prompt(String text) {
        err.print(Visible.prose(text));
        err.flush();
    }

    /// A notification of the terminal's own (OSC 9).
    public void attention(String words) {
        err.print("\033]9;" + Visible.line(words) + "\007");
        err.flush();
    }

    /// Where a problem comes from, for those who look for its cause.
    public static String trace(Throwable problem) {
        var text = new StringWriter();
        problem.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    /// A message of a part of the program that has no console of its own.
    public static void warn(String text) {
        System.err.println(Visible.prose("pawl: " + text));
    }

    public void flush() {
        out.flush();
    }

    /// Whether a part of the results did not reach stdout.
    public boolean hasLostWords() {
        return out.checkError();
    }

    private static String coded(Optional<Shade> shade, String text, boolean colours) {
        var seen = Visible.prose(text);
        return colours && shade.isPresent() ? "\033[" + shade.get().code + "m" + seen + "\033[0m" : seen;
    }

    private static boolean isJson(String text) {
        return text.startsWith("{") && text.endsWith("}");
    }

    /// The launcher knows: asking from here would load the JDK's console.
    private static boolean isTerminal() {
        return System.getProperty("pawl.tty", "").contains("1");
    }

    public String say(Text text, String... values) {
        return messages.say(text, values);
    }
}
