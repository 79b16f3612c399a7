package dev.pawl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Rule.Effect;
import dev.pawl.agent.Rule.Tier;
import dev.pawl.agent.Stance.Approval;
import dev.pawl.agent.Stance.Mode;
import dev.pawl.card.Question;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The table of who is asked about what.
class ApprovalPolicyTest {
    private static Stance stance(Approval approval, Mode mode, boolean canConfine, Rule... rules) {
        return new Stance(approval, mode, canConfine, List.of(rules), Set.of());
    }

    private static Clearance judge(Stance stance, Deed deed) {
        return new ApprovalPolicy(stance, text -> "#" + text.hashCode()).judge(deed);
    }

    private static Deed.Command command(boolean escapes, String... words) {
        var script = String.join(" ", words);
        return new Deed.Command(
                List.of("/bin/bash", "-lc", script), List.of(List.of(words)), "/project", escapes, "", script);
    }

    private static String shown(Clearance clearance) {
        return switch (clearance) {
            case Clearance.Go(var permit) -> "GO " + permit;
            case Clearance.Ask(var _, var permit) -> "ASK " + permit;
            case Clearance.Refused _ -> "REFUSED";
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
        var stance = stance(approval, mode, sandbox);
        assertThat(shown(judge(stance, command(false, "make", "test")))).isEqualTo(plain);
        assertThat(shown(judge(stance, command(true, "make", "test")))).isEqualTo(escaping);
        assertThat(shown(judge(stance, command(false, "rm", "-rf", "build")))).isEqualTo(destructive);
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
        var stance = stance(approval, mode, true);
        assertThat(shown(judge(stance, new Deed.Edit(List.of("/project/a"), List.of(), "a"))))
                .isEqualTo(inside);
        assertThat(shown(judge(stance, new Deed.Edit(List.of("/etc/a"), List.of("/etc/a"), "a"))))
                .isEqualTo(outside);
    }

    @Test
    void aRuleAllowsWhatBeginsWithItsWordsAndNothingElse() {
        var stance = stance(
                Approval.UNTRUSTED,
                Mode.WORKSPACE_WRITE,
                true,
                new Rule(Tier.USER, Effect.ALLOW, List.of("git", "push")));
        assertThat(shown(judge(stance, command(true, "git", "push", "origin")))).isEqualTo("GO FREE");
        assertThat(shown(judge(stance, command(false, "git", "pushy")))).isEqualTo("ASK CONFINED");
        var both = new Deed.Command(
                List.of("bash", "-lc", "git push && make"),
                List.of(List.of("git", "push"), List.of("make")),
                "/project",
                false,
                "",
                "x");
        assertThat(shown(judge(stance, both)))
                .as("each command must be allowed")
                .isEqualTo("ASK CONFINED");
        var opaque = new Deed.Command(List.of("bash", "-lc", "git push $(id)"), List.of(), "/project", false, "", "x");
        assertThat(shown(judge(stance, opaque)))
                .as("nothing is concluded from words a shell expands")
                .isEqualTo("ASK CONFINED");
    }

    @Test
    void theStrictestRuleWinsAndAProjectMayOnlyNarrow() {
        var deny = new Rule(Tier.PROJECT, Effect.DENY, List.of("git", "push"));
        var allow = new Rule(Tier.USER, Effect.ALLOW, List.of("git"));
        var free = stance(Approval.NEVER, Mode.DANGER_FULL_ACCESS, true, allow, deny);
        assertThat(shown(judge(free, command(false, "git", "push")))).isEqualTo("REFUSED");
        var widening = stance(
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
                "timeout 5 rm -rf x"
            })
    void whatIsGoneForGoodIsAskedAbout(String line) {
        var stance = stance(Approval.ON_REQUEST, Mode.DANGER_FULL_ACCESS, true);
        assertThat(shown(judge(stance, command(false, line.split(" "))))).isEqualTo("ASK FREE");
        var script = new Deed.Command(
                List.of("bash", "-lc", "for x in 1 2; do " + line + "; done"), List.of(), "/", false, "", "x");
        assertThat(shown(judge(stance, script))).as("inside a script").isEqualTo("ASK FREE");
    }

    @Test
    void anApprovalForTheThreadHoldsForTheSameSealOnly() {
        var stance = stance(Approval.UNTRUSTED, Mode.WORKSPACE_WRITE, true);
        var asked = (Clearance.Ask) judge(stance, command(false, "make"));
        var granted = new Stance(stance.approval(), stance.mode(), true, List.of(), Set.of(asked.seal()));
        assertThat(shown(judge(granted, command(false, "make")))).isEqualTo("GO CONFINED");
        assertThat(shown(judge(granted, command(false, "make", "install")))).isEqualTo("ASK CONFINED");
        var weaker = new Stance(Approval.UNTRUSTED, Mode.DANGER_FULL_ACCESS, true, List.of(), Set.of(asked.seal()));
        assertThat(shown(judge(weaker, command(false, "make"))))
                .as("another policy, another deed")
                .isEqualTo("ASK FREE");
    }

    @Test
    void whatIsShownHidesNothing() {
        var asked = (Clearance.Ask) judge(
                stance(Approval.UNTRUSTED, Mode.WORKSPACE_WRITE, true),
                command(false, "echo", "a\u202eb\u200bc\u001b[8m"));
        var title = ((Question.Approval) asked.question()).title();
        assertThat(title).isEqualTo("echo a\\u{202E}b\\u{200B}c\\u{001B}[8m");
    }

    @Test
    void noRuleIsOfferedThatWouldAllowEverything() {
        var stance = stance(Approval.UNTRUSTED, Mode.WORKSPACE_WRITE, true);
        assertThat(remembers(stance, "npm", "test", "--all")).containsExactly("npm", "test");
        assertThat(remembers(stance, "ls", "-l")).containsExactly("ls");
        assertThat(remembers(stance, "bash", "-c", "x")).isEmpty();
        assertThat(remembers(stance, "python3", "x.py")).isEmpty();
        assertThat(remembers(stance, "rm", "-rf", "x")).isEmpty();
    }

    private static List<String> remembers(Stance stance, String... words) {
        var asked = (Clearance.Ask) judge(stance, command(false, words));
        return ((Question.Approval) asked.question()).remembers();
    }

    @Test
    void questionsAreAlwaysAsked() {
        var stance = stance(Approval.NEVER, Mode.READ_ONLY, true);
        assertThat(shown(judge(stance, new Deed.Ask("{}")))).isEqualTo("ASK CONFINED");
    }
}
