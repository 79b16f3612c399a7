package dev.pawl.flow;

import static dev.pawl.flow.FlowProject.DONE;
import static dev.pawl.flow.FlowProject.command;
import static dev.pawl.flow.FlowProject.oneTask;
import static dev.pawl.flow.FlowProject.planText;
import static dev.pawl.flow.FlowProject.text;
import static dev.pawl.flow.FlowProject.twoTasks;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `pawl flow` as a user types it, with a scripted model and real checks.
class FlowCommandTest {
    private static final String GOOD = command("echo good > a.txt");
    private static final String BAD = command("echo bad > a.txt");

    @TempDir
    private Path folder;

    private FlowProject project;

    @BeforeEach
    void makeProject() throws Exception {
        project = new FlowProject(folder);
    }

    @Test
    void aRequirementIsCarriedToItsArchive() throws Exception {
        project.script(twoTasks(), GOOD, DONE, command("echo b > b.txt"), DONE);
        var index = project.git("ls-files", "-s");
        var planned = project.plan();
        assertThat(planned.err()).contains("the plan is ready", "T-001", "pawl flow confirm");
        assertThat(project.work().resolve("a.txt")).hasContent("one");
        var done = project.flow("confirm");
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(done.err()).contains("task 1 of 2", "T-001 is done: verified", "T-002 is done: unverified");
        assertThat(project.state()).isEqualTo("IDLE");
        assertThat(project.status().text("outcome")).isEqualTo("completed");
        var archive = project.archive();
        assertThat(archive.resolve("manifest.json")).exists();
        assertThat(archive.resolve("prd.md")).content().contains("- [x] T-001", "status: confirmed");
        assertThat(archive.resolve("report.md")).content().contains("verified", "sh check.sh");
        assertThat(archive.resolve("changes.diff")).content().contains("+good", "b.txt");
        assertThat(archive.resolve("journal.jsonl")).content().contains("\"type\":\"begun\"", "task_closed");
        assertThat(project.context()).contains("task_status: IDLE", "completed");
        assertThat(project.git("ls-files", "-s")).as("the user's index").isEqualTo(index);
        assertThat(project.git("status", "--porcelain")).doesNotContain(".agent");
        assertThat(project.flow("history").out()).contains("completed", "do it");
    }

    @Test
    void aFailedCheckIsFixed() throws Exception {
        project.script(oneTask(), BAD, DONE, GOOD, DONE);
        project.plan();
        var done = project.flow("confirm");
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(done.err()).contains("T-001 fails: error: bad word", "attempt 1 of 3", "T-001 is done: verified");
        assertThat(project.archive().resolve("report.md")).content().contains("1 attempt to fix", "| failed | 1 |");
    }

    @Test
    void threeStrikesBlockAndGuidanceHelps() throws Exception {
        project.script(oneTask(), BAD, DONE, DONE, DONE, DONE, GOOD, DONE);
        project.plan();
        var blocked = project.flow("confirm");
        assertThat(blocked.code()).as(blocked.err()).isEqualTo(3);
        assertThat(blocked.err())
                .contains("attempt 3 of 3", "the same failure as before", "pawl flow rollback", "restore a.txt");
        var status = project.status();
        assertThat(status.text("task_status")).isEqualTo("BLOCKED");
        assertThat(status.text("blocked_reason")).isEqualTo("max_attempts");
        assertThat(status.number("auto_fix_attempts")).isEqualTo(3);
        assertThat(project.context()).contains("auto_fix_attempts: 3", "fix_total: \"T-001=3\"");
        assertThat(project.pawl("approvals", "list").out()).contains("blocked at T-001", "Roll back");
        var done = project.flow("fix", "write good");
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(project.archive().resolve("decisions.md")).content().contains("guidance: write good");
    }

