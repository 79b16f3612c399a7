package dev.pawl.runner;

import dev.pawl.workflow.Mark;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowRows.Entry;
import dev.pawl.workflow.check.Check;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.check.ProtectedFiles;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The files of a workspace as a workflow uses them: its plan, its checks, its checkpoints, its
/// context file and its archive.
public interface FlowWorkspace {
    /// A plan's file.
    ///
    /// @param path seen from the workspace
    record PlanDocument(String path, String text, String hash) {}

    /// Where the plan of this workflow is written.
    String planPath(Workflow flow);

    Optional<PlanDocument> plan(String path) throws IOException;

    /// What the agent wrote with its tool for the version that is being planned.
    Optional<String> draft(Workflow flow) throws IOException;

    /// Writes a plan with the front matter of this version.
    PlanDocument writePlan(Workflow flow, String path, String text, String status) throws IOException;

    /// The same plan as it would be with another status, not written.
    PlanDocument withStatus(PlanDocument plan, String status);

    void write(PlanDocument plan) throws IOException;

    /// The checks of this workspace: those of the settings, else those its build files suggest.
    List<Check> checks();

    /// Runs a check in the sandbox. Ends it, and throws [InterruptedException], when it is not
    /// wanted any more.
    CheckResult run(Check check, String workflow, String tree, BooleanSupplier isWanted) throws InterruptedException;

    /// Takes a picture of the files.
    Mark mark(String reason, long number) throws InterruptedException;

    /// Names the files as they are now; empty when no picture can be taken.
    String tree() throws InterruptedException;

    /// What differs between two pictures.
    List<ProtectedFiles.Change> changes(String before, String after) throws InterruptedException;

    ProtectedFiles protectedFiles();

    /// The user's own commit and branch; empty where there is no repository.
    GitPlace gitPlace();

    record GitPlace(String head, String branch) {}

    /// What a way back to a checkpoint would do.
    Rollback preview(Workflow flow, Mark target) throws IOException, InterruptedException;

    /// Does it; what changed since it was shown is kept.
    Rollback rollBack(Workflow flow, Mark target) throws IOException, InterruptedException;

    /// @param undo the entry of `pawl undo` that brings the files back again; 0 for none
    /// @param restored the files that go back, each with what happens to it
    /// @param kept files that others changed: they stay
    record Rollback(long undo, List<String> restored, List<String> kept, String branchWarning) {
        public Rollback {
            restored = List.copyOf(restored);
            kept = List.copyOf(kept);
        }
    }

    /// Files the results; the same again when that was done before. Returns the folder.
    String archive(Workflow flow, List<Entry> journal, String outcome) throws IOException, InterruptedException;

    /// Writes the context file after the journal.
    ///
    /// @param journal reads the workflow as it is now
    void save(Supplier<Workflow> journal) throws IOException;
}
