package dev.pawl.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.campaign.simulate.Simulate;
import org.junit.jupiter.api.Test;

/// The short slice of `./campaign simulate`.
class SimulateTest {
    @Test
    void twentyThousandSchedulesKeepEveryPromise() throws InterruptedException {
        var schedules = Long.getLong("pawl.schedules", 20_000);
        var figures = Simulate.run(1, schedules, done -> {});
        assertThat(figures.schedules()).isEqualTo(schedules);
        assertThat(figures.crashes()).as("the storm blew").isGreaterThan(schedules);
        System.out.println(figures);
    }

    @Test
    void theSameSeedIsTheSameSchedule() throws InterruptedException {
        assertThat(Simulate.run(42, 20, done -> {})).isEqualTo(Simulate.run(42, 20, done -> {}));
    }
}
