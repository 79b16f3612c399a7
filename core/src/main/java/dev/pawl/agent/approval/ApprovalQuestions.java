package dev.pawl.agent.approval;

import dev.pawl.card.Detail.FileChange;
import dev.pawl.card.Question;
import dev.pawl.card.Question.Approval.Kind;
import dev.pawl.card.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// What a person is asked about a intent: all that would be done, in our own words.
final class ApprovalQuestions {
    private static final Pattern GAP = Pattern.compile("\\s{24,}(?=\\S)");
    private static final int MOST_BEHIND_GAP = 200;

    private final ApprovalContext context;
    private final UnaryOperator<String> hash;

    ApprovalQuestions(ApprovalContext context, UnaryOperator<String> hash) {
        this.context = context;
        this.hash = hash;
    }

    Question.Approval about(Intent.Command intent, Optional<String> danger, RunMode runMode) {
        var facts = new ArrayList<String>();
        facts.add("in " + Visible.line(intent.cwd()));
        intent.evidence().get().facts().forEach(fact -> facts.add(Visible.line(fact)));
        gap(intent.shown()).ifPresent(facts::add);
        danger.ifPresent(facts::add);
        intent.doubts().forEach(doubt -> facts.add(Visible.line(doubt)));
        facts.add(place(runMode));
        var keep = keep(intent, danger, runMode);
        if (!keep.thread()) facts.add("a yes holds for this one call: the agent could change what it runs");
        return new Question.Approval(
                Kind.COMMAND,
                Visible.text(intent.shown()),
                facts,
                Visible.line(intent.wish().why()),
                List.of(),
                seal(intent.print()),
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

    private String place(RunMode runMode) {
        if (runMode == RunMode.FREE) {
            return "runs without a sandbox: it may touch everything you may touch, and the network";
        }
        return "runs in the sandbox (" + context.mode().word()
                + (context.reach().network() ? ", with the network)" : ", no network)");
    }

    /// Outside of the sandbox no rule is offered: a person writes it by hand, or is asked.
    private Question.Keep keep(Intent.Command intent, Optional<String> danger, RunMode runMode) {
        if (runMode == RunMode.FREE) return ClosedPrograms.hold(intent) ? Question.Keep.THREAD : Question.Keep.ONCE;
        var rememberable = intent.commands().size() == 1 && danger.isEmpty() && !Visible.hidesSomething(intent.shown());
        var rule = rememberable ? Prefixes.of(intent.commands().getFirst()) : List.<String>of();
        return new Question.Keep(true, rule, context.reach().boundary());
    }

    Question.Approval about(Intent.Edit intent) {
        var facts = new ArrayList<String>();
        for (var target : intent.targets()) {
            facts.add("changes " + Visible.line(target.path()) + place(target.place()));
        }
        if (context.mode() == ApprovalContext.Mode.READ_ONLY)
            facts.add("the sandbox is read-only: a yes lets this one change through");
        var title = intent.targets().size() == 1
                ? "change a file"
                : "change " + intent.targets().size() + " files";
        var sight = intent.sight().get();
        return new Question.Approval(
                Kind.EDIT,
                title,
                facts,
                "",
                sight.changes().stream().map(ApprovalQuestions::visible).toList(),
                seal(sight.print()),
                Question.Keep.THREAD);
    }

    private static String place(Intent.Place place) {
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

    Question.Approval about(Intent.Remote intent) {
        var facts = new ArrayList<String>();
        facts.add("tool of the MCP server " + Visible.line(intent.server()));
        intent.facts().forEach(fact -> facts.add(Visible.line(fact)));
        facts.add(Visible.line(intent.arguments()));
        return new Question.Approval(
                Kind.REMOTE_TOOL,
                Visible.line(intent.tool()),
                facts,
                "",
                List.of(),
                seal(intent.print()),
                Question.Keep.THREAD);
    }

    /// @param call a call whose intent says nothing, with its arguments
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

    /// The intent and the policy it was shown under.
    private String seal(String print) {
        return hash.apply(context.approval() + "\n" + context.mode() + "\n" + context.canConfine() + "\n" + print);
    }
}
