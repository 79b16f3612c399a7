package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Item;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.gateway.DropReply;
import dev.pawl.gateway.ForkReply;
import dev.pawl.gateway.Removal;
import dev.pawl.gateway.ThreadOperations;
import dev.pawl.id.AgentId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.receipt.Dropped;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.thread.Threads;
import dev.pawl.thread.Threads.Cursor;
import dev.pawl.thread.Threads.Query;
import dev.pawl.thread.Threads.Shelf;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What every store promises about threads. Extended by the tests of memory, SQLite and PostgreSQL.
abstract class ThreadsContract extends HistoryContract {
    private static final Instant START = Instant.parse("2020-01-01T00:00:00Z");

    private ThreadOperations keeping() {
        return new ThreadOperations(ledger, threads(), TARGET);
    }

    private ChatThread thread(String id, String title, String cwd, int second) {
        var setup = new Setup(cwd, "p", "m", new Setup.Style("", "", ""), "read-only", "never", List.of(), 0, 0);
        var at = START.plusSeconds(second);
        var thread = new ChatThread(new ThreadId(id), title, "exec", "", false, setup, at, at);
        threads().add(thread);
        return thread;
    }

    private List<String> list(Shelf shelf, String cwd, String text) {
        return threads().page(new Query(shelf, cwd, "", text, Cursor.START, 100)).lines().stream()
                .map(line -> line.thread().id().value())
                .toList();
    }

    /// A turn of the thread's agent from its request to its deliverable.
    private TurnId turn(String thread, String request, String answer) {
        var agent = new AgentId(thread);
        ledger.enqueue(request(agent, "l-" + ids.fresh(), request));
        var hold = begin(ADA);
        ledger.append(hold.gate(), say(answer));
        deliver(hold);
        return hold.gate().turn();
    }

    @Test
    void aListIsNewestFirstAndFilteredByShelfAndFolder() {
        thread("a", "one", "/x", 1);
        thread("b", "two", "/y", 2);
        var put = thread("c", "three", "/x", 3);
        threads().shelve(put.id(), true, put.updatedAt());
        assertThat(list(Shelf.ACTIVE, "", "")).containsExactly("b", "a");
        assertThat(list(Shelf.ARCHIVED, "", "")).containsExactly("c");
        assertThat(list(Shelf.ANY, "", "")).containsExactly("c", "b", "a");
        assertThat(list(Shelf.ANY, "/x", "")).containsExactly("c", "a");
        assertThat(threads().find(new ThreadId("c")).orElseThrow().archived()).isTrue();
    }

    @Test
    void eachChangeLeavesTheRestAsItIs() {
        var before = thread("a", "one", "/x", 1);
        var now = before.updatedAt().plusSeconds(1);
        threads().rename(before.id(), "two", now);
        threads().shelve(before.id(), true, now);
        var setup = thread("b", "", "/y", 1).setup();
        threads().setUp(before.id(), setup, now);
        assertThat(threads().find(before.id()))
                .contains(before.named("two", now).archived(true, now).with(setup, now));
        assertThat(list(Shelf.ARCHIVED, "/y", "two")).containsExactly("a");
    }

    @Test
    void pagesAreStableAndWhatIsUsedMeanwhileIsNotShownTwice() {
        for (int i = 0; i < 25; i++) thread("t%02d".formatted(i), "", "/x", i / 3);
        var seen = new ArrayList<String>();
        var after = Optional.of(Cursor.START);
        while (after.isPresent()) {
            var page = threads().page(new Query(Shelf.ACTIVE, "", "", "", after.get(), 10));
            page.lines().forEach(line -> seen.add(line.thread().id().value()));
            after = page.next(10);
            // Somebody uses a thread that was on the first page, and begins another.
            turn("t24", "again", "ok");
            if (seen.size() == 10) thread("new", "", "/x", 1000);
        }
        assertThat(seen).hasSize(25).doesNotHaveDuplicates();
        assertThat(list(Shelf.ACTIVE, "", "").getFirst()).isEqualTo("t24");
    }

