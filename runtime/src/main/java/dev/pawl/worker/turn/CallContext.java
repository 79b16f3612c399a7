package dev.pawl.worker.turn;

import dev.pawl.agent.Tool;
import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Item;
import dev.pawl.card.Question;
import dev.pawl.event.Live;
import dev.pawl.id.CallId;
import dev.pawl.id.StepId;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.LostGate;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.rows.StoreFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/// A running call's line to the outside: its words go to whoever watches, its questions into the
/// store, where any surface can answer them. Used by the call's own thread.
final class CallContext implements Tool.Output {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final int LONGEST_ID = 190;

    private final Agent agent;
    private final Ledger ledger;
    private final Gate gate;
    private final StepId step;
    private final Item.ToolCall call;
    private final Tool.Waited waited;
    private final AtomicInteger asked = new AtomicInteger();

    /// Where its questions are written.
    record GatedLedger(Ledger ledger, Gate gate) {}

    /// Of a call that begins.
    static CallContext first(Agent agent, GatedLedger tx, StepId step, Item.ToolCall call) {
        return new CallContext(agent, tx, step, call, Tool.Waited.NOTHING);
    }

    CallContext(Agent agent, GatedLedger tx, StepId step, Item.ToolCall call, Tool.Waited waited) {
        this.waited = waited;
        this.agent = agent;
        this.ledger = tx.ledger();
        this.gate = tx.gate();
        this.step = step;
        this.call = call;
    }

    @Override
    public void write(String chunk) {
        agent.means().live().tell(gate.agent(), gate.turn(), new Live.OutputDelta(call.call(), chunk));
    }

    @Override
    public Tool.Waited waited() {
        return waited;
    }

    @Override
    public Tool.Said ask(Question question, BooleanSupplier wanted) throws InterruptedException {
        if (ApprovalContext.Approval.of(agent.setup().approval()) == ApprovalContext.Approval.NEVER) {
            write("A question for you was declined: the approval policy is never.\n");
            return new Tool.Said(CallOutcome.DECLINED, "");
        }
        var id = fresh();
        try {
            ledger.inquire(gate, step, need(id, question));
            return await(id, wanted);
        } catch (InterruptedException stopped) {
            withdraw(id);
            throw stopped;
        } catch (LostGate | StoreFailure nobodyListens) {
            // The turn is another's, or nothing can be written: its own next write says so.
            return new Tool.Said(CallOutcome.CANCELED, "");
        }
    }

    private CallId fresh() {
        var name = call.call().value();
        return new CallId(name.substring(0, Math.min(name.length(), LONGEST_ID)) + "." + asked.incrementAndGet());
    }

    private Wait.Need need(CallId id, Question question) {
        return new Wait.Need(
                id,
                call.tool(),
                Wait.Reason.QUESTION,
                question,
                Wait.PERSON,
                agent.means().questions());
    }

    private Tool.Said await(CallId id, BooleanSupplier wanted) throws InterruptedException {
        while (true) {
            Optional<Item.Reported> answer = ledger.takeAnswer(gate, id);
            if (answer.isPresent()) {
                var words = answer.get() instanceof Item.ToolResult said ? said.output() : "";
                return new Tool.Said(answer.get().answer(), words);
            }
            if (!wanted.getAsBoolean()) {
                withdraw(id);
                return new Tool.Said(CallOutcome.CANCELED, "");
            }
            Pause.of(LOOK);
        }
    }

    /// Also in the middle of a stop: then the turn's end has done it already.
    private void withdraw(CallId id) {
        var interrupted = Thread.interrupted();
        try {
            ledger.withdraw(gate, id);
        } catch (LostGate | StoreFailure goneAlready) {
            // Whoever goes on with the turn withdraws it.
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
