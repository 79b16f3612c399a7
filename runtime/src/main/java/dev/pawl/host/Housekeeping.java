package dev.pawl.host;

import dev.pawl.worker.duty.Duty;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// Repeats small duties of a server once a second, until it is closed.
final class Housekeeping implements AutoCloseable {
    private static final Duration TICK = Duration.ofSeconds(1);

    private final Thread thread;

    private Housekeeping(Map<String, Runnable> work) {
        var duties = new LinkedHashMap<Duty, Runnable>();
        work.forEach((name, one) -> duties.put(new Duty(name), one));
        this.thread = Thread.ofPlatform().name("pawl-housekeeping").daemon(true).unstarted(() -> {
            try {
                while (true) {
                    Thread.sleep(TICK);
                    duties.forEach(Duty::attempt);
                }
            } catch (InterruptedException closed) {
                // The host is closed.
            }
        });
    }

    /// @param duties by name
    static Housekeeping start(Map<String, Runnable> duties) {
        var housekeeping = new Housekeeping(duties);
        housekeeping.thread.start();
        return housekeeping;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
