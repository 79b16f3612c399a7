package dev.pawl.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Item;
import dev.pawl.id.CallId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlOverrideTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "CONTINUE  | {\"__cg_control\":{\"after_execution\":\"terminate\"},\"x\":1} | TERMINATE",
                "TERMINATE | {\"__cg_control\":{\"after_execution\":\"suspend\"}}           | CONTINUE",
                "TERMINATE | {\"__cg_control\":{\"after_execution\":\"continue\"}}          | CONTINUE",
                "TERMINATE | {\"__cg_control\":{\"after_execution\":\"explode\"}}           | TERMINATE",
                "TERMINATE | {\"__cg_control\":\"terminate\"}                               | TERMINATE",
                "CONTINUE  | {\"x\":{\"__cg_control\":{\"after_execution\":\"terminate\"}}} | CONTINUE",
                "CONTINUE  | plain text with __cg_control in it                             | CONTINUE",
                "CONTINUE  | {\"answer\":42}                                                | CONTINUE",
            })
    void theToolsOwnWordIsStrongerThanItsDeclaration(AfterExecution declared, String output, AfterExecution expected) {
        var result = new Item.ToolResult(new CallId("c"), CallOutcome.SUCCESS, declared, output);
        var applied = ControlOverride.apply(result);
        assertThat(applied.after()).isEqualTo(expected);
        assertThat(applied.output()).isEqualTo(output);
    }
}
