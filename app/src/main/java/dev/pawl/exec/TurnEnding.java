package dev.pawl.exec;

import dev.pawl.card.Item.Deliverable;
import dev.pawl.card.Outcome;
import dev.pawl.cli.Console;
import dev.pawl.cli.Text;
import dev.pawl.cli.TroubleText;

/// The end of a turn that did not succeed, in a person's words: what happened, what was kept, what
/// to do.
final class TurnEnding {
    private static final String RESUME = "pawl exec resume --last";

    private TurnEnding() {}

    static void say(Console console, Deliverable deliverable) {
        var next = console.say(Text.TROUBLE_GO_ON, RESUME);
        if (deliverable.outcome() == Outcome.CANCELED) {
            console.note(console.say(Text.TROUBLE_STOPPED, deliverable.error()) + "\n  " + next);
            return;
        }
        var trouble = TroubleText.of(console.messages(), deliverable.failure(), deliverable.error());
        var happened =
                trouble.map(known -> known.happened() + "\n  " + known.remedy()).orElse(deliverable.error());
        console.note(happened + "\n  " + console.say(Text.TROUBLE_KEPT) + "\n  " + next);
    }
}
