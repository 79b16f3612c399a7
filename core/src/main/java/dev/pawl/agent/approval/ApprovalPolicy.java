package dev.pawl.agent.approval;

import dev.pawl.card.Question;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Whether a intent may be done, by how the thread stands. Pure; the tests hold its table.
///
/// The boundary is the sandbox: inside it little is asked, and nothing is outside it without a
/// person's yes, a rule of theirs, or their explicit bypass. No command is safe because of its
/// name.
public final class ApprovalPolicy {
    private static final String NEVER = "approval required by policy, but AskForApproval is set to Never";
    private static final String NO_ESCAPE = "approval policy is Never; reject command — you cannot ask for escalated"
            + " permissions if the approval policy is Never";
    private static final String NO_EDIT = "writing outside of the project; rejected by user approval settings";

    private final ApprovalContext context;
    private final ApprovalQuestions questions;

    /// `hash` makes a short name of a text that no other text has.
    public ApprovalPolicy(ApprovalContext context, UnaryOperator<String> hash) {
        this.context = context;
        this.questions = new ApprovalQuestions(context, hash);
    }

    public ApprovalDecision judge(Intent intent) {
        return switch (intent) {
            case Intent.ReadOnly _ -> new ApprovalDecision.Go(RunMode.CONFINED);
            case Intent.Ask(var questions) -> ask(questions);
            case Intent.Command command -> command(command);
            case Intent.Edit edit -> edit(edit);
            case Intent.Remote remote -> remote(remote);
        };
    }

    /// The same when somebody insists that a person be asked: a hook of the user's. What is
    /// refused stays refused; a person who said yes to all such intents in this thread has been
    /// asked.
    ///
    /// @param call what is called, with its arguments: shown where the intent itself says
    ///     nothing
    public ApprovalDecision insisted(Intent intent, String call, String why) {
        var approvalDecision = judge(intent);
        return switch (approvalDecision) {
            case ApprovalDecision.Refused _ -> approvalDecision;
            case ApprovalDecision.Ask(Question.Approval question, var runMode) ->
                new ApprovalDecision.Ask(ApprovalQuestions.with(question, why), runMode);
            case ApprovalDecision.Ask _ -> approvalDecision;
            case ApprovalDecision.Go(var runMode) -> {
                var question = ApprovalQuestions.with(question(intent, call, runMode), why);
                if (isGranted(question)) yield approvalDecision;
                yield context.approval() == ApprovalContext.Approval.NEVER
                        ? new ApprovalDecision.Refused(NEVER + "; a hook wants it: " + why)
                        : new ApprovalDecision.Ask(question, runMode);
            }
        };
    }

    private Question.Approval question(Intent intent, String call, RunMode runMode) {
        return switch (intent) {
            case Intent.Command command -> questions.about(command, danger(Readings.of(command)), runMode);
            case Intent.Edit edit -> questions.about(edit);
            case Intent.Remote remote -> questions.about(remote);
            case Intent.ReadOnly _, Intent.Ask _ -> questions.about(call);
        };
    }

    /// Whether a person said yes to all such intents in this thread.
    private boolean isGranted(Question.Approval question) {
        return question.keep().thread() && context.granted().contains(question.seal());
    }

    private static ApprovalDecision ask(String questions) {
        return new ApprovalDecision.Ask(new Question.Form(questions), RunMode.CONFINED);
    }

