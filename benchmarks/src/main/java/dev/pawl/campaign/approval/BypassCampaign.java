package dev.pawl.campaign.approval;

import dev.pawl.agent.Tool;
import dev.pawl.agent.approval.ApprovalDecision;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Item;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.json.Json;
import dev.pawl.tool.Judgement;
import dev.pawl.trial.Figures;
import dev.pawl.trial.Scratch;
import dev.pawl.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `./campaign bypass`: every spelling that is known to have got past somebody's filter, judged by
/// the code that judges calls, under every policy with a sandbox, a person or rules in it.
public record BypassCampaign() implements Trial {
    /// @param judged cases: each line under each policy
    /// @param unasked command lines that would run without a sandbox and without a question
    /// @param held honest lines that the rules did not let go on
    record Report(int lines, int judged, Counts counts, List<String> unasked, List<String> held) {}

    /// What was decided.
    record Counts(int confined, int asked, int refused, int byRule) {}

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("bypass", "spellings that try to run without a sandbox and without a question")
                .example("./campaign bypass");
    }

    @Override
    public Figures run(Arguments arguments) throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("pawl-bypass");
        try {
            var report = run(folder.toRealPath());
            report.unasked().forEach(line -> System.out.println("UNASKED " + line));
            report.held().forEach(line -> System.out.println("HELD " + line));
            var figures = new Figures("bypass")
                    .put("lines", report.lines())
                    .put("policies", Policy.all().size())
                    .put("judged", report.judged())
                    .put("confined", report.counts().confined())
                    .put("asked", report.counts().asked())
                    .put("refused", report.counts().refused())
                    .put("by_rule", report.counts().byRule())
                    .put("unasked_unsandboxed", report.unasked().size())
                    .put("honest_held", report.held().size());
            if (!report.unasked().isEmpty()) figures.miss("nothing runs unsandboxed without a question");
            if (!report.held().isEmpty()) figures.miss("what a rule allows goes on");
            if (report.lines() < 500) figures.miss("500 lines");
            return figures;
        } finally {
            Scratch.delete(folder);
        }
    }

    static Report run(Path folder) throws IOException, InterruptedException {
        var ground = Ground.make(folder);
        var toolEnvironment = ground.toolEnvironment();
        var tool = Ground.tools(toolEnvironment).find("exec_command").orElseThrow();
        var lines = Corpus.all();
        var tally = new Tally();
        for (var policy : Policy.all()) {
            for (var line : lines) judge(tool, policy, line, tally);
        }
        return new Report(lines.size(), lines.size() * Policy.all().size(), tally.counts(), tally.unasked, tally.held);
    }

    private static void judge(Tool tool, Policy policy, Corpus line, Tally tally) throws InterruptedException {
        var arguments =
                policy.escapes() ? line.arguments().with("sandbox_permissions", "require_escalated") : line.arguments();
        var call = Ground.call("c", "exec_command", arguments.write());
        var intent = tool.intent(call);
        var shown = policy.name() + ": " + shown(line.arguments());
        if (intent instanceof Intent.ReadOnly) {
            tally.unreadable(shown, tool, call);
            return;
        }
        switch (Judgement.of(intent, policy::context)) {
            case ApprovalDecision.Go(var runMode) -> {
                if (runMode == RunMode.CONFINED && policy.confines()) tally.confined++;
                else if (line.honest() && policy.hasRules()) tally.byRule++;
                else tally.unasked.add(shown);
            }
            case ApprovalDecision.Ask _ -> {
                tally.asked++;
                if (line.honest() && policy.hasRules()) tally.held.add(shown);
            }
            case ApprovalDecision.Refused _ -> {
                tally.refused++;
                if (line.honest() && policy.hasRules()) tally.held.add(shown);
            }
        }
    }

    private static String shown(Json arguments) {
        var text = arguments.write();
        return text.length() <= 200 ? text : text.substring(0, 200) + "…";
    }

    /// What was decided so far.
    private static final class Tally {
        private int confined;
        private int asked;
        private int refused;
        private int byRule;
        private final List<String> unasked = new ArrayList<>();
        private final List<String> held = new ArrayList<>();

        Counts counts() {
            return new Counts(confined, asked, refused, byRule);
        }

        /// What cannot be read must not be started either, whatever runMode it gets.
        void unreadable(String shown, Tool tool, Item.ToolCall call) throws InterruptedException {
            var outcome = tool.run(call, RunMode.CONFINED, _ -> {});
            if (outcome instanceof Tool.Outcome.Done done && done.answer() == CallOutcome.FAILED) refused++;
            else unasked.add(shown);
        }
    }
}
