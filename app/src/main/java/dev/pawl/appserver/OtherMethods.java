package dev.pawl.appserver;

import dev.pawl.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is about no thread: models, settings, one-off commands.
final class OtherMethods {
    private static final long USUAL_MILLIS = 10_000;
    private static final long LONGEST_MILLIS = 24 * 3_600_000L;
    private static final List<String> EFFORTS = List.of("low", "medium", "high");

    private final Hub hub;

    OtherMethods(Hub hub) {
        this.hub = hub;
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("model/list", this::models);
        methods.put("config/read", this::settings);
        methods.put("command/exec", this::exec);
    }

    private void models(Call call) {
        var setup = hub.backend().setup();
        var efforts = EFFORTS.stream()
                .map(effort -> Json.object().with("reasoningEffort", effort).with("description", effort))
                .toList();
        var model = Json.object()
                .with("id", setup.model())
                .with("model", setup.model())
                .with("displayName", setup.model())
                .with("description", "The model of the settings, served by " + setup.provider())
                .with("hidden", Json.of(false))
                .with("supportedReasoningEfforts", Json.array(efforts))
                .with(
                        "defaultReasoningEffort",
                        setup.style().effort().isEmpty()
                                ? "medium"
                                : setup.style().effort())
                .with("isDefault", Json.of(true));
        call.answer(Json.object().with("data", Json.array(List.of(model))).with("nextCursor", ItemJson.NULL));
    }

    private void settings(Call call) {
        call.answer(Json.object().with("config", hub.backend().settings()).with("origins", Json.object()));
    }

    private void exec(Call call) throws InterruptedException {
        var params = call.params();
        var argv = params.texts("command");
        if (argv.isEmpty()) throw RpcError.invalid("command must not be empty");
        if (params.flag("tty") || params.flag("streamStdin") || params.flag("streamStdoutStderr")) {
            throw RpcError.invalid("command/exec runs a command to its end: tty and streams are not supported");
        }
        var policy = params.json().at("sandboxPolicy").at("type").text().map(Wishes::mode);
        var mode = policy.orElse(hub.backend().setup().sandbox());
        if (!mode.equals("danger-full-access")) {
            throw RpcError.invalid("command/exec cannot confine a command on this machine: ask for it with"
                    + " sandboxPolicy {\"type\":\"dangerFullAccess\"}");
        }
        var millis = params.flag("disableTimeout")
                ? LONGEST_MILLIS
                : Math.clamp(params.whole("timeoutMs").orElse(USUAL_MILLIS), 1, LONGEST_MILLIS);
        var cwd = new Wishes(params).apply(hub.backend().setup()).cwd();
        var errand = new Backend.Errand(argv, cwd, environment(params), Duration.ofMillis(millis));
        try {
            var ran = hub.backend().run(errand);
            call.answer(Json.object()
                    .with("exitCode", ran.exitCode())
                    .with("stdout", ran.stdout())
                    .with("stderr", ran.stderr()));
        } catch (IOException notStarted) {
            throw RpcError.invalid("the command cannot be started: " + notStarted.getMessage());
        }
    }

    private static Map<String, Optional<String>> environment(Params params) {
        var environment = new LinkedHashMap<String, Optional<String>>();
        if (params.json().at("env") instanceof Json.Obj(var fields)) {
            fields.forEach((name, value) -> environment.put(name, value.text()));
        }
        return environment;
    }
}