    @Test
    void titlesAndWordsAreSearchedWhateverTheirCase() {
        thread("a", "Fix the Login", "/x", 1);
        thread("b", "", "/x", 2);
        thread("c", "", "/x", 3);
        turn("b", "Where is the \"LOGIN\" page? 100%", "In web/login.html");
        turn("c", "something else", "ok");
        assertThat(list(Shelf.ACTIVE, "", "login")).containsExactlyInAnyOrder("a", "b");
        assertThat(list(Shelf.ACTIVE, "", "\"login\" PAGE")).containsExactly("b");
        assertThat(list(Shelf.ACTIVE, "", "100%")).containsExactly("b");
        assertThat(list(Shelf.ACTIVE, "", "1_0%")).isEmpty();
        assertThat(list(Shelf.ACTIVE, "", "nothing like it")).isEmpty();
    }

    @Test
    void aLineShowsTheFirstRequest() {
        thread("a", "", "/x", 1);
        turn("a", "first", "ok");
        turn("a", "second", "ok");
        var line = threads()
                .page(new Query(Shelf.ACTIVE, "", "", "", Cursor.START, 1))
                .lines()
                .getFirst();
        assertThat(line.preview()).isEqualTo("first");
        assertThat(threads().size(new ThreadId("a"))).isPositive();
    }

    @Test
    void archivingTakesChildrenAlong() {
        thread("a", "", "/x", 1);
        thread("b", "", "/x", 2);
        thread("c", "", "/x", 3);
        var parent = running(new AgentId("a"), ADA);
        var lineage = Lineage.childOf(parent.gate(), call("spawn").call(), 0);
        ledger.enqueue(request(new AgentId("b"), "child", lineage, Item.UserMessage.of("help")));
        var now = START.plusSeconds(9);
        assertThat(keeping().archive(new ThreadId("a"), true, now))
                .containsExactly(new ThreadId("a"), new ThreadId("b"));
        assertThat(list(Shelf.ACTIVE, "", "")).containsExactly("c");
        assertThat(keeping().archive(new ThreadId("a"), true, now)).isEmpty();
        assertThat(keeping().archive(new ThreadId("a"), false, now)).hasSize(2);
    }

    @Test
    void aForkSharesTheCardsUpToItsTurnAndGoesItsOwnWay() {
        thread("a", "", "/x", 1);
        var first = turn("a", "one", "1");
        turn("a", "two", "2");
        var fork = thread("f", "", "/x", 2);
        var reply = keeping().fork(new ThreadId("a"), first, fork);
        assertThat(reply).isInstanceOf(ForkReply.Forked.class);
        assertThat(keeping().fork(new ThreadId("a"), first, fork)).isEqualTo(reply);
        assertThat(texts(new AgentId("f"))).containsExactly("user: one", "agent: 1", "end: SUCCESS");
        assertThat(history(new AgentId("f")))
                .as("not one card is copied")
                .isEqualTo(history(new AgentId("a")).subList(0, 3))
                .allMatch(card -> card.origin().turn().equals(first));
        turn("f", "other", "3");
        assertThat(texts(new AgentId("f"))).endsWith("user: other", "agent: 3", "end: SUCCESS");
        assertThat(texts(new AgentId("a"))).endsWith("user: two", "agent: 2", "end: SUCCESS");
        assertThat(keeping().fork(new ThreadId("a"), first, fork)).isInstanceOf(ForkReply.Refused.class);
        checkLog(new AgentId("f"));
    }

    @Test
    void aTurnBeforeACompactionCanBeForkedFrom() {
        thread("a", "", "/x", 1);
        var first = turn("a", "one", "1");
        var hold = running(new AgentId("a"), ADA);
        ledger.replaceBox(hold.gate(), entry(new Item.Summary("short")));
        deliver(hold);
        assertThat(keeping().fork(new ThreadId("a"), first, thread("f", "", "/x", 2)))
                .isInstanceOf(ForkReply.Forked.class);
        assertThat(texts(new AgentId("f"))).containsExactly("user: one", "agent: 1", "end: SUCCESS");
    }

    @Test
    void onlyWhatIsOverCanBeForked() {
        thread("a", "", "/x", 1);
        assertThat(keeping().lastTurn(new ThreadId("a"))).isEmpty();
        var done = turn("a", "one", "1");
        var hold = running(new AgentId("a"), ADA);
        assertThat(keeping().lastTurn(new ThreadId("a"))).contains(done);
        assertThat(keeping().fork(new ThreadId("a"), hold.gate().turn(), thread("f", "", "/x", 2)))
                .isInstanceOf(ForkReply.Refused.class);
        assertThat(ledger.head(new AgentId("f"))).isEmpty();
    }

