package dev.pawl.cli;

/// Options that programs made for Codex pass, and that switch nothing here. They are taken, so that
/// such programs start; help says what they come to.
public final class CodexOptions {
    public static final Option ENABLE = Option.value(
                    "--enable", "FEATURE", "taken for Codex's launchers: Pawl has no features to switch")
            .repeating();
    public static final Option DISABLE = Option.value(
                    "--disable", "FEATURE", "taken for Codex's launchers: Pawl has no features to switch")
            .repeating();
    public static final Option SEARCH =
            Option.flag("--search", "taken for Codex's launchers: Pawl has no web search of its own");
    public static final Option ANALYTICS = Option.flag(
            "--analytics-default-enabled", "taken for Codex's launchers: Pawl sends nothing to its authors");

    private CodexOptions() {}
}
