package dev.pawl.appserver.workspace;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Client;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.appserver.setting.SetupOverrides;
import dev.pawl.host.ClientCommands;
import dev.pawl.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// `command/exec` and what can be done with a command under way. Commands belong to the connection
/// that started them, and end with it.
final class CommandMethods {
    private static final long USUAL_MILLIS = 10_000;
    private static final long LONGEST_MILLIS = 24 * 3_600_000L;
    private static final int USUAL_BYTES = 1024 * 1024;
    private static final int MOST_BYTES = 16 * 1024 * 1024;
    private static final ClientCommands.Size USUAL_SIZE = new ClientCommands.Size(24, 80);

    private final Hub hub;
    private final Map<Key, RunningCommand> running = new ConcurrentHashMap<>();

    private record Key(Client client, String process) {}

    CommandMethods(Hub hub) {
        this.hub = hub;
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("command/exec", this::exec);
        methods.put("command/exec/write", this::write);
        methods.put("command/exec/resize", this::resize);
        methods.put("command/exec/terminate", this::terminate);
    }

    /// Starts it in its lane, so that what is said to it next finds it, and waits for it elsewhere.
    private void exec(Call call) {
        var params = call.params();
        var wish = wish(params);
        var key = params.optional("processId").map(id -> new Key(call.client(), id));
        if (key.isPresent() && running.containsKey(key.get())) {
            throw RpcError.invalid("duplicate active command/exec process id: "
                    + Json.of(key.get().process()).write());
        }
        var command = start(params, wish, call.client());
        key.ifPresent(known -> running.put(known, command));
        call.goOn(_ -> finish(call, command, key));
    }

    private RunningCommand start(Params params, RunningCommand.Wish wish, Client client) {
        try {
            return RunningCommand.start(hub.backend(), errand(params), wish, client);
        } catch (IOException notStarted) {
            throw RpcError.internal("failed to spawn command: " + notStarted.getMessage());
        }
    }

    private void finish(Call call, RunningCommand command, Optional<Key> key) throws InterruptedException {
        Runnable end = command::end;
        call.client().keep(end);
        Json ran;
        try {
            command.attend();
            ran = command.finish();
        } finally {
            call.client().forget(end);
            key.ifPresent(running::remove);
        }
        call.answer(ran);
    }

    private static RunningCommand.Wish wish(Params params) {
        var tty = params.flag("tty");
        var input = tty || params.flag("streamStdin");
        var output = tty || params.flag("streamStdoutStderr");
        var process = params.optional("processId");
        if ((input || output) && process.isEmpty()) {
            throw RpcError.invalid("command/exec tty or streaming requires a client-supplied processId");
        }
        var timeout = params.whole("timeoutMs");
        if (timeout.isPresent() && params.flag("disableTimeout")) {
            throw RpcError.invalid("command/exec cannot set both timeoutMs and disableTimeout");
        }
        if (timeout.isPresent() && timeout.get() < 0) {
            throw RpcError.invalid("command/exec timeoutMs must be non-negative, got " + timeout.get());
        }
        var cap = params.whole("outputBytesCap");
        if (cap.isPresent() && params.flag("disableOutputCap")) {
            throw RpcError.invalid("command/exec cannot set both outputBytesCap and disableOutputCap");
        }
        var millis = params.flag("disableTimeout") ? LONGEST_MILLIS : timeout.orElse(USUAL_MILLIS);
        var bytes = params.flag("disableOutputCap") ? MOST_BYTES : cap.orElse((long) USUAL_BYTES);
        return new RunningCommand.Wish(
                process.orElse(""),
                input,
                output,
                Duration.ofMillis(Math.min(millis, LONGEST_MILLIS)),
                Math.clamp(bytes, 0, MOST_BYTES));
    }

    private ClientCommands.Request errand(Params params) {
        var argv = params.texts("command");
        if (argv.isEmpty()) throw RpcError.invalid("command must not be empty");
        if (!params.json().at("permissionProfile").isNull()) {
            throw RpcError.invalid("permissionProfile is not supported: give a sandboxPolicy");
        }
        if (!params.json().at("size").isNull() && !params.flag("tty")) {
            throw RpcError.invalid("command/exec size requires tty: true");
        }
        var policy = new Params(params.json().at("sandboxPolicy"));
        var access = new ClientCommands.Access(
                policy.flag("networkAccess"), !policy.flag("excludeSlashTmp"), !policy.flag("excludeTmpdirEnvVar"));
        Optional<ClientCommands.Size> terminal =
                params.flag("tty") ? Optional.of(size(params).orElse(USUAL_SIZE)) : Optional.empty();
        var setup = new SetupOverrides(params).apply(hub.backend().setup());
        return new ClientCommands.Request(argv, setup, access, environment(params), terminal);
    }

    private static Optional<ClientCommands.Size> size(Params params) {
        if (params.json().at("size").isNull()) return Optional.empty();
        var size = new Params(params.json().at("size"));
        var rows = size.whole("rows").orElseThrow(() -> Params.missing("rows"));
        var columns = size.whole("cols").orElseThrow(() -> Params.missing("cols"));
        if (rows < 1 || columns < 1 || rows > 65_535 || columns > 65_535) {
            throw RpcError.invalid("command/exec size rows and cols must be greater than 0");
        }
        return Optional.of(new ClientCommands.Size(rows.intValue(), columns.intValue()));
    }

    private static Map<String, Optional<String>> environment(Params params) {
        var environment = new LinkedHashMap<String, Optional<String>>();
        if (params.json().at("env") instanceof Json.Obj(var fields)) {
            fields.forEach((name, value) -> environment.put(name, value.text()));
        }
        return environment;
    }

    private RunningCommand command(Call call) {
        var process = call.params().text("processId");
        var found = running.get(new Key(call.client(), process));
        if (found != null) return found;
        throw RpcError.invalid(
                "no active command/exec for process id " + Json.of(process).write());
    }

    private void write(Call call) {
        var text = call.params().optional("deltaBase64");
        var close = call.params().flag("closeStdin");
        if (text.isEmpty() && !close) throw RpcError.invalid("command/exec/write requires deltaBase64 or closeStdin");
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(text.orElse(""));
        } catch (IllegalArgumentException notBase64) {
            throw RpcError.invalid("invalid deltaBase64: " + notBase64.getMessage());
        }
        command(call).write(bytes, close);
        call.answer(Json.object());
    }

    private void resize(Call call) {
        var size = size(call.params()).orElseThrow(() -> Params.missing("size"));
        command(call).resize(size);
        call.answer(Json.object());
    }

    private void terminate(Call call) {
        command(call).end();
        call.answer(Json.object());
    }
}
