package dev.pawl.codex;

import dev.pawl.json.Json;
import dev.pawl.status.ChatState;
import dev.pawl.status.ChatStatus;
import java.time.Instant;
import java.util.ArrayList;

/// A thread's status as clients of Codex's app-server know it: a spelling of the status fold.
public final class ServerStatus {
    /// Of a thread that is not loaded and where nothing is under way.
    public static final Json NOT_LOADED = Json.object().with("type", "notLoaded");

    private ServerStatus() {}

    public static Json of(ChatState state, Instant now) {
        var view = state.derive(now);
        if (view.interruptible()) {
            var flags = new ArrayList<String>();
            if (view.attention().approvals() > 0) flags.add("waitingOnApproval");
            if (view.attention().inputs() > 0) flags.add("waitingOnUserInput");
            return Json.object().with("type", "active").with("activeFlags", Json.strings(flags));
        }
        return Json.object().with("type", view.status() == ChatStatus.ERROR ? "systemError" : "idle");
    }

    /// The same of a thread that is not loaded: only what is under way is told.
    public static Json ofUnloaded(ChatState state, Instant now) {
        return state.derive(now).interruptible() ? of(state, now) : NOT_LOADED;
    }
}
