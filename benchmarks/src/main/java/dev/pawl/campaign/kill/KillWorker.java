package dev.pawl.campaign.kill;

import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.trial.TimedIds;
import dev.pawl.worker.Worker;
import dev.pawl.worker.WorkerProcess;
import dev.pawl.worker.WorkerThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/// A worker process that is there to be killed. Says `ready NAME`, works until it dies, and leaves
/// in good order when its stdin ends: no worker outlives its director.
public final class KillWorker {
    private KillWorker() {}

    /// @param args store URL, NATS URL or nothing, effect file, lease in milliseconds
    public static void main(String[] args) throws IOException {
        var lease = Duration.ofMillis(Long.parseLong(args[3]));
        var effects = new EffectFile(Path.of(args[2]));
        var ids = new TimedIds();
        var id = WorkerProcess.name(ids.fresh());
        try (var site = Site.open(new Plan.Place(args[0], args[1]))) {
            var ledger = new DurableLedger(site.store(), Plan.limits(lease), ids);
            var post = new Worker.Identity(id, Plan.TARGET, Plan.TURNS_AT_ONCE, WorkerProcess::isDead);
            var worker = new Worker(
                    ledger,
                    hold -> new KillSteps(hold, id, effects),
                    post,
                    ids,
                    Thread.ofVirtual().factory());
            try (var threads = WorkerThreads.start(worker, site.bell(), Plan.rhythm(lease))) {
                System.out.println("ready " + id);
                while (System.in.read() >= 0) {
                    // Nothing is said here but the end.
                }
                System.out.println("leaving " + threads.hashCode());
            }
        }
    }
}
