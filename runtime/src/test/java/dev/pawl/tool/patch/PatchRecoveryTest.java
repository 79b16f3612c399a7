package dev.pawl.tool.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Tool.Outcome;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.CallOutcome;
import dev.pawl.id.CallId;
import dev.pawl.tool.Places;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.patch.PatchRecovery.Recovered;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A patch of four files, stopped after each single thing it does to the disk.
class PatchRecoveryTest {
    private static final CallId CALL = new CallId("call");
    private static final String PATCH = """
            *** Begin Patch
            *** Update File: a
            @@
            -x
            +y
            *** Add File: new/b
            +b
            *** Delete File: c
            *** Update File: d
            *** Move to: e
            @@
            -d
            +e
            *** End Patch
            """;

    @TempDir
    Path folder;

    private ToolEnvironment toolEnvironment = Places.in(Path.of("/"));

    @BeforeEach
    void makeTheWorkplace() throws IOException {
        toolEnvironment = Places.in(folder);
        Files.createDirectories(toolEnvironment.cwd());
        Files.writeString(toolEnvironment.cwd().resolve("a"), "x\n");
        Files.writeString(toolEnvironment.cwd().resolve("c"), "c\n");
        Files.writeString(toolEnvironment.cwd().resolve("d"), "d\n");
    }

    private Outcome.Done run() throws InterruptedException {
        return new ApplyPatch(toolEnvironment)
                .run(Places.freeform("call", "apply_patch", PATCH), RunMode.CONFINED, _ -> {});
    }

    /// Does the first things of the patch and no more: the note, three staged files, then five
    /// moves and deletions.
    private void stopAfter(int things) throws Exception {
        var files = new GuardedFiles(toolEnvironment.confinement());
        var plan = PatchPlanner.plan(PatchText.parse(PATCH), files, toolEnvironment.cwd());
        var note = new PatchJournal(toolEnvironment).note(CALL, PATCH, plan);
        var left = things;
        if (left-- <= 0) return;
        new PatchJournal(toolEnvironment).write(CALL, note);
        for (var i = 0; i < plan.steps().size(); i++) {
            if (!(plan.steps().get(i) instanceof Step.Write write)) continue;
            if (left-- <= 0) return;
            files.stage(write.target(), note.intents().get(i).draft(), write.after());
        }
        for (var i = 0; i < plan.steps().size(); i++) {
            if (left-- <= 0) return;
            switch (plan.steps().get(i)) {
                case Step.Write write ->
                    files.commit(write.target(), note.intents().get(i).draft());
                case Step.Remove remove -> files.delete(remove.target());
            }
        }
    }

    private List<String> files() throws IOException {
        try (var files = Files.walk(toolEnvironment.cwd())) {
            return files.filter(Files::isRegularFile)
                    .map(file -> toolEnvironment.cwd().relativize(file) + "=" + read(file))
                    .sorted()
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    private static final List<String> BEFORE = List.of("a=x", "c=c", "d=d");
    private static final List<String> AFTER = List.of("a=y", "e=e", "new/b=b");

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void aPatchThatWasCutShortIsUndoneOrFinished(int things) throws Exception {
        stopAfter(things);
        var recovered = new PatchRecovery(toolEnvironment).recover(CALL);
        var staged = things >= 4;
        assertThat(recovered)
                .isEqualTo(
                        things == 0
                                ? new Recovered.Nothing()
                                : staged ? new Recovered.Finished() : new Recovered.Undone());
        assertThat(files()).isEqualTo(staged ? AFTER : BEFORE);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void aCallThatIsRunAgainAnswersAsIfNothingHadHappened(int things) throws Exception {
        stopAfter(things);
        var again = run();
        assertThat(again.answer()).isEqualTo(CallOutcome.SUCCESS);
        assertThat(again.text()).endsWith("Success. Updated the following files:\nA new/b\nM a\nM e\nD c\n");
        assertThat(files()).isEqualTo(AFTER);
        assertThat(run()).as("and again").extracting(Outcome.Done::detail).isEqualTo(again.detail());
        assertThat(files()).isEqualTo(AFTER);
    }

    @Test
    void aFileSomeoneChangedMeanwhileIsLeftAlone() throws Exception {
        stopAfter(6);
        Files.writeString(toolEnvironment.cwd().resolve("d"), "mine\n");
        Files.writeString(toolEnvironment.cwd().resolve("e"), "mine too\n");
        var outcome = run();
        assertThat(outcome.text())
                .startsWith("apply_patch verification failed: the patch was interrupted")
                .contains(toolEnvironment.cwd().resolve("d").toString());
        assertThat(files()).containsExactly("a=y", "d=mine", "e=mine too", "new/b=b");
    }

    @Test
    void anotherPatchUnderTheSameCallIsAnotherPatch() throws Exception {
        run();
        var other = "*** Begin Patch\n*** Update File: a\n@@\n-y\n+z\n*** End Patch";
        var outcome = new ApplyPatch(toolEnvironment)
                .run(Places.freeform("call", "apply_patch", other), RunMode.CONFINED, _ -> {});
        assertThat(outcome.answer()).isEqualTo(CallOutcome.SUCCESS);
        assertThat(toolEnvironment.cwd().resolve("a")).hasContent("z");
    }

    @Test
    void theNextPatchForgetsTheLastOnesNote() throws Exception {
        run();
        var other = "*** Begin Patch\n*** Update File: a\n@@\n-y\n+z\n*** End Patch";
        new ApplyPatch(toolEnvironment).run(Places.freeform("next", "apply_patch", other), RunMode.CONFINED, _ -> {});
        try (var notes = Files.list(toolEnvironment.runFolder())) {
            assertThat(notes.map(note -> note.getFileName().toString())).containsExactly("thread.next.patch.json");
        }
    }
}
