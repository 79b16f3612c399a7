package dev.pawl.runner.folder;

import dev.pawl.workflow.Workflow;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;

/// The plan's file while the agent writes it: neither checked nor offered yet.
///
/// @param folder of the plans, seen from the workspace
public record PlanDraft(Path root, String folder, InstantSource clock) {
    /// Returns the file, seen from the workspace.
    public String write(Workflow flow, String markdown) throws IOException {
        var path = new PlanFiles(root, folder, clock).path(flow);
        SafeFile.write(root, draft(root, flow), markdown);
        return path;
    }

    /// Beside the plan of the version before, which is needed to compare them.
    static Path draft(Path root, Workflow flow) {
        return root.resolve(".agent/memory/plans")
                .resolve(flow.id())
                .resolve("draft-" + (flow.plan().version() + 1) + ".md");
    }
}
