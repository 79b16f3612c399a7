package dev.pawl.main;

import dev.pawl.config.Environment;
import dev.pawl.config.Settings;
import dev.pawl.exec.ProgressTerminal;
import dev.pawl.tool.sandbox.spawn.ControllingTerminal;
import dev.pawl.tui.term.Tty;
import dev.pawl.tui.text.Theme;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/// The terminal behind stderr. It is asked for its size only; its mode stays as it is.
///
/// @param hasResults whether stdout is a terminal too
record StderrTerminal(Theme theme, boolean isMoving, boolean hasResults) implements ProgressTerminal {
    private static final int STDERR = 2;
    private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.err);

    /// Empty when stderr is no terminal, or one that cannot move its cursor.
    static Optional<ProgressTerminal> of(Environment environment, Settings settings) {
        var kind = environment.text("TERM");
        if (!Hosts.isTerminal("2") || kind.isEmpty() || kind.equals("dumb")) return Optional.empty();
        return Optional.of(
                new StderrTerminal(theme(environment), settings.isOn("tui.animations"), Hosts.isTerminal("1")));
    }

    /// `PAWL_THEME`, else what the terminal says of its colours in `COLORFGBG`.
    private static Theme theme(Environment environment) {
        if (environment.get("NO_COLOR").isPresent()) return Theme.MONO;
        var isLight = environment.text("COLORFGBG").endsWith(";15");
        return switch (environment.text("PAWL_THEME").toLowerCase(Locale.ROOT)) {
            case "dark" -> Theme.DARK;
            case "light" -> Theme.LIGHT;
            case "mono" -> Theme.MONO;
            default -> isLight ? Theme.LIGHT : Theme.DARK;
        };
    }

    @Override
    public Tty.Size size() {
        var size = ControllingTerminal.sizeOf(STDERR);
        return new Tty.Size(size[0] > 0 ? size[0] : 24, size[1] > 0 ? size[1] : 80);
    }

    @Override
    public void write(String text) {
        if (text.isEmpty()) return;
        try {
            OUT.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException gone) {
            // The turn goes on without anybody who looks at it.
        }
    }
}
