package dev.pawl.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.id.WorkerId;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class WorkerProcessTest {
    @Test
    void aLivingWorkerIsNotDead() {
        assertThat(WorkerProcess.isDead(WorkerProcess.name("a"))).isFalse();
    }

    @Test
    void aWorkerWhoseProcessEndedIsDead() throws IOException, InterruptedException {
        var process = new ProcessBuilder("sleep", "60").start();
        var own = WorkerProcess.name("a").value();
        var parts = own.split("~", -1);
        var stat = java.nio.file.Files.readString(java.nio.file.Path.of("/proc/" + process.pid() + "/stat"));
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
