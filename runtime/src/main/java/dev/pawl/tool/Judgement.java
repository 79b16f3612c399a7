package dev.pawl.tool;

import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.agent.approval.ApprovalDecision;
import dev.pawl.agent.approval.ApprovalPolicy;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/// Whether a intent may be done now. The one way from a tool's call to its approvalDecision.
public final class Judgement {
    private Judgement() {}

    /// @param context asked for only when it matters: to look costs no question
    public static ApprovalDecision of(Intent intent, Supplier<ApprovalContext> context) {
        if (intent instanceof Intent.ReadOnly) return new ApprovalDecision.Go(RunMode.CONFINED);
        return new ApprovalPolicy(context.get(), Judgement::hash).judge(intent);
    }

    /// The same where somebody insists on a question, whatever the context would let pass.
    ///
    /// @param words what is shown of a intent that has no words of its own
    public static ApprovalDecision insisted(
            Intent intent, Supplier<ApprovalContext> context, String words, String why) {
        return new ApprovalPolicy(context.get(), Judgement::hash).insisted(intent, words, why);
    }

    private static String hash(String text) {
        return RunFolder.hash(text.getBytes(StandardCharsets.UTF_8));
    }
}
