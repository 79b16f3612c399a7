package dev.pawl.tool.hook;

import dev.pawl.agent.Redaction;
import dev.pawl.agent.Tool;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Item;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.WrappedTool;
import dev.pawl.tool.sandbox.Programs;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.boundary.AccessMap;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.KeptPlaces;
import dev.pawl.tool.sandbox.spawn.Launch;
import dev.pawl.tool.shell.ShortCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/// The hooks of one thread's turns. Each gets a JSON object on stdin and answers by its exit code
/// and stdout. Safe for use by many threads.
///
/// A hook before a call that cannot be started, or takes too long, counts as an objection: whoever
/// wrote it wanted to be asked. Any other that fails is reported and has no say.
public final class Hooks {
    private static final int MOST_OUTPUT_BYTES = 256 * 1024;

    private final List<Hook> hooks;
    private final List<String> notify;
    private final Place place;
    private final Consumer<String> notes;

    /// The turn whose hooks these are, and where its commands run.
    public record Place(String thread, String turn, String model, ToolEnvironment toolEnvironment, Sandbox sandbox) {
        Path cwd() {
            return toolEnvironment.cwd();
        }

        /// What the programs see; what looks like a secret is left out.
        private Map<String, String> environment() {
            var clean = new TreeMap<String, String>();
            toolEnvironment.shell().environment().forEach((name, value) -> {
                if (!Redaction.isSecretName(name) && !Redaction.isSecretValue(value)) clean.put(name, value);
            });
            return clean;
        }

        /// The same for a program outside the sandbox: no folder that the agent can write is on its
        /// `PATH`.
        private Map<String, String> environmentOutside() {
            var environment = environment();
            environment.put("PATH", programs().trusted(path()).text());
            return environment;
        }

        private String path() {
            return toolEnvironment.shell().environment().getOrDefault("PATH", "/usr/bin:/bin");
        }

        private Programs programs() {
            return new Programs(AccessMap.of(toolEnvironment.confinement()));
        }

        /// A program for outside the sandbox, by a name or a path.
        private List<String> found(List<String> argv) throws IOException {
            var name = argv.getFirst();
            var path = programs().trusted(path());
            var line = new ArrayList<>(argv);
            if (!name.contains("/")) {
                var program = programs().onPath(name, path);
                line.set(
                        0,
                        program.orElseThrow(() -> new IOException("no program `" + name + "`" + path.reason()))
                                .toString());
            }
            return line;
        }
    }

    /// @param notify the program to tell of a turn's end, with its words; none when empty
    public Hooks(List<Hook> hooks, List<String> notify, Place place, Consumer<String> notes) {
        this.hooks = List.copyOf(hooks);
        this.notify = List.copyOf(notify);
        this.place = place;
        this.notes = notes;
    }

    /// The same tool with the hooks after its calls.
    public Tool around(Tool tool) {
        var any = hooks.stream().anyMatch(hook -> hook.event() == Hook.Event.POST_TOOL_USE);
        return any ? new WrappedTool(tool, this::around) : tool;
    }

    private Tool.Outcome around(Tool tool, Item.ToolCall call, RunMode runMode, Tool.Output output)
            throws InterruptedException {
        var ended = tool.run(call, runMode, output);
        if (!(ended instanceof Tool.Outcome.Done outcome)) return ended;
        var said = after(call, outcome);
        if (said.isEmpty()) return outcome;
        var text = outcome.text() + "\n\nA hook says: " + String.join("\n", said);
        return new Tool.Outcome.Done(outcome.answer(), outcome.after(), text, outcome.detail());
    }

    /// What hooks want before a call begins; they can only narrow.
    public sealed interface Objection {
        /// It may not begin.
        record Deny(String why) implements Objection {}

        /// A person decides, whatever the policy says.
        record Ask(String why) implements Objection {}
    }

    /// Whether a hook wants to look at this call before it begins.
    public boolean watch(Item.ToolCall call) {
        return !about(Hook.Event.PRE_TOOL_USE, call).isEmpty();
    }

    /// Asks them all, one after the other, up to the first that says no.
    public Optional<Objection> before(Item.ToolCall call) throws InterruptedException {
        Optional<Objection> asks = Optional.empty();
        for (var hook : about(Hook.Event.PRE_TOOL_USE, call)) {
            var verdict = ask(hook, call(hook, call));
            switch (verdict.kind()) {
                case BLOCKS -> {
                    return Optional.of(new Objection.Deny("blocked by a hook: " + reason(verdict)));
                }
                case ASKS -> asks = asks.or(() -> Optional.of(new Objection.Ask(reason(verdict))));
                case LETS -> {}
            }
        }
        return asks;
    }

    /// What hooks have to say about a call that is over.
    private List<String> after(Item.ToolCall call, Tool.Outcome.Done outcome) throws InterruptedException {
        var said = new ArrayList<String>();
        for (var hook : about(Hook.Event.POST_TOOL_USE, call)) {
            var verdict = ask(hook, call(hook, call).with("tool_response", outcome.text()));
            if (!verdict.words().isEmpty()) said.add(verdict.words());
        }
        return said;
    }

