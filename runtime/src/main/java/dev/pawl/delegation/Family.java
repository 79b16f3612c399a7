package dev.pawl.delegation;

import dev.pawl.card.Card;
import dev.pawl.card.Detail.AgentState;
import dev.pawl.card.Detail.AgentState.Standing;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.event.Event;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.HeadState.Active;
import dev.pawl.kernel.HeadState.Dispatched;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.thread.SpawnedAgent;
import dev.pawl.thread.Threads;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What the turn of an agent does with the agents it calls. Every act is named after the call that
/// asks for it: the same again, after a crash, finds what was done. Safe for use by many threads.
public final class Family {
    private static final int PAGE = 200;
    private static final int MOST_STOPPED = 200;

    private final Ledger ledger;
    private final Threads threads;
    private final Caller caller;
    private final DelegationTerms terms;
    private final Surroundings surroundings;
    private final AgentTree tree;
    private final AgentQueue queue;

    /// The turn that calls.
    ///
    /// @param depth of the turn's own lineage
    public record Caller(TurnId turn, ChatThread thread, int depth) {
        public ThreadId id() {
            return thread.id();
        }

        AgentId agent() {
            return new AgentId(thread.id().value());
        }
    }

    /// What the process lends.
    ///
    /// @param briefing what an agent is told about its folder and rights before its first task
    public record Surroundings(InstantSource clock, Function<ChatThread, List<Item>> briefing) {}

    /// An agent that is asked for.
    ///
    /// @param number tells apart the agents of one call
    /// @param model empty for the role's, or the usual one
    /// @param task what it is to do, in order, after what it is told first
    /// @param before what it reads of its caller's history
    /// @param manner how the caller hears of its deliverable ([Lineage.Caller.Spawner])
    /// @param path see [SpawnedAgent]
    public record Wish(
            CallId call,
            int number,
            String role,
            String model,
            String effort,
            List<Item> before,
            List<Item> task,
            String manner,
            String path) {
        public Wish {
            before = List.copyOf(before);
            task = List.copyOf(task);
        }
    }

    /// @param place 0 when it has begun; else how many begin before it, itself included
    public record Spawned(ThreadId thread, SpawnedAgent agent, int place) {}

    public Family(Ledger ledger, Threads threads, Caller caller, DelegationTerms terms, Surroundings surroundings) {
        this.ledger = ledger;
        this.threads = threads;
        this.caller = caller;
        this.terms = terms;
        this.surroundings = surroundings;
        this.tree = new AgentTree(ledger, threads);
        this.queue = new AgentQueue(ledger, threads, terms.mostAtOnce());
    }

    public DelegationTerms terms() {
        return terms;
    }

    public Caller caller() {
        return caller;
    }

    /// How deep the calling thread lies in its tree.
    public int depth() {
        return self().map(SpawnedAgent::depth).orElse(0);
    }

    public Optional<SpawnedAgent> self() {
        return AgentNotes.of(threads, caller.id());
    }

    public ThreadId root() {
        return self().map(SpawnedAgent::root).orElse(caller.id());
    }

    /// Whether the caller may call agents at all.
    public boolean mayCall() {
        return terms.version() != DelegationTerms.Version.NONE && depth() < terms.deepest();
    }

    /// Whether the caller has called agents before.
    public boolean hasCalled() {
        return !threads.children(caller.id()).isEmpty()
                || !AgentNotes.queue(threads, root()).isEmpty();
    }

    /// The name of an agent that a call asks for: always the same for the same call.
    public ThreadId name(CallId call, int number) {
        return new ThreadId(uuid(caller.turn() + "/" + call + "/" + number));
    }

    private static String uuid(String text) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            hash[6] = (byte) ((hash[6] & 0x0f) | 0x80);
            hash[8] = (byte) ((hash[8] & 0x3f) | 0x80);
            var hex = HexFormat.of().formatHex(hash, 0, 16);
            return hex.substring(0, 8) + "-" + hex.substring(8, 12) + "-" + hex.substring(12, 16) + "-"
                    + hex.substring(16, 20) + "-" + hex.substring(20);
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    /// How many agents of the tree are not closed.
    public long open() {
        return tree.family(root()).stream()
                .flatMap(member -> AgentNotes.of(threads, member).stream())
                .filter(agent -> agent.state() != SpawnedAgent.State.CLOSED)
                .count();
    }

