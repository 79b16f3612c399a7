package dev.pawl.threads;

import dev.pawl.card.Card;
import dev.pawl.card.Visible;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.Console.Shade;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Styled;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.ThreadWord;
import dev.pawl.cli.UsageError;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.CardId;
import dev.pawl.json.EventCodec;
import dev.pawl.json.ItemCodec;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import dev.pawl.view.ResolvedEvent;
import dev.pawl.view.ThreadChange;
import dev.pawl.view.ViewFold;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `pawl threads show`: what was said and done in a thread, a page of its log at a time.
public record ShowCommand(Console console, Library.Opener opener) implements Subcommand {
    private static final int MOST = 1000;

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("threads show", "what was said and done in a thread")
                .with(
                        Option.value("--after", "SEQ", "from this event of its log on; else the last page"),
                        Option.value("--max", "N", "how many events on a page (200)"))
                .taking(Operand.one("THREAD", "a thread's id, the beginning of it, or last"))
                .example("pawl threads show last")
                .example("pawl threads show last --after 0 --json      # from the beginning");
    }

    @Override
    public int run(Arguments arguments) {
        int max = (int) arguments
                .value("--max")
                .map(text -> number(text, 1, MOST))
                .orElse(200L)
                .longValue();
        var after = arguments.value("--after").map(text -> number(text, 0, Long.MAX_VALUE));
        try (var library = opener.open(arguments)) {
            var thread = ThreadWord.find(library.gateway(), arguments.word("THREAD"));
            long last = library.gateway().lastEvent(thread.id());
            var events = library.keeping().events(thread.id(), after.orElse(Math.max(0, last - max)), max);
            var cards = library.gateway().cards(events);
            if (arguments.has("--json")) {
                for (var logged : events) json(cards, logged);
                return ExitCode.OK;
            }
            console.line(Styled.of(Shade.STRONG, thread.id() + "  " + Visible.heading(thread.title())));
            console.line(Visible.heading(thread.setup().cwd()) + " · " + thread.createdAt()
                    + (thread.forkedFrom().isEmpty() ? "" : " · a fork of " + thread.forkedFrom())
                    + (thread.archived() ? " · archived" : ""));
            if (last == 0)
                console.line(MarkdownText.of(thread, library.keeping().history(thread.id())));
            if (after.isEmpty() && last > max) {
                console.note("the last " + max + " of " + last + " events; all of them: --after 0");
            }
            var fold = fold(library, thread, after.orElse(Math.max(0, last - max)));
            for (var logged : events) text(fold.after(resolved(logged, cards)));
            if (!events.isEmpty() && events.getLast().seq() < last) {
                console.note("there are more: --after " + events.getLast().seq());
            }
            return ExitCode.OK;
        }
    }

    private void json(Map<CardId, Card> cards, LoggedEvent logged) {
        var json = Json.object()
                .with("seq", logged.seq())
                .with("turn", logged.turn().value())
                .with("at", logged.at().toString())
                .with("event", EventCodec.type(logged.event()))
                .with("fields", Json.parse(EventCodec.write(logged.event())));
        if (logged.event() instanceof Event.ItemRecorded(var id, var _, var type)) {
            var card = cards.get(id);
            if (card != null) json = json.with("type", type).with("item", Json.parse(ItemCodec.write(card.item())));
        }
        console.line(json.write());
    }

    /// What was read before the page begins: a result belongs to a call in front of it.
    private static ViewFold fold(Library library, ChatThread thread, long from) {
        var fold = ViewFold.ofItems(thread.setup().cwd());
        var seq = library.gateway().beginning(thread.id(), from);
        while (seq < from) {
            var events = library.keeping().events(thread.id(), seq, (int) Math.min(MOST, from - seq));
            if (events.isEmpty()) break;
            var cards = library.gateway().cards(events);
            for (var logged : events) fold.after(resolved(logged, cards));
            seq = events.getLast().seq();
        }
        return fold;
    }

    private static ResolvedEvent resolved(LoggedEvent logged, Map<CardId, Card> cards) {
        Optional<CardId> card = switch (logged.event()) {
            case Event.ItemRecorded(var id, var _, var _) -> Optional.of(id);
            case Event.TurnDelivered(var id, var _, var _) -> Optional.of(id);
            default -> Optional.empty();
        };
        return new ResolvedEvent(logged, card.map(cards::get));
    }

    private void text(List<ThreadChange> changes) {
        for (var change : changes) {
            switch (change) {
                case ThreadChange.TurnBegan(var turn, var at) ->
                    console.line(Styled.of(Shade.FAINT, "── turn " + turn + " · " + at));
                case ThreadChange.TurnsDropped(var turns) ->
                    console.line(Styled.of(
                            Shade.DOUBTFUL, "── " + turns.size() + " turns dropped, from " + turns.getFirst() + " on"));
                case ThreadChange.ItemCompleted(var _, var item, var _) -> line(MarkdownText.of(item));
                case ThreadChange.TurnEnded ended ->
                    line(MarkdownText.error(ended.deliverable().error()));
                default -> {}
            }
        }
    }

    private void line(String text) {
        if (!text.isEmpty()) console.line(text);
    }

    private static long number(String text, long least, long most) {
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) return number;
        } catch (NumberFormatException notANumber) {
            // said below
        }
        throw new UsageError("a number from " + least + " on is needed, not " + text);
    }
}
