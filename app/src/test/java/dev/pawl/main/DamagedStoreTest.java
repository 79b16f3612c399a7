package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.cli.ExitCode;
import dev.pawl.event.DamagedRecord;
import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A thread whose records were changed by something else: named, saved as far as it can be read,
/// and no trouble for the others.
class DamagedStoreTest {
    @TempDir
    private Path folder;

    private TestProgram house;
    private String damaged;
    private String whole;

    @BeforeEach
    void twoThreads() throws IOException {
        house = new TestProgram(folder);
        damaged = house.thread("what is the answer");
        whole = house.thread("another question");
    }

    private void spoil(String statement) throws SQLException {
        try (var connection = DriverManager.getConnection(
                        "jdbc:sqlite:" + house.home().resolve("pawl.db"));
                var open = connection.createStatement()) {
            assertThat(open.executeUpdate(statement)).isPositive();
        }
    }

    @Test
    void aDamagedEventLeavesTheListOfTheOthers() throws SQLException {
        spoil("UPDATE events SET body = body || ' ' WHERE agent_id = '" + damaged + "'");
        var listed = house.pawl("threads", "list");
        assertThat(listed.code()).isZero();
        assertThat(listed.out()).contains(whole.substring(0, 13)).contains("thread " + damaged + ": event");
        assertThat(house.pawl("status").code()).isZero();
        var doctor = house.pawl("doctor", "--deep");
        assertThat(doctor.code()).isEqualTo(ExitCode.FAILED);
        assertThat(doctor.out())
                .contains("thread " + damaged + ": event 1 is damaged")
                .doesNotContain(whole);
    }

    @Test
    void aDamagedCardIsNeverShownAndTheRestIsSaved() throws IOException, SQLException {
        spoil("UPDATE cards SET content = replace(content, 'Done.', 'Dome.') WHERE agent_id = '" + damaged
                + "' AND type = 'agent_message'");
        assertThatThrownBy(() -> house.pawl("threads", "export", damaged))
                .isInstanceOf(DamagedRecord.class)
                .hasMessageContaining("thread " + damaged + ": card ")
                .hasMessageContaining("--salvage");
        var saved = folder.resolve("saved.jsonl");
        var salvaged = house.pawl("threads", "export", damaged, "--salvage", "-o", saved.toString(), "--json");
        assertThat(salvaged.code()).isZero();
        assertThat(Json.parse(salvaged.out()).number("lost")).isEqualTo(1);
        assertThat(Files.readString(saved)).contains("what is the answer").doesNotContain("Dome.");
        assertThat(house.pawl("threads", "export", whole).out()).contains("Done.");
        assertThat(house.pawl("exec", "resume", whole, "more", "--skip-git-repo-check")
                        .code())
                .isZero();
    }

    @Test
    void aWholeStoreIsSaidToBeWhole() {
        assertThat(house.pawl("doctor", "--deep").out()).containsPattern("\\d+ records are whole");
    }
}
