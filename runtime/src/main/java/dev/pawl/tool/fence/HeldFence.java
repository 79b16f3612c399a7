package dev.pawl.tool.fence;

import dev.pawl.id.CallId;
import dev.pawl.id.ThreadId;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.LostGate;
import dev.pawl.tool.RunFolder;
import dev.pawl.tool.shell.ProcessGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// A right that is a folder's name: `run/THREAD.hold/EPOCH~PID~START~BOOT`.
///
/// The folder is made once, with the epoch 0, and only ever renamed: by a worker of a higher epoch,
/// from the name it saw. The kernel lets one of several have it, and what is opened or entered by
/// the old name is gone from then on. In it lie the notes of the turn, so that a successor gets
/// them by the same rename that shuts their writer out.
public final class HeldFence implements Fence {
    private static final ProcessGroup SELF =
            ProcessGroup.of(ProcessHandle.current().pid(), "");
    private static final int MOST_TRIES = 100;

    private final Gate gate;
    private final Path place;
    private final Entry before;
    private final boolean follows;
    private final boolean cutOff;

    /// What a folder's name says.
    private record Entry(long epoch, long pid, long startTicks, String boot) {
        static final Entry FIRST = new Entry(0, 0, 0, "");

        static Optional<Entry> of(Path folder) {
            var parts = folder.getFileName().toString().split("~", -1);
            try {
                return parts.length != 4
                        ? Optional.empty()
                        : Optional.of(new Entry(
                                Long.parseLong(parts[0]),
                                Long.parseLong(parts[1]),
                                Long.parseLong(parts[2]),
                                parts[3]));
            } catch (NumberFormatException notOurs) {
                return Optional.empty();
            }
        }

        boolean isAlive() {
            return new ProcessGroup(pid, startTicks, boot, "").isAlive();
        }

        String name() {
            return epoch + "~" + pid + "~" + startTicks + "~" + boot;
        }
    }

    private HeldFence(Gate gate, Path place, Entry before) {
        this.gate = gate;
        this.place = place;
        this.before = before;
        this.follows = before.epoch() == gate.epoch().value() - 1
                && before.boot().equals(SELF.boot())
                && Files.exists(place.resolve(settledBy(before.epoch())));
        this.cutOff = !isEmpty(place);
    }

    private static boolean isEmpty(Path folder) {
        try (var notes = Files.newDirectoryStream(folder)) {
            return !notes.iterator().hasNext();
        } catch (IOException takenOrUnreadable) {
            return false;
        }
    }

    /// Takes the right from whoever held it before.
    ///
    /// @param isCurrent asks the store when the folder tells of a higher epoch: a store that was
    ///        put back from a copy counts from there again
    /// @throws LostGate when a worker of a higher epoch has it
    public static Fence take(Path runFolder, Gate gate, Predicate<Gate> isCurrent) throws IOException {
        var own = new Entry(gate.epoch().value(), SELF.leader(), SELF.startTicks(), SELF.boot());
        var hold = runFolder.resolve(RunFolder.fileName(gate.agent().value()) + ".hold");
        for (var tries = 0; tries < MOST_TRIES; tries++) {
            var found = present(hold);
            if (found.isEmpty()) {
                make(runFolder, hold);
                continue;
            }
            var present = found.get();
            if (present.epoch() > own.epoch() && !isCurrent.test(gate)) throw lost(gate);
            if (present.equals(own) || renamed(hold, present, own)) {
                return new HeldFence(gate, hold.resolve(own.name()), present);
            }
        }
        throw new IOException(
                "the right to act for thread " + gate.agent() + " cannot be taken: " + hold + " changes all the time");
    }

