package dev.pawl.campaign.load;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// One run: `threads` lanes, each with one thread after the other, so that what a thread has said
/// does not grow without end.
final class LoadRun {
    private static final int USUAL_BYTES = 40;
    /// What a slow reader's thread says in a piece: enough to be cut within a round.
    private static final int WIDE_BYTES = 1500;

    private final Bounds bounds;
    private final LoadServer server;
    private final Path folder;
    private final Tally tally = new Tally();

    /// @param rounds   how many threads each lane runs, one after the other
    /// @param messages how many messages a thread says, one a second
    record Bounds(int threads, int subscribers, int slow, int rounds, int messages) {}

    /// @param missing messages that the store should have and has not
    record Report(Tally tally, long stored, long missing, List<Double> heapMb, double rssMb) {}

    private LoadRun(Bounds bounds, LoadServer server, Path folder) {
        this.bounds = bounds;
        this.server = server;
        this.folder = folder;
    }

    static Report run(Path folder, Bounds bounds) throws IOException, InterruptedException {
        try (var model = new LoadModel();
                var server = LoadServer.start(folder, model.url())) {
            return new LoadRun(bounds, server, folder).run();
        }
    }

    private Report run() throws IOException, InterruptedException {
        var heap = new ArrayList<Double>();
        try (var lanes = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<Long>>();
            for (var lane = 0; lane < bounds.threads(); lane++) {
                var number = lane;
                running.add(lanes.submit(() -> lane(number)));
            }
            for (var round = 0; round < bounds.rounds(); round++) {
                Thread.sleep(Duration.ofMillis(bounds.messages() * 500L));
                heap.add(server.heapMb());
                Thread.sleep(Duration.ofMillis(bounds.messages() * 500L));
                System.err.println("load: round " + (round + 1) + " of " + bounds.rounds() + ", "
                        + tally.notifications.get() + " notifications, faults " + tally.faults() + ", p99 "
                        + tally.messages.percentile(0.99) + " ms");
            }
            var stored = 0L;
            for (var lane : running) stored += lane.get();
            var wanted = (long) bounds.threads() * bounds.rounds() * bounds.messages();
            return new Report(tally, stored, wanted - stored, heap, server.rssMb());
        } catch (ExecutionException failed) {
            throw new IOException("a lane failed: " + failed.getCause(), failed);
        }
    }

    /// @return how many messages the store has of it
    private long lane(int number) throws IOException, InterruptedException {
        var isRead = number < bounds.subscribers();
        var isSlow = isRead && number < bounds.slow();
        var stored = 0L;
        for (var round = 0; round < bounds.rounds(); round++) {
            var thread = begin(isSlow ? WIDE_BYTES : USUAL_BYTES);
            var pause = isSlow ? Duration.ofMillis(bounds.messages() * 750L) : Duration.ZERO;
            if (isRead) {
                var seen = new StreamReader(server, thread, pause, tally).read();
                tally.lost.addAndGet(bounds.messages() - seen);
            } else awaitEnd(thread);
            stored += stored(thread);
            tally.threads.incrementAndGet();
        }
        return stored;
    }

    private String begin(int bytes) throws IOException, InterruptedException {
        var started = server.call(
                "thread/start", Json.object().with("cwd", folder.toString()).with("sandbox", "read-only"));
        var thread = started.at("thread").text("id");
        var words = Json.object().with("type", "text").with("text", LoadModel.request(bounds.messages(), bytes));
        server.call("turn/start", Json.object().with("threadId", thread).with("input", Json.array(List.of(words))));
        return thread;
    }

    /// A lane without a subscriber asks now and then.
    private void awaitEnd(String thread) throws IOException, InterruptedException {
        var which = Json.object().with("threadIds", Json.strings(List.of(thread)));
        Thread.sleep(Duration.ofSeconds(bounds.messages()));
        var end =
                System.nanoTime() + Duration.ofSeconds(bounds.messages() + 60L).toNanos();
        while (System.nanoTime() < end) {
            var status = server.call("pawl/status/read", which).list("data").getFirst();
            if (status.text("status", "").equals("idle")) return;
            Thread.sleep(Duration.ofMillis(500));
        }
        throw new IOException("a turn did not end: " + thread);
    }

    private long stored(String thread) throws IOException, InterruptedException {
        var read = server.call(
                "thread/read", Json.object().with("threadId", thread).with("includeTurns", Json.of(true)));
        var whole = 0L;
        for (var turn : read.at("thread").list("turns")) {
            for (var item : turn.list("items")) {
                if (item.text("type", "").equals("agentMessage")
                        && Piece.lastOfWhole(item.text("text", "")).isPresent()) whole++;
            }
        }
        return whole;
    }
}
