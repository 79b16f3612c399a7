package dev.pawl.worker;

import dev.pawl.id.WorkerId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Workers are named after their process, so that another process of the same machine can tell at
/// once, and without a clock, that one is dead.
///
/// A name is `machine~pid~start~nonce`. The machine is this boot of the kernel and this namespace
/// of process numbers: a container's process 7 is not the host's process 7.
public final class WorkerProcess {
    private static final Path PROC = Path.of("/proc");

    private WorkerProcess() {}

    /// A name for a worker of this process.
    public static WorkerId name(String nonce) {
        var pid = ProcessHandle.current().pid();
        return new WorkerId(machine() + "~" + pid + "~" + start(pid).orElse("0") + "~" + nonce);
    }

    /// Whether the worker's process is known to have ended. Unknown is no.
    public static boolean isDead(WorkerId worker) {
        var parts = worker.value().split("~", -1);
        if (parts.length != 4 || !parts[0].equals(machine()) || !Files.isDirectory(PROC)) return false;
        try {
            return !start(Long.parseLong(parts[1])).equals(Optional.of(parts[2]));
        } catch (NumberFormatException notOurs) {
            return false;
        }
    }

    private static String machine() {
        try {
            var boot =
                    Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
            var space = Files.readSymbolicLink(PROC.resolve("self/ns/pid")).toString();
            return boot + "." + space.replaceAll("\\D", "");
        } catch (IOException notLinux) {
            return "unknown";
        }
    }

    /// When a process started, in the kernel's ticks: a reused number has another start.
    private static Optional<String> start(long pid) {
        try {
            var stat = Files.readString(PROC.resolve(pid + "/stat"));
            // The name in parentheses may hold anything; the fields after it are numbers.
            var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return fields[0].equals("Z") ? Optional.empty() : Optional.of(fields[19]);
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
