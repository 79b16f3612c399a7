package dev.pawl.appserver;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LanesTest {
    @Test
    void aLaneGoesOnAfterWorkThatThrows() throws InterruptedException {
        var lanes = new Lanes();
        var queued = new CountDownLatch(1);
        var done = new CountDownLatch(2);
        lanes.run("lane", () -> {
            awaited(queued);
            throw new IllegalStateException("on purpose");
        });
        lanes.run("lane", () -> {
            done.countDown();
            throw new StackOverflowError("on purpose");
        });
        lanes.run("lane", done::countDown);
        queued.countDown();
        assertTrue(awaited(done), "what came after was not done");
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
