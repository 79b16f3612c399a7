package dev.pawl.store.memory;

import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.LetterId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.HeadState.Dispatched;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.LetterState;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.receipt.Claim;
import dev.pawl.kernel.rows.Rows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

final class MemoryInbox implements Rows.Inbox {
    private final MemoryTables tables;
    private final MemoryRollback undo;
    private final Instant now;

    MemoryInbox(MemoryTables tables, MemoryRollback undo, Instant now) {
        this.tables = tables;
        this.undo = undo;
        this.now = now;
    }

    @Override
    public Optional<Letter> find(AgentId agent, LetterId letter) {
        return Optional.ofNullable(tables.inbox(agent).get(letter)).map(MemoryTables.Filed::letter);
    }

    @Override
    public void insert(Letter letter) {
        if (tables.inbox(letter.agent()).containsKey(letter.id())) {
            throw new IllegalStateException("letter twice: " + letter.id());
        }
        put(new MemoryTables.Filed(letter, 0, null, now, ++tables.letters));
    }

    @Override
    public void save(Letter letter) {
        var filed = tables.inbox(letter.agent()).get(letter.id());
        if (filed == null) throw new IllegalStateException("no such letter: " + letter.id());
        var hand = letter.state() == LetterState.CLAIMED ? filed.hand() : null;
        put(new MemoryTables.Filed(letter, filed.attempts(), hand, now, filed.number()));
    }

    private void put(MemoryTables.Filed filed) {
        undo.put(tables.inbox(filed.letter().agent()), filed.letter().id(), filed);
        if (filed.letter().state().isFinal()) undo.remove(tables.open, filed.number());
        else undo.put(tables.open, filed.number(), filed);
    }

    @Override
    public Optional<Letter> firstQueued(AgentId agent) {
        return letters(agent)
                .filter(letter -> letter.state() == LetterState.QUEUED)
                .min(Comparator.comparingLong(Letter::order));
    }

    @Override
    public int open(AgentId agent) {
        return (int) letters(agent).filter(letter -> !letter.state().isFinal()).count();
    }

    @Override
    public List<Letter> pending(AgentId agent) {
        return letters(agent)
                .filter(letter -> letter.state() == LetterState.PENDING)
                .filter(letter -> !letter.content().kind().opensTurn())
                .toList();
    }

    @Override
    public List<Letter> answersTo(Gate gate, CallId call) {
        return letters(gate.agent())
                .filter(letter ->
                        letter.turn().equals(gate.turn()) && letter.epoch().equals(gate.epoch()))
                .filter(letter -> letter.content() instanceof Letter.Report report
                        && report.call().equals(call))
                .toList();
    }

    @Override
    public List<Claim> claim(WorkerTarget target, int attempts, int max, Rows.ClaimToken hand) {
        return take(claimable(target, attempts, hand), max, hand);
    }

    @Override
    public List<Claim> claim(AgentId agent, int attempts, Rows.ClaimToken hand) {
        var head = tables.heads.get(agent);
        if (head == null) return List.of();
        var mine = claimable(head.target(), attempts, hand).stream()
                .filter(filed -> filed.letter().agent().equals(agent))
                .toList();
        return take(mine, 1, hand);
    }

    private List<Claim> take(List<MemoryTables.Filed> due, int max, Rows.ClaimToken hand) {
        var claims = new ArrayList<Claim>();
        for (var filed : due) {
            if (claims.size() >= max) break;
            var letter = filed.letter();
            var gate = new Gate(letter.agent(), letter.turn(), letter.epoch());
            if (letter.state() == LetterState.CLAIMED) {
                claims.add(new Claim(letter.id(), gate, hand.token(), filed.attempts()));
                continue;
            }
            var attempt = filed.attempts() + 1;
            put(new MemoryTables.Filed(letter.become(LetterState.CLAIMED), attempt, hand, now, filed.number()));
            claims.add(new Claim(letter.id(), gate, hand.token(), attempt));
        }
        return claims;
    }

