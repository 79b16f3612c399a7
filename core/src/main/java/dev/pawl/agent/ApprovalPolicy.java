package dev.pawl.agent;

import dev.pawl.card.Question;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Whether a deed may be done, by how the thread stands. Pure; the tests hold its table.
///
/// The boundary is the sandbox: inside it little is asked, and nothing is outside it without a
/// person's yes, a rule of theirs, or their explicit bypass. No command is safe because of its
/// name.
public final class ApprovalPolicy {
    private static final String NEVER = "approval required by policy, but AskForApproval is set to Never";
    private static final String NO_ESCAPE = "approval policy is Never; reject command — you cannot ask for escalated"
            + " permissions if the approval policy is Never";
    private static final String NO_EDIT = "writing outside of the project; rejected by user approval settings";

    private final Stance stance;
    private final ApprovalQuestions questions;

    /// `hash` makes a short name of a text that no other text has.
    public ApprovalPolicy(Stance stance, UnaryOperator<String> hash) {
        this.stance = stance;
        this.questions = new ApprovalQuestions(stance, hash);
    }

    public Clearance judge(Deed deed) {
        return switch (deed) {
            case Deed.Look _ -> new Clearance.Go(Permit.CONFINED);
            case Deed.Ask(var questions) -> ask(questions);
            case Deed.Command command -> command(command);
            case Deed.Edit edit -> edit(edit);
            case Deed.Remote remote -> remote(remote);
        };
    }

    /// The same when somebody insists that a person be asked: a hook of the user's. What is
    /// refused stays refused; a person who said yes to all such deeds in this thread has been
    /// asked.
    ///
    /// @param call what is called, with its arguments: shown where the deed itself says
    ///     nothing
    public Clearance insisted(Deed deed, String call, String why) {
        var clearance = judge(deed);
        return switch (clearance) {
            case Clearance.Refused _ -> clearance;
            case Clearance.Ask(Question.Approval question, var permit) ->
                new Clearance.Ask(ApprovalQuestions.with(question, why), permit);
            case Clearance.Ask _ -> clearance;
            case Clearance.Go(var permit) -> {
                var question = ApprovalQuestions.with(question(deed, call, permit), why);
                if (isGranted(question)) yield clearance;
                yield stance.approval() == Stance.Approval.NEVER
                        ? new Clearance.Refused(NEVER + "; a hook wants it: " + why)
                        : new Clearance.Ask(question, permit);
            }
        };
    }

    private Question.Approval question(Deed deed, String call, Permit permit) {
        return switch (deed) {
            case Deed.Command command -> questions.about(command, danger(Readings.of(command)), permit);
            case Deed.Edit edit -> questions.about(edit);
            case Deed.Remote remote -> questions.about(remote);
            case Deed.Look _, Deed.Ask _ -> questions.about(call);
        };
    }

    /// Whether a person said yes to all such deeds in this thread.
    private boolean isGranted(Question.Approval question) {
        return question.keep().thread() && stance.granted().contains(question.seal());
    }

    private static Clearance ask(String questions) {
        return new Clearance.Ask(new Question.Form(questions), Permit.CONFINED);
    }

    private Clearance command(Deed.Command deed) {
        var readings = Readings.of(deed);
        var strict = strict(readings);
        if (strict.isPresent() && strict.get() == Rule.Effect.DENY) {
            return new Clearance.Refused("a rule of the user forbids this command");
        }
        if (stance.bypasses()) return new Clearance.Go(Permit.FREE);
        var free = stance.mode() == Stance.Mode.DANGER_FULL_ACCESS;
        var escapes = !free && (deed.wish().escapes() || !stance.canConfine());
        var permit = free || escapes ? Permit.FREE : Permit.CONFINED;
        if (strict.isEmpty() && allowed(deed, permit)) return new Clearance.Go(permit);
        var danger = danger(readings);
        var asks = escapes
                || danger.isPresent()
                || strict.isPresent()
                || stance.approval() == Stance.Approval.UNTRUSTED
                || stance.approval() == Stance.Approval.AUTO_EDIT
                || (permit == Permit.FREE && mayHide(deed));
        if (!asks) return new Clearance.Go(permit);
        var question = questions.about(deed, danger, permit);
        if (isGranted(question)) return new Clearance.Go(permit);
        if (stance.approval() != Stance.Approval.NEVER) return new Clearance.Ask(question, permit);
        return new Clearance.Refused(deed.wish().escapes() && danger.isEmpty() ? NO_ESCAPE : NEVER);
    }

    private static Optional<String> danger(List<List<String>> readings) {
        return readings.stream()
                .flatMap(reading -> Destructive.reason(reading).stream())
                .findFirst();
    }

    /// The strictest rule against any way the command can be read.
    private Optional<Rule.Effect> strict(List<List<String>> readings) {
        return readings.stream()
                .flatMap(reading -> stance.rules().stream().filter(rule -> rule.matches(reading)))
                .map(Rule::effect)
                .filter(effect -> effect != Rule.Effect.ALLOW)
                .max(Rule.Effect::compareTo);
    }

    /// Whether rules of the user let it begin: each of its commands, as it is written. Outside the
    /// sandbox the rule must be made for that, and the words must say all that is done.
    private boolean allowed(Deed.Command deed, Permit permit) {
        if (deed.commands().isEmpty()) return false;
        return deed.commands().stream().allMatch(command -> allowed(command, permit))
                && (permit == Permit.CONFINED || deed.doubts().isEmpty());
    }

    private boolean allowed(List<String> command, Permit permit) {
        return stance.rules().stream()
                .filter(rule -> rule.tier() == Rule.Tier.USER && rule.effect() == Rule.Effect.ALLOW)
                .filter(rule -> rule.matches(command)
                        && rule.holds(permit, stance.reach().boundary()))
                .anyMatch(rule -> permit == Permit.CONFINED
                        || !Loopholes.has(command, rule.prefix().size()));
    }

    /// Whether a rule that forbids or asks could be about something in it that nobody can read.
    private boolean mayHide(Deed.Command deed) {
        return deed.commands().isEmpty()
                && stance.rules().stream().anyMatch(rule -> rule.effect() != Rule.Effect.ALLOW);
    }

    private Clearance edit(Deed.Edit deed) {
        if (stance.bypasses() || (stance.mode() == Stance.Mode.DANGER_FULL_ACCESS && !untrusted())) {
            return new Clearance.Go(Permit.FREE);
        }
        var inside = deed.isInside() && stance.mode() != Stance.Mode.READ_ONLY;
        if (inside && !untrusted()) return new Clearance.Go(Permit.CONFINED);
        var permit = inside ? Permit.CONFINED : Permit.FREE;
        var question = questions.about(deed);
        if (isGranted(question)) return new Clearance.Go(permit);
        if (stance.approval() == Stance.Approval.NEVER) return new Clearance.Refused(NO_EDIT);
        return new Clearance.Ask(question, permit);
    }

    private boolean untrusted() {
        return stance.approval() == Stance.Approval.UNTRUSTED;
    }

    private Clearance remote(Deed.Remote deed) {
        if (stance.bypasses()) return new Clearance.Go(Permit.FREE);
        if (deed.harmless() && !untrusted()) return new Clearance.Go(Permit.CONFINED);
        var question = questions.about(deed);
        if (isGranted(question)) return new Clearance.Go(Permit.CONFINED);
        if (stance.approval() == Stance.Approval.NEVER) return new Clearance.Refused(NEVER);
        return new Clearance.Ask(question, Permit.CONFINED);
    }
}
