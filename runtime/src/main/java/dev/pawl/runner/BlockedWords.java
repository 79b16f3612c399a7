package dev.pawl.runner;

import dev.pawl.workflow.BlockedReason;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.check.Excerpt;
import java.util.Locale;

/// Why a workflow is blocked, in one sentence.
public final class BlockedWords {
    private BlockedWords() {}

    public static String of(Workflow flow, FlowWords words) {
        var repair = flow.repair();
        if (repair.reason() == BlockedReason.NONE) return "";
        var first = Excerpt.firstErrorLine(repair.note());
        return words.say(
                "reason." + repair.reason().name().toLowerCase(Locale.ROOT),
                Integer.toString(repair.attempts()),
                first.isEmpty() ? "" : ": " + first);
    }
}
