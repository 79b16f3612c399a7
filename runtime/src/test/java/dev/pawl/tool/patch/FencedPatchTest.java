package dev.pawl.tool.patch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Item;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.Epoch;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.LostGate;
import dev.pawl.tool.Places;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.fence.Fence;
import dev.pawl.tool.fence.HeldFence;
import dev.pawl.tool.fence.WatchedFence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A worker loses its turn in the middle of a patch, behind each look at its right to act. Its
/// successor brings the patch to an end and its model rewrites every file; then the first worker
/// goes on, and must not change anything any more.
class FencedPatchTest {
    private static final int MOST_LOOKS = 60;
    private static final CallId CALL = new CallId("call");
    private static final Item.ToolCall PATCH = Places.freeform("call", "apply_patch", """
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
            *** Update File: last/f
            @@
            -f
            +g
            *** End Patch
            """);
    private static final List<String> BEFORE = List.of("a=x", "c=c", "d=d", "last/f=f");
    private static final List<String> AFTER = List.of("a=y", "e=e", "last/f=g", "new/b=b");
    private static final List<String> THEIRS =
            List.of("a=theirs", "c=theirs", "d=theirs", "e=theirs", "last/f=theirs", "new/b=theirs");

    @TempDir
    Path folder;

    private ToolEnvironment plain = Places.in(Path.of("/"));

    @BeforeEach
    void makeTheWorkplace() throws IOException {
        makeTheWorkplace("first");
    }

    private void makeTheWorkplace(String name) throws IOException {
        plain = Places.in(Files.createDirectories(folder.resolve(name)));
        Files.createDirectories(plain.cwd().resolve("last"));
        for (var file : List.of("c", "d", "last/f")) write(file, file.substring(file.length() - 1));
        write("a", "x");
    }

    private void write(String file, String text) {
        try {
            var path = plain.cwd().resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text + "\n");
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }

    private Fence take(long epoch) {
        try {
            var gate = new Gate(new AgentId(plain.thread().value()), new TurnId("turn"), new Epoch(epoch));
            return HeldFence.take(plain.runFolder(), gate, _ -> false);
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }

    private List<String> files() throws IOException {
        try (var files = Files.walk(plain.cwd())) {
            return files.filter(Files::isRegularFile)
                    .map(file -> plain.cwd().relativize(file) + "=" + read(file))
                    .sorted()
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// Runs the patch; answers whether the worker had its right to the end.
    private boolean keeps(WatchedFence fence) throws InterruptedException {
        try {
            fence.begin(CALL);
            new ApplyPatch(plain.with(fence)).run(PATCH, RunMode.CONFINED, _ -> {});
            return fence.isHeld();
        } catch (LostGate lost) {
            return false;
        }
    }

    /// What a worker does that takes a turn over: it settles the open call, and runs it again.
    private CallOutcome settle(Fence fence) {
        var toolEnvironment = plain.with(fence);
        try {
            new PatchRecovery(toolEnvironment).recover(CALL);
            fence.begin(CALL);
            return new ApplyPatch(toolEnvironment)
                    .run(PATCH, RunMode.CONFINED, _ -> {})
                    .answer();
        } catch (IOException | InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void rewrite() {
        for (var file : List.of("a", "c", "d", "e", "last/f", "new/b")) write(file, "theirs");
    }

    @Test
    void aWorkerThatLostItsTurnChangesNothingMore() throws Exception {
        var points = 0;
        for (var kept = false; !kept; ) {
            var point = ++points;
            assertThat(point).isLessThan(MOST_LOOKS);
            makeTheWorkplace("point-" + point);
            kept = keeps(new WatchedFence(take(1), looks -> {
                if (looks != point) return;
                assertThat(settle(take(2))).isEqualTo(CallOutcome.SUCCESS);
                assertThat(Files.exists(plain.cwd().resolve("c"))).isFalse();
                rewrite();
            }));
            assertThat(files()).as("lost behind look " + point).isEqualTo(kept ? AFTER : THEIRS);
        }
        assertThat(points).as("looks of one patch").isGreaterThan(10);
    }

    /// The successor's model makes the removed files again, with the very bytes that they had.
    @Test
    void aFileThatASuccessorMadeAgainIsNotRemoved() throws Exception {
        var points = 0;
        for (var kept = false; !kept; ) {
            var point = ++points;
            assertThat(point).isLessThan(MOST_LOOKS);
            makeTheWorkplace("again-" + point);
            kept = keeps(new WatchedFence(take(1), looks -> {
                if (looks != point) return;
                settle(take(2));
                write("c", "c");
                write("d", "d");
            }));
            if (!kept) assertThat(files()).as("lost behind look " + point).contains("c=c", "d=d");
        }
    }

    /// The patch cannot be completed; meanwhile the user has changed what it had written already.
    @Test
    void whatTheUserChangedMeanwhileIsNotTakenBack() throws Exception {
        assertThat(keeps(new WatchedFence(take(1), looks -> {
                    if (looks != 12) return;
                    if (read(plain.cwd().resolve("a")).equals("y")) write("a", "of the user");
                    breakTheLastOne();
                })))
                .isTrue();
        assertThat(files()).contains("a=of the user", "c=c", "d=d");
    }

    /// The patch cannot be completed and is being taken back when the turn is lost.
    @Test
    void aWorkerThatLostItsTurnTakesNothingBack() throws Exception {
        var points = 0;
        for (var kept = false; !kept; ) {
            var point = ++points;
            assertThat(point).isLessThan(MOST_LOOKS);
            makeTheWorkplace("back-" + point);
            kept = keeps(new WatchedFence(take(1), looks -> {
                if (looks == 12) breakTheLastOne();
                if (looks != point) return;
                settle(take(2));
                rewrite();
            }));
            if (!kept) assertThat(files()).as("lost behind look " + point).isEqualTo(THEIRS);
        }
        assertThat(points).isGreaterThan(20);
        assertThat(files()).as("taken back while the turn was held").isEqualTo(BEFORE.subList(0, 3));
    }

    /// Its draft goes with it.
    private void breakTheLastOne() {
        try (var all = Files.list(plain.cwd().resolve("last"))) {
            for (var file : all.toList()) Files.delete(file);
            Files.delete(plain.cwd().resolve("last"));
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    /// The successor itself loses the turn while it finishes the patch of the one before.
    @Test
    void aRecoveryThatLostItsTurnChangesNothingMore() throws Exception {
        var points = 0;
        for (var kept = false; !kept; ) {
            var point = ++points;
            assertThat(point).isLessThan(MOST_LOOKS);
            makeTheWorkplace("recovery-" + point);
            // Everything is staged, and two of the moves are done.
            assertThat(keeps(new WatchedFence(take(1), looks -> {
                        if (looks == 11) take(2);
                    })))
                    .isFalse();
            kept = settles(new WatchedFence(take(3), looks -> {
                if (looks != point) return;
                settle(take(4));
                rewrite();
            }));
            assertThat(files()).as("lost behind look " + point).isEqualTo(kept ? AFTER : THEIRS);
        }
        assertThat(points).isGreaterThan(5);
    }

    private boolean settles(WatchedFence fence) {
        try {
            settle(fence);
            return fence.isHeld();
        } catch (LostGate lost) {
            return false;
        }
    }

    /// The process is killed behind each look; the next one in the folder has another thread.
    @Test
    void theNextProcessInTheFolderSettlesAPatchThatWasKilled() throws Exception {
        var finished = 0;
        for (var point = 1; ; point++) {
            var last = point;
            assertThat(point).isLessThan(MOST_LOOKS);
            makeTheWorkplace("killed-" + point);
            var fence = take(1);
            var kept = isKilled(new WatchedFence(fence, looks -> {
                if (looks == last) throw new IllegalStateException("killed");
            }));
            if (!kept) break;
            var place = fence.place().orElseThrow();
            var name = place.getFileName().toString().replaceFirst("~\\d+~", "~999999999~");
            Files.move(place, place.resolveSibling(name));

            PatchRecovery.settleAbandoned(Places.in(requireNonNull(plain.cwd().getParent())));

            assertThat(files()).as("killed behind look " + point).isIn(BEFORE, AFTER);
            if (files().equals(AFTER)) finished++;
            var again = settle(take(2));
            assertThat(again).as("goes on, killed behind look " + point).isEqualTo(CallOutcome.SUCCESS);
            assertThat(files()).isEqualTo(AFTER);
        }
        assertThat(finished).isPositive();
    }

    private boolean isKilled(WatchedFence fence) throws InterruptedException {
        try {
            return !keeps(fence);
        } catch (IllegalStateException killed) {
            return true;
        }
    }

    @Test
    void theNoteGoesWithTheTurn() throws Exception {
        var fence = new WatchedFence(take(1), _ -> {});
        assertThat(keeps(fence)).isTrue();
        fence.over();
        try (var left = Files.walk(plain.runFolder())) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
    }
}
