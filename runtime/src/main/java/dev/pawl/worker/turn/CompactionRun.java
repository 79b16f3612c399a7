package dev.pawl.worker.turn;

import dev.pawl.agent.Compaction;
import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.Prompt;
import dev.pawl.agent.Prompts;
import dev.pawl.agent.Tokens;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.event.Event;
import dev.pawl.id.ThreadId;
import dev.pawl.kernel.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Puts a summary in the place of a long history: the model writes it, the old box is kept. When it
/// cannot, the history stays as it is and the thread is told.
final class CompactionRun {
    private static final String REQUEST = """
            CONTEXT CHECKPOINT. \
            Write a handover for a colleague who goes on with this work and sees nothing of it but your text. \
            Say what was asked for, what is done and how it was checked, which decisions and constraints hold and \
            why, which files matter, and what comes next. Be exact about names, paths and commands; leave out what \
            no longer matters.""";

    private final Agent agent;
    private final Meter meter;

    CompactionRun(Agent agent, Meter meter) {
        this.agent = agent;
        this.meter = meter;
    }

    /// Because the history has grown too long.
    void run(Journal journal) throws InterruptedException {
        try {
            shorten(journal, List.of());
        } catch (ModelFailure failure) {
            var warning = "The history could not be compacted and stays as it is: " + failure.getMessage();
            journal.write(Entry.empty(journal.ids().step()).telling(new Event.Warned(warning)));
        }
    }

    /// Because somebody asked for it. The request stays in the shorter history: whoever goes on
    /// with the turn after a crash sees that nothing is left to do.
    void runAsked(Journal journal) throws InterruptedException {
        var done = journal.history().stream()
                .anyMatch(card -> card.item() instanceof Item.Summary
                        && card.origin().turn().equals(journal.gate().turn()));
        if (!done) shorten(journal, List.of(new Item.Compact()));
    }

    private void shorten(Journal journal, List<Item> last) throws InterruptedException {
        var history = Prompts.input(journal.history());
        var shorter = new ArrayList<>(Compaction.shorten(history, summary(journal, history)));
        var tokens = Tokens.of(shorter);
        promised(journal).ifPresent(shorter::add);
        shorter.addAll(last);
        var entry = journal.entry(journal.ids().step(), "agent", shorter.toArray(Item[]::new));
        journal.replace(entry.telling(meter.reset(tokens)));
    }

    /// What the turn's last message must look like: that holds for the shorter history, too.
    private static Optional<Item> promised(Journal journal) {
        return journal.history().reversed().stream()
                .filter(card -> card.origin().turn().equals(journal.gate().turn()))
                .map(Card::item)
                .filter(Item.ResultFields.class::isInstance)
                .findFirst();
    }

    private String summary(Journal journal, List<Item> history) throws InterruptedException {
        var input = new ArrayList<>(history);
        for (var attempt = 1; ; attempt++) {
            try {
                return ask(journal, input);
            } catch (ModelFailure failure) {
                if (failure.kind() == ModelFailure.Kind.CONTEXT_OVERFLOW && input.size() > 1) {
                    dropOldest(input);
                    attempt = 0;
                } else if (!agent.backoff().allows(attempt, failure)) throw failure;
                else Pause.of(agent.backoff().before(attempt, failure));
            }
        }
    }

    /// The oldest item, and with a call its result: history stays valid.
    private static void dropOldest(List<Item> input) {
        if (input.removeFirst() instanceof Item.ToolCall call) {
            input.removeIf(item ->
                    item instanceof Item.ToolResult result && result.call().equals(call.call()));
        }
    }

    private String ask(Journal journal, List<Item> history) throws InterruptedException {
        var input = new ArrayList<>(history);
        // The request stands where an answer that broke off would be kept apart from the next.
        if (!input.isEmpty() && input.getLast().equals(Prompts.SEPARATOR)) input.removeLast();
        input.add(Item.UserMessage.of(REQUEST));
        var thread = new ThreadId(journal.gate().agent().value());
        var prompt = new Prompt(
                thread, agent.setup().model(), agent.instructions(), input, List.of(), Prompt.ResponseOptions.PLAIN);
        var text = new StringBuilder();
        try (var answering = agent.model().ask(prompt)) {
            while (true) {
                switch (answering.next()) {
                    case ModelEvent.ItemDone(var _, Item.AgentMessage message) -> text.append(message.text());
                    case ModelEvent.Completed(var usage, var _) -> {
                        meter.count(usage);
                        return text.toString();
                    }
                    case ModelEvent.ItemDone _,
                            ModelEvent.ItemBegan _,
                            ModelEvent.TextDelta _,
                            ModelEvent.ReasoningDelta _ -> {}
                }
            }
        }
    }
}
