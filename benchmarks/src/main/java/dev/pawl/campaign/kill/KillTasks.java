package dev.pawl.campaign.kill;

import dev.pawl.card.Item;
import dev.pawl.id.AgentId;
import dev.pawl.id.LetterId;
import dev.pawl.kernel.Answered;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.kernel.receipt.ReportReceipt;
import dev.pawl.kernel.rows.Outbox;
import java.util.List;
import java.util.SplittableRandom;

/// Those who answer: takes the calls that leave through the outbox, reports to them (some twice,
/// some never, some with a lie before) and starts the agents that were called.
final class KillTasks {
    static final String ASK_ANSWERER = "tool.ask";
    private static final int BATCH = 100;

    private final Ledger ledger;
    private final Outbox outbox;
    private final Findings findings;
    private final SplittableRandom dice;

    KillTasks(Ledger ledger, Outbox outbox, Findings findings, long seed) {
        this.ledger = ledger;
        this.outbox = outbox;
        this.findings = findings;
        this.dice = new SplittableRandom(seed);
    }

    static AgentId childOf(AgentId agent) {
        return new AgentId("child-of-" + agent);
    }

    /// Goes through the outbox once; answers how many calls it found there.
    int run() {
        var calls = Director.patiently(() -> outbox.calls(BATCH));
        for (var call : calls) {
            if (dice.nextInt(4) == 0) continue; // later
            if (call.need().tool().equals(KillSteps.CHILD)) callChild(call);
            else answer(call);
            Director.patiently(() -> {
                outbox.sent(call);
                return call;
            });
        }
        return calls.size();
    }

    private void callChild(RemoteCall call) {
        var gate = call.gate();
        var request = new TurnRequest(
                new LetterId(call.need().call() + ".child"),
                childOf(gate.agent()),
                Plan.TARGET,
                LetterKind.TURN,
                List.of(Item.UserMessage.of("help")),
                Lineage.childOf(gate, call.need().call(), 0));
        var receipt = Director.patiently(() -> ledger.enqueue(request));
        findings.check(
                receipt instanceof Receipt.Accepted || receipt instanceof Receipt.Duplicate,
                "a child was refused: " + receipt);
    }

    private void answer(RemoteCall call) {
        var roll = dice.nextInt(100);
        if (roll == 0) return; // never: the wait's deadline answers
        if (roll < 3) {
            var lie = Director.patiently(() -> ledger.report(answered(call, "somebody.else", "lie")));
            findings.check(!(lie instanceof ReportReceipt.Stored), "a forged answer was stored: " + call);
        }
        Director.patiently(() -> ledger.report(answered(call, ASK_ANSWERER, "answer")));
        if (roll < 30) {
            var again = Director.patiently(() -> ledger.report(answered(call, ASK_ANSWERER, "answer")));
            findings.check(!(again instanceof ReportReceipt.Stored), "an answer was stored twice: " + call);
        }
        if (roll < 10) {
            var other = Director.patiently(() -> ledger.report(answered(call, ASK_ANSWERER, "other")));
            findings.check(!(other instanceof ReportReceipt.Stored), "two answers were stored: " + call);
        }
    }

    private static Answered answered(RemoteCall call, String source, String text) {
        var gate = call.gate();
        return new Answered(
                new LetterId(call.need().call() + "." + text),
                gate.agent(),
                gate.turn(),
                gate.epoch(),
                source,
                Item.ToolResult.success(call.need().call(), text));
    }
}
