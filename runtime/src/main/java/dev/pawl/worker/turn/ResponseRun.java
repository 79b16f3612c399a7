package dev.pawl.worker.turn;

import dev.pawl.agent.Model;
import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.Prompt;
import dev.pawl.agent.Prompts;
import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.ApprovalDecision;
import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.event.Event;
import dev.pawl.event.Live;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.StepId;
import dev.pawl.id.ThreadId;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.LostGate;
import dev.pawl.kernel.rows.StoreFailure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// One answer of the model. Calls run as they arrive, each after its card is written; results are
/// written in call order, also when the answer breaks off: what was done is never lost or repeated.
/// One that is known while the answer still comes in, or while an earlier call runs, is written by
/// the call's own thread after a moment: nothing that is known is lost with the process.
final class ResponseRun {
    private static final String AUTHOR = "agent";
    private static final int MOST_CALLS = 500;
    private static final String TOO_MANY = "An answer may hold " + MOST_CALLS
            + " calls: this one and all after it were not run. Make fewer calls at once.";

    private final Agent agent;
    private final Meter meter;
    private final Journal journal;
    private final StepId step;
    private final Suspension suspension;
    /// Finished items that are not written yet: they wait for the next write to come along with.
    private final List<Entry.Line> said = new ArrayList<>();
    private final List<Event> told = new ArrayList<>();
    private String lastWords = "";
    private boolean called;
    private boolean holds;
    private int calls;
    private final Set<CallId> names = new HashSet<>();
    /// The cards of items that were announced and are not complete.
    private final Map<String, CardId> announced = new HashMap<>();

    /// Who holds it uses the journal.
    private final ReentrantLock pen = new ReentrantLock();
    /// The cards of results, by call: one that may be written already is written the same.
    private final Map<CallId, CardId> results = new HashMap<>();
    private final Set<CallId> written = new HashSet<>();
    private boolean over;

    /// @param suspension gets what calls wait for
    ResponseRun(Agent agent, Meter meter, Journal journal, StepId step, Suspension suspension) {
        this.suspension = suspension;
        this.agent = agent;
        this.meter = meter;
        this.journal = journal;
        this.step = step;
    }

    Move run() throws InterruptedException {
        try {
            return answer();
        } finally {
            alone(() -> over = true);
        }
    }

    private Move answer() throws InterruptedException {
        try (var bench = new ToolRunner(agent.means().threads(), journal.calls(), this::writeEarly)) {
            boolean goOn;
            try (var answering = agent.model().ask(prompt())) {
                goOn = read(answering, bench);
            } catch (ModelFailure broken) {
                settle(bench);
                writeRest();
                throw broken;
            }
            var ending = settle(bench);
            if (ending.isPresent()) return new Move.End(entry(List.of()), ending(ending.get()));
            if (!called && !goOn) return new Move.End(entry(List.of()), Item.Deliverable.success(lastWords));
            write(entry(List.of()));
            return new Move.GoOn();
        }
    }

    private Prompt prompt() {
        var setup = agent.setup();
        var history = journal.history();
        var style = setup.style();
        var specs = specs();
        return new Prompt(
                new ThreadId(journal.gate().agent().value()),
                setup.model(),
                agent.instructions(),
                Prompts.input(history),
                specs,
                new Prompt.ResponseOptions(
                        style.effort(),
                        style.summary(),
                        style.verbosity(),
                        Prompts.schema(history, journal.gate().turn())));
    }

    /// What the model may call now. To look may take a moment: what is waited for is told before.
    private List<ToolSpec> specs() {
        var news = agent.tools().news();
        if (!news.isEmpty()) journal.write(new Entry(step, List.of(), news));
        try {
            return agent.tools().specs();
        } finally {
            told.addAll(agent.tools().news());
        }
    }

    /// Reads to the end of the answer; whether the provider asks for another step.
    private boolean read(Model.ResponseStream answering, ToolRunner bench) throws InterruptedException {
        while (true) {
            switch (answering.next()) {
                case ModelEvent.ItemDone(var id, Item.ToolCall call) -> start(card(id), call, bench);
                case ModelEvent.ItemDone(var id, var item) -> {
                    if (item instanceof Item.AgentMessage message) speak(message);
                    said.add(new Entry.Line(card(id), AUTHOR, item));
                }
                case ModelEvent.Completed(var usage, var goOn) -> {
                    told.add(meter.count(usage));
                    return goOn;
                }
                case ModelEvent.ItemBegan(var id, var type, var phase) ->
                    tell(new Live.ItemBegan(announce(id), type, phase));
                case ModelEvent.TextDelta(var id, var text) -> tell(new Live.TextDelta(announce(id), text));
                case ModelEvent.ReasoningDelta(var id, var part, var text) ->
                    tell(new Live.ReasoningDelta(announce(id), part, text));
            }
        }
    }

    /// An answer may speak in several messages. All of them are its words, unless the provider says
    /// which of them are.
    private void speak(Item.AgentMessage message) {
        var goesOn = !lastWords.isEmpty() && message.phase().isEmpty();
        lastWords = goesOn ? lastWords + "\n\n" + message.text() : message.text();
    }

    private CardId announce(String id) {
        return announced.computeIfAbsent(id, _ -> journal.ids().card());
    }

