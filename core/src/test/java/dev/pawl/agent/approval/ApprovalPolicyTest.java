package dev.pawl.agent.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.approval.ApprovalContext.Approval;
import dev.pawl.agent.approval.ApprovalContext.Mode;
import dev.pawl.agent.approval.Rule.Effect;
import dev.pawl.agent.approval.Rule.Tier;
import dev.pawl.card.Detail;
import dev.pawl.card.Question;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The table of who is asked about what.
class ApprovalPolicyTest {
    private static final Intent.Wish WISH = new Intent.Wish(false, "");

    private static ApprovalContext context(Approval approval, Mode mode, boolean canConfine, Rule... rules) {
        return new ApprovalContext(approval, mode, canConfine, List.of(rules), Set.of());
    }

    private static ApprovalDecision judge(ApprovalContext context, Intent intent) {
        return new ApprovalPolicy(context, text -> "#" + text.hashCode()).judge(intent);
    }

    private static Intent.Command command(boolean escapes, String... words) {
        var script = String.join(" ", words);
        return command(script, List.of(List.of(words)), new Intent.Wish(escapes, ""), script);
    }

    private static Intent.Command command(
            String script, List<List<String>> commands, Intent.Wish wish, String print, String... doubts) {
        var evidence = new Intent.Evidence(List.of(), List.of(doubts), print);
        var argv = List.of("/bin/bash", "-lc", script);
        return new Intent.Command(argv, script, commands, "/project", wish, Deferred.of(evidence));
    }

    private static Intent.Edit edit(String path, Intent.Place place) {
        var change = new Detail.FileChange(path, Detail.FileChange.Kind.UPDATE, "", "-a\n+b\u001b[8m\n");
        return new Intent.Edit(
                List.of(new Intent.Target(path, place)), Deferred.of(new Intent.Sight(List.of(change), path)));
    }

    private static Question.Approval asked(ApprovalContext context, Intent intent) {
        return (Question.Approval) ((ApprovalDecision.Ask) judge(context, intent)).question();
    }

    private static Rule outside(String... prefix) {
        return new Rule(Tier.USER, Effect.ALLOW, List.of(prefix), new Rule.Scope.Outside());
    }

    private static String shown(ApprovalDecision approvalDecision) {
        return switch (approvalDecision) {
            case ApprovalDecision.Go(var runMode) -> "GO " + runMode;
            case ApprovalDecision.Ask(var _, var runMode) -> "ASK " + runMode;
            case ApprovalDecision.Refused _ -> "REFUSED";
        };
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # approval,  mode,               sandbox, plain command, asks to escape, destructive
            UNTRUSTED,   READ_ONLY,          true,    ASK CONFINED,  ASK FREE,       ASK CONFINED
            UNTRUSTED,   WORKSPACE_WRITE,    true,    ASK CONFINED,  ASK FREE,       ASK CONFINED
            UNTRUSTED,   DANGER_FULL_ACCESS, true,    ASK FREE,      ASK FREE,       ASK FREE
            AUTO_EDIT,   WORKSPACE_WRITE,    true,    ASK CONFINED,  ASK FREE,       ASK CONFINED
            ON_REQUEST,  READ_ONLY,          true,    GO CONFINED,   ASK FREE,       ASK CONFINED
            ON_REQUEST,  WORKSPACE_WRITE,    true,    GO CONFINED,   ASK FREE,       ASK CONFINED
            ON_REQUEST,  DANGER_FULL_ACCESS, true,    GO FREE,       GO FREE,        ASK FREE
            NEVER,       READ_ONLY,          true,    GO CONFINED,   REFUSED,        REFUSED
            NEVER,       WORKSPACE_WRITE,    true,    GO CONFINED,   REFUSED,        REFUSED
            NEVER,       DANGER_FULL_ACCESS, true,    GO FREE,       GO FREE,        GO FREE
            UNTRUSTED,   WORKSPACE_WRITE,    false,   ASK FREE,      ASK FREE,       ASK FREE
            ON_REQUEST,  WORKSPACE_WRITE,    false,   ASK FREE,      ASK FREE,       ASK FREE
            NEVER,       WORKSPACE_WRITE,    false,   REFUSED,       REFUSED,        REFUSED
            """)
    void commands(Approval approval, Mode mode, boolean sandbox, String plain, String escaping, String destructive) {
        var context = context(approval, mode, sandbox);
        assertThat(shown(judge(context, command(false, "make", "test")))).isEqualTo(plain);
        assertThat(shown(judge(context, command(true, "make", "test")))).isEqualTo(escaping);
        assertThat(shown(judge(context, command(false, "rm", "-rf", "build")))).isEqualTo(destructive);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # approval,  mode,               inside,       outside
            UNTRUSTED,   READ_ONLY,          ASK FREE,     ASK FREE
            UNTRUSTED,   WORKSPACE_WRITE,    ASK CONFINED, ASK FREE
            UNTRUSTED,   DANGER_FULL_ACCESS, ASK CONFINED, ASK FREE
            AUTO_EDIT,   WORKSPACE_WRITE,    GO CONFINED,  ASK FREE
            ON_REQUEST,  READ_ONLY,          ASK FREE,     ASK FREE
            ON_REQUEST,  WORKSPACE_WRITE,    GO CONFINED,  ASK FREE
            ON_REQUEST,  DANGER_FULL_ACCESS, GO FREE,      GO FREE
            NEVER,       READ_ONLY,          REFUSED,      REFUSED
            NEVER,       WORKSPACE_WRITE,    GO CONFINED,  REFUSED
            NEVER,       DANGER_FULL_ACCESS, GO FREE,      GO FREE
            """)
    void edits(Approval approval, Mode mode, String inside, String outside) {
        var context = context(approval, mode, true);
        assertThat(shown(judge(context, edit("/project/a", Intent.Place.INSIDE))))
                .isEqualTo(inside);
        assertThat(shown(judge(context, edit("/etc/a", Intent.Place.OUTSIDE)))).isEqualTo(outside);
    }

