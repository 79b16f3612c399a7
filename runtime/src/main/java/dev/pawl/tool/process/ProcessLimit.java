package dev.pawl.tool.process;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.pawl.tool.system.Libc;
import dev.pawl.tool.system.Syscall;
import java.lang.foreign.Arena;

/// The kernel's own limit on processes, set on a process from outside. It counts all processes of
/// the user, so it lies that much above what runs on the machine already. Root is not held by it.
///
/// @param processes how many more there may be; zero for no limit
public record ProcessLimit(int processes) {
    private static final int RLIMIT_NPROC = 6;

    public void hold(int pid) {
        if (processes == 0) return;
        var load = MachineLoad.now();
        if (load.isEmpty()) return;
        try (var arena = Arena.ofConfined()) {
            var limit = arena.allocate(JAVA_LONG, 2);
            var known = Libc.syscall(Syscall.PRLIMIT64, pid, RLIMIT_NPROC, 0, limit.address());
            if (known.failed()) return;
            var most = load.get().threads() + processes;
            for (var i = 0; i < 2; i++) {
                if (Long.compareUnsigned(limit.getAtIndex(JAVA_LONG, i), most) > 0)
                    limit.setAtIndex(JAVA_LONG, i, most);
            }
            Libc.syscall(Syscall.PRLIMIT64, pid, RLIMIT_NPROC, limit.address(), 0);
        }
    }
}
