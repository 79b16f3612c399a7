package dev.pawl.tool.shell;

import dev.pawl.id.CallId;
import dev.pawl.tool.RunFolder;
import dev.pawl.tool.Workplace;

/// Ends what a call left running when its worker died. To be called for each call without a result
/// before a turn that was taken over goes on.
public final class LeftBehind {
    private final Workplace workplace;

    public LeftBehind(Workplace workplace) {
        this.workplace = workplace;
    }

    /// Ends every command of the thread whose process is gone: terminals that outlived their call.
    public int endOrphans() {
        var ended = 0;
        for (var file : new RunFolder(workplace).files("command")) {
            var record = new GroupRecord(workplace, file);
            if (!record.isOrphaned()) continue;
            ended += record.read().end();
            record.delete();
        }
        return ended;
    }

    /// Ends the command of the call and everything it started; returns when nothing of it is left,
    /// and nothing of it can begin any more. Returns how many processes there were.
    public int end(CallId call) {
        workplace.fence().earlier().ifPresent(HalfStarted::end);
        var record = new GroupRecord(workplace, call);
        var ended = record.read().end();
        record.delete();
        return ended;
    }
}
