package dev.pawl.tool.shell;

import dev.pawl.agent.Tool;
import dev.pawl.id.CallId;
import dev.pawl.tool.Workplace;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// One command from its start to its end, in a session of its own.
///
/// Its group is on record as soon as it has a number. Before that a successor finds it by the tag
/// in its environment, so there is no moment in which a command runs that nobody could find. (A
/// gate that holds the child until the record is written was tried: one more program for each
/// command.)
final class CommandRun {
    private static final List<Path> SETSID = List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));
    private static final File NO_INPUT = new File("/dev/null");
    private static final int TIMED_OUT = 124;
    private static final long OUTPUT_AFTER_EXIT_MILLIS = 100;
    private static final Map<String, String> PLAIN_TERMINAL = Map.ofEntries(
            Map.entry("NO_COLOR", "1"),
            Map.entry("TERM", "dumb"),
            Map.entry("LANG", "C.UTF-8"),
            Map.entry("LC_CTYPE", "C.UTF-8"),
            Map.entry("LC_ALL", "C.UTF-8"),
            Map.entry("COLORTERM", ""),
            Map.entry("PAGER", "cat"),
            Map.entry("GIT_PAGER", "cat"),
            Map.entry("GH_PAGER", "cat"),
            Map.entry("CODEX_CI", "1"));

    private final Workplace workplace;
    private final CommandRequest request;
    private final GroupRecord record;

    CommandRun(Workplace workplace, CommandRequest request, CallId call) {
        this.workplace = workplace;
        this.request = request;
        this.record = new GroupRecord(workplace, call);
    }

    record Ended(int exitCode, String output, long nanos) {}

    /// Blocks until the command has ended or was ended. An interrupt ends it and all it started.
    ///
    /// @throws IOException if it cannot be started
    Ended run(Tool.Output output) throws IOException, InterruptedException {
        var began = System.nanoTime();
        var process = start();
        var group = ProcessGroup.of(process, record.tag());
        var capture = new Capture();
        var over = false;
        try {
            record.write(group);
            capture.read(process.getInputStream());
            var _ = process.onExit().thenRun(capture::exited);
            var deadline = began + request.timeout().toNanos();
            // An output may be closed long before the exit, so wait for both.
            over = capture.follow(output, deadline)
                    && process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } finally {
            if (!over) group.end();
            record.delete();
        }
        capture.settle(OUTPUT_AFTER_EXIT_MILLIS);
        capture.follow(output, began);
        return ended(process, capture.text(), over, began);
    }

    private Ended ended(Process process, String text, boolean inTime, long began) {
        var nanos = System.nanoTime() - began;
        if (inTime) return new Ended(process.exitValue(), text, nanos);
        var notice = "command timed out after " + request.timeout().toMillis() + " milliseconds\n";
        return new Ended(TIMED_OUT, notice + text, nanos);
    }

    private Process start() throws IOException {
        if (!Files.isDirectory(request.folder()))
            throw new NoSuchFileException(request.folder().toString());
        var argv = new ArrayList<String>();
        SETSID.stream().filter(Files::isExecutable).findFirst().ifPresent(setsid -> argv.add(setsid.toString()));
        argv.addAll(request.argv());
        var builder = new ProcessBuilder(argv)
                .directory(request.folder().toFile())
                .redirectInput(NO_INPUT)
                .redirectErrorStream(true);
        var environment = builder.environment();
        environment.clear();
        environment.putAll(workplace.shell().environment());
        environment.putAll(PLAIN_TERMINAL);
        environment.put(ProcessGroup.TAG, record.tag());
        return builder.start();
    }
}