    private ApprovalDecision command(Intent.Command intent) {
        var readings = Readings.of(intent);
        var strict = strict(readings);
        if (strict.isPresent() && strict.get() == Rule.Effect.DENY) {
            return new ApprovalDecision.Refused("a rule of the user forbids this command");
        }
        if (context.bypasses()) return new ApprovalDecision.Go(RunMode.FREE);
        var free = context.mode() == ApprovalContext.Mode.DANGER_FULL_ACCESS;
        var escapes = !free && (intent.wish().escapes() || !context.canConfine());
        var runMode = free || escapes ? RunMode.FREE : RunMode.CONFINED;
        if (strict.isEmpty() && allowed(intent, runMode)) return new ApprovalDecision.Go(runMode);
        var danger = danger(readings);
        var asks = escapes
                || danger.isPresent()
                || strict.isPresent()
                || context.approval() == ApprovalContext.Approval.UNTRUSTED
                || context.approval() == ApprovalContext.Approval.AUTO_EDIT
                || (runMode == RunMode.FREE && mayHide(intent));
        if (!asks) return new ApprovalDecision.Go(runMode);
        var question = questions.about(intent, danger, runMode);
        if (isGranted(question)) return new ApprovalDecision.Go(runMode);
        if (context.approval() != ApprovalContext.Approval.NEVER) return new ApprovalDecision.Ask(question, runMode);
        return new ApprovalDecision.Refused(intent.wish().escapes() && danger.isEmpty() ? NO_ESCAPE : NEVER);
    }

    private static Optional<String> danger(List<List<String>> readings) {
        return readings.stream()
                .flatMap(reading -> Destructive.reason(reading).stream())
                .findFirst();
    }

    /// The strictest rule against any way the command can be read.
    private Optional<Rule.Effect> strict(List<List<String>> readings) {
        return readings.stream()
                .flatMap(reading -> context.rules().stream().filter(rule -> rule.matches(reading)))
                .map(Rule::effect)
                .filter(effect -> effect != Rule.Effect.ALLOW)
                .max(Rule.Effect::compareTo);
    }

    /// Whether rules of the user let it begin: each of its commands, as it is written. Outside the
    /// sandbox the rule must be made for that, and the words must say all that is done.
    private boolean allowed(Intent.Command intent, RunMode runMode) {
        if (intent.commands().isEmpty()) return false;
        return intent.commands().stream().allMatch(command -> allowed(command, runMode))
                && (runMode == RunMode.CONFINED || intent.doubts().isEmpty());
    }

    private boolean allowed(List<String> command, RunMode runMode) {
        return context.rules().stream()
                .filter(rule -> rule.tier() == Rule.Tier.USER && rule.effect() == Rule.Effect.ALLOW)
                .filter(rule -> rule.matches(command)
                        && rule.holds(runMode, context.reach().boundary()))
                .anyMatch(rule -> runMode == RunMode.CONFINED
                        || !Loopholes.has(command, rule.prefix().size()));
    }

    /// Whether a rule that forbids or asks could be about something in it that nobody can read.
    private boolean mayHide(Intent.Command intent) {
        return intent.commands().isEmpty()
                && context.rules().stream().anyMatch(rule -> rule.effect() != Rule.Effect.ALLOW);
    }

    private ApprovalDecision edit(Intent.Edit intent) {
        if (context.bypasses() || (context.mode() == ApprovalContext.Mode.DANGER_FULL_ACCESS && !untrusted())) {
            return new ApprovalDecision.Go(RunMode.FREE);
        }
        var inside = intent.isInside() && context.mode() != ApprovalContext.Mode.READ_ONLY;
        if (inside && !untrusted()) return new ApprovalDecision.Go(RunMode.CONFINED);
        var runMode = inside ? RunMode.CONFINED : RunMode.FREE;
        var question = questions.about(intent);
        if (isGranted(question)) return new ApprovalDecision.Go(runMode);
        if (context.approval() == ApprovalContext.Approval.NEVER) return new ApprovalDecision.Refused(NO_EDIT);
        return new ApprovalDecision.Ask(question, runMode);
    }

    private boolean untrusted() {
        return context.approval() == ApprovalContext.Approval.UNTRUSTED;
    }

    private ApprovalDecision remote(Intent.Remote intent) {
        if (context.bypasses()) return new ApprovalDecision.Go(RunMode.FREE);
        if (intent.harmless() && !untrusted()) return new ApprovalDecision.Go(RunMode.CONFINED);
        var question = questions.about(intent);
        if (isGranted(question)) return new ApprovalDecision.Go(RunMode.CONFINED);
        if (context.approval() == ApprovalContext.Approval.NEVER) return new ApprovalDecision.Refused(NEVER);
        return new ApprovalDecision.Ask(question, RunMode.CONFINED);
    }
}
