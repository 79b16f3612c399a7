package dev.pawl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundQuestionTest {
    private static final Bound STEPS = new Bound("pawl.limits.steps", Bound.Scope.TURN, Bound.Measure.STEPS, 100);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            Go on                                                         | 100
            go on                                                         | 100
            {"answers":{"bound":{"answers":["Go on"]}}}                   | 100
            {"answers":{"bound":{"answers":["Go on with more"]}}}         | 400
            {"answers":{"bound":{"answers":["250"]}}}                     | 250
            继续                                                           | 100
            继续并放宽                                                      | 400
            37                                                            | 37
            Stop                                                          | 0
            {"answers":{"bound":{"answers":["Stop"]}}}                    | 0
            停止                                                           | 0
            {"answers":{}}                                                | 0
            yes                                                           | 100
            what do you mean?                                             | 0
            """)
    void anAnswerAllowsAnAmountOrStops(String answer, double allowed) {
        var reply = BoundQuestion.read(STEPS, answer);
        assertThat(reply instanceof BoundQuestion.Reply.Allow(var amount) ? amount : 0)
                .isEqualTo(allowed);
    }
}