    @Test
    void aDeletedThreadLeavesNothingButWhatItsForksRead() {
        thread("a", "", "/x", 1);
        thread("b", "", "/x", 2);
        var first = turn("a", "one", "1");
        turn("a", "two", "2");
        turn("b", "other", "3");
        keeping().fork(new ThreadId("a"), first, thread("f", "", "/x", 3));
        var lost = history(new AgentId("a")).getLast().id();
        assertThat(keeping().delete(new ThreadId("a"))).isEqualTo(new Removal.Gone(List.of(new ThreadId("a"))));
        assertThat(threads().find(new ThreadId("a"))).isEmpty();
        assertThat(ledger.head(new AgentId("a"))).isEmpty();
        assertThat(events(new AgentId("a"))).isEmpty();
        assertThat(ledger.card(lost)).isEmpty();
        assertThat(texts(new AgentId("f"))).containsExactly("user: one", "agent: 1", "end: SUCCESS");
        assertThat(texts(new AgentId("b"))).hasSize(3);
        assertThat(keeping().delete(new ThreadId("a"))).isEqualTo(new Removal.Gone(List.of()));
        var shared = history(new AgentId("f")).getFirst().id();
        keeping().delete(new ThreadId("f"));
        assertThat(ledger.card(shared)).as("the last reader is gone").isEmpty();
    }

    @Test
    void aThreadAtWorkIsNotDeleted() {
        thread("a", "", "/x", 1);
        var hold = running(new AgentId("a"), ADA);
        assertThat(keeping().delete(new ThreadId("a"))).isEqualTo(new Removal.Busy(new ThreadId("a")));
        ledger.append(hold.gate(), Entry.empty(ids.step()));
        deliver(hold);
        assertThat(keeping().delete(new ThreadId("a"))).isInstanceOf(Removal.Gone.class);
    }

    @Test
    void droppedTurnsAreNotReadAnyMoreAndTheirLogStays() {
        var a = new AgentId("a");
        thread("a", "", "/x", 1);
        var first = turn("a", "one", "1");
        var second = turn("a", "two", "2");
        var third = turn("a", "three", "3");
        var before = events(a);
        assertThat(keeping().dropLast(new ThreadId("a"), 2)).isEqualTo(new DropReply.Dropped(List.of(second, third)));
        assertThat(texts(a)).containsExactly("user: one", "agent: 1", "end: SUCCESS");
        assertThat(events(a)).startsWith(before.toArray(LoggedEvent[]::new)).hasSize(before.size() + 1);
        assertThat(keeping().lastTurn(new ThreadId("a"))).contains(first);
        var fourth = turn("a", "four", "4");
        assertThat(texts(a))
                .containsExactly("user: one", "agent: 1", "end: SUCCESS", "user: four", "agent: 4", "end: SUCCESS");
        assertThat(keeping().fork(new ThreadId("a"), third, thread("f", "", "/x", 2)))
                .as("what was dropped can be gone on with elsewhere")
                .isInstanceOf(ForkReply.Forked.class);
        assertThat(texts(new AgentId("f"))).hasSize(9).contains("agent: 3");
        assertThat(keeping().dropFrom(new ThreadId("a"), first))
                .isEqualTo(new DropReply.Dropped(List.of(first, fourth)));
        assertThat(texts(a)).isEmpty();
        assertThat(keeping().dropLast(new ThreadId("a"), 1)).isInstanceOf(DropReply.Refused.class);
        turn("a", "five", "5");
        assertThat(texts(a)).containsExactly("user: five", "agent: 5", "end: SUCCESS");
        checkLog(a);
    }

    @Test
    void aDropGoesBackBehindACompactionAndKeepsWhatWasThereBefore() {
        var a = new AgentId("a");
        var thread = thread("a", "", "/x", 1);
        keeping().adopt(thread, List.of(Item.UserMessage.of("begun elsewhere")));
        ledger.enqueue(request(
                a,
                "briefed",
                Lineage.root("tester"),
                new Item.Briefing(Item.Briefing.Role.USER, "be kind"),
                Item.UserMessage.of("one")));
        deliver(begin(ADA));
        var hold = running(a, ADA);
        ledger.replaceBox(hold.gate(), entry(new Item.Summary("short")));
        deliver(hold);
        assertThat(texts(a)).containsExactly("summary", "end: SUCCESS");
        assertThat(keeping().dropLast(new ThreadId("a"), 1)).isInstanceOf(DropReply.Dropped.class);
        assertThat(texts(a)).containsExactly("user: begun elsewhere", "briefing", "user: one", "end: SUCCESS");
        assertThat(keeping().dropLast(new ThreadId("a"), 99)).isInstanceOf(DropReply.Dropped.class);
        assertThat(texts(a))
                .as("what was inherited and what it was told of its place is not a turn's")
                .containsExactly("user: begun elsewhere", "briefing");
    }