    private List<MemoryTables.Filed> claimable(WorkerTarget target, int attempts, Rows.ClaimToken hand) {
        return of(target)
                .filter(filed -> filed.letter().content().kind().opensTurn())
                .filter(filed -> isDispatched(filed.letter()))
                .filter(filed -> switch (filed.letter().state()) {
                    case PENDING -> filed.attempts() < attempts;
                    case CLAIMED -> filed.hand() != null && filed.hand().token().equals(hand.token());
                    case QUEUED, CONSUMED, SKIPPED, DEAD -> false;
                })
                .toList();
    }

    private boolean isDispatched(Letter letter) {
        var head = tables.heads.get(letter.agent());
        return head != null
                && head.state() instanceof Dispatched(var gate)
                && gate.turn().equals(letter.turn());
    }

    @Override
    public Optional<Letter> claimed(AgentId agent, LetterId letter, String token) {
        return Optional.ofNullable(tables.inbox(agent).get(letter))
                .filter(filed -> filed.letter().state() == LetterState.CLAIMED)
                .filter(filed -> filed.hand() != null && filed.hand().token().equals(token))
                .map(MemoryTables.Filed::letter);
    }

    @Override
    public List<Rows.Overdue> overdue(WorkerTarget target, int attempts, Instant time, int max) {
        return of(target)
                .filter(filed -> filed.letter().content().kind().opensTurn())
                .filter(filed -> switch (filed.letter().state()) {
                    case CLAIMED ->
                        filed.hand() != null
                                && filed.since().plus(filed.hand().time()).isBefore(time);
                    case PENDING -> filed.attempts() >= attempts;
                    case QUEUED, CONSUMED, SKIPPED, DEAD -> false;
                })
                .map(filed -> new Rows.Overdue(filed.letter(), filed.attempts()))
                .limit(max)
                .toList();
    }

    @Override
    public List<Rows.ClaimedLetter> held(WorkerTarget target, int max) {
        var held = new ArrayList<Rows.ClaimedLetter>();
        for (var filed : of(target).toList()) {
            var hand = filed.hand();
            if (hand == null || filed.letter().state() != LetterState.CLAIMED || held.size() >= max) continue;
            held.add(new Rows.ClaimedLetter(new Rows.Overdue(filed.letter(), filed.attempts()), hand.worker()));
        }
        return held;
    }

    @Override
    public List<Bell> pendingSince(WorkerTarget target, Instant time, int max) {
        return of(target)
                .filter(filed -> filed.letter().state() == LetterState.PENDING)
                .filter(filed -> filed.since().isBefore(time))
                .filter(filed -> !isLaidUp(filed.letter()))
                .map(filed -> new Bell(filed.letter().agent(), target))
                .distinct()
                .limit(max)
                .toList();
    }

    /// A notice for an idle agent waits for its next turn.
    private boolean isLaidUp(Letter letter) {
        var head = tables.heads.get(letter.agent());
        return head != null && head.state() instanceof Idle && letter.content().kind() == LetterKind.STEER;
    }

    @Override
    public List<Letter> stray(WorkerTarget target, int max) {
        return of(target)
                .map(MemoryTables.Filed::letter)
                .filter(letter -> letter.state() == LetterState.PENDING)
                .filter(letter -> letter.content().kind().answersCall())
                .filter(letter -> {
                    var turn = tables.turns.get(letter.turn());
                    return turn == null || turn.ending() instanceof Turn.Ending.Delivered;
                })
                .limit(max)
                .toList();
    }

    private Stream<Letter> letters(AgentId agent) {
        return tables.inbox(agent).values().stream().map(MemoryTables.Filed::letter);
    }

    /// The open letters of all agents with this target, in the order they came.
    private Stream<MemoryTables.Filed> of(WorkerTarget target) {
        return tables.open.values().stream().filter(filed -> {
            var head = tables.heads.get(filed.letter().agent());
            return head != null && target.covers(head.target());
        });
    }
}
