package dev.pawl.worker.turn;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.id.IdSource;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.LostGate;
import dev.pawl.kernel.receipt.Delivery;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.rows.StoreFailure;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries one turn from where it stands to its deliverable, or to its next wait.
///
/// Read top to bottom this is the protocol: settle what a dead worker left open, then step by step
/// read the steering, take a step, and do what it leads to. Whatever is done is written down first.
/// Losing the gate ends the run without a trace. Any other problem, a bug included, ends the turn
/// as failed: the next holder would meet the same one.
public final class TurnRun implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(TurnRun.class);

    private final Ledger ledger;
    private final Steps.Maker maker;
    private final Journal journal;
    private final IdSource ids;
    private final Runnable letGo;
    private final BooleanSupplier handsOver;
    private boolean isDelivered;
    private Optional<StoreFailure> refusal = Optional.empty();

    /// @param letGo gives the gate up: the turn is delivered, and what still runs needs no lease
    /// @param handsOver whether another worker is to go on after the step under way
    public TurnRun(
            Ledger ledger, Hold hold, Steps.Maker maker, IdSource ids, Runnable letGo, BooleanSupplier handsOver) {
        this.letGo = letGo;
        this.handsOver = handsOver;
        this.ledger = ledger;
        this.maker = maker;
        this.journal = new Journal(ledger, hold, ids);
        this.ids = ids;
    }

    @Override
    public void run() {
        try {
            carry();
        } catch (LostGate lost) {
            // A newer epoch owns the agent, or the turn was stopped: leave without a trace.
        } catch (InterruptedException fenced) {
            // The lease is lost or the worker shuts down: the next holder goes on from the journal.
            Thread.currentThread().interrupt();
        } catch (StoreFailure down) {
            // Nothing can be written, so nothing may be done. The turn is found again by its lease.
            refusal = Optional.of(down);
        }
    }

    /// Why the store could not be written, when that ended the run.
    public Optional<StoreFailure> refusal() {
        return refusal;
    }

    private void carry() throws InterruptedException {
        try {
            var steps = maker.stepsFor(journal.hold());
            settleOpenCalls(steps);
            while (!handsOver.getAsBoolean() && step(steps)) {}
        } catch (LostGate | StoreFailure notOurs) {
            throw notOurs;
        } catch (RuntimeException | Error problem) {
            var failure = maker.failure(problem);
            if (!isDelivered) fail(failure);
        }
    }

    /// Ends the turn without reading its history, which may be what cannot be read.
    private void fail(Item.Deliverable failure) {
        cutCalls();
        try {
            ledger.deliver(journal.gate(), Entry.empty(ids.step()), ids.card(), failure);
            letGo.run();
        } catch (LostGate | StoreFailure notOurs) {
            throw notOurs;
        } catch (RuntimeException | Error unwritable) {
            LOG.error("turn {} cannot be ended as failed: {}", journal.gate().turn(), failure.error(), unwritable);
        }
    }

    /// Ends the calls that run for the turn, and lets none begin any more: its own thread may not
    /// hear an interrupt for as long as it waits for the store. From any thread.
    public void cutCalls() {
        journal.calls().cut();
    }

    /// After a crash: what may be run again is run again; what may have changed the world is not.
    private void settleOpenCalls(Steps steps) throws InterruptedException {
        for (var open : journal.openCalls()) {
            // What nobody has decided about was never begun: the step sees to it.
            if (open.replay() == Replay.HELD) continue;
            var call = open.call();
            endLeftovers(steps, call);
            var result = open.replay() == Replay.EFFECT ? Optional.of(interrupted(steps, open)) : again(steps, open);
            result.ifPresent(
                    known -> journal.write(journal.entry(open.card().origin().step(), "tool." + call.tool(), known)));
        }
        steps.settled();
    }

    private static Item.ToolResult interrupted(Steps steps, Journal.OpenCall open) {
        var call = open.call();
        if (steps.mayHaveBegun(call)) return unknown(call, open.card().at().toString());
        return HeldCalls.notBegun(
                call,
                "Not started. The worker that was to run this " + call.tool()
                        + " call stopped before it began, so nothing was done. Call it again if it is still wanted.");
    }

    /// What cannot be ended is left: the model is told that the outcome is unknown.
    private void endLeftovers(Steps steps, Item.ToolCall call) throws InterruptedException {
        try {
            steps.endLeftovers(call);
        } catch (LostGate | StoreFailure notOurs) {
            throw notOurs;
        } catch (RuntimeException problem) {
            LOG.error(
                    "processes of call {} were not ended: {}",
                    call.call(),
                    maker.failure(problem).error());
        }
    }

    /// A call that cannot be repeated is answered with the reason.
    private Optional<Item.ToolResult> again(Steps steps, Journal.OpenCall open) throws InterruptedException {
        try {
            return steps.again(journal, open);
        } catch (LostGate | StoreFailure notOurs) {
            throw notOurs;
        } catch (RuntimeException problem) {
            return Optional.of(Item.ToolResult.failed(
                    open.call().call(), maker.failure(problem).error()));
        }
    }

    private static Item.ToolResult unknown(Item.ToolCall call, String since) {
        return new Item.ToolResult(
                call.call(),
                CallOutcome.UNKNOWN,
                AfterExecution.CONTINUE,
                "Interrupted, outcome unknown. The worker that ran this " + call.tool() + " call (written down at "
                        + since
                        + ") stopped before the result was recorded. It may have run fully, partly or not at all."
                        + " Look at the current state before you repeat it.");
    }

    /// Whether there is another step to take.
    private boolean step(Steps steps) throws InterruptedException {
        // A call comes before its answer, and nothing between them.
        if (steps.hearsNotices()) journal.expectSteers();
        if (journal.openCalls().isEmpty()) journal.takeSteers(steps.notices());
        return switch (steps.next(journal)) {
            case Move.GoOn _ -> true;
            case Move.Await(var entry, var needs, var calls) -> {
                ledger.suspend(journal.gate(), entry, needs, calls);
                yield false;
            }
            case Move.End(var entry, var deliverable) -> !deliver(steps, entry, deliverable);
        };
    }

    /// Whether the turn is over. Steering that came in meanwhile, or a missing field, keeps it
    /// open.
    private boolean deliver(Steps steps, Entry entry, Item.Deliverable deliverable) throws InterruptedException {
        return switch (ledger.deliver(journal.gate(), entry, ids.card(), deliverable)) {
            case Delivery.Delivered _ -> {
                isDelivered = true;
                letGo.run();
                steps.delivered(deliverable);
                yield true;
            }
            case Delivery.SteersWait _ -> {
                journal.write(entry);
                journal.expectSteers();
                yield false;
            }
            case Delivery.MissingFields(var names) -> {
                journal.write(entry);
                steps.missing(journal, names);
                yield false;
            }
        };
    }
}