    @Test
    void aRuleAllowsWhatBeginsWithItsWordsAndNothingElse() {
        var context = context(Approval.UNTRUSTED, Mode.WORKSPACE_WRITE, true, outside("git", "push"));
        assertThat(shown(judge(context, command(true, "git", "push", "origin"))))
                .isEqualTo("GO FREE");
        assertThat(shown(judge(context, command(false, "git", "pushy")))).isEqualTo("ASK CONFINED");
        var both = command("git push && make", List.of(List.of("git", "push"), List.of("make")), WISH, "x");
        assertThat(shown(judge(context, both)))
                .as("each command must be allowed")
                .isEqualTo("ASK CONFINED");
        var opaque = command("git push $(id)", List.of(), WISH, "x");
        assertThat(shown(judge(context, opaque)))
                .as("nothing is concluded from words a shell expands")
                .isEqualTo("ASK CONFINED");
    }

    @Test
    void theStrictestRuleWinsAndAProjectMayOnlyNarrow() {
        var deny = new Rule(Tier.PROJECT, Effect.DENY, List.of("git", "push"));
        var allow = new Rule(Tier.USER, Effect.ALLOW, List.of("git"));
        var free = context(Approval.NEVER, Mode.DANGER_FULL_ACCESS, true, allow, deny);
        assertThat(shown(judge(free, command(false, "git", "push")))).isEqualTo("REFUSED");
        var widening = context(
                Approval.UNTRUSTED, Mode.WORKSPACE_WRITE, true, new Rule(Tier.PROJECT, Effect.ALLOW, List.of("make")));
        assertThat(shown(judge(widening, command(false, "make")))).isEqualTo("ASK CONFINED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rm -rf /",
                "sudo rm -fr x",
                "env A=1 rm -r x",
                "/bin/rm --force x",
                "git reset --hard",
                "git clean -fd",
                "git push --force",
                "git push origin :main",
                "git push origin +main",
                "git branch -D x",
                "git checkout .",
                "find . -delete",
                "dd if=/dev/zero of=/dev/sda",
                "shred x",
                "mkfs.ext4 /dev/sda",
                "timeout 5 rm -rf x",
                "timeout -s KILL 5 rm -rf x",
                "sudo -u root rm -rf x",
                "bash -c 'rm -rf x'",
                "git -C /tmp reset --hard",
                "find . -exec rm -rf {} +"
            })
    void whatIsGoneForGoodIsAskedAbout(String line) {
        var context = context(Approval.ON_REQUEST, Mode.DANGER_FULL_ACCESS, true);
        assertThat(shown(judge(context, command(false, line.split(" "))))).isEqualTo("ASK FREE");
        var script = command("for x in 1 2; do " + line + "; done", List.of(), WISH, "x");
        assertThat(shown(judge(context, script))).as("inside a script").isEqualTo("ASK FREE");
    }

