package dev.pawl.tool.sandbox;

import dev.pawl.tool.sandbox.boundary.Network;
import dev.pawl.tool.system.Syscall;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// The filter for system calls that no build, test or script needs and that lead out of a sandbox,
/// as the kernel's classic BPF: 8 bytes for each instruction.
///
/// What is refused fails as if for want of rights, so that programs take their other way.
final class Seccomp {
    private static final int LOAD = 0x20;
    private static final int JUMP_EQUAL = 0x15;
    private static final int JUMP_AT_LEAST = 0x35;
    private static final int JUMP_ANY_BIT = 0x45;
    private static final int RETURN = 0x06;
    private static final int AND = 0x54;
    private static final int ALLOW = 0x7fff0000;
    private static final int KILL = 0x80000000;
    private static final int ERROR = 0x00050000;
    private static final int EPERM = 1;
    private static final int ENOSYS = 38;
    private static final int EOPNOTSUPP = 95;
    private static final int NUMBER = 0;
    private static final int PROCESSOR = 4;
    private static final int X86_64 = 0xc000003e;
    private static final int AARCH64 = 0xc00000b7;
    private static final int X32 = 0x40000000;

    private static final int AF_UNIX = 1;
    private static final int SOCK_STREAM = 1;
    /// Without the flags beside it (close on exec, non-blocking).
    private static final int SOCKET_TYPE = 0xf;
    private static final List<Integer> INTERNET = List.of(2, 10, 16);
    private static final int NEW_NAMESPACES = 0x7e020000;
    private static final int SET_ID = 06000;
    private static final int O_CREAT = 0100;
    private static final int TIOCSTI = 0x5412;
    private static final int TIOCLINUX = 0x541c;

    /// Mounts and namespaces, other processes' memory, the kernel and the clock.
    private static final List<Syscall> NEVER = List.of(
            Syscall.MOUNT,
            Syscall.UMOUNT2,
            Syscall.PIVOT_ROOT,
            Syscall.CHROOT,
            Syscall.FSOPEN,
            Syscall.FSCONFIG,
            Syscall.FSMOUNT,
            Syscall.FSPICK,
            Syscall.MOVE_MOUNT,
            Syscall.OPEN_TREE,
            Syscall.OPEN_TREE_ATTR,
            Syscall.MOUNT_SETATTR,
            Syscall.UNSHARE,
            Syscall.SETNS,
            Syscall.PTRACE,
            Syscall.PROCESS_VM_READV,
            Syscall.PROCESS_VM_WRITEV,
            Syscall.PROCESS_MADVISE,
            Syscall.KCMP,
            Syscall.PIDFD_GETFD,
            Syscall.PERF_EVENT_OPEN,
            Syscall.BPF,
            Syscall.USERFAULTFD,
            Syscall.IO_URING_SETUP,
            Syscall.IO_URING_ENTER,
            Syscall.IO_URING_REGISTER,
            Syscall.ADD_KEY,
            Syscall.REQUEST_KEY,
            Syscall.KEYCTL,
            Syscall.INIT_MODULE,
            Syscall.FINIT_MODULE,
            Syscall.DELETE_MODULE,
            Syscall.KEXEC_LOAD,
            Syscall.KEXEC_FILE_LOAD,
            Syscall.REBOOT,
            Syscall.SWAPON,
            Syscall.SWAPOFF,
            Syscall.ACCT,
            Syscall.QUOTACTL,
            Syscall.QUOTACTL_FD,
            Syscall.SYSLOG,
            Syscall.IOPL,
            Syscall.IOPERM,
            Syscall.USELIB,
            Syscall.VHANGUP,
            Syscall.LOOKUP_DCOOKIE,
            Syscall.SETHOSTNAME,
            Syscall.SETDOMAINNAME,
            Syscall.SETTIMEOFDAY,
            Syscall.CLOCK_SETTIME,
            Syscall.CLOCK_ADJTIME,
            Syscall.ADJTIMEX,
            Syscall.FANOTIFY_INIT,
            Syscall.OPEN_BY_HANDLE_AT,
            Syscall.NAME_TO_HANDLE_AT);

    /// What reaches other processes where there is no namespace of one's own.
    private static final List<Syscall> SHARED = List.of(
            Syscall.SHMGET,
            Syscall.SHMAT,
            Syscall.SHMCTL,
            Syscall.SEMGET,
            Syscall.SEMOP,
            Syscall.SEMTIMEDOP,
            Syscall.SEMCTL,
            Syscall.MSGGET,
            Syscall.MSGSND,
            Syscall.MSGRCV,
            Syscall.MSGCTL,
            Syscall.MQ_OPEN,
            Syscall.MQ_UNLINK);

    /// Attributes are not Landlock's business, so nobody may set them at all.
    private static final List<Syscall> ATTRIBUTES = List.of(
            Syscall.SETXATTR,
            Syscall.LSETXATTR,
            Syscall.FSETXATTR,
            Syscall.SETXATTRAT,
            Syscall.REMOVEXATTR,
            Syscall.LREMOVEXATTR,
            Syscall.FREMOVEXATTR,
            Syscall.REMOVEXATTRAT,
            Syscall.FILE_SETATTR);

    private final ByteArrayOutputStream program = new ByteArrayOutputStream();

    private Seccomp() {}

    /// The filter for a command in namespaces of its own.
    static byte[] inNamespaces(Network network) {
        var filter = new Seccomp();
        filter.begin();
        filter.rules(network);
        return filter.end();
    }

