package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.approval.Rule;
import dev.pawl.agent.approval.Rulebook;
import dev.pawl.card.Item;
import dev.pawl.card.Question;
import dev.pawl.event.Event;
import dev.pawl.event.Live;
import dev.pawl.event.TurnMark;
import dev.pawl.feed.OutboxFeed;
import dev.pawl.follow.Subscriber.Update;
import dev.pawl.follow.ThreadFollower;
import dev.pawl.follow.ThreadHistory;
import dev.pawl.follow.ThreadHistory.Direction;
import dev.pawl.follow.ThreadHistory.Start;
import dev.pawl.gateway.ForkReply;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.StatusReader;
import dev.pawl.gateway.ThreadOperations;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Answered;
import dev.pawl.kernel.Liveness;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.status.View;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.thread.Threads;
import dev.pawl.view.ThreadChange;
import dev.pawl.view.TurnView;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What a store's threads look like to those who watch them and to those who read them later.
abstract class HistoryContract extends LedgerSetup {
    private static final Setup SETUP =
            new Setup("/work", "demo", "model", new Setup.Style("", "", ""), "read-only", "never", List.of(), 0, 0);
    private static final ChatThread THREAD =
            new ChatThread(new ThreadId(AGENT.value()), "", "exec", "", false, SETUP, Instant.EPOCH, Instant.EPOCH);

    abstract Threads threads();

    private Gateway gateway() {
        var feed = new OutboxFeed(ledger::events, Duration.ofMillis(5));
        return new Gateway(ledger, threads(), feed, TARGET, new NoRules());
    }

    private ThreadOperations operations() {
        return new ThreadOperations(ledger, threads(), TARGET);
    }

    private ThreadHistory history(ChatThread thread) {
        return new ThreadHistory(gateway(), operations(), thread);
    }

    private TurnId turn(String words) {
        var hold = running(AGENT, ADA);
        ledger.append(hold.gate(), say(words));
        deliver(hold);
        return hold.gate().turn();
    }

    private static List<TurnId> ids(List<TurnView> turns) {
        return turns.stream().map(TurnView::id).toList();
    }

    /// Ten turns: one was stopped in the queue, two were dropped, the last one runs.
    private List<TurnId> longThread() {
        for (var i = 0; i < 4; i++) turn("words " + i);
        var busy = running(AGENT, ADA);
        var queued = enqueue(AGENT, "queued");
        ledger.stop(new LetterId("stop"), AGENT, queued, "stopped in the queue");
        deliver(busy);
        var dropped = List.of(turn("dropped 1"), turn("dropped 2"));
        ledger.drop(AGENT, ledger.head(AGENT).orElseThrow().tally().events(), dropped);
        turn("after the drop");
        ledger.append(running(AGENT, ADA).gate(), say("it runs"));
        return dropped;
    }

    @Test
    void pagesFromEitherEndGiveTheSameTurnsAsTheWholeLog() throws InterruptedException {
        var dropped = longThread();
        var all = history(THREAD).all();
        assertThat(ids(all)).hasSize(8).doesNotContainAnyElementsOf(dropped);
        for (var limit = 1; limit <= 9; limit++) {
            assertThat(inPages(THREAD, Direction.OLDEST_FIRST, limit))
                    .as("pages of " + limit)
                    .isEqualTo(all);
            assertThat(inPages(THREAD, Direction.NEWEST_FIRST, limit).reversed())
                    .isEqualTo(all);
        }
        var middle = all.get(3).id();
        var from = history(THREAD).page(Optional.of(new Start(middle, true)), Direction.OLDEST_FIRST, 2);
        assertThat(ids(from.orElseThrow().turns()))
                .containsExactly(middle, all.get(4).id());
        assertThat(history(THREAD).page(Optional.of(new Start(dropped.getFirst(), true)), Direction.OLDEST_FIRST, 2))
                .as("a page cannot begin at a turn that was dropped")
                .isEmpty();
    }

    private List<TurnView> inPages(ChatThread thread, Direction direction, int limit) throws InterruptedException {
        var turns = new ArrayList<TurnView>();
        Optional<Start> start = Optional.empty();
        while (true) {
            var page = history(thread).page(start, direction, limit).orElseThrow();
            turns.addAll(page.turns());
            if (!page.hasMore()) return turns;
            start = Optional.of(new Start(page.turns().getLast().id(), false));
        }
    }

