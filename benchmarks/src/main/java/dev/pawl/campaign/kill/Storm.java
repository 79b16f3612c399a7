package dev.pawl.campaign.kill;

import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.receipt.Owned;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/// Hurts workers and servers, one at a time and at random, and hires for the dead. Used by one
/// thread; its counts may be read by others.
final class Storm {
    private static final int MOST_OWNED = 1_000;
    private static final Duration USUAL_GAP = Duration.ofMillis(400);
    private static final Duration BETWEEN_RESTARTS = Duration.ofSeconds(12);

    private final Plan plan;
    private final Fleet fleet;
    private final Ledger ledger;
    private final Watch watch;
    private final SplittableRandom dice;
    private final List<Pause> paused = new ArrayList<>();
    private final List<Server> servers;
    private long begun = System.nanoTime();
    private long nextRestart = begun;
    private final AtomicInteger kills = new AtomicInteger();
    private final AtomicInteger stops = new AtomicInteger();
    private final AtomicInteger restarts = new AtomicInteger();
    private final AtomicInteger locked = new AtomicInteger();

    /// A server that can be restarted, by a command of the environment.
    record Server(String name, String command, boolean isTheStore) {}

    private record Pause(Fleet.Hand hand, long until) {}

    Storm(Plan plan, Fleet fleet, Ledger ledger, Watch watch, List<Server> servers) {
        this.plan = plan;
        this.fleet = fleet;
        this.ledger = ledger;
        this.watch = watch;
        this.servers = servers;
        this.dice = new SplittableRandom(plan.seed());
    }

    int kills() {
        return kills.get();
    }

    int stops() {
        return stops.get();
    }

    int restarts() {
        return restarts.get();
    }

    /// How many of the stopped held SQLite's write lock at that moment.
    int locked() {
        return locked.get();
    }

    boolean isOver() {
        return kills.get() >= plan.size().kills()
                || System.nanoTime() - begun > plan.limit().toNanos();
    }

    /// From now on time counts.
    void begin() throws IOException {
        begun = System.nanoTime();
        nextRestart = begun + BETWEEN_RESTARTS.toNanos() / 2;
        while (fleet.size() < plan.size().workers()) fleet.hire();
    }

    /// One blow, if there is somebody to strike and somebody left to go on.
    void strike() throws IOException, InterruptedException {
        Thread.sleep(gap());
        wakeThePaused();
        while (fleet.size() < plan.size().workers()) fleet.hire();
        var ready = fleet.ready();
        if (ready.isEmpty()) return;
        var hand = ready.get(dice.nextInt(ready.size()));
        if (ready.stream().noneMatch(other -> other != hand && other.isSettled())) return;
        if (!servers.isEmpty() && System.nanoTime() > nextRestart) restart();
        else if (paused.isEmpty() && ready.size() > 2 && dice.nextInt(4) == 0) stop(hand);
        else kill(hand);
    }

    /// Spread over the time there is, if there is a limit.
    private Duration gap() {
        var left = plan.limit().toNanos() - (System.nanoTime() - begun);
        var each = Duration.ofNanos(Math.max(0, left) / Math.max(1, plan.size().kills() - kills.get()));
        var mean = each.compareTo(USUAL_GAP) < 0 ? each : USUAL_GAP;
        return Duration.ofNanos(dice.nextLong(mean.toNanos() * 2 + 1)).plusMillis(20);
    }

    private void kill(Fleet.Hand hand) throws IOException, InterruptedException {
        var at = Instant.now();
        fleet.kill(hand);
        fleet.hire();
        hurt(hand, Watch.Harm.KILLED, at);
        kills.incrementAndGet();
    }

    private void stop(Fleet.Hand hand) throws IOException, InterruptedException {
        var at = Instant.now();
        fleet.stop(hand);
        var lease = plan.lease().toNanos();
        var nanos = lease * 13 / 10 + dice.nextLong(lease);
        paused.add(new Pause(hand, System.nanoTime() + nanos));
        // Stopped inside a commit: nobody can write until it goes on, which is SQLite's nature.
        if (fleet.locksTheStore(hand)) {
            watch.outage(at, at.plusNanos(nanos).plusSeconds(2));
            locked.incrementAndGet();
        }
        hurt(hand, Watch.Harm.STOPPED, at);
        stops.incrementAndGet();
    }

    private void hurt(Fleet.Hand hand, Watch.Harm harm, Instant at) {
        var id = hand.id().orElseThrow();
        var gates = Director.patiently(() -> ledger.owned(Plan.TARGET, MOST_OWNED)).stream()
                .filter(owned -> owned.lease().owner().equals(id))
                .map(Owned::gate)
                .toList();
        watch.lost(gates, harm, at);
    }

    private void wakeThePaused() throws IOException, InterruptedException {
        for (var pause : List.copyOf(paused)) {
            if (System.nanoTime() < pause.until) continue;
            paused.remove(pause);
            fleet.goOn(pause.hand);
        }
    }

    private void restart() throws IOException, InterruptedException {
        var server = servers.get(restarts.get() % servers.size());
        var from = Instant.now();
        var exit = new ProcessBuilder("sh", "-c", server.command)
                .redirectOutput(plan.folder().resolve("restarts.txt").toFile())
                .redirectErrorStream(true)
                .start()
                .waitFor();
        if (exit != 0) throw new IOException("the restart of " + server.name + " ended with " + exit);
        // Workers come back to a server within their longest nap.
        if (server.isTheStore) watch.outage(from, Instant.now().plusSeconds(2));
        restarts.incrementAndGet();
        nextRestart = System.nanoTime() + BETWEEN_RESTARTS.toNanos();
    }

    /// Everybody goes on, nobody is missing.
    void end() throws IOException, InterruptedException {
        for (var pause : paused) fleet.goOn(pause.hand);
        paused.clear();
        while (fleet.size() < plan.size().workers()) fleet.hire();
    }
}
