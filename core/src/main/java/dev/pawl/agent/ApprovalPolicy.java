package dev.pawl.agent;

import dev.pawl.card.Question;
import dev.pawl.card.Question.Approval.Kind;
import java.util.ArrayList;
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
    private final UnaryOperator<String> hash;

    /// `hash` makes a short name of a text that no other text has.
    public ApprovalPolicy(Stance stance, UnaryOperator<String> hash) {
        this.stance = stance;
        this.hash = hash;
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

    /// The same when somebody insists that a person be asked: a hook of the user's. What is refused
    /// stays refused; a person who said yes to all such deeds in this thread has been asked.
    ///
    /// @param call what is called, with its arguments: shown where the deed itself says nothing
    public Clearance insisted(Deed deed, String call, String why) {
        var clearance = judge(deed);
        return switch (clearance) {
            case Clearance.Refused _ -> clearance;
            case Clearance.Ask(Question.Approval question, var permit) ->
                new Clearance.Ask(with(question, why), permit);
            case Clearance.Ask _ -> clearance;
            case Clearance.Go(var permit) -> {
                var question = with(question(deed, call, permit), why);
                if (stance.granted().contains(question.seal())) yield clearance;
                yield stance.approval() == Stance.Approval.NEVER
                        ? new Clearance.Refused(NEVER + "; a hook wants it: " + why)
                        : new Clearance.Ask(question, permit);
            }
        };
    }

    private Question.Approval question(Deed deed, String call, Permit permit) {
        return switch (deed) {
            case Deed.Command command -> question(command, danger(Readings.of(command)), permit);
            case Deed.Edit edit -> question(edit);
            case Deed.Remote remote -> question(remote);
            case Deed.Look _, Deed.Ask _ ->
                new Question.Approval(Kind.REMOTE_TOOL, Visible.text(call), List.of(), "", seal(call), List.of());
        };
    }

    private static Question.Approval with(Question.Approval question, String why) {
        var facts = new ArrayList<>(question.facts());
        facts.add("a hook wants you asked: " + Visible.text(why));
        return new Question.Approval(
                question.kind(), question.title(), facts, question.why(), question.seal(), question.remembers());
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
        var question = question(deed, danger, permit);
        if (stance.granted().contains(question.seal())) return new Clearance.Go(permit);
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
    /// sandbox the words must also say all that is done.
    private boolean allowed(Deed.Command deed, Permit permit) {
        if (deed.commands().isEmpty()) return false;
        if (permit == Permit.FREE && !deed.doubts().isEmpty()) return false;
        return deed.commands().stream().allMatch(command -> allowed(command, permit));
    }

    private boolean allowed(List<String> command, Permit permit) {
        return stance.rules().stream()
                .filter(rule -> rule.tier() == Rule.Tier.USER && rule.effect() == Rule.Effect.ALLOW)
                .filter(rule -> rule.matches(command))
                .anyMatch(rule -> permit == Permit.CONFINED
                        || !Loopholes.has(command, rule.prefix().size()));
    }

    /// Whether a rule that forbids or asks could be about something in it that nobody can read.
    private boolean mayHide(Deed.Command deed) {
        return deed.commands().isEmpty()
                && stance.rules().stream().anyMatch(rule -> rule.effect() != Rule.Effect.ALLOW);
    }

    private Question.Approval question(Deed.Command deed, Optional<String> danger, Permit permit) {
        var facts = new ArrayList<String>();
        facts.add("in " + Visible.text(deed.cwd()));
        danger.ifPresent(facts::add);
        deed.doubts().forEach(doubt -> facts.add(Visible.text(doubt)));
        facts.add(
                permit == Permit.FREE
                        ? "runs without a sandbox: it may touch everything you may touch, and the network"
                        : "runs in the sandbox (" + stance.mode().word() + ")");
        var rememberable = deed.commands().size() == 1 && danger.isEmpty() && !Visible.hidesSomething(title(deed));
        return new Question.Approval(
                Kind.COMMAND,
                Visible.text(title(deed)),
                facts,
                Visible.text(deed.wish().why()),
                seal(deed.print()),
                rememberable ? Prefixes.of(deed.commands().getFirst()) : List.of());
    }

    private static String title(Deed.Command deed) {
        return deed.argv().isEmpty() ? "" : deed.argv().getLast();
    }

    private Clearance edit(Deed.Edit deed) {
        if (stance.bypasses() || (stance.mode() == Stance.Mode.DANGER_FULL_ACCESS && !untrusted())) {
            return new Clearance.Go(Permit.FREE);
        }
        var inside = deed.outside().isEmpty() && stance.mode() != Stance.Mode.READ_ONLY;
        if (inside && !untrusted()) return new Clearance.Go(Permit.CONFINED);
        var permit = inside ? Permit.CONFINED : Permit.FREE;
        var question = question(deed);
        if (stance.granted().contains(question.seal())) return new Clearance.Go(permit);
        if (stance.approval() == Stance.Approval.NEVER) return new Clearance.Refused(NO_EDIT);
        return new Clearance.Ask(question, permit);
    }

    private boolean untrusted() {
        return stance.approval() == Stance.Approval.UNTRUSTED;
    }

    private Question.Approval question(Deed.Edit deed) {
        var facts = new ArrayList<String>();
        for (var path : deed.paths()) {
            facts.add("changes " + Visible.text(path)
                    + (deed.outside().contains(path) ? " (outside the workspace)" : ""));
        }
        var title = deed.paths().size() == 1
                ? "change a file"
                : "change " + deed.paths().size() + " files";
        return new Question.Approval(Kind.EDIT, title, facts, "", seal(deed.print()), List.of());
    }

    private Clearance remote(Deed.Remote deed) {
        if (stance.bypasses()) return new Clearance.Go(Permit.FREE);
        if (deed.harmless() && !untrusted()) return new Clearance.Go(Permit.CONFINED);
        var question = question(deed);
        if (stance.granted().contains(question.seal())) return new Clearance.Go(Permit.CONFINED);
        if (stance.approval() == Stance.Approval.NEVER) return new Clearance.Refused(NEVER);
        return new Clearance.Ask(question, Permit.CONFINED);
    }

    private Question.Approval question(Deed.Remote deed) {
        var facts = List.of("tool of the MCP server " + Visible.text(deed.server()), Visible.text(deed.arguments()));
        return new Question.Approval(
                Kind.REMOTE_TOOL, Visible.text(deed.tool()), facts, "", seal(deed.print()), List.of());
    }

    /// The deed and the policy it was shown under.
    private String seal(String print) {
        return hash.apply(stance.approval() + "\n" + stance.mode() + "\n" + stance.canConfine() + "\n" + print);
    }
}