    @Test
    void aForkHasTheTurnsItInheritedInFrontOfItsOwn() throws InterruptedException {
        threads().add(THREAD);
        for (var i = 0; i < 3; i++) turn("words " + i);
        var turns = ids(history(THREAD).all());
        var fork = new ChatThread(
                new ThreadId("fork"), "", "exec", AGENT.value(), false, SETUP, Instant.EPOCH, Instant.EPOCH);
        assertThat(operations().fork(THREAD.id(), turns.get(1), fork)).isInstanceOf(ForkReply.Forked.class);
        var agent = new AgentId("fork");
        var own = running(agent, ADA);
        deliver(own);

        var all = history(fork).all();
        assertThat(ids(all))
                .containsExactly(turns.get(0), turns.get(1), own.gate().turn());
        for (var limit = 1; limit <= 4; limit++) {
            assertThat(inPages(fork, Direction.OLDEST_FIRST, limit)).isEqualTo(all);
            assertThat(inPages(fork, Direction.NEWEST_FIRST, limit).reversed()).isEqualTo(all);
        }
    }

    @Test
    void cardsComeInTheOrderTheyAreAskedForWithoutThoseThatAreNotThere() {
        var hold = running(AGENT, ADA);
        var entry = entry(new Item.AgentMessage("one"), new Item.AgentMessage("two"));
        ledger.append(hold.gate(), entry);
        var one = entry.lines().get(0).card();
        var two = entry.lines().get(1).card();
        var found = ledger.cards(List.of(two, new CardId("nowhere"), one));
        assertThat(found).extracting(card -> card.id()).containsExactly(two, one);
        assertThat(ledger.cards(List.of())).isEmpty();
    }

    @Test
    void marksSayWhereTurnsBeginAndEnd() {
        var first = turn("one");
        var second = turn("two");
        var began = ledger.marksBefore(AGENT, TurnMark.BEGAN, Long.MAX_VALUE, 10);
        assertThat(began).extracting(mark -> mark.turn()).containsExactly(second, first);
        var ended = ledger.marksAfter(AGENT, TurnMark.ENDED, 0, 1);
        assertThat(ended).extracting(mark -> mark.turn()).containsExactly(first);
        assertThat(ledger.marksOf(AGENT, second))
                .extracting(mark -> mark.event().getClass().getSimpleName())
                .containsExactly("TurnStarted", "TurnDelivered");
    }

    // Following.

    private ThreadFollower follower() {
        return new ThreadFollower(gateway(), THREAD, InstantSource.fixed(Instant.EPOCH), () -> {});
    }

    @Test
    void aClientThatComesBackGetsWhatItMissedAndNothingElse() throws InterruptedException {
        var updates = new ArrayList<Update>();
        var follower = follower();
        follower.subscribe(updates::add);
        longThread();
        follower.deliver();
        assertThat(follower.seq()).isEqualTo(events(AGENT).size());
        for (var after = 0; after <= follower.seq(); after++) {
            var seen = after;
            var replayed = new ArrayList<Update>();
            follower.replay(after, replayed::add);
            var expected =
                    updates.stream().filter(update -> update.seq() > seen).toList();
            assertThat(told(replayed)).as("after " + after).isEqualTo(told(expected));
        }
    }

    /// Without the status: one that begins in the middle knows less of what was before.
    private static List<String> told(List<Update> updates) {
        return updates.stream()
                .map(update -> update.seq() + " "
                        + update.changes().stream()
                                .filter(change -> !(change instanceof ThreadChange.StatusChanged))
                                .toList())
                .toList();
    }

    @Test
    void wordsOfAnItemComeBeforeItsCompletion() throws InterruptedException {
        var changes = new ArrayList<ThreadChange>();
        var follower = follower();
        follower.subscribe(update -> changes.addAll(update.changes()));
        var hold = running(AGENT, ADA);
        var entry = say("Hello.");
        var card = entry.lines().getFirst().card();
        follower.hear(hold.gate().turn(), new Live.TextDelta(card, "Hel"));
        follower.hear(hold.gate().turn(), new Live.TextDelta(card, "lo."));
        ledger.append(hold.gate(), entry);
        follower.grown();
        follower.deliver();
        follower.hear(hold.gate().turn(), new Live.TextDelta(card, "late"));
        follower.deliver();
        assertThat(changes.stream()
                        .map(change -> switch (change) {
                            case ThreadChange.ItemGrew(var _, var _, var _, var delta) -> delta;
                            case ThreadChange.ItemCompleted(var _, var item, var _)
                            when item.id().equals(card.value()) -> "complete";
                            default -> "";
                        })
                        .filter(text -> !text.isEmpty()))
                .containsExactly("Hel", "lo.", "complete");
    }