    private CardId card(String id) {
        var card = announced.remove(id);
        return card != null ? card : journal.ids().card();
    }

    private void tell(Live live) {
        agent.means().live().tell(journal.gate().agent(), journal.gate().turn(), live);
    }

    /// The card first, then the effect. After a call that must wait the later ones wait too: they
    /// were asked for in this order.
    private void start(CardId card, Item.ToolCall given, ToolRunner bench) {
        called = true;
        calls++;
        // The rest is not even written down: it would be sent back with every later request.
        if (calls > MOST_CALLS + 1) return;
        var asked = named(given);
        if (calls > MOST_CALLS) {
            answer(card, asked, TOO_MANY, bench);
            return;
        }
        var tool = agent.tools().find(asked.tool());
        if (tool.isEmpty()) {
            answer(card, asked, agent.tools().unknown(asked), bench);
            return;
        }
        switch (agent.tools().clear(asked)) {
            case ApprovalDecision.Go(var runMode)
            when !holds && !agent.tools().isWatched(asked) -> {
                var call = asked.doing(tool.get().replay(), tool.get().preview(asked));
                write(card, call);
                bench.start(call, tool.get(), runMode, CallContext.first(agent, journal.tx(), step, call));
            }
            case ApprovalDecision.Refused(var why) when !holds -> answer(card, asked, why, bench);
            case ApprovalDecision.Go _, ApprovalDecision.Refused _, ApprovalDecision.Ask _ -> {
                holds = true;
                write(card, asked.doing(Replay.HELD, tool.get().preview(asked)));
            }
        }
    }

    /// Some servers count their calls anew in each answer, or give all of them one name. A turn has
    /// one result for each name, so the next one gets another: ours, and the server hears it back.
    private Item.ToolCall named(Item.ToolCall call) {
        if (names.add(call.call()) && !hasCalled(call.call())) return call;
        return call.named(new CallId("call_" + journal.ids().fresh()));
    }

    private boolean hasCalled(CallId call) {
        pen.lock();
        try {
            return journal.hasCalled(call);
        } finally {
            pen.unlock();
        }
    }

    private void alone(Runnable work) {
        pen.lock();
        try {
            work.run();
        } finally {
            pen.unlock();
        }
    }

    private void write(Entry entry) {
        alone(() -> journal.write(entry));
    }

    private void writeRest() {
        if (!said.isEmpty() || !told.isEmpty()) write(entry(List.of()));
    }

    /// On the thread of the call.
    private void writeEarly(Item.ToolResult result) {
        alone(() -> {
            if (over || written.contains(result.call())) return;
            try {
                journal.write(new Entry(step, lines(List.of(result)), diff(List.of(result))));
                written.add(result.call());
            } catch (LostGate | StoreFailure notNow) {
                // The turn's own next write says so, or writes it again.
            }
        });
    }

    private List<Entry.Line> lines(List<Item.ToolResult> some) {
        return some.stream()
                .map(result -> new Entry.Line(
                        results.computeIfAbsent(
                                result.call(), _ -> journal.ids().card()),
                        "tool",
                        result))
                .toList();
    }

    private List<Event> diff(List<Item.ToolResult> some) {
        var edited = some.stream().anyMatch(result -> result.detail() instanceof Detail.Edits);
        return edited ? List.of(new Event.DiffChanged(TurnEdits.diff(agent, journal, some))) : List.of();
    }

    /// Nothing begins, so the call is written along with its answer.
    private void answer(CardId card, Item.ToolCall asked, String why, ToolRunner bench) {
        var call = asked.doing(Replay.READ, new Detail.Nothing());
        said.add(new Entry.Line(card, AUTHOR, call));
        bench.answer(call, Tool.Outcome.failed(why));
    }

    private void write(CardId card, Item.ToolCall call) {
        said.add(new Entry.Line(card, AUTHOR, call));
        write(entry(List.of()));
    }

    /// Writes the results as they come, in call order; the one that ends the turn, if any does.
    private Optional<Item.ToolResult> settle(ToolRunner bench) throws InterruptedException {
        Optional<Item.ToolResult> ending = Optional.empty();
        while (!bench.isEmpty()) {
            var known = new ArrayList<Item.ToolResult>();
            for (var ended : bench.next()) {
                ended.result().ifPresent(known::add);
                if (ended.outcome() instanceof Tool.Outcome.Waits waits) suspension.add(waits);
            }
            for (var result : known) {
                if (result.after() == AfterExecution.TERMINATE && ending.isEmpty()) ending = Optional.of(result);
            }
            alone(() -> {
                var rest = known.stream()
                        .filter(result -> !written.contains(result.call()))
                        .toList();
                told.addAll(diff(rest));
                if (!rest.isEmpty()) journal.write(entry(rest));
            });
        }
        return ending;
    }

    private Item.Deliverable ending(Item.ToolResult result) {
        if (result.answer() != CallOutcome.SUCCESS) return Item.Deliverable.failed(result.output());
        return agent.tools().deliverable(result);
    }

    /// What was said and not written yet, then these results, and what is to be told. Forgotten
    /// here: an entry is written once.
    private Entry entry(List<Item.ToolResult> some) {
        var lines = new ArrayList<>(said);
        lines.addAll(lines(some));
        var entry = new Entry(step, lines, told);
        said.clear();
        told.clear();
        return entry;
    }
}
