package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.host.Stores;
import dev.pawl.id.AgentId;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.testkit.CountingIds;
import dev.pawl.testkit.RecordingDoorbell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManyProcessesTest {
    private static final int PROCESSES = 4;
    private static final int REQUESTS = 200;

    @Test
    void fourProcessesShareOneFileAndNobodyIsLockedOut(@TempDir Path folder) throws Exception {
        var url = "sqlite:" + folder.resolve("shared.db");
        var processes = new ArrayList<Process>();
        for (var i = 0; i < PROCESSES; i++) processes.add(start(url, "process-" + i));
        for (var process : processes) {
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
        }
        try (var store = Stores.open(url, Durability.FULL, new RecordingDoorbell(), InstantSource.system())) {
            var ledger = new DurableLedger(store.transactions(), Limits.DEFAULT, new CountingIds("id-"));
            for (var process = 0; process < PROCESSES; process++) {
                for (var i = 0; i < REQUESTS; i++) {
                    assertThat(ledger.events(new AgentId("process-" + process + "-" + i), 0, 10))
                            .hasSize(2);
                }
            }
        }
    }

    private static Process start(String url, String name) throws IOException {
        var java = ProcessHandle.current().info().command().orElse("java");
        return new ProcessBuilder(
                        java,
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EnqueueMany.class.getName(),
                        url,
                        name,
                        String.valueOf(REQUESTS))
                .redirectErrorStream(true)
                .start();
    }
}