    @Test
    void w33ARollBackTakesOnlyTheAgentsWorkBackAndCanBeUndone() throws Exception {
        project.script(twoTasks(), command("echo bad > a.txt; echo new > agent.txt"), DONE, DONE, DONE, DONE);
        project.plan();
        assertThat(project.flow("confirm").code()).isEqualTo(3);
        Files.writeString(project.work().resolve("mine.txt"), "mine\n");
        assertThat(project.flow("rollback").code()).as("nobody agreed").isEqualTo(1);
        assertThat(project.work().resolve("a.txt")).hasContent("bad");
        assertThat(project.flow("rollback", "--dry-run").out()).contains("restore a.txt", "remove agent.txt");
        var done = project.flow("rollback", "--yes");
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(project.work().resolve("a.txt")).hasContent("one");
        assertThat(project.work().resolve("agent.txt")).doesNotExist();
        assertThat(project.work().resolve("mine.txt")).hasContent("mine");
        assertThat(project.state()).isEqualTo("IDLE");
        assertThat(project.status().text("outcome")).isEqualTo("rolled_back");
        // And it can be undone.
        var id = done.err().replaceAll("(?s).*pawl undo --to (\\d+).*", "$1");
        assertThat(project.pawl(
                                "undo",
                                "--to",
                                id,
                                "--yes",
                                "--cd",
                                project.work().toString())
                        .code())
                .isZero();
        assertThat(project.work().resolve("a.txt")).hasContent("bad");
        assertThat(project.work().resolve("agent.txt")).hasContent("new");
    }

    @Test
    void aSkippedTaskAsksForItsDependants() throws Exception {
        project.script(twoTasks(), BAD, DONE, DONE, DONE, DONE, command("echo b > b.txt"), DONE);
        project.plan();
        project.flow("confirm");
        Files.writeString(project.work().resolve("a.txt"), "good\n");
        var asked = project.flow("skip");
        assertThat(asked.code()).isEqualTo(3);
        assertThat(project.status().text("blocked_reason")).isEqualTo("dependency");
        assertThat(project.task("T-001").text("status")).isEqualTo("SKIPPED");
        var done = project.flow("retry");
        assertThat(done.code()).as("partial").isEqualTo(1);
        assertThat(project.status().text("outcome")).isEqualTo("partial");
        assertThat(project.work().resolve("b.txt")).exists();
    }

    @Test
    void w25AFixByHandNeedsNoModel() throws Exception {
        project.script(oneTask(), BAD, DONE, DONE, DONE, DONE);
        project.plan();
        assertThat(project.flow("confirm").code()).isEqualTo(3);
        Files.writeString(project.work().resolve("a.txt"), "good\n");
        var done = project.flow("fix");
        assertThat(done.code()).as(done.err()).isZero();
    }

    @Test
    void aModifiedPlanIsShownAsADiffAndNeedsItsOwnYes() throws Exception {
        var second = planText(
                "- [ ] T-001 Change the word | deps: - | files: a.txt | verify: unit",
                "- [ ] T-002 Say so | deps: T-001 | files: b.txt | verify: none");
        project.script(oneTask(), text(second), GOOD, DONE, command("echo b > b.txt"), DONE);
        project.plan();
        var first = project.status().text("prd_sha256");
        var modified = project.flow("modify", "also say so");
        assertThat(modified.code()).isEqualTo(3);
        assertThat(modified.err())
                .contains("version 2 of the plan", "+- [ ] T-002 Say so")
                .doesNotContain("+- [ ] T-001");
        assertThat(project.flow("plan", "--diff").out()).contains("+- [ ] T-002 Say so");
        var old = project.flow("confirm", "--hash", first);
        assertThat(old.code()).isEqualTo(1);
        assertThat(old.err()).contains("the plan changed");
        assertThat(project.flow("confirm").code()).isZero();
    }

    @Test
    void aFaultyPlanIsSentBackAndAPlanThatIsEditedNeedsANewYes() throws Exception {
        project.script(text("No plan."), oneTask(), GOOD, DONE);
        var planned = project.plan();
        assertThat(planned.err()).contains("the plan was sent back: no plan was given");
        var plan = project.work().resolve(project.status().text("prd_path"));
        var hash = project.status().text("prd_sha256");
        Files.writeString(plan, Files.readString(plan).replace("It works.", "It works well."));
        var old = project.flow("confirm", "--hash", hash);
        assertThat(old.err()).contains("the plan changed");
        assertThat(project.status().text("prd_sha256")).isNotEqualTo(hash);
        assertThat(project.flow("confirm").code()).isZero();
    }