    /// Why the turn should go on instead of ending, if a hook wants that.
    ///
    /// @param again whether it goes on because of a hook already
    public Optional<String> stop(String lastWords, boolean again) throws InterruptedException {
        for (var hook : hooks) {
            if (hook.event() != Hook.Event.STOP) continue;
            var verdict = ask(
                    hook,
                    common(hook.event())
                            .with("stop_hook_active", Json.of(again))
                            .with("last_assistant_message", lastWords));
            if (verdict.blocks()) return Optional.of(reason(verdict));
        }
        return Optional.empty();
    }

    /// The turn is over and written down.
    public void ended(List<String> requests, Item.Deliverable deliverable) throws InterruptedException {
        for (var hook : hooks) {
            if (hook.event() != Hook.Event.TURN_END) continue;
            ask(
                    hook,
                    common(hook.event())
                            .with("outcome", deliverable.outcome().name().toLowerCase(Locale.ROOT))
                            .with("last_assistant_message", deliverable.text()));
        }
        if (!notify.isEmpty()) notifyOf(requests, deliverable);
    }

    /// As Codex does it: one more word with what happened, outside the sandbox, because it is the
    /// user's own program; it is not waited for.
    private void notifyOf(List<String> requests, Item.Deliverable deliverable) {
        var line = new ArrayList<>(notify);
        line.add(Json.object()
                .with("type", "agent-turn-complete")
                .with("thread-id", place.thread())
                .with("turn-id", place.turn())
                .with("cwd", place.cwd().toString())
                .with("input-messages", Json.strings(requests))
                .with("last-assistant-message", deliverable.text())
                .write());
        try {
            var builder = new ProcessBuilder(place.found(line))
                    .directory(place.cwd().toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().clear();
            builder.environment().putAll(place.environmentOutside());
            builder.start();
        } catch (IOException cannot) {
            notes.accept("notify cannot be started: " + cannot.getMessage());
        }
    }

    private static String reason(HookVerdict verdict) {
        return verdict.words().isEmpty() ? "it gave no reason" : verdict.words();
    }

    private List<Hook> about(Hook.Event event, Item.ToolCall call) {
        var names = List.of(call.tool(), spelt(call.tool()));
        return hooks.stream()
                .filter(hook -> hook.event() == event && hook.isFor(names))
                .toList();
    }

    /// Hooks are written for the names that others gave their tools.
    private static String spelt(String tool) {
        return tool.equals("exec_command") ? "Bash" : tool;
    }

    private Json.Obj common(Hook.Event event) {
        return Json.object()
                .with("session_id", place.thread())
                .with("turn_id", place.turn())
                .with("cwd", place.cwd().toString())
                .with("hook_event_name", event.word())
                .with("model", place.model());
    }

    private Json.Obj call(Hook hook, Item.ToolCall call) {
        return common(hook.event())
                .with("tool_name", spelt(call.tool()))
                .with("tool_use_id", call.call().value())
                .with("tool_input", input(call));
    }

    private static Json input(Item.ToolCall call) {
        if (call.form() == Item.ToolCall.Form.FREEFORM) return Json.object().with("command", call.arguments());
        try {
            var arguments = Json.parse(call.arguments());
            if (!call.tool().equals("exec_command")) return arguments;
            return arguments instanceof Json.Obj all ? all.with("command", arguments.text("cmd", "")) : arguments;
        } catch (BadJson broken) {
            return Json.of(call.arguments());
        }
    }

    private HookVerdict ask(Hook hook, Json.Obj input) throws InterruptedException {
        try {
            var bounds = new ShortCommand.Bounds(hook.timeout(), MOST_OUTPUT_BYTES);
            var ended = ShortCommand.run(place.sandbox(), launch(hook), input.write(), bounds);
            if (ended.isEmpty())
                return failed(hook, "did not answer within " + hook.timeout().toSeconds() + " s");
            var exit = ended.get().exit();
            var verdict = HookVerdict.of(exit, ended.get().output(), ended.get().errors());
            if (exit != 0 && !verdict.blocks()) notes.accept("the hook " + hook.argv() + " failed with " + exit);
            return verdict;
        } catch (IOException cannot) {
            return failed(hook, "cannot be started: " + cannot.getMessage());
        }
    }

    private Launch launch(Hook hook) throws IOException {
        return switch (hook.reach()) {
            case SANDBOX ->
                launch(hook.argv(), place.environment(), place.toolEnvironment().confinement())
                        .whileHeld(held(hook));
            case OUTSIDE -> {
                KeptPlaces.checkMadeRepositories(place.toolEnvironment().confinement());
                yield launch(place.found(hook.argv()), place.environmentOutside(), Confinement.none())
                        .whileHeld(held(hook));
            }
        };
    }

    /// The end of a turn is told when another may have begun.
    private Optional<Path> held(Hook hook) {
        var fence = place.toolEnvironment().fence();
        return hook.event() == Hook.Event.TURN_END ? Optional.empty() : fence.place();
    }

    private Launch launch(List<String> argv, Map<String, String> environment, Confinement confinement) {
        return new Launch(argv, place.cwd(), environment, confinement, Optional.empty(), Launch.Streams.APART);
    }

    private HookVerdict failed(Hook hook, String how) {
        notes.accept("the hook " + hook.argv() + " " + how);
        return hook.event() == Hook.Event.PRE_TOOL_USE ? HookVerdict.blocking("it " + how) : HookVerdict.NOTHING;
    }
}
