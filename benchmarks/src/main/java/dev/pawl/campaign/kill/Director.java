package dev.pawl.campaign.kill;

import dev.pawl.id.AgentId;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.trial.TimedIds;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Runs one campaign: feeds turns, answers calls and watches the log while the storm blows, waits
/// for the calm after it, and goes through the rows.
final class Director implements AutoCloseable {
    private static final Duration OUTAGE = Duration.ofMinutes(2);
    private static final int AHEAD = 48;
    private static final int MOST_OPEN = 64;
    private static final long LOOK_MILLIS = 100;
    private static final long TELL_NANOS = 5_000_000_000L;

    private final Plan plan;
    private final Site site;
    private final Ledger ledger;
    private final Findings findings = new Findings();
    private final Fleet fleet;
    private final Crowd crowd;
    private final KillTasks errands;
    private final Watch watch;
    private final Storm storm;
    private final List<AgentId> agents;
    private final Consumer<String> progress;
    private volatile long begun = System.nanoTime();
    private long told = System.nanoTime();
    private volatile boolean over;

    /// What a campaign came to.
    record Report(Audit.Result audit, Storm storm, Watch watch, double seconds, List<String> broken) {}

    private interface Duty {
        /// Whether there was something to do.
        boolean run() throws IOException, InterruptedException;
    }

    Director(Plan plan, List<Storm.Server> servers, Consumer<String> progress) {
        this.plan = plan;
        this.progress = progress;
        site = Site.open(plan.place());
        ledger = new DurableLedger(site.store(), plan.limits(), new TimedIds());
        fleet = new Fleet(plan);
        crowd = new Crowd(ledger, findings, plan.seed() + 1);
        errands = new KillTasks(ledger, site.outbox(), findings, plan.seed() + 2);
        watch = new Watch(ledger, findings);
        storm = new Storm(plan, fleet, ledger, watch, servers);
        agents = Stream.concat(crowd.agents().stream(), crowd.agents().stream().map(KillTasks::childOf))
                .toList();
    }

    Report run() throws IOException, InterruptedException {
        fleet.train();
        begun = System.nanoTime();
        storm.begin();
        var answering = repeat("answer", () -> errands.run() > 0);
        var feeding = repeat("feed", this::feed);
        while (!isOver()) {
            if (storm.isOver()) storm.end();
            else storm.strike();
            Thread.sleep(LOOK_MILLIS / 5);
            look();
        }
        feeding.join();
        storm.end();
        var calm = awaitCalm();
        over = true;
        answering.join();
        fleet.close();
        if (!calm) findings.add("no calm: " + watch.open() + " turns open");
        for (var complaint : fleet.complaints()) findings.add(complaint);
        var effects = new EffectFile(plan.effects()).count();
        var audit = new Audit(site.store(), ledger, findings, effects).run(agents, crowd.promised());
        Integrity.check(plan.place().url(), findings);
        return new Report(audit, storm, watch, seconds(), findings.all());
    }

    /// Whether feeding and killing end: both are done, or the time is up.
    private boolean isOver() {
        return storm.isOver() && (crowd.accepted() >= plan.size().turns() || timeIsUp());
    }

    private boolean timeIsUp() {
        return seconds() > plan.limit().toSeconds();
    }

    /// Turns and kills keep step, so that the last kill still finds work.
    private boolean feed() {
        if (crowd.accepted() >= plan.size().turns() || timeIsUp()) return false;
        var share = storm.isOver() ? 1.0 : (double) storm.kills() / plan.size().kills();
        if (crowd.accepted() >= plan.size().turns() * share + AHEAD || watch.open() >= MOST_OPEN) return false;
        crowd.act();
        return true;
    }

    private Thread repeat(String name, Duty duty) {
        return Thread.ofPlatform().name(name).daemon(true).start(() -> {
            try {
                while (!over && !(name.equals("feed") && isOver())) {
                    if (!duty.run()) Thread.sleep(10);
                }
            } catch (IOException | StoreFailure broken) {
                findings.add("the director's " + name + " stopped: " + broken);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /// Whether everything came to its end before nothing moved for a long time.
    private boolean awaitCalm() throws InterruptedException {
        var patience = Math.max(45, plan.lease().toSeconds() * 6);
        var moved = System.nanoTime();
        var delivered = watch.delivered();
        while (System.nanoTime() - moved < Duration.ofSeconds(patience).toNanos()) {
            look();
            if (watch.open() == 0 && noMailIsLeft()) return true;
            fleet.ready(); // notes who ended by itself
            if (watch.delivered() > delivered) {
                delivered = watch.delivered();
                moved = System.nanoTime();
            }
            Thread.sleep(LOOK_MILLIS);
        }
        return false;
    }

    private boolean noMailIsLeft() {
        return patiently(() -> site.outbox().calls(1)).isEmpty()
                && agents.stream()
                        .allMatch(agent -> patiently(() ->
                                        site.store().read(rows -> rows.inbox().open(agent)))
                                == 0);
    }

    private void look() {
        watch.look(agents);
        if (System.nanoTime() - told < TELL_NANOS) return;
        told = System.nanoTime();
        progress.accept(String.format(
                "%4.0f s  %d turns asked, %d delivered, %d open; %d kills, %d stops, %d restarts, %d takeovers%s",
                seconds(),
                crowd.accepted(),
                watch.delivered(),
                watch.open(),
                storm.kills(),
                storm.stops(),
                storm.restarts(),
                watch.takeovers(),
                findings.all().isEmpty() ? "" : "; BROKEN: " + findings.all().getFirst()));
    }

    private double seconds() {
        return (System.nanoTime() - begun) / 1e9;
    }

    /// Asks again while the store is away; every primitive may be asked again.
    static <T> T patiently(Supplier<T> ask) {
        var deadline = System.nanoTime() + OUTAGE.toNanos();
        while (true) {
            try {
                return ask.get();
            } catch (StoreFailure down) {
                if (System.nanoTime() > deadline) throw down;
            }
        }
    }

    @Override
    public void close() {
        over = true;
        fleet.close();
        site.close();
    }
}
