package dev.pawl.tool.shell;

import dev.pawl.id.ThreadId;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.tool.RunFolder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The commands that run on this machine, of all threads and whichever process started them: found
/// by the notes that are there for a successor. Any process may end them; the one that runs the
/// command sees it end as by itself, and the agent is told when it next asks.
public final class RunningCommands {
    private final RunFolder folder;

    /// @param home Pawl's own files
    public RunningCommands(Path home) {
        this.folder = RunFolder.ofAll(home.resolve("run"));
    }

    /// @param terminal the number the agent asks for it by, 0 while its call waits for it
    /// @param owner the process that runs it, 0 when that is gone
    public record Running(
            ThreadId thread, String call, String command, String folder, int terminal, long owner, ProcessGroup group) {
        public long pid() {
            return group.leader();
        }

        public Optional<Instant> since() {
            return ProcessHandle.of(pid()).flatMap(handle -> handle.info().startInstant());
        }
    }

    /// The longest-running first.
    public List<Running> all() {
        var all = new ArrayList<Running>();
        for (var file : folder.files(GroupRecord.KIND)) {
            folder.read(file).flatMap(RunningCommands::running).ifPresent(all::add);
        }
        all.sort(Comparator.comparingLong(one -> one.group().startTicks()));
        return all;
    }

    private static Optional<Running> running(Json note) {
        try {
            var tag = note.text("tag");
            var group = new ProcessGroup(note.number("pid"), note.number("start_ticks"), note.text("boot"), tag);
            if (!group.isAlive()) return Optional.empty();
            var owner = new ProcessGroup(note.number("owner"), note.number("owner_start"), note.text("boot"), "");
            var slash = tag.indexOf('/');
            return Optional.of(new Running(
                    new ThreadId(tag.substring(0, slash)),
                    tag.substring(slash + 1),
                    note.text("command", ""),
                    note.text("folder", ""),
                    note.at("terminal") instanceof Json.Num number ? number.asInt() : 0,
                    owner.isAlive() ? owner.leader() : 0,
                    group));
        } catch (BadJson | IndexOutOfBoundsException | IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }

    /// Ends everything that runs for a thread; answers how many commands that were.
    public int endAll(ThreadId thread) {
        var ended = 0;
        for (var one : all()) {
            if (!one.thread().equals(thread)) continue;
            one.group().end();
            ended++;
        }
        return ended;
    }
}
