package dev.pawl.worker;

import dev.pawl.agent.Model;
import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.Prompt;
import dev.pawl.agent.Prompts;
import dev.pawl.card.AfterExecution;
import dev.pawl.card.Answer;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.event.Event;
import dev.pawl.id.StepId;
import dev.pawl.id.ThreadId;
import dev.pawl.kernel.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One answer of the model. Calls run as they arrive, each after its card is written; results are
/// written in call order, also when the answer breaks off: what was done is never lost or repeated.
final class AnswerRun {
    private static final String AUTHOR = "agent";

    private final Agent agent;
    private final Meter meter;
    private final Journal journal;
    private final StepId step;
    /// Finished items that are not written yet: they wait for the next write to come along with.
    private final List<Item> said = new ArrayList<>();
    private final List<Event> told = new ArrayList<>();
    private String lastWords = "";
    private boolean called;

    AnswerRun(Agent agent, Meter meter, Journal journal, StepId step) {
        this.agent = agent;
        this.meter = meter;
        this.journal = journal;
        this.step = step;
    }

    Move run() throws InterruptedException {
        try (var bench = new ToolBench(agent.threads())) {
            boolean goOn;
            try (var answering = agent.model().ask(prompt())) {
                goOn = read(answering, bench);
            } catch (ModelFailure broken) {
                settle(bench);
                if (!said.isEmpty()) journal.write(entry(List.of()));
                throw broken;
            }
            var ending = settle(bench);
            if (ending.isPresent()) return new Move.End(entry(List.of()), ending(ending.get()));
            if (!called && !goOn) return new Move.End(entry(List.of()), Item.Deliverable.success(lastWords));
            journal.write(entry(List.of()));
            return new Move.GoOn();
        }
    }

    private Prompt prompt() {
        var setup = agent.setup();
        var history = journal.history();
        var style = setup.style();
        return new Prompt(
                new ThreadId(journal.gate().agent().value()),
                setup.model(),
                agent.instructions(),
                Prompts.input(history),
                agent.tools().specs(),
                new Prompt.Manner(
                        style.effort(),
                        style.summary(),
                        style.verbosity(),
                        Prompts.schema(history, journal.gate().turn())));
    }

    /// Reads to the end of the answer; whether the provider asks for another step.
    private boolean read(Model.Answering answering, ToolBench bench) throws InterruptedException {
        while (true) {
            switch (answering.next()) {
                case ModelEvent.ItemDone(var _, Item.ToolCall call) -> start(call, bench);
                case ModelEvent.ItemDone(var _, var item) -> {
                    if (item instanceof Item.AgentMessage(var text)) lastWords = text;
                    said.add(item);
                }
                case ModelEvent.Completed(var usage, var goOn) -> {
                    told.add(meter.count(usage));
                    return goOn;
                }
                case ModelEvent.ItemBegan _, ModelEvent.TextDelta _, ModelEvent.ReasoningDelta _ -> {}
            }
        }
    }

    /// The card first, then the effect.
    private void start(Item.ToolCall asked, ToolBench bench) {
        called = true;
        var tool = agent.tools().find(asked.tool());
        var call = new Item.ToolCall(
                asked.call(),
                asked.tool(),
                asked.form(),
                asked.arguments(),
                tool.isPresent() ? tool.get().replay() : Replay.READ,
                tool.isPresent() ? tool.get().preview(asked) : new Detail.Nothing());
        said.add(call);
        journal.write(entry(List.of()));
        if (tool.isPresent()) bench.start(call, tool.get(), _ -> {});
        else
            bench.answer(call, Item.ToolResult.failed(call.call(), agent.tools().unknown(call)));
    }

    /// Writes the results as they come, in call order; the one that ends the turn, if any does.
    private Optional<Item.ToolResult> settle(ToolBench bench) throws InterruptedException {
        Optional<Item.ToolResult> ending = Optional.empty();
        while (!bench.isEmpty()) {
            var results = bench.next();
            for (var result : results) {
                if (result.after() == AfterExecution.TERMINATE && ending.isEmpty()) ending = Optional.of(result);
            }
            var edited = results.stream().anyMatch(result -> result.detail() instanceof Detail.Edits);
            if (edited) told.add(new Event.DiffChanged(diff(results)));
            journal.write(entry(results));
        }
        return ending;
    }

    private String diff(List<Item.ToolResult> latest) {
        var results = new ArrayList<Item.ToolResult>();
        for (var card : journal.history()) {
            if (card.origin().turn().equals(journal.gate().turn()) && card.item() instanceof Item.ToolResult result) {
                results.add(result);
            }
        }
        results.addAll(latest);
        return agent.tools().diff(results);
    }

    private Item.Deliverable ending(Item.ToolResult result) {
        if (result.answer() != Answer.SUCCESS) return Item.Deliverable.failed(result.output());
        return agent.tools().deliverable(result);
    }

    /// What was said and not written yet, then these results, and what is to be told. Forgotten
    /// here: an entry is written once.
    private Entry entry(List<Item.ToolResult> results) {
        var lines = new ArrayList<Entry.Line>();
        for (var item : said) lines.add(new Entry.Line(journal.ids().card(), AUTHOR, item));
        for (var result : results) lines.add(new Entry.Line(journal.ids().card(), "tool", result));
        var entry = new Entry(step, lines, told);
        said.clear();
        told.clear();
        return entry;
    }
}
