package dev.pawl.workflow;

import java.time.Instant;

/// A checkpoint of a workflow: the files by their tree, and the place in the list of what `pawl
/// undo` can take back.
///
/// @param id `chk-YYYYMMDDHHmmss-NNNN`
/// @param tree names the files; empty when no picture could be taken
/// @param undo the newest entry of the checkpoint store at this moment
public record Mark(String id, String reason, String tree, long undo, Instant at) {
    public static final Mark NONE = new Mark("", "", "", 0, Instant.EPOCH);

    public boolean isNone() {
        return id.isEmpty();
    }
}