    /// The filter for a command that shares everything with the rest of the machine.
    static byte[] alone(Network network) {
        var filter = new Seccomp();
        filter.begin();
        SHARED.forEach(call -> filter.refuse(call, EPERM));
        ATTRIBUTES.forEach(call -> filter.refuse(call, EOPNOTSUPP));
        filter.rules(network);
        return filter.end();
    }

    private void begin() {
        add(LOAD, 0, 0, PROCESSOR);
        add(JUMP_EQUAL, 1, 0, Syscall.isX86() ? X86_64 : AARCH64);
        add(RETURN, 0, 0, KILL);
        add(LOAD, 0, 0, NUMBER);
        if (!Syscall.isX86()) return;
        add(JUMP_AT_LEAST, 0, 1, X32);
        add(RETURN, 0, 0, ERROR | ENOSYS);
    }

    private void rules(Network network) {
        NEVER.forEach(call -> refuse(call, EPERM));
        // Its arguments lie in memory, where a filter cannot look: the C library falls back.
        refuse(Syscall.CLONE3, ENOSYS);
        refuse(Syscall.OPENAT2, ENOSYS);
        refuseBits(Syscall.CLONE, 0, NEW_NAMESPACES);
        refuseBits(Syscall.CHMOD, 1, SET_ID);
        refuseBits(Syscall.FCHMOD, 1, SET_ID);
        refuseBits(Syscall.FCHMODAT, 2, SET_ID);
        refuseBits(Syscall.FCHMODAT2, 2, SET_ID);
        refuseBits(Syscall.CREAT, 1, SET_ID);
        refuseBits(Syscall.MKNOD, 1, SET_ID);
        refuseBits(Syscall.MKNODAT, 2, SET_ID);
        refuseNew(Syscall.OPEN, 1);
        refuseNew(Syscall.OPENAT, 2);
        only(Syscall.SOCKET, network == Network.ON ? INTERNET : List.of());
        onlyStreams();
        only(Syscall.PRLIMIT64, List.of(0)); // of oneself, not of the parent
        refuseValues(Syscall.IOCTL, 1, List.of(TIOCSTI, TIOCLINUX));
    }

    private byte[] end() {
        add(RETURN, 0, 0, ALLOW);
        return program.toByteArray();
    }

    private void refuse(Syscall call, int errno) {
        if (call.here() < 0) return;
        add(JUMP_EQUAL, 0, 1, call.here());
        add(RETURN, 0, 0, ERROR | errno);
    }

    private void refuseBits(Syscall call, int argument, int bits) {
        block(call, List.of(new int[] {LOAD, 0, 0, low(argument)}, new int[] {JUMP_ANY_BIT, 0, 1, bits}, new int[] {
            RETURN, 0, 0, ERROR | EPERM
        }));
    }

    /// A file that would be made with another's rights.
    private void refuseNew(Syscall call, int flags) {
        block(
                call,
                List.of(
                        new int[] {LOAD, 0, 0, low(flags)},
                        new int[] {JUMP_ANY_BIT, 0, 3, O_CREAT},
                        new int[] {LOAD, 0, 0, low(flags + 1)},
                        new int[] {JUMP_ANY_BIT, 0, 1, SET_ID},
                        new int[] {RETURN, 0, 0, ERROR | EPERM}));
    }

    private void refuseValues(Syscall call, int argument, List<Integer> values) {
        var lines = new ArrayList<int[]>();
        lines.add(new int[] {LOAD, 0, 0, low(argument)});
        for (var value : values) {
            lines.add(new int[] {JUMP_EQUAL, 0, 1, value});
            lines.add(new int[] {RETURN, 0, 0, ERROR | EPERM});
        }
        block(call, lines);
    }

    private void only(Syscall call, List<Integer> values) {
        var lines = new ArrayList<int[]>();
        lines.add(new int[] {LOAD, 0, 0, low(0)});
        for (var value : values) {
            lines.add(new int[] {JUMP_EQUAL, 0, 1, value});
            lines.add(new int[] {RETURN, 0, 0, ALLOW});
        }
        lines.add(new int[] {RETURN, 0, 0, ERROR | EPERM});
        block(call, lines);
    }

    /// Pairs of local stream sockets. An end of a datagram pair can send to any socket by its path.
    private void onlyStreams() {
        block(
                Syscall.SOCKETPAIR,
                List.of(
                        new int[] {LOAD, 0, 0, low(0)},
                        new int[] {JUMP_EQUAL, 0, 4, AF_UNIX},
                        new int[] {LOAD, 0, 0, low(1)},
                        new int[] {AND, 0, 0, SOCKET_TYPE},
                        new int[] {JUMP_EQUAL, 0, 1, SOCK_STREAM},
                        new int[] {RETURN, 0, 0, ALLOW},
                        new int[] {RETURN, 0, 0, ERROR | EPERM}));
    }

    /// Lines for one call; whoever comes to their end is allowed.
    private void block(Syscall call, List<int[]> lines) {
        if (call.here() < 0) return;
        add(JUMP_EQUAL, 0, lines.size() + 1, call.here());
        for (var line : lines) add(line[0], line[1], line[2], line[3]);
        add(RETURN, 0, 0, ALLOW);
    }

    /// Where the low half of an argument lies in what the filter is shown.
    private static int low(int argument) {
        return 16 + 8 * argument;
    }

    private void add(int code, int ifTrue, int ifFalse, int value) {
        var line = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
        program.writeBytes(line.putShort((short) code)
                .put((byte) ifTrue)
                .put((byte) ifFalse)
                .putInt(value)
                .array());
    }
}
