package dev.pawl.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The machine by its full table.
class WorkflowMachineTest {
    /// A row for each state, a column for each trigger in the order of the enum.
    private static final Map<WorkflowState, List<String>> TABLE = Map.of(
            WorkflowState.IDLE, List.of("PLANNING", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-"),
            WorkflowState.PLANNING, List.of("-", "CONFIRMING", "-", "IDLE", "-", "-", "-", "-", "-", "-", "-"),
            WorkflowState.CONFIRMING, List.of("-", "-", "EXECUTING", "IDLE", "-", "-", "-", "-", "-", "-", "-"),
            WorkflowState.EXECUTING, List.of("-", "-", "-", "-", "AUTO_FIX", "-", "-", "-", "-", "ARCHIVING", "-"),
            WorkflowState.AUTO_FIX, List.of("-", "-", "-", "-", "-", "EXECUTING", "BLOCKED", "-", "-", "-", "-"),
            WorkflowState.BLOCKED, List.of("-", "-", "-", "-", "-", "-", "-", "EXECUTING", "IDLE", "-", "-"),
            WorkflowState.ARCHIVING, List.of("-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "IDLE"));

    @Test
    void everyPairOfStateAndTriggerIsAsTheTableSays() {
        int legal = 0;
        for (var state : WorkflowState.values()) {
            var row = TABLE.getOrDefault(state, List.of()).iterator();
            for (var trigger : WorkflowTrigger.values()) {
                var edge = WorkflowMachine.edge(state, trigger);
                var to = edge.map(found -> found.to().name()).orElse("-");
                assertThat(to).as(state + " " + trigger).isEqualTo(row.next());
                if (edge.isPresent()) legal++;
            }
        }
        assertThat(WorkflowState.values()).hasSize(7);
        assertThat(WorkflowTrigger.values()).hasSize(11);
        assertThat(legal).isEqualTo(12);
    }

    @Test
    void everyStateIsReachableFromEveryState() {
        for (var start : WorkflowState.values()) {
            var seen = EnumSet.of(start);
            var open = new ArrayDeque<>(List.of(start));
            while (!open.isEmpty()) {
                var state = open.poll();
                for (var edge : WorkflowEdge.values()) {
                    if (edge.from() == state && seen.add(edge.to())) open.add(edge.to());
                }
            }
            assertThat(seen).as("from " + start).hasSize(7);
        }
    }
}