    /// Begins an agent, or lets it wait for its turn when too many work already.
    public Spawned spawn(Wish wish) {
        var id = name(wish.call(), wish.number());
        var role = terms.role(wish.role().isEmpty() ? "default" : wish.role()).orElseThrow();
        var now = surroundings.clock().instant();
        var setup = setup(wish, role);
        var thread = new ChatThread(id, "", "subagent", "", false, setup, now, now);
        threads.add(thread);
        var agent = new SpawnedAgent(
                caller.id(),
                root(),
                depth() + 1,
                Nicknames.of(id.value(), role.nicknames()),
                wish.role(),
                wish.path(),
                SpawnedAgent.State.QUEUED);
        threads.note(id, SpawnedAgent.NOTE, known -> known.isEmpty() ? AgentNotes.write(agent) : known);
        var request = new TurnRequest(
                new LetterId(id + ".task"),
                new AgentId(id.value()),
                target(),
                LetterKind.TURN,
                context(thread, role, wish),
                lineage(wish.call(), wish.manner()));
        queue.add(root(), id, request);
        var place = queue.advance(root()).indexOf(id) + 1;
        return new Spawned(id, AgentNotes.of(threads, id).orElse(agent), place);
    }

    private Setup setup(Wish wish, Role role) {
        var usual = role.applied(caller.thread().setup());
        var model = first(wish.model(), role.model(), terms.model(), usual.model());
        var effort = first(
                wish.effort(), role.effort(), terms.effort(), usual.style().effort());
        var style = usual.style();
        return new Setup(
                usual.cwd(),
                usual.provider(),
                model,
                new Setup.Style(effort, style.summary(), style.verbosity(), style.instructions(), style.tools()),
                usual.sandbox(),
                usual.approval(),
                usual.roots(),
                usual.window(),
                usual.compactAt());
    }

    private static String first(String... choices) {
        for (var choice : choices) if (!choice.isEmpty()) return choice;
        return "";
    }

    private List<Item> context(ChatThread thread, Role role, Wish wish) {
        var context = new ArrayList<>(
                wish.before().isEmpty() ? surroundings.briefing().apply(thread) : wish.before());
        if (!role.instructions().isEmpty())
            context.add(new Item.Briefing(Item.Briefing.Role.DEVELOPER, role.instructions()));
        context.addAll(wish.task());
        return context;
    }

    private dev.pawl.id.WorkerTarget target() {
        return ledger.head(caller.agent()).orElseThrow().target();
    }

    private Lineage lineage(CallId call, String manner) {
        return Lineage.spawnedBy(
                new Lineage.Caller.Spawner(caller.agent(), caller.turn(), call, manner), caller.depth());
    }

    /// The agent of this name, if the caller's tree has it.
    public Optional<SpawnedAgent> find(ThreadId thread) {
        return AgentNotes.of(threads, thread).filter(agent -> agent.root().equals(root()));
    }

    /// All agents of the tree below the root, callers first.
    public List<ThreadId> members() {
        return tree.family(root()).stream()
                .filter(member -> !member.equals(root()))
                .toList();
    }

    /// What an agent works with.
    public Optional<Setup> setup(ThreadId thread) {
        return threads.find(thread).map(ChatThread::setup);
    }

    /// How an agent stands.
    public AgentState state(ThreadId thread) {
        var agent = find(thread);
        if (agent.isEmpty()) return new AgentState(thread.value(), Standing.NOT_FOUND, "");
        return switch (agent.get().state()) {
            case CLOSED -> new AgentState(thread.value(), Standing.CLOSED, "");
            case QUEUED -> new AgentState(thread.value(), Standing.PENDING, "");
            case OPEN -> working(thread);
        };
    }

    /// The same, but of a closed agent how its work ended.
    public AgentState result(ThreadId thread) {
        var state = state(thread);
        var hasWorked = state.standing() == Standing.CLOSED
                && ledger.head(new AgentId(thread.value())).isPresent();
        return hasWorked ? working(thread) : state;
    }

    private AgentState working(ThreadId thread) {
        var head = ledger.head(new AgentId(thread.value()));
        if (head.isEmpty()) return new AgentState(thread.value(), Standing.PENDING, "");
        if (head.get().state() instanceof Active active) {
            var isNew = active instanceof Dispatched && head.get().tally().events() <= 2;
            return new AgentState(thread.value(), isNew ? Standing.PENDING : Standing.RUNNING, "");
        }
        return deliverable(thread)
                .map(end -> ended(thread, end))
                .orElseGet(() -> new AgentState(thread.value(), Standing.PENDING, ""));
    }

