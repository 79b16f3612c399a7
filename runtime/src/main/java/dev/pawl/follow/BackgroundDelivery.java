package dev.pawl.follow;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The alarm of a follower in a long-lived process: delivers on a virtual thread, which ends when
/// nothing is left. A thread that is followed costs none while nothing happens.
public final class BackgroundDelivery implements Runnable {
    private final AtomicInteger alarms = new AtomicInteger();
    private final Consumer<RuntimeException> failed;
    private volatile @Nullable ThreadFollower follower;

    /// @param failed is called with what a delivery failed by; the next alarm tries again
    public BackgroundDelivery(Consumer<RuntimeException> failed) {
        this.failed = failed;
    }

    /// Alarms from now on lead to deliveries of this follower.
    public void start(ThreadFollower target) {
        follower = target;
        run();
    }

    @Override
    public void run() {
        if (follower != null && alarms.getAndIncrement() == 0) Thread.startVirtualThread(this::deliver);
    }

    private void deliver() {
        var target = follower;
        int heard;
        do {
            heard = alarms.get();
            try {
                if (target != null) target.deliver();
            } catch (InterruptedException stopped) {
                return;
            } catch (RuntimeException problem) {
                failed.accept(problem);
            }
        } while (alarms.addAndGet(-heard) != 0);
    }
}
