package dev.pawl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/// A console that keeps what was said.
public final class Consoles {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    public final Console console = new Console(
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            new Messages(Messages.Language.EN),
            false);

    public String out() {
        return out.toString(UTF_8);
    }

    public String err() {
        return err.toString(UTF_8);
    }
}
