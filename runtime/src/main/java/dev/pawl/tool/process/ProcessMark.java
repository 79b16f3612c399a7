package dev.pawl.tool.process;

import dev.pawl.tool.process.ProcessTable.Entry;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;

/// A number that a command's processes inherit and that no sandbox lets them change: by how much
/// the kernel prefers them when memory has run out. So a command is ended before the programs of
/// the user, and processes that have left their group and lost their parents are still known.
///
/// @param score the number
public record ProcessMark(int score) {
    private static final int LEAST = 400;
    private static final int MARKS = 500;
    private static final String SHELL = "/bin/sh";
    private static final String ITSELF = "echo \"$0\" 2>/dev/null > /proc/self/oom_score_adj; exec \"$@\"";
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 7 % MARKS));

    public static ProcessMark next() {
        return new ProcessMark(LEAST + Math.floorMod(NEXT.getAndIncrement(), MARKS));
    }

    /// What stands before the words of a program that may still mark itself.
    public List<String> words() {
        return List.of(SHELL, "-c", ITSELF, Integer.toString(score));
    }

    /// Marks a process that has not begun yet.
    public void put(int pid) {
        try (var file = new FileOutputStream("/proc/" + pid + "/oom_score_adj")) {
            file.write(Integer.toString(score).getBytes(StandardCharsets.US_ASCII));
        } catch (IOException goneOrForbidden) {
            // It is found by its parents.
        }
    }

    public boolean isOn(Entry entry) {
        return ProcessTable.outOfMemoryScore(entry.pid()).equals(OptionalInt.of(score));
    }
}
