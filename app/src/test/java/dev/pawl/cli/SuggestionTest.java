package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {
    @ParameterizedTest
    @CsvSource({"confg,config,1", "ocnfig,config,1", "config,config,0", "doctr,doctor,1", "kitten,sitting,3", "'',abc,3"
    })
    void distanceCountsInsertionsDeletionsChangesAndSwaps(String a, String b, int distance) {
        assertThat(Suggestion.distance(a, b, 100)).isEqualTo(distance);
        assertThat(Suggestion.distance(b, a, 100)).isEqualTo(distance);
    }

    @Test
    void theNearestCandidateWins() {
        assertThat(Suggestion.nearest("exe", List.of("exit", "exec"))).contains("exec");
    }

    @Test
    void whatIsFarFromEverythingIsNotGuessed() {
        assertThat(Suggestion.nearest("banana", List.of("config", "doctor"))).isEmpty();
        assertThat(Suggestion.nearest("x", List.of("config"))).isEmpty();
    }
}
