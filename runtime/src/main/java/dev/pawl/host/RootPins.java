package dev.pawl.host;

import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import dev.pawl.tool.RunFolder;
import dev.pawl.tool.sandbox.boundary.PinnedRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Which folders a thread's writable roots were when it began: a note for each thread in Pawl's own
/// folder, where no command can write. A later process compares with it, so that a folder replaced
/// in between is refused too. A fork has the folders of the thread it comes from.
public final class RootPins {
    private static final String KIND = "roots";
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    private final Path folder;

    /// @param folder the `run` folder of this home
    public RootPins(Path folder) {
        this.folder = folder;
    }

    /// @param boot the start of the machine that the device number belongs to
    private record Pin(PinnedRoot root, String boot) {}

    /// The thread's roots; those without a note are pinned as they are now.
    public synchronized List<PinnedRoot> of(ChatThread thread, List<Path> roots) {
        var known = read(thread.id());
        var inherited = known.isEmpty() && !thread.forkedFrom().isEmpty()
                ? read(new ThreadId(thread.forkedFrom()))
                : Map.<Path, Pin>of();
        var pins = new LinkedHashMap<Path, Pin>(known);
        var boot = boot();
        for (var root : roots) {
            var named = root.toAbsolutePath().normalize();
            var pin = pins.containsKey(named) ? pins.get(named) : inherited.get(named);
            pins.put(named, pin == null ? new Pin(PinnedRoot.pin(named), boot) : current(pin, boot));
        }
        if (!pins.equals(known)) write(thread.id(), pins);
        return roots.stream()
                .flatMap(
                        root -> Stream.ofNullable(pins.get(root.toAbsolutePath().normalize())))
                .map(Pin::root)
                .toList();
    }

    /// The folders are pinned anew when they are needed next.
    public synchronized void forget(ThreadId thread, List<Path> roots) {
        var pins = new LinkedHashMap<>(read(thread));
        var before = pins.size();
        for (var root : roots) pins.remove(root.toAbsolutePath().normalize());
        if (pins.size() < before) write(thread, pins);
    }

    /// Device numbers may change with a restart of the machine, inode numbers do not.
    private static Pin current(Pin pin, String boot) {
        if (pin.boot().equals(boot) || !pin.root().exists()) return pin;
        var before = pin.root();
        var same = new PinnedRoot(before.named(), before.real(), PinnedRoot.ANY_DEVICE, before.inode());
        if (!same.isThere()) return pin;
        var now = PinnedRoot.pin(before.real());
        return new Pin(new PinnedRoot(before.named(), before.real(), now.device(), now.inode()), boot);
    }

    private Map<Path, Pin> read(ThreadId thread) {
        var notes = RunFolder.of(folder, thread);
        var pins = new LinkedHashMap<Path, Pin>();
        for (var root :
                notes.read(notes.file(KIND)).map(note -> note.list("roots")).orElse(List.of())) {
            var pinned = new PinnedRoot(
                    Path.of(root.text("named")),
                    Path.of(root.text("real")),
                    root.number("device"),
                    root.number("inode"));
            pins.put(pinned.named(), new Pin(pinned, root.text("boot")));
        }
        return pins;
    }

    private void write(ThreadId thread, Map<Path, Pin> pins) {
        var roots = new ArrayList<Json>();
        for (var pin : pins.values()) {
            roots.add(Json.object()
                    .with("named", pin.root().named().toString())
                    .with("real", pin.root().real().toString())
                    .with("device", pin.root().device())
                    .with("inode", pin.root().inode())
                    .with("boot", pin.boot()));
        }
        var notes = RunFolder.of(folder, thread);
        try {
            notes.write(notes.file(KIND), Json.object().with("roots", Json.array(roots)));
        } catch (IOException full) {
            throw new UncheckedIOException("the folders of thread " + thread + " cannot be noted in " + folder, full);
        }
    }

    private static String boot() {
        try {
            return Files.readString(BOOT).strip();
        } catch (IOException none) {
            return "";
        }
    }
}
