package dev.pawl.flow;

import dev.pawl.runner.FlowListener;
import dev.pawl.runner.FlowSite;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowChange;
import dev.pawl.workflow.WorkflowFold;
import dev.pawl.workflow.WorkflowRows.Content;
import dev.pawl.workflow.WorkflowRows.Entry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// What another process does with a workflow, read from the journal: the same lines as if it ran
/// here. Used by one thread.
final class FlowFollow {
    private static final Duration LOOK = Duration.ofMillis(200);

    private final FlowSite site;
    private final FlowListener listener;
    private Workflow flow;
    private long number;

    FlowFollow(FlowSite site, FlowListener listener) {
        this.site = site;
        this.listener = listener;
        var journal = site.store().journal(site.workspace());
        this.flow = site.store().read(site.workspace()).flow();
        this.number = journal.isEmpty() ? 0 : journal.getLast().number();
    }

    /// Comes back when no living process runs the workflow any more.
    void follow() throws InterruptedException {
        var pause = new CountDownLatch(1);
        while (true) {
            var seen = site.store().read(site.workspace());
            var isRun = seen.lease()
                    .filter(lease -> !site.isDead().test(lease.owner()))
                    .isPresent();
            for (var entry : site.store().journal(site.workspace())) show(entry);
            if (!isRun) return;
            pause.await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void show(Entry entry) {
        if (entry.number() <= number) return;
        number = entry.number();
        if (!(entry.content() instanceof Content.Changed(var change))) return;
        flow = WorkflowFold.after(flow, change, entry.at());
        if (change instanceof WorkflowChange.ChecksRan(var task, var results))
            results.forEach(result -> listener.checked(task, result));
        var now = flow;
        listener.changed(now, List.of(change), () -> site.turns().spent(now));
    }
}
