package dev.pawl.main;

import dev.pawl.tool.sandbox.spawn.ControllingTerminal;
import dev.pawl.tui.term.Tty;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// The terminal this process was started in.
final class LinuxTerminal implements Tty {
    private final ControllingTerminal terminal;
    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);

    LinuxTerminal() throws IOException {
        this.terminal = ControllingTerminal.open();
    }

    @Override
    public Size size() {
        var size = terminal.size();
        return new Size(size[0] > 0 ? size[0] : 24, size[1] > 0 ? size[1] : 80);
    }

    @Override
    public int read(byte[] into, int millis) {
        return terminal.read(into, millis);
    }

    @Override
    public void wake() {
        terminal.wake();
    }

    @Override
    public void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void raw() {
        terminal.raw();
    }

    @Override
    public boolean isRaw() {
        return terminal.isRaw();
    }

    @Override
    public void cooked() {
        terminal.cooked();
    }

    @Override
    public void stopSelf() {
        terminal.stopSelf();
    }

    @Override
    public void close() {
        terminal.close();
    }
}
