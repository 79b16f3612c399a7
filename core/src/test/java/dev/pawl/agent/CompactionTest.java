package dev.pawl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.card.Detail.PlanStep;
import dev.pawl.card.Item;
import dev.pawl.id.CallId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompactionTest {
    private static final Item BRIEFING = new Item.Briefing(Item.Briefing.Role.USER, "# AGENTS.md\nBe kind.");

    private static Item planned(String... steps) {
        var all = new ArrayList<PlanStep>();
        for (var step : steps) all.add(new PlanStep(step, PlanStep.Progress.PENDING));
        return new Item.ToolResult(
                new CallId("plan-" + steps.length),
                CallOutcome.SUCCESS,
                AfterExecution.CONTINUE,
                "Plan updated",
                new Detail.Plan("", all));
    }

    @Test
    void instructionsAndThePlanStayWordForWordAndOnlyTheLastPlan() {
        var history = List.of(
                BRIEFING, Item.UserMessage.of("do it"), planned("old"), new Item.AgentMessage("…"), planned("a", "b"));
        var once = Compaction.shorten(history, "so far");
        var plan = new Item.Briefing(Item.Briefing.Role.USER, "<plan>\n- pending: a\n- pending: b\n</plan>");
        assertThat(once).containsExactly(BRIEFING, Item.UserMessage.of("do it"), plan, new Item.Summary("so far"));

        assertThat(Compaction.shorten(once, "further"))
                .as("the plan outlives the next compaction, too")
                .containsExactly(BRIEFING, Item.UserMessage.of("do it"), plan, new Item.Summary("further"));

        var replanned = new ArrayList<>(once);
        replanned.add(planned("c"));
        assertThat(Compaction.shorten(replanned, "then"))
                .contains(new Item.Briefing(Item.Briefing.Role.USER, "<plan>\n- pending: c\n</plan>"))
                .doesNotContain(plan);
    }
}
