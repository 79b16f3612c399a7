package dev.pawl.agent;

import dev.pawl.card.Detail.FileChange;
import dev.pawl.card.Question;
import dev.pawl.card.Question.Approval.Kind;
import dev.pawl.card.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// What a person is asked about a deed: all that would be done, in our own words.
final class ApprovalQuestions {
    private static final Pattern GAP = Pattern.compile("\\s{24,}(?=\\S)");
    private static final int MOST_BEHIND_GAP = 200;

    private final Stance stance;
    private final UnaryOperator<String> hash;

    ApprovalQuestions(Stance stance, UnaryOperator<String> hash) {
        this.stance = stance;
        this.hash = hash;
    }

    Question.Approval about(Deed.Command deed, Optional<String> danger, Permit permit) {
        var facts = new ArrayList<String>();
        facts.add("in " + Visible.line(deed.cwd()));
        deed.evidence().get().facts().forEach(fact -> facts.add(Visible.line(fact)));
        gap(deed.shown()).ifPresent(facts::add);
        danger.ifPresent(facts::add);
        deed.doubts().forEach(doubt -> facts.add(Visible.line(doubt)));
        facts.add(place(permit));
        var keep = keep(deed, danger, permit);
        if (!keep.thread()) facts.add("a yes holds for this one call: the agent could change what it runs");
        return new Question.Approval(
                Kind.COMMAND,
                Visible.text(deed.shown()),
                facts,
                Visible.line(deed.wish().why()),
                List.of(),
                seal(deed.print()),
                keep);
    }

    /// What stands behind so many blanks that it may be off the screen.
    private static Optional<String> gap(String shown) {
        var found = GAP.matcher(shown);
        if (!found.find()) return Optional.empty();
        var rest = shown.substring(found.end());
        var cut = rest.length() > MOST_BEHIND_GAP ? rest.substring(0, MOST_BEHIND_GAP) + "…" : rest;
        return Optional.of("goes on behind " + found.group().length() + " blanks: " + Visible.line(cut));
    }

    private String place(Permit permit) {
        if (permit == Permit.FREE) {
            return "runs without a sandbox: it may touch everything you may touch, and the network";
        }
        return "runs in the sandbox (" + stance.mode().word()
                + (stance.reach().network() ? ", with the network)" : ", no network)");
    }

    /// Outside of the sandbox no rule is offered: a person writes it by hand, or is asked.
    private Question.Keep keep(Deed.Command deed, Optional<String> danger, Permit permit) {
        if (permit == Permit.FREE) return ClosedPrograms.hold(deed) ? Question.Keep.THREAD : Question.Keep.ONCE;
        var rememberable = deed.commands().size() == 1 && danger.isEmpty() && !Visible.hidesSomething(deed.shown());
        var rule = rememberable ? Prefixes.of(deed.commands().getFirst()) : List.<String>of();
        return new Question.Keep(true, rule, stance.reach().boundary());
    }

    Question.Approval about(Deed.Edit deed) {
        var facts = new ArrayList<String>();
        for (var target : deed.targets()) {
            facts.add("changes " + Visible.line(target.path()) + place(target.place()));
        }
        if (stance.mode() == Stance.Mode.READ_ONLY)
            facts.add("the sandbox is read-only: a yes lets this one change through");
        var title = deed.targets().size() == 1
                ? "change a file"
                : "change " + deed.targets().size() + " files";
        var sight = deed.sight().get();
        return new Question.Approval(
                Kind.EDIT,
                title,
                facts,
                "",
                sight.changes().stream().map(ApprovalQuestions::visible).toList(),
                seal(sight.print()),
                Question.Keep.THREAD);
    }

    private static String place(Deed.Place place) {
        return switch (place) {
            case INSIDE -> "";
            case PROTECTED -> " (protected: it steers what runs later)";
            case OUTSIDE -> " (outside the workspace)";
        };
    }

    private static FileChange visible(FileChange change) {
        return new FileChange(
                Visible.line(change.path()),
                change.kind(),
                Visible.line(change.movedTo()),
                Visible.text(change.diff()));
    }

    Question.Approval about(Deed.Remote deed) {
        var facts = new ArrayList<String>();
        facts.add("tool of the MCP server " + Visible.line(deed.server()));
        deed.facts().forEach(fact -> facts.add(Visible.line(fact)));
        facts.add(Visible.line(deed.arguments()));
        return new Question.Approval(
                Kind.REMOTE_TOOL,
                Visible.line(deed.tool()),
                facts,
                "",
                List.of(),
                seal(deed.print()),
                Question.Keep.THREAD);
    }

    /// @param call a call whose deed says nothing, with its arguments
    Question.Approval about(String call) {
        return new Question.Approval(
                Kind.REMOTE_TOOL, Visible.text(call), List.of(), "", List.of(), seal(call), Question.Keep.THREAD);
    }

    static Question.Approval with(Question.Approval question, String why) {
        var facts = new ArrayList<>(question.facts());
        facts.add("a hook wants you asked: " + Visible.line(why));
        return new Question.Approval(
                question.kind(),
                question.title(),
                facts,
                question.why(),
                question.changes(),
                question.seal(),
                question.keep());
    }

    /// The deed and the policy it was shown under.
    private String seal(String print) {
        return hash.apply(stance.approval() + "\n" + stance.mode() + "\n" + stance.canConfine() + "\n" + print);
    }
}
