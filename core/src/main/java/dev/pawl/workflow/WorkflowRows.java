package dev.pawl.workflow;

import dev.pawl.id.ThreadId;
import dev.pawl.id.WorkerId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The rows of workflows inside one transaction: binds and reads, decides nothing.
public interface WorkflowRows {
    /// The store's time.
    Instant now();

    /// The row of a workspace, held against everybody else until the transaction ends; made when
    /// there is none.
    Head lock(String workspace);

    Optional<Head> find(String workspace);

    Optional<Head> ofThread(ThreadId thread);

    /// All workspaces whose workflow is not idle.
    List<Head> active(int max);

    void save(Head head);

    /// The entries of a workflow, in order.
    List<Entry> entries(String workspace, String workflow);

    /// The entries that a command wrote.
    List<Entry> ofCommand(String workspace, String command);

    void append(String workspace, List<Entry> entries);

    /// What is known of a workspace without reading its journal.
    ///
    /// @param entries how many entries its journal has, refusals included
    /// @param lease who runs the workflow, and until when that is certain
    record Head(
            String workspace,
            String workflow,
            ThreadId thread,
            WorkflowState state,
            boolean paused,
            long revision,
            long entries,
            Optional<Lease> lease) {
        static Head of(Head before, Workflow now, long entries) {
            return new Head(
                    before.workspace,
                    now.id(),
                    now.origin().thread(),
                    now.state(),
                    now.isPaused(),
                    now.revision(),
                    entries,
                    before.lease);
        }

        public Head with(Optional<Lease> other) {
            return new Head(workspace, workflow, thread, state, paused, revision, entries, other);
        }
    }

    record Lease(WorkerId owner, Instant until) {}

    /// A line of the journal: a change that was accepted, or a command that was refused.
    ///
    /// @param revision the workflow's after the change; a refusal leaves it as it is
    record Entry(long number, long revision, String workflow, String command, Instant at, Content content) {}

    sealed interface Content {
        record Changed(WorkflowChange change) implements Content {}

        record Declined(WorkflowDecision.Code code, String why) implements Content {}
    }

    /// Opens rows. Implemented by each store; safe for use by many threads and processes.
    interface Transactions {
        /// Does the work in one transaction. It may be done again from the start.
        <T> T commit(Function<WorkflowRows, T> work);

        <T> T read(Function<WorkflowRows, T> work);
    }
}
