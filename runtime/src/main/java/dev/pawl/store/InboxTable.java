package dev.pawl.store;

import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.Epoch;
import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.json.LetterCodec;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.LetterState;
import dev.pawl.kernel.receipt.Claim;
import dev.pawl.kernel.rows.Rows;
import dev.pawl.store.sql.Row;
import dev.pawl.store.sql.Session;
import dev.pawl.store.sql.Session.PendingRows;
import dev.pawl.store.sql.Session.Query;
import dev.pawl.store.sql.Values;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Rows of `agent_inbox`. SQL: `sql/*/inbox.sql`.
final class InboxTable implements Rows.Inbox {
    private final Session session;
    private final StoreClock clock;

    private final Map<AgentId, Mail> known = new HashMap<>();
    private final Map<AgentId, PendingRows<Mail.Slip>> mails = new HashMap<>();
    private final Map<String, PendingRows<Letter>> ahead = new HashMap<>();

    InboxTable(Session session, StoreClock clock) {
        this.session = session;
        this.clock = clock;
    }

    @Override
    public Optional<Letter> find(AgentId agent, LetterId letter) {
        var foreseen = ahead.remove(agent + " " + letter);
        return (foreseen != null ? foreseen : ask(agent, letter)).get().stream().findFirst();
    }

    void prefetch(AgentId agent, LetterId letter) {
        ahead.put(agent + " " + letter, ask(agent, letter));
    }

    private PendingRows<Letter> ask(AgentId agent, LetterId letter) {
        var values = Values.of("agent", agent.value()).text("letter", letter.value());
        return session.ask(new Query<>("inbox.find", values, InboxTable::letter));
    }

    /// What the holder of the agent's head looks at.
    void prefetch(AgentId agent) {
        var values = Values.of("agent", agent.value());
        mails.put(agent, session.ask(new Query<>("inbox.mail", values, InboxTable::slip)));
        known.remove(agent);
    }

    /// Nothing waits for the agent, and nothing is queued.
    void knowEmpty(AgentId agent) {
        known.put(agent, new Mail(List.of()));
    }

    /// The mail that was foreseen.
    private Optional<Mail> mail(AgentId agent) {
        var foreseen = mails.remove(agent);
        if (foreseen != null) known.put(agent, new Mail(foreseen.get()));
        return Optional.ofNullable(known.get(agent));
    }

    /// The same, before it is written to: one that is not here yet is asked for afresh later.
    private Optional<Mail> mailToChange(AgentId agent) {
        var foreseen = mails.get(agent);
        if (foreseen != null && !foreseen.isIn()) mails.remove(agent);
        return mail(agent);
    }

    @Override
    public void insert(Letter letter) {
        mailToChange(letter.agent()).ifPresent(mail -> mail.inserted(letter));
        session.insert("inbox.insert", key(letter), allValues(letter));
    }

    private Values allValues(Letter letter) {
        var correlation =
                letter.content() instanceof Letter.Report report ? report.call().value() : null;
        return values(letter)
                .number("order", letter.order())
                .word("kind", letter.content().kind())
                .text("correlation", correlation)
                .text("payload", LetterCodec.write(letter.content()));
    }

    @Override
    public void save(Letter letter) {
        mailToChange(letter.agent()).ifPresent(mail -> mail.saved(letter));
        if (!session.amend("inbox.insert", key(letter), allValues(letter))) {
            session.change("inbox.save", key(letter), values(letter));
        }
    }

    private static String key(Letter letter) {
        return letter.agent() + " " + letter.id();
    }

    private Values values(Letter letter) {
        return Values.of("agent", letter.agent().value())
                .text("letter", letter.id().value())
                .text("turn", letter.turn().value())
                .maybeNumber("epoch", epoch(letter))
                .word("status", letter.state())
                .time("now", clock.now());
    }

    private static @Nullable Long epoch(Letter letter) {
        return letter.epoch().equals(Epoch.NONE) ? null : letter.epoch().value();
    }

    @Override
    public Optional<Letter> firstQueued(AgentId agent) {
        var mail = mail(agent);
        if (mail.isPresent() && mail.get().knowsFirst()) return mail.get().first();
        return letters("inbox.first_queued", Values.of("agent", agent.value())).stream()
                .findFirst();
    }

    @Override
    public int open(AgentId agent) {
        var mail = mails.get(agent);
        if (mail != null && mail.isIn()) return mail.get().getFirst().open();
        var values = Values.of("agent", agent.value());
        return session.list(new Query<>("inbox.open", values, row -> (int) row.number("letters")))
                .getFirst();
    }

    @Override
    public List<Letter> pending(AgentId agent) {
        var mail = mail(agent);
        return mail.isPresent() ? mail.get().pending() : letters("inbox.pending", Values.of("agent", agent.value()));
    }

    @Override
    public List<Letter> answersTo(Gate gate, CallId call) {
        var foreseen = ahead.remove(gate + " " + call);
        return (foreseen != null ? foreseen : ask(gate, call)).get();
    }

