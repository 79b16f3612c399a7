package dev.pawl.thread;

import java.util.List;

/// How a thread's agent works, so that any worker can go on with it. Secrets are never in it: a
/// provider is named, and each worker has its own key. An empty text means the default.
///
/// @param cwd the folder it works in
/// @param provider the provider's id in the settings
/// @param sandbox the sandbox mode, as Codex spells it
/// @param approval the approval policy, as Codex spells it
/// @param roots folders beside `cwd` that it may write to
/// @param window tokens the model can hold, 0 when unknown
/// @param compactAt tokens at which the history is compacted, 0 for never
public record Setup(
        String cwd,
        String provider,
        String model,
        Style style,
        String sandbox,
        String approval,
        List<String> roots,
        long window,
        long compactAt) {
    public Setup {
        roots = List.copyOf(roots);
    }

    /// Whether it was read from a transcript and no person has settled it since: its folder is
    /// only what a file says, and nothing may be written there.
    public boolean isUnsettled() {
        return model.isEmpty() && window == 0;
    }

    /// How the model answers.
    ///
    /// @param instructions a client's own instead of Pawl's; empty for Pawl's
    /// @param tools what a client offers to do itself, as JSON; empty for nothing
    public record Style(String effort, String summary, String verbosity, String instructions, String tools) {
        public Style(String effort, String summary, String verbosity) {
            this(effort, summary, verbosity, "", "");
        }
    }
}
