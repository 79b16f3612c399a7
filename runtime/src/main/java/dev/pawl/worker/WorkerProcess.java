package dev.pawl.worker;

import dev.pawl.id.WorkerId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// Workers are named after their process, so that another process of the same machine can tell at
/// once, and without a clock, that one is dead.
///
/// A name is `machine~pid~start~nonce`. The machine is this boot of the kernel and this namespace
/// of process numbers: a container's process 7 is not the host's process 7.
public final class WorkerProcess {
    private static final Path PROC = Path.of("/proc");
    private static final String UNKNOWN = "unknown";
    /// Of a process that could not read its own.
    private static final String NO_START = "0";

    private WorkerProcess() {}

    /// A name for a worker of this process.
    public static WorkerId name(String nonce) {
        var pid = ProcessHandle.current().pid();
        return new WorkerId(machine(PROC).orElse(UNKNOWN) + "~" + pid + "~" + ownStart(pid) + "~" + nonce);
    }

    private static String ownStart(long pid) {
        try {
            return start(PROC, pid).orElse(NO_START);
        } catch (IOException notLinux) {
            return NO_START;
        }
    }

    /// Whether the worker's process is known to have ended. Unknown is no.
    public static boolean isDead(WorkerId worker) {
        return isDead(worker, PROC);
    }

    /// @param proc where the kernel shows its processes
    static boolean isDead(WorkerId worker, Path proc) {
        var parts = worker.value().split("~", -1);
        if (parts.length != 4 || parts[2].equals(NO_START)) return false;
        if (!machine(proc).equals(Optional.of(parts[0]))) return false;
        try {
            return !start(proc, Long.parseLong(parts[1])).equals(Optional.of(parts[2]));
        } catch (NoSuchFileException gone) {
            return showsStrangers(proc);
        } catch (IOException | NumberFormatException nobodyKnows) {
            return false;
        }
    }

    /// With `hidepid`, and so under systemd's `ProtectProc`, others' processes look as if they had
    /// ended. The first process is always there and nearly always another's.
    private static boolean showsStrangers(Path proc) {
        return Files.isReadable(proc.resolve("1/stat"));
    }

    private static Optional<String> machine(Path proc) {
        try {
            var boot =
                    Files.readString(proc.resolve("sys/kernel/random/boot_id")).strip();
            var space = Files.readSymbolicLink(proc.resolve("self/ns/pid")).toString();
            return Optional.of(boot + "." + space.replaceAll("\\D", ""));
        } catch (IOException notLinux) {
            return Optional.empty();
        }
    }

    /// When a process started, in the kernel's ticks: a reused number has another start. Nothing
    /// when it has ended and only its parent has not noticed.
    private static Optional<String> start(Path proc, long pid) throws IOException {
        var stat = Files.readString(proc.resolve(pid + "/stat"));
        // The name in parentheses may hold anything; the fields after it are numbers.
        var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return fields[0].equals("Z") ? Optional.empty() : Optional.of(fields[19]);
    }
}
