package dev.pawl.campaign.approval;

import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.agent.approval.ApprovalContext.Approval;
import dev.pawl.agent.approval.ApprovalContext.Mode;
import dev.pawl.agent.approval.Rule;
import dev.pawl.card.Boundary;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// A context under which no command may leave the sandbox unasked, and whether calls ask to.
record Policy(String name, ApprovalContext context, boolean escapes) {
    /// What a person may have written down in good faith, on several evenings, with `outside =
    /// true`.
    private static final List<Rule> RULES = Stream.of(
                    "git log",
                    "git status",
                    "git diff",
                    "git show",
                    "git grep",
                    "ls",
                    "cat",
                    "echo",
                    "grep",
                    "head",
                    "tail",
                    "wc",
                    "pwd",
                    "true",
                    "npm test",
                    "find",
                    "fd",
                    "fdfind",
                    "rg",
                    "sort",
                    "sed",
                    "awk",
                    "gawk",
                    "mawk",
                    "env",
                    "xargs",
                    "tar",
                    "man",
                    "less",
                    "tool",
                    "./ls",
                    "./cat",
                    "bin/tool",
                    "export",
                    "timeout",
                    "nice",
                    "cd",
                    "pushd",
                    "popd",
                    "make",
                    "make test",
                    "npm run",
                    "cargo test",
                    "go test",
                    "mvn",
                    "pytest",
                    "pip install",
                    "python3 tidy.py",
                    "sh deploy.sh",
                    "bash deploy.sh",
                    "node deploy.js",
                    "sh ./deploy.sh")
            .map(words -> rule(words, new Rule.Scope.Outside()))
            .toList();
    /// The same as `--remember` keeps them, and as they were kept before rules had a scope.
    private static final List<Rule> REMEMBERED = RULES.stream()
            .flatMap(rule -> Stream.of(
                    rule(rule.prefix(), new Rule.Scope.Within(new Boundary("workspace-write", true, List.of()))),
                    rule(rule.prefix(), new Rule.Scope.Inside())))
            .toList();
    /// A project's own wishes, trusted by somebody in a hurry.
    private static final List<Rule> WISHES = Stream.of("git", "bash", "sh", "touch", "curl", "rm", "python3", "ls")
            .map(word -> new Rule(Rule.Tier.PROJECT, Rule.Effect.ALLOW, List.of(word)))
            .toList();

    private static Rule rule(String words, Rule.Scope scope) {
        return rule(List.of(words.split(" ", -1)), scope);
    }

    private static Rule rule(List<String> prefix, Rule.Scope scope) {
        return new Rule(Rule.Tier.USER, Rule.Effect.ALLOW, prefix, scope);
    }

    static List<Policy> all() {
        return List.of(
                policy("on request", Approval.ON_REQUEST, Mode.WORKSPACE_WRITE, true, List.of(), false),
                policy("on request, read-only", Approval.ON_REQUEST, Mode.READ_ONLY, true, List.of(), false),
                policy("on request, asking to leave", Approval.ON_REQUEST, Mode.WORKSPACE_WRITE, true, List.of(), true),
                policy("on request, no sandbox", Approval.ON_REQUEST, Mode.WORKSPACE_WRITE, false, List.of(), false),
                policy("auto-edit", Approval.AUTO_EDIT, Mode.WORKSPACE_WRITE, true, List.of(), true),
                policy("untrusted", Approval.UNTRUSTED, Mode.WORKSPACE_WRITE, true, List.of(), false),
                policy("untrusted, all access", Approval.UNTRUSTED, Mode.DANGER_FULL_ACCESS, true, List.of(), false),
                policy("never", Approval.NEVER, Mode.WORKSPACE_WRITE, true, List.of(), false),
                policy("never, asking to leave", Approval.NEVER, Mode.WORKSPACE_WRITE, true, List.of(), true),
                policy("never, no sandbox", Approval.NEVER, Mode.WORKSPACE_WRITE, false, List.of(), false),
                policy("rules", Approval.ON_REQUEST, Mode.WORKSPACE_WRITE, true, RULES, false),
                policy("rules, asking to leave", Approval.ON_REQUEST, Mode.WORKSPACE_WRITE, true, RULES, true),
                policy("rules, no sandbox", Approval.ON_REQUEST, Mode.WORKSPACE_WRITE, false, RULES, false),
                policy("rules, never", Approval.NEVER, Mode.WORKSPACE_WRITE, true, RULES, true),
                policy("rules, untrusted, all access", Approval.UNTRUSTED, Mode.DANGER_FULL_ACCESS, true, RULES, false),
                policy("remembered", Approval.AUTO_EDIT, Mode.WORKSPACE_WRITE, true, REMEMBERED, false),
                policy(
                        "remembered, asking to leave",
                        Approval.ON_REQUEST,
                        Mode.WORKSPACE_WRITE,
                        true,
                        REMEMBERED,
                        true),
                policy("remembered, no sandbox", Approval.ON_REQUEST, Mode.WORKSPACE_WRITE, false, REMEMBERED, false),
                policy("remembered, never", Approval.NEVER, Mode.WORKSPACE_WRITE, true, REMEMBERED, true),
                policy(
                        "remembered, untrusted, all access",
                        Approval.UNTRUSTED,
                        Mode.DANGER_FULL_ACCESS,
                        true,
                        REMEMBERED,
                        false),
                policy("a project's rules", Approval.ON_REQUEST, Mode.WORKSPACE_WRITE, true, WISHES, true));
    }

    private static Policy policy(
            String name, Approval approval, Mode mode, boolean canConfine, List<Rule> rules, boolean escapes) {
        return new Policy(name, new ApprovalContext(approval, mode, canConfine, rules, Set.of()), escapes);
    }

    /// Whether its rules may let a line out that they were made for.
    boolean hasRules() {
        return context.rules().equals(RULES);
    }

    /// Whether the sandbox is around what begins without a question.
    boolean confines() {
        return !escapes && context.canConfine() && context.mode() != Mode.DANGER_FULL_ACCESS;
    }
}