    // The status law: whoever follows a thread and whoever reads its status see the same.

    private void bothSay(String what) throws InterruptedException {
        var follower = follower();
        follower.catchUp(gateway().lastEvent(THREAD.id()), _ -> {});
        var now = ledger.head(AGENT).orElseThrow().since();
        var reader = new StatusReader(ledger, _ -> Liveness.ALIVE);
        var read = reader.standing(THREAD.id(), false, now).state().derive(now);
        var followed = follower.status().derive(now);
        assertThat(words(followed)).as(what).isEqualTo(words(read));
    }

    private static String words(View view) {
        return view.status() + " " + view.level() + " " + view.header().english() + " "
                + view.details().english() + " " + view.attention() + " " + view.interruptible() + " " + view.waits();
    }

    @Test
    void theStatusIsTheSameForFollowersAndReaders() throws InterruptedException {
        enqueue(AGENT, "first");
        bothSay("a turn waits for a worker");
        var hold = begin(ADA);
        bothSay("a turn runs");
        ledger.append(hold.gate(), entry(call("c1")));
        bothSay("a call runs");
        ledger.append(hold.gate(), entry(Item.ToolResult.success(new CallId("c1"), "done")));
        bothSay("a call has returned");
        deliver(hold);
        bothSay("a turn succeeded");
        var failing = running(AGENT, ADA);
        var failure = Item.Deliverable.failed("rate_limit", "try later");
        ledger.deliver(failing.gate(), say("so far"), ids.card(), failure);
        bothSay("a turn failed");
        ledger.drop(
                AGENT,
                ledger.head(AGENT).orElseThrow().tally().events(),
                List.of(failing.gate().turn()));
        bothSay("the failed turn was dropped");
        var stopped = running(AGENT, ADA);
        ledger.stop(new LetterId("stop"), AGENT, stopped.gate().turn(), "stopped");
        bothSay("a turn was stopped");
    }

    @ParameterizedTest
    @EnumSource(Wait.Reason.class)
    void whatATurnWaitsForIsTheSameForFollowersAndReaders(Wait.Reason reason) throws InterruptedException {
        var hold = running(AGENT, ADA);
        suspend(hold, reason);
        bothSay("waits");
        var need = ledger.waits(AGENT).getFirst();
        ledger.report(new Answered(
                ids.letter(),
                AGENT,
                hold.gate().turn(),
                hold.gate().epoch(),
                need.need().answerer(),
                Item.ToolResult.success(need.call(), "yes")));
        resume(AGENT, BOB);
        bothSay("goes on");
    }

    private void suspend(Hold hold, Wait.Reason reason) {
        var person = reason == Wait.Reason.APPROVAL || reason == Wait.Reason.QUESTION;
        var question = reason == Wait.Reason.QUESTION ? new Question.Form("{}") : new Question.Note("what for");
        var need = new Wait.Need(
                new CallId("c1"), "remote", reason, question, person ? Wait.PERSON : "tool.x", Duration.ofMinutes(1));
        var asked = entry(call("c1"));
        if (person) {
            var what = reason == Wait.Reason.APPROVAL
                    ? Event.PersonAsked.Asked.APPROVAL
                    : Event.PersonAsked.Asked.QUESTION;
            asked = asked.telling(new Event.PersonAsked(new CallId("c1"), what));
        }
        ledger.suspend(hold.gate(), asked, List.of(need), List.of());
    }

    private static final class NoRules implements Rulebook {
        @Override
        public String place() {
            return "nowhere";
        }

        @Override
        public List<Rule> rules() {
            return List.of();
        }

        @Override
        public void remember(Rule rule) {}

        @Override
        public boolean forget(List<String> prefix) {
            return false;
        }
    }
}
