package dev.pawl.tool.system;

import java.util.Locale;

/// Numbers of system calls, on x86-64 and on 64-bit ARM; -1 where a processor has none.
public enum Syscall {
    READ(0, 63),
    WRITE(1, 64),
    OPEN(2, -1),
    CLOSE(3, 57),
    IOCTL(16, 29),
    SHMGET(29, 194),
    SHMAT(30, 196),
    SHMCTL(31, 195),
    SOCKET(41, 198),
    SOCKETPAIR(53, 199),
    CLONE(56, 220),
    WAIT4(61, 260),
    KILL(62, 129),
    SEMGET(64, 190),
    SEMOP(65, 193),
    SEMCTL(66, 191),
    MSGGET(68, 186),
    MSGSND(69, 189),
    MSGRCV(70, 188),
    MSGCTL(71, 187),
    FCNTL(72, 25),
    CREAT(85, -1),
    CHMOD(90, -1),
    FCHMOD(91, 52),
    PTRACE(101, 117),
    SYSLOG(103, 116),
    MKNOD(133, -1),
    USELIB(134, -1),
    VHANGUP(153, 58),
    PIVOT_ROOT(155, 41),
    PRCTL(157, 167),
    ADJTIMEX(159, 171),
    CHROOT(161, 51),
    ACCT(163, 89),
    SETTIMEOFDAY(164, 170),
    MOUNT(165, 40),
    UMOUNT2(166, 39),
    SWAPON(167, 224),
    SWAPOFF(168, 225),
    REBOOT(169, 142),
    SETHOSTNAME(170, 161),
    SETDOMAINNAME(171, 162),
    IOPL(172, -1),
    IOPERM(173, -1),
    INIT_MODULE(175, 105),
    DELETE_MODULE(176, 106),
    QUOTACTL(179, 60),
    GETTID(186, 178),
    SETXATTR(188, 5),
    LSETXATTR(189, 6),
    FSETXATTR(190, 7),
    REMOVEXATTR(197, 14),
    LREMOVEXATTR(198, 15),
    FREMOVEXATTR(199, 16),
    LOOKUP_DCOOKIE(212, 18),
    SEMTIMEDOP(220, 192),
    CLOCK_SETTIME(227, 112),
    TGKILL(234, 131),
    MQ_OPEN(240, 180),
    MQ_UNLINK(241, 181),
    KEXEC_LOAD(246, 104),
    ADD_KEY(248, 217),
    REQUEST_KEY(249, 218),
    KEYCTL(250, 219),
    OPENAT(257, 56),
    MKNODAT(259, 33),
    FCHMODAT(268, 53),
    PPOLL(271, 73),
    UNSHARE(272, 97),
    PIPE2(293, 59),
    PERF_EVENT_OPEN(298, 241),
    FANOTIFY_INIT(300, 262),
    PRLIMIT64(302, 261),
    NAME_TO_HANDLE_AT(303, 264),
    OPEN_BY_HANDLE_AT(304, 265),
    CLOCK_ADJTIME(305, 266),
    SETNS(308, 268),
    PROCESS_VM_READV(310, 270),
    PROCESS_VM_WRITEV(311, 271),
    KCMP(312, 272),
    FINIT_MODULE(313, 273),
    KEXEC_FILE_LOAD(320, 294),
    BPF(321, 280),
    USERFAULTFD(323, 282),
    STATX(332, 291),
    IO_URING_SETUP(425, 425),
    IO_URING_ENTER(426, 426),
    IO_URING_REGISTER(427, 427),
    OPEN_TREE(428, 428),
    MOVE_MOUNT(429, 429),
    FSOPEN(430, 430),
    FSCONFIG(431, 431),
    FSMOUNT(432, 432),
    FSPICK(433, 433),
    CLONE3(435, 435),
    OPENAT2(437, 437),
    PIDFD_GETFD(438, 438),
    PROCESS_MADVISE(440, 440),
    MOUNT_SETATTR(442, 442),
    QUOTACTL_FD(443, 443),
    LANDLOCK_CREATE_RULESET(444, 444),
    LANDLOCK_ADD_RULE(445, 445),
    LANDLOCK_RESTRICT_SELF(446, 446),
    FCHMODAT2(452, 452),
    SETXATTRAT(463, 463),
    REMOVEXATTRAT(466, 466),
    OPEN_TREE_ATTR(467, 467),
    FILE_SETATTR(469, 469);

    private static final String PROCESSOR = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);

    private final int x86;
    private final int arm;

    Syscall(int x86, int arm) {
        this.x86 = x86;
        this.arm = arm;
    }

    /// The number on this machine, -1 for none.
    public int here() {
        return isX86() ? x86 : isArm() ? arm : -1;
    }

    public static boolean isX86() {
        return PROCESSOR.equals("amd64") || PROCESSOR.equals("x86_64");
    }

    public static boolean isArm() {
        return PROCESSOR.equals("aarch64") || PROCESSOR.equals("arm64");
    }

    /// Whether these numbers are worth anything here.
    public static boolean areKnown() {
        return System.getProperty("os.name", "").equals("Linux") && (isX86() || isArm());
    }
}
