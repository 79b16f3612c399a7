package dev.pawl.tool.shell;

import dev.pawl.id.CallId;
import dev.pawl.tool.RunFolder;
import dev.pawl.tool.ToolEnvironment;
import java.util.ArrayList;
import java.util.List;

/// Ends what a call left running when its worker died. To be called for each call without a result
/// before a turn that was taken over goes on.
public final class LeftBehind {
    private final ToolEnvironment toolEnvironment;

    public LeftBehind(ToolEnvironment toolEnvironment) {
        this.toolEnvironment = toolEnvironment;
    }

    /// A command that a process kept beyond its call, and that ended with that process.
    ///
    /// @param call     the call that started it
    /// @param terminal the number the model asks for it by
    public record Orphan(CallId call, int terminal, String command) {}

    /// Ends every command of the thread whose process is gone: terminals that outlived their call,
    /// and hooks. Answers the terminals; they are on record until they are forgotten.
    public List<Orphan> endOrphans() {
        toolEnvironment.fence().earlier().ifPresent(ShortCommand::endThoseOf);
        var orphans = new ArrayList<Orphan>();
        for (var file : new RunFolder(toolEnvironment).files(GroupRecord.KIND)) {
            var record = new GroupRecord(toolEnvironment, file);
            if (!record.isOrphaned()) continue;
            record.read().end();
            var kept = record.kept();
            if (kept.isPresent()) orphans.add(kept.get());
            else record.delete();
        }
        return orphans;
    }

    /// It is known by now that it has ended.
    public void forget(Orphan orphan) {
        new GroupRecord(toolEnvironment, orphan.call()).delete();
    }

    /// Ends the command of the call and everything it started; returns when nothing of it is left,
    /// and nothing of it can begin any more. Returns how many processes there were.
    public int end(CallId call) {
        toolEnvironment.fence().earlier().ifPresent(HalfStarted::end);
        var record = new GroupRecord(toolEnvironment, call);
        var ended = record.read().end();
        record.delete();
        return ended;
    }
}