    private static Intent.Command script(boolean escapes, String text) {
        return command(text, List.of(), new Intent.Wish(escapes, ""), text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git push > log",
                "git push>log",
                "> log git push",
                "X=1 git push",
                "git push &",
                "(git push)",
                "{ git push; }",
                "if true; then git push; fi",
                "g''it pu\\sh $X",
                "git${IFS}push",
                "echo $(git push)",
                "echo `git push`",
                "/usr/bin/git push >x",
                "git -C /tmp push >x",
                "git -c a=b --no-pager push >x",
                "env -i PATH=/bin git push >x",
                "sudo -u root git push >x",
                "timeout -s KILL 5 git push >x",
                "nohup bash -c 'git push' >x",
                "eval 'git push'",
                "trap 'git push' EXIT",
                "find . -exec git push {} +",
                "echo x | xargs git push >x",
                "git \\\npush"
            })
    void aRuleThatForbidsIsNotEvadedByASpelling(String text) {
        var deny = new Rule(Tier.USER, Effect.DENY, List.of("git", "push"));
        for (var mode : Mode.values()) {
            assertThat(shown(judge(context(Approval.ON_REQUEST, mode, true, deny), script(false, text))))
                    .isEqualTo("REFUSED");
        }
        var ask = new Rule(Tier.PROJECT, Effect.ASK, List.of("git", "push"));
        assertThat(shown(judge(context(Approval.ON_REQUEST, Mode.WORKSPACE_WRITE, true, ask), script(false, text))))
                .isEqualTo("ASK CONFINED");
    }

