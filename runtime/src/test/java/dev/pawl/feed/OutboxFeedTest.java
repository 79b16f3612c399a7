package dev.pawl.feed;

import static dev.pawl.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Bell;
import dev.pawl.testkit.MemoryLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OutboxFeedTest {
    private static final AgentId AGENT = new AgentId("a1");
    private static final Bell BELL = new Bell(AGENT, new WorkerTarget("workers"));
    private static final Duration NEVER = Duration.ofHours(1);
    private static final Duration LONG = Duration.ofSeconds(30);

    private final MemoryLog log = new MemoryLog();

    private static List<Long> numbers(List<LoggedEvent> events) {
        return events.stream().map(LoggedEvent::seq).toList();
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    @Test
    void whatIsThereIsAnsweredAtOnceInOrder() throws InterruptedException {
        var feed = new OutboxFeed(log::after, NEVER);
        for (var i = 0; i < 5; i++) log.addItem(AGENT, "c" + i);
        assertThat(numbers(feed.after(AGENT, 0, 10, LONG))).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(numbers(feed.after(AGENT, 2, 2, LONG))).containsExactly(3L, 4L);
    }

    @Test
    void withoutPatienceNothingIsWaitedFor() throws InterruptedException {
        var feed = new OutboxFeed(log::after, NEVER);
        assertThat(feed.after(AGENT, 0, 10, Duration.ZERO)).isEmpty();
        assertThat(log.reads()).isOne();
    }

    @Test
    void patienceEndsWithAnEmptyAnswerAndLeavesNothingBehind() throws InterruptedException {
        var feed = new OutboxFeed(log::after, NEVER);
        var start = System.nanoTime();
        assertThat(feed.after(AGENT, 0, 10, Duration.ofMillis(30))).isEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(30));
        assertThat(feed.waiting()).isZero();
        assertThat(log.reads()).isLessThanOrEqualTo(4);
    }

    @Test
    void aBellEndsTheWait() throws Exception {
        var feed = new OutboxFeed(log::after, NEVER);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var doorbell = new LocalDoorbell()) {
            doorbell.listen(feed::wake);
            for (var bell : List.of(BELL, Bell.ANY)) {
                var last = log.after(AGENT, 0, 100).size();
                var answer = threads.submit(() -> feed.after(AGENT, last, 10, LONG));
                eventually("waiting", () -> feed.waiting() == 1);
                log.addItem(AGENT, "c");
                doorbell.ring(bell);
                assertThat(numbers(answer.get())).containsExactly(last + 1L);
            }
        }
        assertThat(feed.waiting()).isZero();
    }

    @Test
    void anotherAgentsBellAndADoubledBellChangeNothing() throws Exception {
        var feed = new OutboxFeed(log::after, NEVER);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answer = threads.submit(() -> feed.after(AGENT, 0, 10, LONG));
            eventually("waiting", () -> feed.waiting() == 1);
            feed.wake(new Bell(new AgentId("other"), new WorkerTarget("workers")));
            feed.wake(BELL);
            feed.wake(BELL);
            assertThat(answer.isDone()).isFalse();
            log.addItem(AGENT, "c");
            feed.wake(BELL);
            assertThat(numbers(answer.get())).containsExactly(1L);
        }
    }

    @Test
    void aLostBellOnlyDelaysByThePoll() throws Exception {
        var poll = Duration.ofMillis(40);
        var feed = new OutboxFeed(log::after, poll);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answer = threads.submit(() -> feed.after(AGENT, 0, 10, LONG));
            eventually("waiting", () -> feed.waiting() == 1);
            log.addItem(AGENT, "c");
            var start = System.nanoTime();
            assertThat(numbers(answer.get())).containsExactly(1L);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(poll.multipliedBy(20));
        }
    }

    @Test
    void anIdleWatcherReadsOncePerPoll() throws InterruptedException {
        var feed = new OutboxFeed(log::after, Duration.ofMillis(50));
        assertThat(feed.after(AGENT, 0, 10, Duration.ofMillis(500))).isEmpty();
        assertThat(log.reads()).isLessThanOrEqualTo(13);
    }

    @Test
    void anInterruptEndsTheWait() throws InterruptedException {
        var feed = new OutboxFeed(log::after, NEVER);
        var end = new AtomicReference<Throwable>();
        var watcher = Thread.ofVirtual().unstarted(() -> {
            try {
                feed.after(AGENT, 0, 10, LONG);
            } catch (InterruptedException stopped) {
                end.set(stopped);
            }
        });
        watcher.start();
        eventually("waiting", () -> feed.waiting() == 1);
        watcher.interrupt();
        watcher.join();
        assertThat(end.get()).isInstanceOf(InterruptedException.class);
        assertThat(feed.waiting()).isZero();
    }

    @Test
    void aWatcherThatComesBackWithItsNumberGetsTheRestExactlyOnce() throws InterruptedException {
        var seen = new ArrayList<Long>();
        var random = new Random(3);
        for (var life = 0; life < 20; life++) {
            for (var i = random.nextInt(10); i > 0; i--) log.addItem(AGENT, "c");
            var feed = new OutboxFeed(log::after, NEVER);
            var last = seen.isEmpty() ? 0 : seen.getLast();
            seen.addAll(numbers(feed.after(AGENT, last, 1 + random.nextInt(6), Duration.ofMillis(1))));
        }
        var feed = new OutboxFeed(log::after, NEVER);
        seen.addAll(numbers(feed.after(AGENT, seen.getLast(), 1_000, Duration.ofMillis(1))));
        assertThat(seen)
                .isEqualTo(upTo(seen.size()))
                .hasSize(log.after(AGENT, 0, 10_000).size());
    }

    @Test
    void eightWatchersSeeFiveHundredEventsOfConcurrentWritersExactlyOnce() throws Exception {
        var events = 500L;
        var writers = 4;
        var feed = new OutboxFeed(log::after, Duration.ofMillis(20));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var watchers = new ArrayList<Future<List<Long>>>();
            for (var i = 0; i < 8; i++) {
                var most = 1 + i * 3;
                watchers.add(threads.submit(() -> watch(feed, most, events)));
            }
            for (var w = 0; w < writers; w++) {
                var random = new Random(w);
                threads.execute(() -> {
                    for (var i = 0; i < events / writers; i++) {
                        log.addItem(AGENT, "c");
                        // A third of the bells is lost.
                        if (random.nextInt(3) > 0) feed.wake(BELL);
                    }
                });
            }
            for (var watcher : watchers) assertThat(watcher.get()).isEqualTo(upTo(events));
        }
        assertThat(feed.waiting()).isZero();
    }

    private static List<Long> watch(OutboxFeed feed, int max, long until) throws InterruptedException {
        var seen = new ArrayList<Long>();
        while (seen.size() < until) {
            var last = seen.isEmpty() ? 0 : seen.getLast();
            seen.addAll(numbers(feed.after(AGENT, last, max, Duration.ofMillis(7))));
        }
        return seen;
    }

    @Test
    void aLogWithAGapIsNotPassedOn() {
        log.addItem(AGENT, "c1");
        var second = log.addItem(AGENT, "c2");
        var feed = new OutboxFeed((_, _, _) -> List.of(second), NEVER);
        assertThatThrownBy(() -> feed.after(AGENT, 0, 10, LONG))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the log of a1 has 2 where 1 belongs");
    }

    @Test
    void aLogThatFailsEndsTheWaitAndLeavesNothingBehind() throws InterruptedException {
        var reads = new int[1];
        var feed = new OutboxFeed(
                (_, _, _) -> {
                    if (++reads[0] > 2) throw new IllegalStateException("store gone");
                    return List.of();
                },
                Duration.ofMillis(1));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answer = threads.submit(() -> feed.after(AGENT, 0, 10, LONG));
            assertThatThrownBy(answer::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("store gone");
        }
        assertThat(feed.waiting()).isZero();
    }

    @Test
    void nonsenseIsRefused() {
        var feed = new OutboxFeed(log::after, NEVER);
        assertThatThrownBy(() -> feed.after(AGENT, -1, 1, LONG)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> feed.after(AGENT, 0, 0, LONG)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new OutboxFeed(log::after, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
