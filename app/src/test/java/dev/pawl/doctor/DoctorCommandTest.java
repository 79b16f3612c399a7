package dev.pawl.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.CommandTable;
import dev.pawl.cli.CommonOptions;
import dev.pawl.cli.Consoles;
import dev.pawl.cli.Dispatcher;
import dev.pawl.cli.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorCommandTest {
    private final Consoles said = new Consoles();

    private int doctor(List<HealthCheck> checks, String... words) {
        var table = new CommandTable(
                "pawl", "about", CommonOptions.ALL, List.of(new DoctorCommand(said.console, _ -> checks)));
        return new Dispatcher(table, said.console, "0").run(List.of(words));
    }

    @Test
    void aWarningIsNoFailure() {
        assertThat(doctor(List.of(() -> Finding.warn("disk", "little", "free some")), "doctor"))
                .isEqualTo(ExitCode.OK);
        assertThat(said.out()).contains("warn", "disk", "little", "free some");
    }

    @Test
    void somethingMissingIsAFailureAndIsNamedAtTheEnd() {
        List<HealthCheck> checks =
                List.of(() -> Finding.ok("jdk", "25"), () -> Finding.missing("git", "no", "install"));
        assertThat(doctor(checks, "doctor")).isEqualTo(ExitCode.FAILED);
        assertThat(said.err()).contains("missing: git").doesNotContain("jdk");
    }

    @Test
    void jsonIsOneObjectForEachFinding() {
        doctor(List.of(() -> Finding.ok("jdk", "25")), "doctor", "--json");
        assertThat(said.out())
                .isEqualTo("{\"name\":\"jdk\",\"state\":\"ok\",\"detail\":\"25\",\"remedy\":\"\"}"
                        + System.lineSeparator());
    }
}