    @Test
    void whatNobodyCanReadAsksOutsideTheSandboxWhereARuleForbids() {
        var deny = new Rule(Tier.USER, Effect.DENY, List.of("git", "push"));
        var hidden = script(false, "$A$B");
        assertThat(shown(judge(context(Approval.ON_REQUEST, Mode.DANGER_FULL_ACCESS, true, deny), hidden)))
                .isEqualTo("ASK FREE");
        assertThat(shown(judge(context(Approval.ON_REQUEST, Mode.WORKSPACE_WRITE, true, deny), hidden)))
                .isEqualTo("GO CONFINED");
        assertThat(shown(judge(context(Approval.ON_REQUEST, Mode.DANGER_FULL_ACCESS, true), hidden)))
                .isEqualTo("GO FREE");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # rule       | command                           | inside      | outside
            git log      | git log -5                        | GO CONFINED | GO FREE
            git log      | git log --output=/etc/x           | GO CONFINED | ASK FREE
            git log      | git log --ext-diff                | GO CONFINED | ASK FREE
            git          | git -c core.pager=sh log          | GO CONFINED | ASK FREE
            git          | git -C /tmp/x status              | GO CONFINED | ASK FREE
            find         | find . -name x                    | GO CONFINED | GO FREE
            find         | find . -exec sh {} +              | GO CONFINED | ASK FREE
            find . -exec | find . -exec true {} +            | GO CONFINED | GO FREE
            rg           | rg --pre sh x                     | GO CONFINED | ASK FREE
            sort         | sort -o /etc/x y                  | GO CONFINED | ASK FREE
            awk          | awk 1 x                           | GO CONFINED | ASK FREE
            bash         | bash x.sh                         | GO CONFINED | ASK FREE
            env          | env git log                       | GO CONFINED | ASK FREE
            npm test     | npm test --watch                  | GO CONFINED | GO FREE
            cd           | cd sub                            | GO CONFINED | ASK FREE
            cd sub       | cd sub                            | GO CONFINED | ASK FREE
            pushd        | pushd sub                         | GO CONFINED | ASK FREE
            """)
    void aRuleLetsOutOnlyWhatItsWordsSay(String rule, String command, String inside, String outside) {
        var allow = outside(rule.split(" "));
        var context = context(Approval.ON_REQUEST, Mode.WORKSPACE_WRITE, true, allow);
        assertThat(shown(judge(context, command(false, command.split(" "))))).isEqualTo(inside);
        assertThat(shown(judge(context, command(true, command.split(" "))))).isEqualTo(outside);
    }

    @Test
    void aDoubtIsShownAndKeepsRulesFromLettingOut() {
        var allow = outside("ls");
        var context = context(Approval.ON_REQUEST, Mode.WORKSPACE_WRITE, true, allow);
        var planted = command(
                "ls",
                List.of(List.of("ls")),
                new Intent.Wish(true, ""),
                "x",
                "starts /project/ls, which the agent itself can change");
        var asked = (ApprovalDecision.Ask) judge(context, planted);
        assertThat(((Question.Approval) asked.question()).facts())
                .contains("starts /project/ls, which the agent itself can change");
    }

    @Test
    void whatHidesSomethingIsNeverRemembered() {
        var context = context(Approval.UNTRUSTED, Mode.WORKSPACE_WRITE, true);
        assertThat(remembers(context, "npm", "test", "a\u200bb")).isEmpty();
    }

    @Test
    void anApprovalForTheThreadHoldsForTheSameSealOnly() {
        var context = context(Approval.UNTRUSTED, Mode.WORKSPACE_WRITE, true);
        var asked = (ApprovalDecision.Ask) judge(context, command(false, "make"));
        var granted = new ApprovalContext(context.approval(), context.mode(), true, List.of(), Set.of(asked.seal()));
        assertThat(shown(judge(granted, command(false, "make")))).isEqualTo("GO CONFINED");
        assertThat(shown(judge(granted, command(false, "make", "install")))).isEqualTo("ASK CONFINED");
        var weaker =
                new ApprovalContext(Approval.UNTRUSTED, Mode.DANGER_FULL_ACCESS, true, List.of(), Set.of(asked.seal()));
        assertThat(shown(judge(weaker, command(false, "make"))))
                .as("another policy, another intent")
                .isEqualTo("ASK FREE");
    }

    @Test
    void whatIsShownHidesNothing() {
        var asked = (ApprovalDecision.Ask) judge(
                context(Approval.UNTRUSTED, Mode.WORKSPACE_WRITE, true),
                command(false, "echo", "a\u202eb\u200bc\u001b[8m"));
        var title = ((Question.Approval) asked.question()).title();
        assertThat(title).isEqualTo("echo a\\u{202E}b\\u{200B}c\\u{001B}[8m");
    }

    @Test
    void noRuleIsOfferedThatWouldAllowEverything() {
        var context = context(Approval.UNTRUSTED, Mode.WORKSPACE_WRITE, true);
        assertThat(remembers(context, "npm", "test", "--all")).containsExactly("npm", "test");
        assertThat(remembers(context, "ls", "-l")).containsExactly("ls");
        assertThat(remembers(context, "bash", "-c", "x")).isEmpty();
        assertThat(remembers(context, "python3", "x.py")).isEmpty();
        assertThat(remembers(context, "rm", "-rf", "x")).isEmpty();
    }

    private static List<String> remembers(ApprovalContext context, String... words) {
        var asked = (ApprovalDecision.Ask) judge(context, command(false, words));
        return ((Question.Approval) asked.question()).keep().rule();
    }

    @Test
    void questionsAreAlwaysAsked() {
        var context = context(Approval.NEVER, Mode.READ_ONLY, true);
        assertThat(shown(judge(context, new Intent.Ask("{}")))).isEqualTo("ASK CONFINED");
    }

    @Test
    void aRuleWithoutAScopeHoldsInsideOnly() {
        var allow = new Rule(Tier.USER, Effect.ALLOW, List.of("make", "test"));
        var confined = context(Approval.AUTO_EDIT, Mode.WORKSPACE_WRITE, true, allow);
        assertThat(shown(judge(confined, command(false, "make", "test")))).isEqualTo("GO CONFINED");
        assertThat(shown(judge(confined, command(true, "make", "test")))).isEqualTo("ASK FREE");
        var cannot = context(Approval.AUTO_EDIT, Mode.WORKSPACE_WRITE, false, allow);
        assertThat(shown(judge(cannot, command(false, "make", "test")))).isEqualTo("ASK FREE");
        var open = context(Approval.UNTRUSTED, Mode.DANGER_FULL_ACCESS, true, allow);
        assertThat(shown(judge(open, command(false, "make", "test")))).isEqualTo("ASK FREE");
        var never = context(Approval.NEVER, Mode.WORKSPACE_WRITE, true, allow);
        assertThat(shown(judge(never, command(true, "make", "test")))).isEqualTo("REFUSED");
    }

    @Test
    void whatIsRememberedHoldsWhereNoMoreCanBeReached() {
        var narrow = new ApprovalContext.Scope(Mode.WORKSPACE_WRITE, false, List.of("/data"));
        var keep = asked(context(narrow), command(false, "make", "test")).keep();
        assertThat(keep.rule()).containsExactly("make", "test");
        var rule = new Rule(Tier.USER, Effect.ALLOW, keep.rule(), new Rule.Scope.Within(keep.where()));
        var again = command(false, "make", "test");
        assertThat(shown(judge(context(narrow, rule), again))).isEqualTo("GO CONFINED");
        var tighter = new ApprovalContext.Scope(Mode.READ_ONLY, false, List.of());
        assertThat(shown(judge(context(tighter, rule), again))).isEqualTo("GO CONFINED");
        var online = new ApprovalContext.Scope(Mode.WORKSPACE_WRITE, true, List.of("/data"));
        assertThat(shown(judge(context(online, rule), again))).isEqualTo("ASK CONFINED");
        var wider = new ApprovalContext.Scope(Mode.WORKSPACE_WRITE, false, List.of("/data", "/etc"));
        assertThat(shown(judge(context(wider, rule), again))).isEqualTo("ASK CONFINED");
        var open = new ApprovalContext.Scope(Mode.DANGER_FULL_ACCESS, true, List.of());
        assertThat(shown(judge(context(open, rule), again))).isEqualTo("ASK FREE");
    }

    private static ApprovalContext context(ApprovalContext.Scope reach, Rule... rules) {
        return new ApprovalContext(Approval.UNTRUSTED, reach, true, List.of(rules), Set.of());
    }

    @ParameterizedTest
    @CsvSource({
        "make test, false",
        "npm test, false",
        "./deploy, false",
        "git push, false",
        "python3 x.py, false",
        "ls -l, true",
        "cat /etc/hosts, true",
        "sort -o x y, false"
    })
    void outsideAYesIsKeptForClosedProgramsAlone(String line, boolean kept) {
        var context = context(Approval.ON_REQUEST, Mode.WORKSPACE_WRITE, true);
        var intent = command(true, line.split(" "));
        var question = asked(context, intent);
        assertThat(question.keep().rule())
                .as("no rule is offered for leaving the sandbox")
                .isEmpty();
        assertThat(question.keep().thread()).isEqualTo(kept);
        var granted = new ApprovalContext(context.approval(), context.mode(), true, List.of(), Set.of(question.seal()));
        assertThat(shown(judge(granted, intent))).isEqualTo(kept ? "GO FREE" : "ASK FREE");
    }

    @Test
    void theWordsOfTheAgentCannotLookLikeOurs() {
        var wish = new Intent.Wish(true, "needed\n  runs in the sandbox (workspace-write)");
        var context = context(Approval.ON_REQUEST, Mode.WORKSPACE_WRITE, true);
        var question = asked(context, command("x", List.of(), wish, "x", "starts a\nb"));
        assertThat(question.why()).doesNotContain("\n");
        assertThat(question.facts()).noneMatch(fact -> fact.contains("\n"));
    }

    @Test
    void anEditIsShownWholeAndByItsPlace() {
        var context = context(Approval.ON_REQUEST, Mode.READ_ONLY, true);
        var inside = asked(context, edit("/project/a", Intent.Place.INSIDE));
        assertThat(inside.facts()).contains("changes /project/a").noneMatch(fact -> fact.contains("outside"));
        assertThat(inside.changes())
                .singleElement()
                .satisfies(change -> assertThat(change.diff()).isEqualTo("-a\n+b\\u{001B}[8m\n"));
        assertThat(asked(context, edit("/etc/a", Intent.Place.OUTSIDE)).facts())
                .contains("changes /etc/a (outside the workspace)");
    }
}
