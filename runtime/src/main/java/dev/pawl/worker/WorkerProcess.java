package dev.pawl.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.id.WorkerId;
import dev.pawl.kernel.Liveness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

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
            return stat(PROC, pid).start();
        } catch (IOException notLinux) {
            return NO_START;
        }
    }

    /// A name for the machine whose files this process sees, the same after a restart of the
    /// process or the machine. Two containers, or two views of one machine's files, are two
    /// machines; so are two users, who may not do the same.
    public static String host() {
        var words = String.join(
                "\n",
                text(Path.of("/etc/machine-id")),
                text(PROC.resolve("sys/kernel/hostname")),
                link(PROC.resolve("self/ns/mnt")),
                System.getProperty("user.name", ""));
        return UUID.nameUUIDFromBytes(words.getBytes(UTF_8)).toString().substring(0, 13);
    }

    /// The machine's name for people.
    public static String hostName() {
        var name = text(PROC.resolve("sys/kernel/hostname"));
        return name.isEmpty() ? UNKNOWN : name;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException notLinux) {
            return "";
        }
    }

    private static String link(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException notLinux) {
            return "";
        }
    }

    /// What is known of the worker's process.
    public static Liveness vital(WorkerId worker) {
        return vital(worker, PROC);
    }

    /// @param proc where the kernel shows its processes
    static Liveness vital(WorkerId worker, Path proc) {
        var parts = worker.value().split("~", -1);
        if (parts.length != 4 || parts[2].equals(NO_START)) return Liveness.UNKNOWN;
        if (!machine(proc).equals(Optional.of(parts[0]))) return Liveness.UNKNOWN;
        try {
            var stat = stat(proc, Long.parseLong(parts[1]));
            if (stat.hasEnded() || !stat.start().equals(parts[2])) return Liveness.DEAD;
            return stat.isStopped() ? Liveness.STOPPED : Liveness.ALIVE;
        } catch (NoSuchFileException gone) {
            return showsStrangers(proc) ? Liveness.DEAD : Liveness.UNKNOWN;
        } catch (IOException | NumberFormatException unreadable) {
            return Liveness.UNKNOWN;
        }
    }

    /// Whether the worker's process is known to have ended. Unknown is no.
    public static boolean isDead(WorkerId worker) {
        return vital(worker) == Liveness.DEAD;
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

    /// A process as the kernel shows it.
    ///
    /// @param start when it started, in the kernel's ticks: a reused number has another start
    private record Stat(String state, String start) {
        /// It has ended, and its parent has not noticed.
        boolean hasEnded() {
            return state.equals("Z") || state.equalsIgnoreCase("X");
        }

        /// By a signal (T) or by a debugger (t).
        boolean isStopped() {
            return state.equalsIgnoreCase("T");
        }
    }

    private static Stat stat(Path proc, long pid) throws IOException {
        var stat = Files.readString(proc.resolve(pid + "/stat"));
        // The name in parentheses may hold anything; the fields after it are numbers.
        var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return new Stat(fields[0], fields[19]);
    }
}
