package dev.pawl.tool.process;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The processes of this machine as `/proc` tells them. Where there is no `/proc` the JVM tells
/// what it knows: no groups and no sessions then, only parents.
public final class ProcessTable {
    private static final Path PROC = Path.of("/proc");
    private static final long SIGINT_BIT = 1L << 1;

    private ProcessTable() {}

    /// @param sid        the id of the group of groups that `setsid` makes
    /// @param startTicks clock ticks from boot to its start; with the pid it names one process
    /// @param gone       it has ended, only its parent has not taken notice
    /// @param stopped    by a signal, or by a debugger
    /// @param size       what it takes of the machine
    public record Entry(
            long pid, long parent, long group, long sid, long startTicks, boolean gone, boolean stopped, Size size) {}

    /// @param residentPages pages in memory, those that it shares with others included
    public record Size(int threads, long residentPages) {
        static final Size UNKNOWN = new Size(1, 0);
    }

    public static List<Entry> all() {
        var entries = new ArrayList<Entry>();
        try (var folders = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (var folder : folders) entry(folder).ifPresent(entries::add);
        } catch (IOException | DirectoryIteratorException noProc) {
            return ProcessHandle.allProcesses().map(ProcessTable::entry).toList();
        }
        return entries;
    }

    public static Optional<Entry> find(long pid) {
        return Files.isDirectory(PROC.resolve("self"))
                ? entry(PROC.resolve(Long.toString(pid)))
                : ProcessHandle.of(pid).map(ProcessTable::entry);
    }

    private static Entry entry(ProcessHandle handle) {
        var parent = handle.parent().map(ProcessHandle::pid).orElse(-1L);
        var start = handle.info().startInstant().map(Instant::toEpochMilli).orElse(-1L);
        return new Entry(handle.pid(), parent, -1, -1, start, !handle.isAlive(), false, Size.UNKNOWN);
    }

    /// Which start of the machine this is: ticks of another one mean nothing here.
    public static String boot() {
        try {
            return read(PROC.resolve("sys/kernel/random/boot_id")).strip();
        } catch (IOException noProc) {
            return "";
        }
    }

    /// Whether the process was started with this variable. False for processes of other users.
    public static boolean hasVariable(long pid, String name, String value) {
        try {
            return ("\0" + read(PROC.resolve(pid + "/environ")) + "\0").contains("\0" + name + "=" + value + "\0");
        } catch (IOException goneOrForbidden) {
            return false;
        }
    }

    /// The variable that the process was started with; nothing for processes of other users.
    public static Optional<String> variable(long pid, String name) {
        try {
            var all = "\0" + read(PROC.resolve(pid + "/environ"));
            var from = all.indexOf("\0" + name + "=");
            if (from < 0) return Optional.empty();
            var value = from + name.length() + 2;
            var end = all.indexOf('\0', value);
            return Optional.of(all.substring(value, end < 0 ? all.length() : end));
        } catch (IOException goneOrForbidden) {
            return Optional.empty();
        }
    }

    /// The bytes of memory that the process alone would give back, and its part of what it shares;
    /// nothing where that cannot be read.
    public static OptionalLong proportionalBytes(long pid) {
        try {
            var kilobytes = read(PROC.resolve(pid + "/smaps_rollup"))
                    .lines()
                    .filter(line -> line.startsWith("Pss_Anon:") || line.startsWith("Pss_Shmem:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .sum();
            return OptionalLong.of(kilobytes * 1024);
        } catch (IOException goneOrForbidden) {
            return OptionalLong.empty();
        }
    }

    /// By how much the kernel prefers the process when memory has run out; nothing when it is gone.
    public static OptionalInt outOfMemoryScore(long pid) {
        try {
            return OptionalInt.of(
                    Integer.parseInt(read(PROC.resolve(pid + "/oom_score_adj")).strip()));
        } catch (IOException goneOrForbidden) {
            return OptionalInt.empty();
        }
    }

    /// The words that the process was started with; empty when nobody may see them.
    public static String words(long pid) {
        try {
            return read(PROC.resolve(pid + "/cmdline"));
        } catch (IOException goneOrForbidden) {
            return "";
        }
    }

    /// Whether Ctrl-C means nothing to it (SIGINT is ignored).
    public static boolean ignoresInterrupts(long pid) {
        try {
            return read(PROC.resolve(Long.toString(pid)).resolve("status"))
                    .lines()
                    .filter(line -> line.startsWith("SigIgn:"))
                    .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & SIGINT_BIT) != 0);
        } catch (IOException gone) {
            return false;
        }
    }

    private static Optional<Entry> entry(Path folder) {
        try {
            var stat = read(folder.resolve("stat"));
            // The name in parentheses may hold anything, so count from its end.
            var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return Optional.of(new Entry(
                    Long.parseLong(folder.getFileName().toString()),
                    Long.parseLong(fields[1]),
                    Long.parseLong(fields[2]),
                    Long.parseLong(fields[3]),
                    Long.parseLong(fields[19]),
                    fields[0].equals("Z") || fields[0].equals("X"),
                    fields[0].equalsIgnoreCase("T"),
                    new Size(Integer.parseInt(fields[17]), Long.parseLong(fields[21]))));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /// Not with `Files`: its channels fail when the thread is interrupted, and then a living
    /// process would look like one that is gone.
    private static String read(Path file) throws IOException {
        try (var in = new FileInputStream(file.toFile())) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