    private static AgentState ended(ThreadId thread, Item.Deliverable end) {
        return new AgentState(
                thread.value(), standing(end.outcome()), end.outcome() == Outcome.SUCCESS ? words(end) : end.error());
    }

    public static Standing standing(Outcome outcome) {
        return switch (outcome) {
            case SUCCESS -> Standing.COMPLETED;
            case FAILED, TIMEOUT -> Standing.FAILED;
            case CANCELED -> Standing.INTERRUPTED;
        };
    }

    /// A deliverable in words.
    public static String words(Item.Deliverable end) {
        if (end.fields().isEmpty()) return end.text();
        var text = new StringBuilder(end.text());
        for (var field : end.fields()) {
            if (!text.isEmpty()) text.append('\n');
            text.append(field.name()).append(": ").append(field.value());
        }
        return text.toString();
    }

    /// What the last turn of an agent delivered.
    public Optional<Item.Deliverable> deliverable(ThreadId thread) {
        var agent = new AgentId(thread.value());
        long before = ledger.head(agent).map(head -> head.tally().events()).orElse(0L);
        while (before > 0) {
            long after = Math.max(0, before - PAGE);
            for (var logged :
                    ledger.events(agent, after, (int) (before - after)).reversed()) {
                if (logged.event() instanceof Event.TurnDelivered(var card, var _, var _)) {
                    return ledger.card(card).map(Card::item).map(Item.Deliverable.class::cast);
                }
            }
            before = after;
        }
        return Optional.empty();
    }

    /// What an agent has read and written.
    public List<Card> history(ThreadId thread) {
        return ledger.output(new AgentId(thread.value()), 0);
    }

    /// Gives an agent more to do: its turn under way reads it, or a new one begins.
    ///
    /// @param instead whether the turn under way ends first
    public String send(CallId call, ThreadId thread, List<Item> items, boolean instead, String manner) {
        var agent = new AgentId(thread.value());
        var letter = new LetterId(caller.turn() + "." + shortened(call) + ".input");
        var request = new TurnRequest(letter, agent, target(), LetterKind.TURN, items, lineage(call, manner));
        var before = active(thread);
        var receipt = instead ? ledger.enqueue(request) : ledger.steer(request);
        if (instead && before.isPresent() && receipt instanceof Receipt.Accepted) {
            ledger.stop(new LetterId(letter + ".stop"), agent, before.get(), "its caller has something else for it");
        }
        if (receipt instanceof Receipt.InboxFull(var letters)) {
            throw new IllegalStateException("the agent's inbox is full (" + letters + " letters)");
        }
        return letter.value();
    }

    private static String shortened(CallId call) {
        var value = call.value();
        return value.length() <= 60 ? value : value.substring(value.length() - 60);
    }

    private Optional<TurnId> active(ThreadId thread) {
        return ledger.head(new AgentId(thread.value()))
                .filter(head -> head.state() instanceof Active)
                .map(head -> ((Active) head.state()).gate().turn());
    }

    /// Ends what an agent and all below it do. They can be given more afterwards.
    public void stop(ThreadId thread, String reason) {
        for (var member : tree.family(thread)) {
            queue.drop(root(), member);
            stopTurns(member, reason);
        }
        queue.advance(root());
    }

    /// Ends the turn of one agent alone.
    public void interrupt(ThreadId thread, String reason) {
        active(thread).ifPresent(turn -> stopTurn(new AgentId(thread.value()), turn, reason));
    }

    private void stopTurns(ThreadId thread, String reason) {
        var agent = new AgentId(thread.value());
        // The end of one dispatches the next.
        for (var i = 0; i < MOST_STOPPED; i++) {
            var turn = active(thread);
            if (turn.isEmpty()) return;
            stopTurn(agent, turn.get(), reason);
        }
    }

    private void stopTurn(AgentId agent, TurnId turn, String reason) {
        ledger.stop(new LetterId("stop." + turn), agent, turn, reason);
    }

    /// Closes an agent and all below it.
    public void close(ThreadId thread, String reason) {
        for (var member : tree.family(thread)) AgentNotes.become(threads, member, SpawnedAgent.State.CLOSED);
        stop(thread, reason);
    }

    /// Opens a closed agent again.
    public void reopen(ThreadId thread) {
        AgentNotes.become(threads, thread, SpawnedAgent.State.OPEN);
    }

    /// Lets agents begin that wait for their turn, as many as may.
    public void advance() {
        queue.advance(root());
    }
}