    void prefetch(Gate gate, CallId call) {
        ahead.put(gate + " " + call, ask(gate, call));
    }

    private PendingRows<Letter> ask(Gate gate, CallId call) {
        var values = Values.of("agent", gate.agent().value())
                .text("turn", gate.turn().value())
                .number("epoch", gate.epoch().value())
                .text("call", call.value());
        return session.ask(new Query<>("inbox.answers_to", values, InboxTable::letter));
    }

    @Override
    public List<Claim> claim(WorkerTarget target, int attempts, int max, Rows.ClaimToken hand) {
        return claim(
                "inbox.claim",
                values(attempts, hand).text("target", target.value()).number("max", max),
                hand);
    }

    @Override
    public List<Claim> claim(AgentId agent, int attempts, Rows.ClaimToken hand) {
        return claim("inbox.claim_of", values(attempts, hand).text("agent", agent.value()), hand);
    }

    private Values values(int attempts, Rows.ClaimToken hand) {
        return Values.of("worker", hand.worker().value())
                .number("attempts", attempts)
                .text("token", hand.token())
                .number("micros", hand.time().toNanos() / 1_000);
    }

    private List<Claim> claim(String statement, Values values, Rows.ClaimToken hand) {
        Row.Reader<Arrived> reader = row -> arrived(row, hand.token());
        var held = session.ask(new Query<>("inbox.held", values, reader));
        var claimed = session.ask(new Query<>(statement, values, reader));
        return Stream.concat(held.get().stream(), claimed.get().stream())
                .sorted(Comparator.comparingLong(Arrived::arrival))
                .map(Arrived::claim)
                .toList();
    }

    /// A claim and its place in the order of arrival.
    private record Arrived(long arrival, Claim claim) {}

    private static Arrived arrived(Row row, String token) throws SQLException {
        var gate = new Gate(
                new AgentId(row.text("agent_id")),
                new TurnId(row.text("agent_turn_id")),
                new Epoch(row.number("turn_epoch")));
        var claim = new Claim(new LetterId(row.text("inbox_id")), gate, token, (int) row.number("attempts"));
        return new Arrived(row.number("arrival"), claim);
    }

    @Override
    public Optional<Letter> claimed(AgentId agent, LetterId letter, String token) {
        var foreseen = ahead.remove(agent + " " + letter + " " + token);
        return (foreseen != null ? foreseen : ask(agent, letter, token))
                .get().stream().findFirst();
    }

    void prefetch(AgentId agent, LetterId letter, String token) {
        ahead.put(agent + " " + letter + " " + token, ask(agent, letter, token));
    }

    private PendingRows<Letter> ask(AgentId agent, LetterId letter, String token) {
        var values =
                Values.of("agent", agent.value()).text("letter", letter.value()).text("token", token);
        return session.ask(new Query<>("inbox.claimed", values, InboxTable::letter));
    }

    @Override
    public List<Rows.Overdue> overdue(WorkerTarget target, int attempts, Instant time, int max) {
        var values = of(target, max).number("attempts", attempts).time("time", time);
        return session.list(new Query<>(
                "inbox.overdue", values, row -> new Rows.Overdue(letter(row), (int) row.number("attempts"))));
    }

    @Override
    public List<Rows.ClaimedLetter> held(WorkerTarget target, int max) {
        return session.list(new Query<>(
                "inbox.holders",
                of(target, max),
                row -> new Rows.ClaimedLetter(
                        new Rows.Overdue(letter(row), (int) row.number("attempts")),
                        new WorkerId(row.text("claimed_by")))));
    }

    @Override
    public List<Bell> pendingSince(WorkerTarget target, Instant time, int max) {
        return session.list(new Query<>(
                "inbox.pending_since",
                of(target, max).time("time", time),
                row -> new Bell(new AgentId(row.text("agent_id")), new WorkerTarget(row.text("worker_target")))));
    }

    @Override
    public List<Letter> stray(WorkerTarget target, int max) {
        return letters("inbox.stray", of(target, max));
    }

    private static Values of(WorkerTarget target, int max) {
        return Values.of("target", target.value()).number("max", max);
    }

    private List<Letter> letters(String statement, Values values) {
        return session.list(new Query<>(statement, values, InboxTable::letter));
    }

    private static Mail.Slip slip(Row row) throws SQLException {
        var letter = row.maybeText("inbox_id").isPresent() ? Optional.of(letter(row)) : Optional.<Letter>empty();
        return new Mail.Slip((int) row.number("letters"), letter);
    }

    private static Letter letter(Row row) throws SQLException {
        return new Letter(
                new LetterId(row.text("inbox_id")),
                new AgentId(row.text("agent_id")),
                row.number("inbox_order"),
                new TurnId(row.text("agent_turn_id")),
                new Epoch(row.number("turn_epoch")),
                row.word(LetterState.class, "status"),
                LetterCodec.read(row.word(LetterKind.class, "message_type"), row.text("payload")));
    }
}