    @Test
    void aHeldApprovalStartsLater() throws Exception {
        project.script(oneTask(), GOOD, DONE);
        project.plan();
        assertThat(project.flow("confirm", "--hold").code()).isZero();
        assertThat(project.state()).isEqualTo("CONFIRMING");
        assertThat(project.status().text("approved_hash"))
                .isEqualTo(project.status().text("prd_sha256"));
        assertThat(project.flow("confirm").code()).isZero();
    }

    @Test
    void aCancelledPlanIsKept() throws Exception {
        project.script(oneTask(), oneTask(), GOOD, DONE);
        project.plan();
        var plan = project.work().resolve(project.status().text("prd_path"));
        assertThat(project.flow("cancel").code()).isZero();
        assertThat(project.state()).isEqualTo("IDLE");
        assertThat(plan).content().contains("status: cancelled");
        assertThat(project.pawl("approvals", "list").out()).doesNotContain("Start the plan");
        project.plan();
        assertThat(project.flow("confirm").code()).isZero();
    }

    @Test
    void whatIsNotPossibleIsRefusedWithWhatIs() throws Exception {
        assertThat(project.flow().out()).contains("there is no workflow");
        var idle = project.flow("confirm");
        assertThat(idle.code()).isEqualTo(1);
        assertThat(idle.err()).contains("USER_CONFIRM is not possible in IDLE", "allowed now: start");
        project.script(oneTask());
        project.plan();
        var skip = Json.parse(project.flow("skip", "--json").lines().getLast());
        assertThat(skip.text("error")).isEqualTo("ILLEGAL_TRANSITION");
        assertThat(skip.at("allowed").write()).isEqualTo("[\"confirm\",\"modify\",\"cancel\"]");
        var second = project.flow("something else");
        assertThat(second.code()).isEqualTo(1);
        assertThat(second.err()).contains("a workflow is active");
        assertThat(project.state()).isEqualTo("CONFIRMING");
    }

    @Test
    void w19AMissingToolBlocksWithoutATurn() throws Exception {
        project.script(
                text(planText("- [ ] T-001 Change | files: a.txt | verify: lint")), command("touch a.txt.ok"), DONE);
        project.settings("unit = \"sh check.sh\"\nlint.run = \"test ! -e a.txt.ok || nosuchtool\"");
        project.plan();
        var blocked = project.flow("confirm");
        assertThat(blocked.code()).as(blocked.err()).isEqualTo(3);
        assertThat(project.status().text("blocked_reason")).isEqualTo("environment");
        assertThat(project.task("T-001").number("attempts")).isZero();
    }

    @Test
    void w20AHangingCheckIsEnded() throws Exception {
        project.settings("slow.run = \"test ! -e hang || sleep 300\"\nslow.timeout_seconds = 1");
        project.script(
                text(planText("- [ ] T-001 Change | files: a.txt | verify: slow")),
                command("touch hang"),
                DONE,
                command("rm hang"),
                DONE);
        project.plan();
        var done = project.flow("confirm");
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(done.err()).contains("took too long");
    }

    @Test
    void w22AFixThatDeletesATestNeedsConsent() throws Exception {
        Files.createDirectories(project.work().resolve("tests"));
        Files.writeString(project.work().resolve("tests/test_a.sh"), "grep -q good a.txt\n");
        project.settings("unit.run = \"for t in tests/*.sh; do [ -e $t ] || exit 0; sh $t || exit 1; done\"\n"
                + "unit.allow_baseline_failure = false");
        Files.writeString(project.work().resolve("a.txt"), "good\n");
        project.script(oneTask(), BAD, DONE, command("rm tests/test_a.sh"), DONE, DONE);
        project.plan();
        var asked = project.flow("confirm");
        assertThat(asked.code()).as(asked.err()).isEqualTo(3);
        assertThat(asked.err()).contains("protected files: tests/test_a.sh (a deleted test)");
        var call = project.pawl("approvals", "list").out().split(" ", 2)[0];
        var declined = project.pawl("approvals", "answer", call, "decline");
        assertThat(declined.code()).as(declined.err()).isEqualTo(3);
        assertThat(project.status().text("blocked_reason")).isEqualTo("tampering");
    }

