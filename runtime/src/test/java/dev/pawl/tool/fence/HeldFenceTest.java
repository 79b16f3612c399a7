package dev.pawl.tool.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.Epoch;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.LostGate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeldFenceTest {
    private static final CallId CALL = new CallId("../call");

    @TempDir
    Path folder;

    private Fence take(long epoch) throws IOException {
        return take(epoch, "turn");
    }

    private Fence take(long epoch, String turn) throws IOException {
        return HeldFence.take(folder.resolve("run"), gate(epoch, turn), _ -> false);
    }

    private static Gate gate(long epoch, String turn) {
        return new Gate(new AgentId("thread"), new TurnId(turn), new Epoch(epoch));
    }

    @Test
    void theNextWorkerTakesTheRightFromTheOneBefore() throws IOException {
        var old = take(3);
        old.settled();
        assertThat(old.holds()).isTrue();

        var next = take(4);

        assertThat(next.holds()).isTrue();
        assertThat(old.holds()).isFalse();
        assertThat(old.place().orElseThrow()).doesNotExist();
        assertThatThrownBy(old::check).isInstanceOf(LostGate.class);
        assertThatThrownBy(() -> old.begin(CALL)).isInstanceOf(LostGate.class);
        assertThatThrownBy(old::settled).isInstanceOf(LostGate.class);
        assertThat(next.earlier())
                .hasValueSatisfying(holder -> assertThat(holder.pid())
                        .isEqualTo(ProcessHandle.current().pid()));
    }

    @Test
    void aWorkerThatEndedItsTurnLeftNothing() throws IOException {
        var old = take(3);
        old.settled();
        old.over();
        assertThat(take(4).earlier()).isEmpty();
    }

    @Test
    void aLateWorkerDoesNotTakeItBack() throws IOException {
        take(5);
        assertThatThrownBy(() -> take(4)).isInstanceOf(LostGate.class);
    }

    @Test
    void aStoreThatCountsFromAnEarlierEpochIsBelieved() throws IOException {
        var lost = take(9);
        var put = HeldFence.take(folder.resolve("run"), gate(2, "turn"), _ -> true);
        assertThat(put.holds()).isTrue();
        assertThat(lost.holds()).isFalse();
    }

    @Test
    void oneThreadsRightIsNotAnothers() throws IOException {
        var one = take(1);
        HeldFence.take(
                folder.resolve("run"), new Gate(new AgentId("../other"), new TurnId("turn"), new Epoch(7)), _ -> false);
        assertThat(one.holds()).isTrue();
    }

    @Test
    void whatHasNotBegunIsKnownNotToHave() throws IOException {
        var old = take(1);
        old.settled();
        old.begin(CALL);
        old.begin(CALL);

        var next = take(2);

        assertThat(next.mayHaveBegun(CALL)).isTrue();
        assertThat(next.mayHaveBegun(new CallId("another"))).isFalse();
    }

    @Test
    void aCallOfAWorkerElsewhereMayHaveBegun() throws IOException {
        var old = take(1);
        old.settled();
        var afterAGap = take(3);
        assertThat(afterAGap.mayHaveBegun(CALL))
                .as("epoch 2 was on another machine")
                .isTrue();

        var diedBeforeItSettled = take(4);
        assertThat(diedBeforeItSettled.mayHaveBegun(CALL)).isTrue();
        diedBeforeItSettled.settled();

        assertThat(take(5).mayHaveBegun(CALL)).isFalse();
    }

    @Test
    void aTurnDoesNotAnswerForTheOneBefore() throws IOException {
        take(1, "turn").settled();
        assertThat(take(2, "another").mayHaveBegun(CALL)).isTrue();
    }

    @Test
    void aTurnThatIsOverLeavesNothingButItsName() throws IOException {
        var fence = take(1);
        fence.settled();
        fence.begin(CALL);
        fence.over();
        assertThat(fence.place().orElseThrow()).isEmptyDirectory();
    }

    /// Thirty workers in any order: whoever came with the highest number has it, alone.
    @Test
    void ofManyAtOnceTheHighestHoldsIt() throws Exception {
        var epochs = new ArrayList<Long>();
        for (var epoch = 1L; epoch <= 30; epoch++) epochs.add(epoch);
        Collections.shuffle(epochs, new java.util.Random(17));
        var tries = new ArrayList<Callable<Fence>>();
        for (var epoch : epochs) tries.add(() -> take(epoch));
        var holders = new ArrayList<Fence>();
        try (var all = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var tried : all.invokeAll(tries)) {
                try {
                    holders.add(tried.get());
                } catch (ExecutionException late) {
                    assertThat(late.getCause()).isInstanceOf(LostGate.class);
                }
            }
        }
        assertThat(holders.stream().filter(Fence::holds).map(Fence::epoch)).containsExactly(30L);
        try (var left = Files.list(folder.resolve("run"))) {
            assertThat(left.map(file -> file.getFileName().toString())).containsExactly("thread.hold");
        }
    }
}
