package dev.pawl.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ChatStatusTest {
    @TestFactory
    Stream<DynamicTest> everyCaseIsShownAsItShould() {
        return StatusCases.all().stream()
                .map(example -> DynamicTest.dynamicTest(
                        name(example),
                        () -> assertThat(StatusCases.failures(example)).isEmpty()));
    }

    private static String name(Json example) {
        return example.text("id") + " " + example.text("name");
    }

    @Test
    void timeSeedingReplayAndPresenceFollowTheirTables() {
        assertThat(StatusTables.failures()).isEmpty();
    }

    @Test
    void theFifteenLawsHoldOnRandomLogs() {
        assertThat(StatusLaws.failures(20_260_301, 4_000)).isEmpty();
    }
}
