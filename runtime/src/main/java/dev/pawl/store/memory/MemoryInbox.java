package dev.pawl.store.memory;

import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.LetterId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.HeadState.Dispatched;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterState;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.books.Books;
import dev.pawl.kernel.receipt.Claim;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

final class MemoryInbox implements Books.Inbox {
    private final Rows rows;
    private final Undo undo;
    private final Instant now;

    MemoryInbox(Rows rows, Undo undo, Instant now) {
        this.rows = rows;
        this.undo = undo;
        this.now = now;
    }

    @Override
    public Optional<Letter> find(AgentId agent, LetterId letter) {
        return Optional.ofNullable(rows.inbox(agent).get(letter)).map(Rows.Filed::letter);
    }

    @Override
    public void insert(Letter letter) {
        if (rows.inbox(letter.agent()).containsKey(letter.id())) {
            throw new IllegalStateException("letter twice: " + letter.id());
        }
        put(new Rows.Filed(letter, 0, null, now, ++rows.letters));
    }

    @Override
    public void save(Letter letter) {
        var filed = rows.inbox(letter.agent()).get(letter.id());
        if (filed == null) throw new IllegalStateException("no such letter: " + letter.id());
        var hand = letter.state() == LetterState.CLAIMED ? filed.hand() : null;
        put(new Rows.Filed(letter, filed.attempts(), hand, now, filed.number()));
    }

    private void put(Rows.Filed filed) {
        undo.put(rows.inbox(filed.letter().agent()), filed.letter().id(), filed);
        if (filed.letter().state().isFinal()) undo.remove(rows.open, filed.number());
        else undo.put(rows.open, filed.number(), filed);
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
    public List<Claim> claim(WorkerTarget target, int attempts, int max, Books.Hand hand) {
        return take(claimable(target, attempts, hand), max, hand);
    }

    @Override
    public List<Claim> claim(AgentId agent, int attempts, Books.Hand hand) {
        var head = rows.heads.get(agent);
        if (head == null) return List.of();
        var mine = claimable(head.target(), attempts, hand).stream()
                .filter(filed -> filed.letter().agent().equals(agent))
                .toList();
        return take(mine, 1, hand);
    }

    private List<Claim> take(List<Rows.Filed> due, int max, Books.Hand hand) {
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
            put(new Rows.Filed(letter.become(LetterState.CLAIMED), attempt, hand, now, filed.number()));
            claims.add(new Claim(letter.id(), gate, hand.token(), attempt));
        }
        return claims;
    }

    private List<Rows.Filed> claimable(WorkerTarget target, int attempts, Books.Hand hand) {
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
        var head = rows.heads.get(letter.agent());
        return head != null
                && head.state() instanceof Dispatched(var gate)
                && gate.turn().equals(letter.turn());
    }

    @Override
    public Optional<Letter> claimed(AgentId agent, LetterId letter, String token) {
        return Optional.ofNullable(rows.inbox(agent).get(letter))
                .filter(filed -> filed.letter().state() == LetterState.CLAIMED)
                .filter(filed -> filed.hand() != null && filed.hand().token().equals(token))
                .map(Rows.Filed::letter);
    }

    @Override
    public List<Books.Overdue> overdue(WorkerTarget target, int attempts, Instant time, int max) {
        return of(target)
                .filter(filed -> filed.letter().content().kind().opensTurn())
                .filter(filed -> switch (filed.letter().state()) {
                    case CLAIMED ->
                        filed.hand() != null
                                && filed.since().plus(filed.hand().time()).isBefore(time);
                    case PENDING -> filed.attempts() >= attempts;
                    case QUEUED, CONSUMED, SKIPPED, DEAD -> false;
                })
                .map(filed -> new Books.Overdue(filed.letter(), filed.attempts()))
                .limit(max)
                .toList();
    }

    @Override
    public List<Books.Held> held(WorkerTarget target, int max) {
        var held = new ArrayList<Books.Held>();
        for (var filed : of(target).toList()) {
            var hand = filed.hand();
            if (hand == null || filed.letter().state() != LetterState.CLAIMED || held.size() >= max) continue;
            held.add(new Books.Held(new Books.Overdue(filed.letter(), filed.attempts()), hand.worker()));
        }
        return held;
    }

    @Override
    public List<Bell> pendingSince(WorkerTarget target, Instant time, int max) {
        return of(target)
                .filter(filed -> filed.letter().state() == LetterState.PENDING)
                .filter(filed -> filed.since().isBefore(time))
                .map(filed -> new Bell(filed.letter().agent(), target))
                .distinct()
                .limit(max)
                .toList();
    }

    @Override
    public List<Letter> stray(WorkerTarget target, int max) {
        return of(target)
                .map(Rows.Filed::letter)
                .filter(letter -> letter.state() == LetterState.PENDING)
                .filter(letter -> letter.content().kind().answersCall())
                .filter(letter -> {
                    var turn = rows.turns.get(letter.turn());
                    return turn == null || turn.ending() instanceof Turn.Ending.Delivered;
                })
                .limit(max)
                .toList();
    }

    private Stream<Letter> letters(AgentId agent) {
        return rows.inbox(agent).values().stream().map(Rows.Filed::letter);
    }

    /// The open letters of all agents with this target, in the order they came.
    private Stream<Rows.Filed> of(WorkerTarget target) {
        return rows.open.values().stream().filter(filed -> {
            var head = rows.heads.get(filed.letter().agent());
            return head != null && target.covers(head.target());
        });
    }
}
