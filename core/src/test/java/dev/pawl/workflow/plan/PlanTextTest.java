package dev.pawl.workflow.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The grammar of a plan and what T02 refuses (W04).
class PlanTextTest {
    private static final PlanText.Rules RULES = new PlanText.Rules(Set.of("unit", "lint"), false, List.of());
    private static final String PLAN = """
            ---
            title: "Login rate limit"
            ---
            ## Goal
            Stop guessing of passwords.
            ## Requirements
            R-1 WHEN a login fails 5 times THE SYSTEM SHALL wait.
            ## Tasks
            - [ ] T-001 [P] Token bucket store | deps: - | files: src/limit/** | req: R-1 | verify: unit
            - [ ] T-002 Filter | deps: T-001 | files: src/web/Filter.java, src/web/Web.java | req: R-1 | verify: unit,lint
            ## Open questions
            """;

    private static PlanText.Reading read(String text) {
        return PlanText.read(text, RULES);
    }

    private static List<PlanFault.Kind> kinds(String text) {
        return read(text).faults().stream().map(PlanFault::kind).toList();
    }

    @Test
    void aSoundPlanIsReadWhole() {
        var reading = read(PLAN);
        assertThat(reading.faults()).isEmpty();
        assertThat(reading.plan().title()).isEqualTo("Login rate limit");
        assertThat(reading.plan().tasks())
                .containsExactly(
                        new PlanTask(
                                new TaskId("T-001"),
                                true,
                                "Token bucket store",
                                List.of(),
                                List.of("src/limit/**"),
                                List.of("R-1"),
                                List.of("unit")),
                        new PlanTask(
                                new TaskId("T-002"),
                                false,
                                "Filter",
                                List.of(new TaskId("T-001")),
                                List.of("src/web/Filter.java", "src/web/Web.java"),
                                List.of("R-1"),
                                List.of("unit", "lint")));
    }

    @Test
    void chineseSectionsCrlfAndAByteOrderMarkAreRead() {
        var text = "\uFEFF---\ntitle: 限流\n---\n## 目标\n防止猜密码。\n## 任务\n- [ ] T-001 过滤器 | verify: none\n";
        var reading = read(text.replace("\n", "\r\n"));
        assertThat(reading.faults()).isEmpty();
        assertThat(reading.plan().title()).isEqualTo("限流");
        assertThat(reading.plan().tasks().getFirst().checks()).isEmpty();
    }

    /// Each row breaks one line of a sound plan.
    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "W04 no tasks ! NO_TASKS ! - [ ] T-001 .*\\n- [ ] T-002 .*\\n ! ",
                "W04 duplicate id ! DUPLICATE_ID ! T-002 Filter ! T-001 Filter",
                "W04 cycle ! CYCLE ! deps: - \\| files: src/limit ! deps: T-002 | files: src/limit",
                "W04 cycle of one ! CYCLE ! deps: - \\| files: src/limit ! deps: T-001 | files: src/limit",
                "W04 open clarification ! OPEN_QUESTION ! ## Open questions ! ## Open questions\\n[NEEDS CLARIFICATION: which limit?]",
                "unknown dependency ! UNKNOWN_DEPENDENCY ! deps: T-001 ! deps: T-009",
                "unknown check ! UNKNOWN_CHECK ! verify: unit,lint ! verify: unit,typos",
                "no verify ! NO_VERIFY ! \\| verify: unit\\n ! \\n",
                "empty verify ! NO_VERIFY ! verify: unit\\n ! verify: \\n",
                "unknown section ! UNKNOWN_SECTION ! ## Open questions ! ## Extras",
                "double section ! DOUBLE_SECTION ! ## Open questions ! ## Goal",
                "no goal ! NO_GOAL ! Stop guessing of passwords.\\n ! ",
                "bad task line ! BAD_TASK_LINE ! T-002 Filter ! T2 Filter",
                "unknown key ! UNKNOWN_KEY ! deps: T-001 ! needs: T-001",
                "unknown requirement ! UNKNOWN_REQUIREMENT ! req: R-1 \\| verify: unit,lint ! req: R-7 | verify: unit,lint"
            })
    void aFaultIsNamed(String name, PlanFault.Kind kind, String find, String replacement) {
        var broken = PLAN.replaceFirst(
                find.strip().replace("[ ]", "\\[ \\]"),
                replacement == null ? "" : replacement.strip().replace("\\n", "\n"));
        assertThat(broken).as(name).isNotEqualTo(PLAN);
        assertThat(kinds(broken)).as(name).contains(kind);
    }

    @Test
    void theCycleIsShown() {
        var broken = PLAN.replace("deps: - | files: src/limit", "deps: T-002 | files: src/limit");
        assertThat(read(broken).faults().getFirst().words()).contains("T-001 → T-002 → T-001");
    }

    @Test
    void aQuickPlanHasOneTaskAndNoDesign() {
        var quick = new PlanText.Rules(Set.of("unit"), true, List.of());
        var one = "## Goal\nX\n## Tasks\n- [ ] T-001 Do it | verify: unit\n";
        assertThat(PlanText.read(one, quick).isSound()).isTrue();
        assertThat(PlanText.read(one + "- [ ] T-002 And | verify: unit\n", quick)
                        .isSound())
                .isFalse();
        assertThat(PlanText.read(one + "## Design\nTwo layers.\n", quick).isSound())
                .isFalse();
    }

    @Test
    void aModifiedPlanKeepsTheIdsOfItsTasks() {
        var earlier = read(PLAN).plan().tasks();
        var rules = new PlanText.Rules(Set.of("unit", "lint"), false, earlier);
        var swapped = PLAN.replace("T-001", "T-00X").replace("T-002", "T-001").replace("T-00X", "T-002");
        assertThat(PlanText.read(swapped, rules).faults())
                .extracting(PlanFault::kind)
                .contains(PlanFault.Kind.RENUMBERED);
        assertThat(PlanText.read(PLAN, rules).isSound()).isTrue();
    }

    @Test
    void taskLinesInACodeBlockAreNoTasks() {
        var fenced =
                "## Goal\nX\n## Tasks\n```\n- [ ] T-009 Example | verify: unit\n```\n- [ ] T-001 Do | verify: none\n";
        assertThat(read(fenced).plan().tasks())
                .extracting(task -> task.id().value())
                .containsExactly("T-001");
    }

    @Test
    void aLongPlanIsLong() {
        assertThat(read(PLAN + "\n".repeat(Plan.LONG)).plan().isLong()).isTrue();
        assertThat(read(PLAN).plan().isLong()).isFalse();
    }
}
