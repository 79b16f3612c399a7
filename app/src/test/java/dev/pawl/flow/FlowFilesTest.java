package dev.pawl.flow;

import static dev.pawl.flow.FlowProject.DONE;
import static dev.pawl.flow.FlowProject.command;
import static dev.pawl.flow.FlowProject.oneTask;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a workflow and its roll back do to the files of real repositories: nothing to the user's
/// git, nothing to the user's own files, and all of the agent's.
class FlowFilesTest {
    private static final Map<String, String> FILES = Map.of(
            "a.txt", "one\n", "check.sh", "grep -q -e one -e good a.txt || { echo \"error: bad word\"; exit 1; }\n");
    private static final String UNIT = "unit = \"sh check.sh\"";

    @TempDir
    private Path folder;

    private FlowProject project() throws Exception {
        return new FlowProject(folder);
    }

    /// The agent does this, and three attempts do not help.
    private static void block(FlowProject project, String deed) throws Exception {
        project.script(oneTask(), command(deed + "; echo bad > a.txt"), DONE, DONE, DONE, DONE);
        project.plan("--skip-git-repo-check");
        var blocked = project.flow("confirm");
        assertThat(blocked.code()).as(blocked.err()).isEqualTo(3);
    }

    private static void rollBack(FlowProject project) {
        var done = project.flow("rollback", "--yes");
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(project.status().text("outcome")).isEqualTo("rolled_back");
    }

    private static void write(FlowProject project, String name, String text) throws IOException {
        Files.writeString(project.work().resolve(name), text);
    }

    /// All that git knows of the repository, and how many objects it has.
    private static String git(FlowProject project) throws Exception {
        return project.git("ls-files", "-s")
                + project.git("for-each-ref")
                + project.git("rev-parse", "HEAD")
                + project.git("stash", "list")
                + project.git("count-objects", "-v");
    }

    @Test
    void w27StagedUnstagedUntrackedAndIgnoredFilesAndGitItselfStayAsTheyAre() throws Exception {
        var project = project();
        write(project, ".gitignore", "out/\n");
        write(project, "staged.txt", "staged\n");
        project.git("add", ".gitignore", "staged.txt");
        write(project, "staged.txt", "staged and changed\n");
        write(project, "loose.txt", "loose\n");
        Files.createDirectories(project.work().resolve("out"));
        write(project, "out/built", "built\n");
        var before = git(project);
        var status = project.git("status", "--porcelain", "--ignored", "--", ":!docs", ":!.agent");
        block(project, "echo more >> loose.txt");
        rollBack(project);
        assertThat(git(project)).isEqualTo(before);
        assertThat(project.git("status", "--porcelain", "--ignored", "--", ":!docs", ":!.agent"))
                .isEqualTo(status);
        assertThat(project.work().resolve("loose.txt")).hasContent("loose");
        assertThat(project.work().resolve("staged.txt")).hasContent("staged and changed");
        assertThat(project.work().resolve("out/built")).hasContent("built");
    }

    @Test
    void w28AnEditOfAFileThatGitAssumesUnchangedIsTakenBack() throws Exception {
        var project = project();
        project.git("update-index", "--assume-unchanged", "check.sh");
        block(project, "echo '# by the agent' >> check.sh");
        assertThat(project.flow("rollback", "--dry-run").out()).contains("restore check.sh");
        rollBack(project);
        assertThat(project.work().resolve("check.sh")).hasContent(FILES.get("check.sh"));
    }

    @Test
    void w29TheCheckpointsOutliveAnUnstageAndACollection() throws Exception {
        var project = project();
        write(project, "new.txt", "new\n");
        project.git("add", "new.txt");
        block(project, "echo agent > new.txt");
        project.git("reset", "-q", "new.txt");
        project.git("gc", "-q", "--prune=now");
        rollBack(project);
        assertThat(project.work().resolve("new.txt")).hasContent("new");
    }

