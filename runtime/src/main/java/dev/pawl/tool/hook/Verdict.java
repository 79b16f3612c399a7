package dev.pawl.tool.hook;

import dev.pawl.json.BadJson;
import dev.pawl.json.Json;

/// What a hook said.
///
/// @param blocks  whether it objects
/// @param words   why, or what the model should know
record Verdict(boolean blocks, String words) {
    private static final int BLOCK = 2;

    static final Verdict NOTHING = new Verdict(false, "");

    static Verdict blocking(String why) {
        return new Verdict(true, why);
    }

    /// By exit code and output. What is no JSON is only talk.
    static Verdict of(int exit, String out, String err) {
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
        // Nobody can be asked at this point: who wants a person asked says no for now.
        if (permission.equals("deny") || permission.equals("ask")) {
            return blocking(more.text("permissionDecisionReason", ""));
        }
        if (said.text("decision", "").equals("block")) return blocking(said.text("reason", ""));
        if (said.at("continue") instanceof Json.Bool(var goesOn) && !goesOn) {
            return blocking(said.text("stopReason", ""));
        }
        return new Verdict(false, more.text("additionalContext", ""));
    }
}
