package dev.pawl.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.id.WorkerId;
import dev.pawl.kernel.Liveness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// With this machine's processes, and with a folder that shows what other machines' kernels do.
class WorkerProcessTest {
    private static final WorkerId WORKER = new WorkerId("boot.7~42~100~a");

    @TempDir
    private Path proc;

    @BeforeEach
    void aMachineWhereAllCanBeSeen() throws IOException {
        write("sys/kernel/random/boot_id", "boot\n");
        Files.createDirectories(proc.resolve("self/ns"));
        Files.createSymbolicLink(proc.resolve("self/ns/pid"), Path.of("pid:[7]"));
        runs(1, "3");
    }

    private void runs(int pid, String start) throws IOException {
        write(pid + "/stat", pid + " (a (name)) S" + " 0".repeat(18) + " " + start + " 0\n");
    }

    private void write(String name, String words) throws IOException {
        var file = proc.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, words);
    }

    @Test
    void whoeverIsNotThereOrStartedAtAnotherTimeIsDead() throws IOException {
        assertThat(WorkerProcess.vital(WORKER, proc)).isEqualTo(Liveness.DEAD);
        runs(42, "100");
        assertThat(WorkerProcess.vital(WORKER, proc)).isNotEqualTo(Liveness.DEAD);
        runs(42, "101");
        assertThat(WorkerProcess.vital(WORKER, proc)).isEqualTo(Liveness.DEAD);
    }

    @Test
    void aStoppedProcessIsToldFromOneThatRuns() throws IOException {
        for (var state : List.of("T", "t")) {
            write("42/stat", "42 (java) " + state + " 0".repeat(18) + " 100 0\n");
            assertThat(WorkerProcess.vital(WORKER, proc)).isEqualTo(Liveness.STOPPED);
        }
        for (var state : List.of("R", "S", "D")) {
            write("42/stat", "42 (java) " + state + " 0".repeat(18) + " 100 0\n");
            assertThat(WorkerProcess.vital(WORKER, proc)).isEqualTo(Liveness.ALIVE);
        }
        write("42/stat", "42 (java) Z" + " 0".repeat(18) + " 100 0\n");
        assertThat(WorkerProcess.vital(WORKER, proc)).isEqualTo(Liveness.DEAD);
    }

    @Test
    void aMachineHasOneNameForAllItsProcesses() {
        assertThat(WorkerProcess.host()).isEqualTo(WorkerProcess.host()).matches("[0-9a-f-]{13}");
    }

    @Test
    void whereOthersProcessesAreHiddenNobodyIsKnownToBeDead() throws IOException {
        Files.delete(proc.resolve("1/stat"));
        assertThat(WorkerProcess.vital(WORKER, proc)).isNotEqualTo(Liveness.DEAD);
    }

    @Test
    void aProcessThatCannotBeLookedAtIsNotDead() throws IOException {
        Files.createDirectories(proc.resolve("42/stat")); // there, and opened in vain
        assertThat(WorkerProcess.vital(WORKER, proc)).isNotEqualTo(Liveness.DEAD);
    }

    @Test
    void machinesWithoutANameAreNotTakenForOne() throws IOException {
        Files.delete(proc.resolve("sys/kernel/random/boot_id"));
        assertThat(WorkerProcess.vital(new WorkerId("unknown~42~100~a"), proc)).isNotEqualTo(Liveness.DEAD);
    }

    @Test
    void aWorkerThatCouldNotReadItsOwnStartIsNotDead() throws IOException {
        runs(42, "100");
        assertThat(WorkerProcess.vital(new WorkerId("boot.7~42~0~a"), proc)).isNotEqualTo(Liveness.DEAD);
    }

    @Test
    void aLivingWorkerIsNotDead() {
        assertThat(WorkerProcess.isDead(WorkerProcess.name("a"))).isFalse();
    }

    @Test
    void aWorkerWhoseProcessEndedIsDead() throws IOException, InterruptedException {
        var process = new ProcessBuilder("sleep", "60").start();
        var own = WorkerProcess.name("a").value();
        var parts = own.split("~", -1);
        var stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        var start = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19];
        var other = new WorkerId(parts[0] + "~" + process.pid() + "~" + start + "~b");
        assertThat(WorkerProcess.isDead(other)).isFalse();
        process.destroyForcibly().waitFor();
        assertThat(WorkerProcess.isDead(other)).isTrue();
    }

    @Test
    void aReusedProcessNumberIsNotTheOldWorker() {
        var parts = WorkerProcess.name("a").value().split("~", -1);
        var earlier = new WorkerId(parts[0] + "~" + parts[1] + "~1~a");
        assertThat(WorkerProcess.isDead(earlier)).isTrue();
    }

    @Test
    void aWorkerOfAnotherMachineIsUnknownAndSoNotDead() {
        assertThat(WorkerProcess.isDead(new WorkerId("elsewhere~1~1~a"))).isFalse();
        assertThat(WorkerProcess.isDead(new WorkerId("a-name-of-another-form"))).isFalse();
    }
}
