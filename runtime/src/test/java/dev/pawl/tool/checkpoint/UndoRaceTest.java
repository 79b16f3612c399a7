package dev.pawl.tool.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.approval.RunMode;
import dev.pawl.host.Toolbox;
import dev.pawl.json.Json;
import dev.pawl.tool.Places;
import dev.pawl.tool.sandbox.boundary.AccessMap;
import dev.pawl.tool.sandbox.boundary.Confinement;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A process that a turn left behind exchanges a folder and a link while its work is undone.
@SuppressWarnings("restricted") // Java has no call that exchanges two names
class UndoRaceTest {
    private static final int FILES = 150;
    private static final int ROUNDS = 8;
    private static final int AT_FDCWD = -100;
    private static final int EXCHANGE = 2;

    @TempDir
    private Path folder;

    @Test
    @Timeout(120)
    void nothingIsWrittenBehindALinkThatIsSwappedIn() throws Exception {
        var work = Files.createDirectories(folder.resolve("work")).toRealPath();
        var outside = Files.createDirectories(folder.resolve("outside")).toRealPath();
        var inner = Files.createDirectories(work.resolve("d"));
        Files.createSymbolicLink(work.resolve("link"), outside);
        for (var i = 0; i < FILES; i++) Files.writeString(inner.resolve("f" + i), "before " + i);
        var checkpoints = new Checkpoints(
                folder.resolve("home"),
                new Checkpoints.Services(
                        Map.of("HOME", "/nonexistent"),
                        folders -> AccessMap.of(Confinement.project(folders.getFirst())),
                        () -> Instant.EPOCH,
                        _ -> {}));
        for (var round = 0; round < ROUNDS; round++) {
            change(checkpoints, work, round);
            var undo = new Undo(checkpoints.workspace(work), () -> Instant.EPOCH);
            var last = undo.latest(Optional.empty()).orElseThrow();
            var proposal = undo.propose(List.of(last), Undo.Scope.THEIR_OWN);
            var swaps = new AtomicLong();
            var over = new AtomicBoolean();
            var flipping = flipping(inner, work.resolve("link"), swaps, over);
            try {
                undo.run(proposal);
            } catch (IOException brokenOff) {
                // Git, too, may find a folder gone: an undo that ends early is no harm.
            } finally {
                over.set(true);
                flipping.join();
            }
            if (Files.isSymbolicLink(inner)) exchange(inner, work.resolve("link"));
            assertThat(swaps.get()).isPositive();
            assertThat(outside).isEmptyDirectory();
        }
    }

    private static void change(Checkpoints checkpoints, Path work, int round) throws InterruptedException {
        var toolEnvironment = Places.free(work.resolveSibling(""));
        var tool = checkpoints
                .of("thread", "turn" + round, work)
                .watched(Toolbox.of(toolEnvironment, Places.terminals(toolEnvironment))
                        .find("exec_command")
                        .orElseThrow());
        var line = "for f in d/*; do echo changed " + round + " > $f; done; touch d/new" + round;
        var call = Json.object().with("cmd", line).write();
        tool.run(Places.call("call" + round, "exec_command", call), RunMode.FREE, _ -> {});
    }

    private static Thread flipping(Path one, Path other, AtomicLong swaps, AtomicBoolean over) {
        return Thread.ofPlatform().start(() -> {
            while (!over.get()) {
                try {
                    exchange(one, other);
                    swaps.incrementAndGet();
                } catch (IOException gone) {
                    // The undo may have taken one of them away for a moment.
                }
                LockSupport.parkNanos(50_000);
            }
        });
    }

    private static final MethodHandle RENAME = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().find("renameat2").orElseThrow(),
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.ADDRESS,
                            ValueLayout.JAVA_INT,
                            ValueLayout.ADDRESS,
                            ValueLayout.JAVA_INT));

    private static void exchange(Path one, Path other) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var result = (int) RENAME.invokeExact(
                    AT_FDCWD,
                    arena.allocateFrom(one.toString()),
                    AT_FDCWD,
                    arena.allocateFrom(other.toString()),
                    EXCHANGE);
            if (result != 0) throw new IOException("no exchange");
        } catch (IOException passed) {
            throw passed;
        } catch (Throwable impossible) { // what a method handle declares
            throw new IllegalStateException(impossible);
        }
    }
}
