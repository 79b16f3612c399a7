package dev.pawl.tool.process;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// How much of the machine is in use, from two small files of `/proc`.
///
/// @param threads        of all processes
/// @param availableBytes what programs could still get, by dropping caches and by swapping
public record MachineLoad(long threads, long totalBytes, long availableBytes) {
    private static final long KILOBYTE = 1024;

    /// Nothing where there is no `/proc`.
    public static Optional<MachineLoad> now() {
        try {
            var memory = read("/proc/meminfo");
            var scheduled = read("/proc/loadavg").split(" ", -1)[3];
            return Optional.of(new MachineLoad(
                    Long.parseLong(scheduled.substring(scheduled.indexOf('/') + 1)),
                    bytes(memory, "MemTotal:"),
                    bytes(memory, "MemAvailable:") + bytes(memory, "SwapFree:")));
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException unknown) {
            return Optional.empty();
        }
    }

    private static long bytes(String memory, String name) {
        var at = memory.indexOf(name);
        if (at < 0) throw new NumberFormatException("no " + name);
        var line = memory.substring(at + name.length(), memory.indexOf('\n', at));
        return Long.parseLong(line.replace("kB", "").strip()) * KILOBYTE;
    }

    private static String read(String file) throws IOException {
        try (var in = new FileInputStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
