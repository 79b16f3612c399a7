package dev.pawl.runner;

import dev.pawl.id.WorkerId;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Renews a runner's lease while it works; interrupts it when the workflow is another's by now.
final class FlowLease implements AutoCloseable {
    private final CountDownLatch over = new CountDownLatch(1);

    FlowLease(FlowSite site, WorkerId owner) {
        var runner = Thread.currentThread();
        var third = Math.max(1, site.times().lease().toMillis() / 3);
        Thread.ofPlatform().name("pawl-flow-lease").daemon(true).start(() -> {
            try {
                while (!over.await(third, TimeUnit.MILLISECONDS)) {
                    if (!isRenewed(site, owner)) runner.interrupt();
                }
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /// A store that is away for a moment takes nothing from anybody: the next look tells.
    private static boolean isRenewed(FlowSite site, WorkerId owner) {
        try {
            return site.store().renew(site.workspace(), owner, site.times().lease());
        } catch (RuntimeException away) {
            return true;
        }
    }

    @Override
    public void close() {
        over.countDown();
    }
}
