package dev.pawl.tool;

import dev.pawl.agent.ApprovalPolicy;
import dev.pawl.agent.Clearance;
import dev.pawl.agent.Deed;
import dev.pawl.agent.Permit;
import dev.pawl.agent.Stance;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/// Whether a deed may be done now. The one way from a tool's call to its clearance.
public final class Judgement {
    private Judgement() {}

    /// @param stance asked for only when it matters: to look costs no question
    public static Clearance of(Deed deed, Supplier<Stance> stance) {
        if (deed instanceof Deed.Look) return new Clearance.Go(Permit.CONFINED);
        return new ApprovalPolicy(stance.get(), Judgement::hash).judge(deed);
    }

    /// The same where somebody insists on a question, whatever the stance would let pass.
    ///
    /// @param words what is shown of a deed that has no words of its own
    public static Clearance insisted(Deed deed, Supplier<Stance> stance, String words, String why) {
        return new ApprovalPolicy(stance.get(), Judgement::hash).insisted(deed, words, why);
    }

    private static String hash(String text) {
        return RunFolder.hash(text.getBytes(StandardCharsets.UTF_8));
    }
}
