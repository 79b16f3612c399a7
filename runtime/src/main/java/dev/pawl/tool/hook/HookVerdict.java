package dev.pawl.tool.hook;

import dev.pawl.json.BadJson;
import dev.pawl.json.Json;

/// What a hook said.
///
/// @param words why, or what the model should know
record HookVerdict(Kind kind, String words) {
    enum Kind {
        LETS,
        /// A person decides.
        ASKS,
        BLOCKS
    }

    private static final int BLOCK = 2;

    static final HookVerdict NOTHING = new HookVerdict(Kind.LETS, "");

    static HookVerdict blocking(String why) {
        return new HookVerdict(Kind.BLOCKS, why);
    }

    boolean blocks() {
        return kind == Kind.BLOCKS;
    }

    /// By exit code and output. What is no JSON is only talk.
    static HookVerdict of(int exit, String out, String err) {
        if (exit == BLOCK) return blocking(err.strip());
        if (exit != 0 || !out.strip().startsWith("{")) return NOTHING;
        Json said;
        try {
            said = Json.parse(out.strip());
        } catch (BadJson talk) {
            return NOTHING;
        }
        var more = said.at("hookSpecificOutput");
        var permission = more.text("permissionDecision", "");
        if (permission.equals("deny")) return blocking(more.text("permissionDecisionReason", ""));
        if (said.text("decision", "").equals("block")) return blocking(said.text("reason", ""));
        if (said.at("continue") instanceof Json.Bool(var goesOn) && !goesOn) {
            return blocking(said.text("stopReason", ""));
        }
        if (permission.equals("ask")) return new HookVerdict(Kind.ASKS, more.text("permissionDecisionReason", ""));
        return new HookVerdict(Kind.LETS, more.text("additionalContext", ""));
    }
}
