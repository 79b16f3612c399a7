package dev.pawl.config;

import dev.pawl.cli.Console;
import dev.pawl.cli.UsageError;
import dev.pawl.kernel.Gate;
import dev.pawl.thread.Setup;
import dev.pawl.toml.TomlValue;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.hook.Hook;
import dev.pawl.tool.hook.Hooks;
import dev.pawl.tool.sandbox.Sandbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The hooks that the settings name, `notify`, and the sign to a person at the terminal.
public final class HookConfig {
    private static final long USUAL_SECONDS = 60;
    private static final long MOST_SECONDS = 600;

    private final List<Hook> hooks = new ArrayList<>();
    private final List<String> notify;
    private final Console console;
    private final boolean calls;

    /// @param terminal whether stderr is one
    public HookConfig(Settings settings, Console console, boolean terminal) {
        this.notify = settings.texts("notify");
        this.console = console;
        this.calls = terminal && settings.isOn("tui.notifications");
        for (var event : Hook.Event.values()) {
            if (settings.value("hooks." + event.word()) instanceof TomlValue.Array(var tables)) {
                for (var table : tables) read(event, table, "");
            }
        }
    }

    /// All of them, in the order they run.
    public List<Hook> hooks() {
        return List.copyOf(hooks);
    }

    public Hooks of(Gate gate, Setup setup, ToolEnvironment toolEnvironment, Sandbox sandbox) {
        var place = new Hooks.Place(gate.agent().value(), gate.turn().value(), setup.model(), toolEnvironment, sandbox);
        return new Hooks(hooks, notify, place, console::note);
    }

    /// One table is one hook, or, as Codex and Claude write it, a matcher with a list of them.
    private void read(Hook.Event event, TomlValue value, String outer) {
        if (!(value instanceof TomlValue.Table(var entries))) throw wrong(event, "must be a table");
        var matcher = entries.get("matcher") instanceof TomlValue.Text(var text) ? text : outer;
        if (entries.get("hooks") instanceof TomlValue.Array(var inner)) {
            for (var one : inner) read(event, one, matcher);
            return;
        }
        try {
            hooks.add(new Hook(event, matcher, argv(entries), timeout(entries), reach(entries)));
        } catch (IllegalArgumentException bad) {
            throw wrong(event, bad.getMessage());
        }
    }

    private static UsageError wrong(Hook.Event event, @Nullable String why) {
        return new UsageError(
                "hooks." + event.word() + ": " + why + "\n  as in [[hooks." + event.word() + "]] with command = \"…\"");
    }

    private static List<String> argv(Map<String, TomlValue> entries) {
        var command = entries.get("command");
        if (command instanceof TomlValue.Text(var line)) return List.of("/bin/sh", "-c", line);
        var words = new ArrayList<String>();
        if (command instanceof TomlValue.Array(var values)) {
            for (var value : values) if (value instanceof TomlValue.Text(var word)) words.add(word);
        }
        return words;
    }

    /// A project's own hooks lose this key before they get here ([ProjectLimits]).
    private static Hook.Confinement reach(Map<String, TomlValue> entries) {
        return switch (entries.get(ProjectLimits.HOOK_SANDBOX)) {
            case TomlValue.Flag(var on) -> on ? Hook.Confinement.SANDBOX : Hook.Confinement.OUTSIDE;
            case null -> Hook.Confinement.SANDBOX;
            default -> throw new IllegalArgumentException("sandbox must be true or false");
        };
    }

    private static Duration timeout(Map<String, TomlValue> entries) {
        var seconds = entries.get("timeout") instanceof TomlValue.Whole(var given) ? given : USUAL_SECONDS;
        return Duration.ofSeconds(Math.clamp(seconds, 1, MOST_SECONDS));
    }

    public void callAttention(String words) {
        if (!calls) return;
        console.attention(words);
    }
}
