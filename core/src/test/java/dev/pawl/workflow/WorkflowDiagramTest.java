package dev.pawl.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/// Draws `docs/state/workflow.md` from the machine: a picture that differs fails the build.
class WorkflowDiagramTest {
    @Test
    void theWorkflowsPictureIsTheMachine() throws IOException {
        var page = new ArrayList<String>();
        page.add("# The workflow\n");
        page.add(
                "Drawn from `WorkflowMachine` by `WorkflowDiagramTest`; do not edit. These are all legal transitions: pause, modify,");
        page.add("skip, stop, abandon and roll back are made of them.\n");
        page.add("```mermaid\nstateDiagram-v2\n    [*] --> IDLE");
        for (var edge : WorkflowEdge.values())
            page.add("    " + edge.from() + " --> " + edge.to() + ": " + edge + " " + edge.trigger());
        page.add("```\n");
        var head = new StringBuilder("| |");
        var rule = new StringBuilder("|---|");
        for (var trigger : WorkflowTrigger.values()) {
            head.append(' ').append(trigger).append(" |");
            rule.append("---|");
        }
        page.add(head.toString());
        page.add(rule.toString());
        for (var state : WorkflowState.values()) {
            var row = new StringBuilder("| **" + state + "** |");
            for (var trigger : WorkflowTrigger.values()) {
                row.append(' ')
                        .append(WorkflowMachine.edge(state, trigger)
                                .map(edge -> edge.to() + " (" + edge + ")")
                                .orElse("refused"))
                        .append(" |");
            }
            page.add(row.toString());
        }
        var path = Path.of(System.getProperty("pawl.root", ".."), "docs", "state", "workflow.md");
        var text = String.join("\n", page) + "\n";
        if (Boolean.getBoolean("pawl.docs.write")) Files.writeString(path, text);
        assertThat(path).as("run `make docs` and look at the difference").hasContent(text);
    }
}
