package dev.pawl.campaign.simulate;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.id.CallId;
import dev.pawl.id.StepId;
import dev.pawl.kernel.Wait;
import dev.pawl.worker.turn.Journal;
import dev.pawl.worker.turn.Move;
import dev.pawl.worker.turn.Steps;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A turn whose course depends on its id and on what is written down, and on nothing else: whoever
/// goes on with it goes on where it stood.
final class ScriptedSteps implements Steps {
    private final Stage stage;
    private final SimulatedWorld world;

    ScriptedSteps(Stage stage, SimulatedWorld world) {
        this.stage = stage;
        this.world = world;
    }

    @Override
    public Move next(Journal journal) throws InterruptedException {
        modelThinks();
        var turn = journal.gate().turn();
        var calls = journal.history().stream()
                .filter(card -> card.origin().turn().equals(turn))
                .map(Card::item)
                .filter(Item.ToolCall.class::isInstance)
                .count();
        var plan = Math.floorMod(turn.value().hashCode() * 31, 1 << 12);
        var length = plan % 4;
        if (calls >= length) {
            return new Move.End(
                    journal.entry(step(journal, calls), "agent", new Item.AgentMessage("done")),
                    Item.Deliverable.success("done"));
        }
        var kind = (plan >> (2 + 2 * (int) calls)) % 4;
        var call = new CallId(turn + ".call-" + calls);
        return switch (kind) {
            case 0 -> askOthers(journal, call, calls);
            case 1 -> runHere(journal, call, calls, Replay.READ);
            case 2 -> runHere(journal, call, calls, Replay.IDEMPOTENT);
            default -> runHere(journal, call, calls, Replay.EFFECT);
        };
    }

    private Move runHere(Journal journal, CallId call, long calls, Replay replay) throws InterruptedException {
        var item = new Item.ToolCall(call, "work", Item.ToolCall.Form.FUNCTION, "{}", replay);
        journal.write(journal.entry(step(journal, calls), "agent", item));
        var result = run(item);
        journal.write(journal.entry(step(journal, calls), "tool", result));
        return new Move.GoOn();
    }

    private Move askOthers(Journal journal, CallId call, long calls) {
        var item = new Item.ToolCall(call, "ask", Item.ToolCall.Form.FUNCTION, "{}", Replay.EFFECT);
        var need = new Wait.Need(call, "ask", Wait.Reason.TOOL, "", "tool.ask", Duration.ofSeconds(60));
        world.errands.put(call, new SimulatedWorld.Errand(journal.gate(), call));
        return new Move.Await(journal.entry(step(journal, calls), "agent", item), List.of(need), List.of());
    }

    private static StepId step(Journal journal, long calls) {
        return new StepId(journal.gate().turn() + ".step-" + calls);
    }

    private Item.ToolResult run(Item.ToolCall call) throws InterruptedException {
        stage.pause();
        if (Thread.interrupted()) throw new InterruptedException();
        world.effect(call.call());
        stage.pause();
        if (Thread.interrupted()) throw new InterruptedException();
        return Item.ToolResult.success(call.call(), "ran");
    }

    @Override
    public void endLeftovers(Item.ToolCall call) {}

    @Override
    public Optional<Item.ToolResult> again(Journal journal, Journal.OpenCall open) throws InterruptedException {
        return Optional.of(run(open.call()));
    }

    @Override
    public void missing(Journal journal, List<String> names) {
        throw new IllegalStateException("no fields were asked for");
    }

    private void modelThinks() throws InterruptedException {
        stage.pause();
        if (Thread.interrupted()) throw new InterruptedException();
    }
}
