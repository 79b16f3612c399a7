package dev.pawl.tool.checkpoint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/// What the kernel says about a process that may be waiting.
final class SleepingProcess {
    private static final int STATE = 0;
    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;

    private SleepingProcess() {}

    /// The processor time it has used; nothing while it runs or waits for a disk, and where the
    /// kernel does not tell.
    static OptionalLong cpuTicks(long pid) {
        try {
            var line = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
            var fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
            if (!fields[STATE].equals("S")) return OptionalLong.empty();
            return OptionalLong.of(Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]));
        } catch (IOException | RuntimeException notTold) {
            return OptionalLong.empty();
        }
    }
}
