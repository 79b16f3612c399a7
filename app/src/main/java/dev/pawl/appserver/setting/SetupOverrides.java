package dev.pawl.appserver.setting;

import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.json.Json;
import dev.pawl.thread.Setup;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What a client wants to be otherwise than a thread is set up: named fields, and before them the
/// keys of `config` that a thread keeps.
public final class SetupOverrides {
    private static final List<String> POLICIES = List.of("untrusted", "on-request", "granular", "never");

    private final Params params;
    private final Params config;

    public SetupOverrides(Params params) {
        this.params = params;
        this.config = new Params(params.json().at("config"));
    }

    public Setup apply(Setup setup) {
        var style = setup.style();
        return new Setup(
                params.optional("cwd").map(cwd -> absolute(cwd, setup.cwd())).orElse(setup.cwd()),
                text("modelProvider", "model_provider").orElse(setup.provider()),
                text("model", "model").or(() -> ofMode("model")).orElse(setup.model()),
                new Setup.Style(
                        text("effort", "model_reasoning_effort")
                                .or(() -> ofMode("reasoning_effort"))
                                .orElse(style.effort()),
                        text("summary", "model_reasoning_summary").orElse(style.summary()),
                        configured("model_verbosity").orElse(style.verbosity()),
                        params.optional("baseInstructions").orElse(style.instructions()),
                        tools().orElse(style.tools())),
                sandbox().orElse(setup.sandbox()),
                approval().orElse(setup.approval()),
                roots().orElse(setup.roots()),
                number("model_context_window").orElse(setup.window()),
                number("model_auto_compact_token_limit").orElse(setup.compactAt()));
    }

    /// A collaboration mode brings a model and an effort of its own.
    private Optional<String> ofMode(String key) {
        return new Params(params.json().at("collaborationMode").at("settings")).optional(key);
    }

    private Optional<String> tools() {
        return params.json().at("dynamicTools") instanceof Json.Arr(var given)
                ? Optional.of(ClientTools.checked(given))
                : Optional.empty();
    }

    private Optional<String> text(String field, String key) {
        return params.optional(field).or(() -> configured(key));
    }

    private Optional<String> configured(String key) {
        return config.json().at(key).text();
    }

    private Optional<Long> number(String key) {
        return config.json().at(key) instanceof Json.Num ? config.whole(key) : Optional.empty();
    }

    private static String absolute(String folder, String from) {
        try {
            return Path.of(from).resolve(folder).normalize().toString();
        } catch (InvalidPathException notPath) {
            throw RpcError.invalid("Invalid request: not a path: " + folder);
        }
    }

    private Optional<String> approval() {
        var named = params.json().at("approvalPolicy");
        if (named instanceof Json.Obj given) return Optional.of(granular(given));
        return text("approvalPolicy", "approval_policy").map(policy -> switch (policy) {
            case "untrusted", "on-request", "never", "on-failure" -> policy;
            default -> throw Params.unknown(policy, POLICIES);
        });
    }

    /// What is asked about, kind by kind. Pawl asks about all of them or about none.
    private static String granular(Json.Obj given) {
        if (!(given.at("granular") instanceof Json.Obj(var kinds))) {
            throw Params.unknown(given.fields().keySet().stream().findFirst().orElse(""), POLICIES);
        }
        for (var kind : List.of("sandbox_approval", "rules", "mcp_elicitations")) {
            if (!kinds.containsKey(kind)) throw Params.missing(kind);
        }
        if (kinds.values().stream().allMatch(Json.of(true)::equals)) return "on-request";
        if (kinds.values().stream().allMatch(Json.of(false)::equals)) return "never";
        throw RpcError.invalid(
                "granular approval policies are supported with all kinds true (on-request) or all false (never)");
    }

    /// A mode by name, or the policy of a turn.
    private Optional<String> sandbox() {
        var profile = params.optional("permissions");
        if (profile.isPresent()) {
            for (var other : List.of("sandbox", "sandboxPolicy")) {
                if (!params.json().at(other).isNull()) {
                    throw RpcError.invalid("`permissions` cannot be combined with `" + other + "`");
                }
            }
            return profile.map(ProfileMethods::mode);
        }
        var policy = params.json().at("sandboxPolicy").at("type").text();
        if (policy.isPresent()) return policy.map(SetupOverrides::mode);
        return text("sandbox", "sandbox_mode").map(mode -> switch (mode) {
            case "read-only", "workspace-write", "danger-full-access" -> mode;
            default ->
                throw RpcError.invalid("Invalid request: unknown variant `" + mode
                        + "`, expected one of `read-only`, `workspace-write`, `danger-full-access`");
        });
    }

    static String mode(String policy) {
        return switch (policy) {
            case "dangerFullAccess" -> "danger-full-access";
            case "readOnly" -> "read-only";
            case "workspaceWrite" -> "workspace-write";
            case "externalSandbox" -> throw RpcError.invalid("externalSandbox is not supported: name a mode of ours");
            default -> throw RpcError.invalid("Invalid request: unknown variant `" + policy + "`");
        };
    }

    private Optional<List<String>> roots() {
        var policy = new Params(params.json().at("sandboxPolicy"));
        return policy.json().at("writableRoots").isNull()
                ? Optional.empty()
                : Optional.of(policy.texts("writableRoots"));
    }
}