    /// Takes the right away for good: the thread is put away, and what was noted for it goes.
    public static void forget(Path runFolder, ThreadId thread) {
        var hold = runFolder.resolve(RunFolder.fileName(thread.value()) + ".hold");
        if (!Files.exists(hold)) return;
        try {
            var gone = Files.move(hold, Files.createTempDirectory(runFolder, "hold"), StandardCopyOption.ATOMIC_MOVE);
            try (var all = Files.walk(gone)) {
                for (var path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
            }
        } catch (IOException noneOrInUse) {
            // An empty folder stays.
        }
    }

    /// The folders with the notes of workers whose process is gone, of all threads.
    public static List<Path> abandoned(Path runFolder) {
        var found = new ArrayList<Path>();
        try (var holds = Files.newDirectoryStream(runFolder, "*.hold")) {
            for (var hold : holds) {
                present(hold)
                        .filter(entry -> entry.pid() != 0 && !entry.isAlive())
                        .ifPresent(entry -> found.add(hold.resolve(entry.name())));
            }
        } catch (IOException noneOrUnreadable) {
            // There is nothing to find.
        }
        return found;
    }

    /// While it is being renamed a listing may show both names or none.
    private static Optional<Entry> present(Path hold) throws IOException {
        try (var found = Files.list(hold)) {
            return found.flatMap(folder -> Entry.of(folder).stream()).max(Comparator.comparingLong(Entry::epoch));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
    }

    private static boolean renamed(Path hold, Entry from, Entry to) throws IOException {
        try {
            Files.move(hold.resolve(from.name()), hold.resolve(to.name()), StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (NoSuchFileException another) {
            return false;
        }
    }

    /// It appears whole: two workers that find nothing must not both make an entry.
    private static void make(Path runFolder, Path hold) throws IOException {
        Files.createDirectories(
                runFolder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        var draft = Files.createTempDirectory(runFolder, "hold");
        Files.createDirectory(draft.resolve(Entry.FIRST.name()));
        try {
            Files.move(draft, hold, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException madeAlready) {
            Files.delete(draft.resolve(Entry.FIRST.name()));
            Files.delete(draft);
        }
    }

    private static LostGate lost(Gate gate) {
        return new LostGate(gate, "another worker acts for the thread");
    }

    @Override
    public Optional<Path> place() {
        return Optional.of(place);
    }

    @Override
    public boolean holds() {
        return Files.exists(place);
    }

    @Override
    public void check() {
        if (!holds()) throw lost(gate);
    }

    @Override
    public void begin(CallId call) {
        try {
            Files.createFile(mark(call));
        } catch (FileAlreadyExistsException begunBefore) {
            check();
        } catch (NoSuchFileException taken) {
            throw lost(gate);
        } catch (IOException full) {
            throw new UncheckedIOException("the beginning of call " + call + " cannot be noted", full);
        }
    }

    @Override
    public boolean mayHaveBegun(CallId call) {
        return !follows || Files.exists(mark(call));
    }

    @Override
    public Optional<Holder> earlier() {
        var known = cutOff && before.pid() != 0 && before.boot().equals(SELF.boot());
        return known ? Optional.of(new Holder(before.pid(), before.startTicks())) : Optional.empty();
    }

    @Override
    public void settled() {
        over();
        try {
            Files.createFile(place.resolve(settledBy(epoch())));
        } catch (NoSuchFileException taken) {
            throw lost(gate);
        } catch (IOException full) {
            // Without the note a successor takes for begun what is open.
        }
    }

    @Override
    public void over() {
        try (var notes = Files.newDirectoryStream(place)) {
            for (var note : notes) Files.deleteIfExists(note);
        } catch (IOException takenOrUnreadable) {
            // What lies there too long makes a successor more careful, and goes with its turn.
        }
    }

    @Override
    public long epoch() {
        return gate.epoch().value();
    }

    private Path mark(CallId call) {
        return place.resolve("call-" + name(call.value()));
    }

    /// Of one worker alone: the next one may be on another machine and leave no note here.
    private String settledBy(long epoch) {
        return "settled-" + epoch + "-" + name(gate.turn().value());
    }

    private static String name(String id) {
        return RunFolder.hash(id.getBytes(StandardCharsets.UTF_8)).substring(0, 32);
    }
}