    @Test
    void nothingIsDroppedUnderARunningTurnOrUnseen() {
        var a = new AgentId("a");
        thread("a", "", "/x", 1);
        var first = turn("a", "one", "1");
        var seen = ledger.head(a).orElseThrow().tally().events();
        assertThat(ledger.drop(a, seen, List.of(first))).isEqualTo(new Dropped.Done(1));
        assertThat(ledger.drop(a, seen, List.of(first)))
                .as("the same again, after an outcome nobody saw")
                .isEqualTo(new Dropped.Done(1));
        assertThat(events(a).stream().filter(logged -> logged.event() instanceof Event.TurnsDropped))
                .hasSize(1);
        var hold = running(a, ADA);
        assertThat(keeping().dropLast(new ThreadId("a"), 1)).isInstanceOf(DropReply.Refused.class);
        deliver(hold);
        assertThat(ledger.drop(a, seen + 1, List.of(hold.gate().turn()))).isEqualTo(new Dropped.Changed());
        assertThat(ledger.drop(new AgentId("nobody"), 0, List.of(first))).isEqualTo(new Dropped.Changed());
    }

    @Test
    void anImportedHistoryIsReadByTheNextTurn() {
        var thread = thread("a", "", "/x", 1);
        var history = List.<Item>of(Item.UserMessage.of("begun elsewhere"), new Item.AgentMessage("so it was"));
        assertThat(keeping().adopt(thread, history)).isTrue();
        assertThat(keeping().adopt(thread, history)).isFalse();
        assertThat(state(new AgentId("a"))).isInstanceOf(HeadState.Idle.class);
        turn("a", "go on", "done");
        assertThat(texts(new AgentId("a")))
                .containsExactly(
                        "user: begun elsewhere", "agent: so it was", "user: go on", "agent: done", "end: SUCCESS");
        assertThat(list(Shelf.ACTIVE, "", "begun elsewhere")).containsExactly("a");
        assertThat(events(new AgentId("a"))).anyMatch(logged -> logged.event() instanceof Event.TurnDelivered);
        advance(Duration.ofSeconds(1));
    }

    @Test
    void notesAreKeptByNameAndGoWithTheirThread() {
        var a = new ThreadId("a");
        var b = new ThreadId("b");
        assertThat(threads().note(a, "goal", before -> before + "x")).isEqualTo("x");
        assertThat(threads().note(a, "goal", before -> before + "y")).isEqualTo("xy");
        threads().note(a, "queue", _ -> "[]");
        threads().note(b, "goal", _ -> "z");
        assertThat(threads().notes(a)).containsExactly(Map.entry("goal", "xy"), Map.entry("queue", "[]"));
        assertThat(threads().noted("goal")).containsExactly(Map.entry(a, "xy"), Map.entry(b, "z"));
        threads().note(a, "queue", _ -> "");
        assertThat(threads().notes(a)).containsOnlyKeys("goal");
        threads().remove(a);
        assertThat(threads().notes(a)).isEmpty();
        assertThat(threads().noted("goal")).containsOnlyKeys(b);
    }

    @Test
    void aPinStaysUntilAPersonAcceptsAnother() {
        var id = new ThreadId("pinned");
        assertThat(threads().pins(id)).isEmpty();
        threads().pin(id, Map.of("a", "1", "b", "1"));
        threads().pin(id, Map.of("a", "2", "c", "2"));
        assertThat(threads().pins(id)).isEqualTo(Map.of("a", "1", "b", "1", "c", "2"));
        threads().repin(id, "a", "3");
        assertThat(threads().pins(id)).containsEntry("a", "3");
        assertThat(threads().pins(new ThreadId("other"))).isEmpty();
        threads().grant(id, new Threads.Grant("seal", "title"));
        threads().remove(id);
        assertThat(threads().pins(id)).isEmpty();
        assertThat(threads().grants(id)).isEmpty();
    }
}
