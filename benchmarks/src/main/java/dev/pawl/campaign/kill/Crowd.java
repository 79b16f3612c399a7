package dev.pawl.campaign.kill;

import dev.pawl.card.Item;
import dev.pawl.id.AgentId;
import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.receipt.Receipt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/// Those who ask: requests, some of them twice, steering and stops. One thread asks; others may
/// look at what was promised to it.
final class Crowd {
    private static final int AGENTS = 48;

    private final Ledger ledger;
    private final Findings findings;
    private final SplittableRandom dice;
    private final List<AgentId> agents;
    private final Map<TurnId, AgentId> promised = new ConcurrentHashMap<>();
    private final List<TurnId> recent = new ArrayList<>();
    private int letters;
    private int accepted;

    Crowd(Ledger ledger, Findings findings, long seed) {
        this.ledger = ledger;
        this.findings = findings;
        this.dice = new SplittableRandom(seed);
        this.agents = IntStream.range(0, AGENTS)
                .mapToObj(number -> new AgentId("agent-" + number))
                .toList();
    }

    List<AgentId> agents() {
        return agents;
    }

    /// The turns the ledger said it has accepted.
    Map<TurnId, AgentId> promised() {
        return promised;
    }

    int accepted() {
        return accepted;
    }

    void act() {
        var roll = dice.nextInt(100);
        if (roll < 90) ask();
        else if (roll < 96) steer();
        else stop();
    }

    private void ask() {
        var request = request("do");
        remember(request, Director.patiently(() -> ledger.enqueue(request)));
        if (dice.nextInt(10) == 0) {
            var again = Director.patiently(() -> ledger.enqueue(request));
            findings.check(
                    again instanceof Receipt.Duplicate(var turn) && promised.containsKey(turn),
                    "the same letter was taken for another: " + again);
        }
    }

    private void steer() {
        var request = request("also");
        remember(request, Director.patiently(() -> ledger.steer(request)));
    }

    private void remember(TurnRequest request, Receipt receipt) {
        switch (receipt) {
            case Receipt.Accepted(var turn, var _) -> promise(turn, request.agent());
            // After an outcome nobody saw: a request of mine that is there already.
            case Receipt.Duplicate(var turn) -> promise(turn, request.agent());
            case Receipt.Steered _, Receipt.InboxFull _ -> {
                // Counts for the turn under way, or not at all.
            }
            case Receipt.Conflict _, Receipt.Busy _, Receipt.TooDeep _ ->
                findings.add("a good request was refused: " + receipt);
        }
    }

    private void promise(TurnId turn, AgentId agent) {
        if (promised.put(turn, agent) != null) return;
        accepted++;
        recent.add(turn);
        if (recent.size() > 50) recent.removeFirst();
    }

    private void stop() {
        if (recent.isEmpty()) return;
        var turn = recent.get(dice.nextInt(recent.size()));
        var agent = promised.get(turn);
        if (agent == null) return;
        var letter = new LetterId("stop-" + letters++);
        Director.patiently(() -> ledger.stop(letter, agent, turn, "enough"));
    }

    private TurnRequest request(String text) {
        return new TurnRequest(
                new LetterId("letter-" + letters++ + "-" + dice.nextInt(1 << 20)),
                agents.get(dice.nextInt(agents.size())),
                Plan.TARGET,
                LetterKind.TURN,
                List.of(Item.UserMessage.of(text)),
                Lineage.root("crowd"));
    }
}
