package dev.pawl.worker.turn;

import dev.pawl.card.Item;
import java.util.ArrayList;
import java.util.List;

/// All files a turn changed so far, as one diff.
final class TurnEdits {
    private TurnEdits() {}

    /// `latest` are results that are not written down yet.
    static String diff(Agent agent, Journal journal, List<Item.ToolResult> latest) {
        var results = new ArrayList<>(journal.edits());
        results.addAll(latest);
        return agent.tools().diff(results);
    }
}
