package dev.pawl.appserver;

import dev.pawl.json.Json;
import java.util.ArrayList;

/// What a thread is doing, as Codex's clients know it. Derived, never stored.
///
/// @param loaded whether somebody may watch it here
/// @param active whether a turn is under way
/// @param approvals how many calls wait for a yes
/// @param inputs how many questions wait for words
/// @param failed whether the last turn ended in a failure
record ThreadStatus(boolean loaded, boolean active, int approvals, int inputs, boolean failed) {
    static final ThreadStatus NOT_LOADED = new ThreadStatus(false, false, 0, 0, false);

    Json json() {
        if (active) {
            var flags = new ArrayList<String>();
            if (approvals > 0) flags.add("waitingOnApproval");
            if (inputs > 0) flags.add("waitingOnUserInput");
            return Json.object().with("type", "active").with("activeFlags", Json.strings(flags));
        }
        if (!loaded) return Json.object().with("type", "notLoaded");
        return Json.object().with("type", failed ? "systemError" : "idle");
    }
}
