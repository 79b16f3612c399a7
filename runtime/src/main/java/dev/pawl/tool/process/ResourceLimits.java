package dev.pawl.tool.process;

import java.util.Locale;

/// How much one confined command and everything it starts may take of the machine. Zero means that
/// there is no limit.
///
/// @param memoryBytes memory that only the command holds, and its part of what it shares
/// @param processes   processes and threads together
/// @param sharedBytes what it may keep in `/dev/shm`, where it has one of its own
public record ResourceLimits(long memoryBytes, int processes, long sharedBytes) {
    public static final int USUAL_PROCESSES = 4096;
    public static final long MEGABYTE = 1 << 20;
    public static final long USUAL_SHARED_BYTES = 1024 * MEGABYTE;

    public ResourceLimits {
        if (memoryBytes < 0 || processes < 0 || sharedBytes < 0)
            throw new IllegalArgumentException("a limit below zero");
    }

    /// Three quarters of the machine's memory, and far more processes than builds need.
    public static ResourceLimits usual() {
        return new ResourceLimits(usualMemoryBytes(), USUAL_PROCESSES, USUAL_SHARED_BYTES);
    }

    public static long usualMemoryBytes() {
        return MachineLoad.now().map(load -> load.totalBytes() / 4 * 3).orElse(0L);
    }

    /// For people: `memory 17.6 GB, 4096 processes, /dev/shm 1.0 GB`.
    public String shown() {
        return "memory " + (memoryBytes == 0 ? "unlimited" : shown(memoryBytes))
                + ", " + (processes == 0 ? "processes unlimited" : processes + " processes")
                + ", /dev/shm " + (sharedBytes == 0 ? "unlimited" : shown(sharedBytes));
    }

    public static String shown(long bytes) {
        return bytes < 1024 * MEGABYTE
                ? bytes / MEGABYTE + " MB"
                : String.format(Locale.ROOT, "%.1f GB", bytes / (1024.0 * MEGABYTE));
    }
}