    @Test
    void w30TheAgentsFilesGoTheUsersStayADeletedProgramIsBackWithItsMode() throws Exception {
        var project = project();
        write(project, ".gitignore", "out\n");
        write(project, "run.sh", "#!/bin/sh\n");
        Files.setPosixFilePermissions(project.work().resolve("run.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));
        block(project, "echo made > agent.txt; rm run.sh; echo built > out");
        write(project, "mine.txt", "mine\n");
        rollBack(project);
        assertThat(project.work().resolve("agent.txt")).doesNotExist();
        assertThat(project.work().resolve("mine.txt")).hasContent("mine");
        assertThat(project.work().resolve("run.sh")).hasContent("#!/bin/sh").isExecutable();
        assertThat(project.work().resolve("out")).as("ignored").hasContent("built");
    }

    @Test
    void w31AFileThatCannotComeBackLeavesTheWorkflowBlocked() throws Exception {
        var project = project();
        Files.createDirectories(project.work().resolve("keep"));
        write(project, "keep/run.txt", "run\n");
        block(project, "echo made > agent.txt; rm -r keep");
        // A file is where its folder was.
        write(project, "keep", "in the way\n");
        var done = project.flow("rollback", "--yes");
        assertThat(done.code()).as(done.err()).isEqualTo(1);
        assertThat(done.err()).contains("keep/run.txt");
        assertThat(project.state()).isEqualTo("BLOCKED");
        assertThat(project.work().resolve("keep")).hasContent("in the way");
        assertThat(project.work().resolve("agent.txt")).as("nothing is deleted").hasContent("made");
        assertThat(project.work().resolve("a.txt")).hasContent("bad");
        // Once the way is clear it works.
        Files.delete(project.work().resolve("keep"));
        rollBack(project);
        assertThat(project.work().resolve("keep/run.txt")).hasContent("run");
        assertThat(project.work().resolve("agent.txt")).doesNotExist();
    }

    @Test
    void w32WhatThePersonEditedMeanwhileIsKeptAndNamed() throws Exception {
        var project = project();
        block(project, "echo agent > agent.txt");
        assertThat(project.flow("rollback", "--dry-run").out()).contains("restore a.txt", "remove agent.txt");
        write(project, "agent.txt", "now mine\n");
        project.flow("rollback", "--yes");
        assertThat(project.work().resolve("agent.txt")).hasContent("now mine");
        assertThat(project.work().resolve("a.txt")).hasContent("one");
    }

    @Test
    void w34FilesThatAnIgnoreFileOfTheAgentCoversAreNotDeleted() throws Exception {
        var project = project();
        write(project, "notes.txt", "mine\n");
        block(project, "printf 'notes.txt\\nlate.txt\\n' > .gitignore");
        write(project, "late.txt", "mine too\n");
        rollBack(project);
        assertThat(project.work().resolve(".gitignore")).doesNotExist();
        assertThat(project.work().resolve("notes.txt")).hasContent("mine");
        assertThat(project.work().resolve("late.txt")).hasContent("mine too");
    }

    @Test
    void w35ItWorksBeforeTheFirstCommit() throws Exception {
        var project = new FlowProject(folder, FILES, UNIT);
        project.git("init", "-q");
        block(project, "echo made > agent.txt");
        rollBack(project);
        assertThat(project.work().resolve("agent.txt")).doesNotExist();
        assertThat(project.work().resolve("a.txt")).hasContent("one");
        assertThat(project.git("status", "--porcelain")).contains("?? a.txt");
    }

    @Test
    void w35ItWorksWithoutARepository() throws Exception {
        var project = new FlowProject(folder, FILES, UNIT);
        block(project, "echo made > agent.txt");
        rollBack(project);
        assertThat(project.work().resolve("agent.txt")).doesNotExist();
        assertThat(project.work().resolve("a.txt")).hasContent("one");
    }

    @Test
    void aWorktreeAndASubmoduleAreLeftToTheirOwners() throws Exception {
        var project = project();
        project.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", project.work() + "/.git", "sub");
        project.git("-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-qm", "sub");
        var tree = folder.resolve("tree");
        project.git("worktree", "add", "-q", tree.toString());
        var before = git(project);
        block(project, "echo bad > sub/a.txt; echo made > agent.txt");
        rollBack(project);
        assertThat(project.work().resolve("agent.txt")).doesNotExist();
        assertThat(project.work().resolve("a.txt")).hasContent("one");
        assertThat(tree.resolve("a.txt")).hasContent("one");
        assertThat(git(project)).isEqualTo(before);
    }

    @Test
    void w37APauseOutlivesARestart() throws Exception {
        var project = project();
        project.script(oneTask(), command("echo good > a.txt"), DONE);
        project.plan();
        // Held at the first task: the model's script has nothing for it yet.
        project.script(oneTask());
        assertThat(project.flow("confirm").code()).isEqualTo(1);
        assertThat(project.status().at("paused").write()).isEqualTo("true");
        assertThat(project.state()).isEqualTo("EXECUTING");
        assertThat(project.flow("status").out()).contains("paused");
        project.script(oneTask(), command("echo good > a.txt"), DONE);
        assertThat(project.flow("resume").code()).isZero();
    }
}