    @Test
    void aTaskThatCannotBeDoneBlocks() throws Exception {
        project.script(oneTask(), text("CANNOT: the word is not mine to change"));
        project.plan();
        assertThat(project.flow("confirm").code()).isEqualTo(3);
        assertThat(project.status().text("blocked_reason")).isEqualTo("cannot");
        assertThat(project.status().text("blocked_words")).contains("not mine to change");
        assertThat(project.flow("abandon").code()).isEqualTo(1);
        assertThat(project.status().text("outcome")).isEqualTo("abandoned");
    }

    @Test
    void w53WhilePlanningTheAgentCannotWrite() throws Exception {
        project.settings("unit = \"sh check.sh\"");
        project.script(command("echo bad > a.txt"), oneTask());
        var config = project.home().resolve("config.toml");
        Files.writeString(config, Files.readString(config).replace("danger-full-access", "workspace-write"));
        project.plan();
        assertThat(project.work().resolve("a.txt")).hasContent("one");
    }

    @Test
    void w54AFailingBaselineNeedsASecondYes() throws Exception {
        Files.writeString(project.work().resolve("a.txt"), "bad\n");
        project.script(oneTask(), GOOD, DONE);
        project.plan();
        var warned = project.flow("confirm");
        assertThat(warned.code()).isEqualTo(3);
        assertThat(project.state()).isEqualTo("CONFIRMING");
        assertThat(project.pawl("approvals", "list").out()).contains("These checks fail already", "unit");
        assertThat(project.flow("confirm").code()).isZero();
    }

    @Test
    void anAnswerInApprovalsGoesOnWithTheWorkflow() throws Exception {
        project.script(oneTask(), GOOD, DONE);
        project.plan();
        var call = project.pawl("approvals", "list").out().split(" ", 2)[0];
        var done = project.pawl("approvals", "answer", call, "ok");
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(project.state()).isEqualTo("IDLE");
        assertThat(project.status().text("outcome")).isEqualTo("completed");
    }

    @Test
    void w46AStateSetByHandIsTakenOnlyWhenItIsAStep() throws Exception {
        project.script(oneTask(), GOOD, DONE);
        project.plan();
        var file = project.work().resolve(".agent/memory/active_context.md");
        Files.writeString(file, Files.readString(file).replace("task_status: CONFIRMING", "task_status: ARCHIVING"));
        var said = project.flow("status");
        assertThat(said.err()).contains("is no legal step");
        assertThat(project.context()).contains("task_status: CONFIRMING");
        Files.writeString(file, Files.readString(file).replace("task_status: CONFIRMING", "task_status: EXECUTING"));
        var done = project.flow("resume");
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(project.status().text("outcome")).isEqualTo("completed");
    }

    @Test
    void w44ABrokenFileIsPutAsideAndWrittenAnew() throws Exception {
        project.script(oneTask());
        project.plan();
        var file = project.work().resolve(".agent/memory/active_context.md");
        Files.writeString(file, "---\ntask_status: CONF");
        assertThat(project.flow("status").err()).contains("active_context.corrupt-");
        assertThat(project.context()).contains("task_status: CONFIRMING");
        Files.delete(file);
        project.flow("status");
        assertThat(project.context()).contains("task_status: CONFIRMING");
    }

    @Test
    void pauseRestsAndResumeGoesOn() throws Exception {
        project.script(oneTask(), GOOD, DONE);
        project.plan();
        assertThat(project.flow("confirm", "--no-wait").code()).isZero();
        assertThat(project.flow("pause").code()).as("only what works can rest").isEqualTo(1);
        assertThat(project.flow("resume").code()).isZero();
        assertThat(project.state()).isEqualTo("IDLE");
    }

    @Test
    void allOfItIsInChineseToo() throws Exception {
        project.script(oneTask());
        project.plan("-c", "pawl.lang=zh");
        assertThat(project.pawl("approvals", "list").out()).contains("开始执行计划", "确认", "修改");
    }
}
