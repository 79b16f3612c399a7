package dev.pawl.appserver.turn;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.hub.LoadedThread;
import dev.pawl.appserver.hub.Notes;
import dev.pawl.appserver.hub.Prelude;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.card.Item;
import dev.pawl.codex.ServerItems;
import dev.pawl.codex.ServerTurns;
import dev.pawl.host.ClientCommands;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import dev.pawl.shell.ShellWords;
import dev.pawl.thread.Setup;
import dev.pawl.view.ItemView.CommandRun;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// `thread/shellCommand`: a command that the person runs in a thread. It belongs to the turn under
/// way, or is a turn of its own; the agent reads what it printed with the person's next words. It
/// ends with the client that began it.
final class ShellMethods {
    private static final long USUAL_MILLIS = 3_600_000;

    private final Hub hub;
    private final Notes notes;
    /// Commands that are turns of their own.
    private final Map<String, UserShell> turns = new ConcurrentHashMap<>();

    ShellMethods(Hub hub) {
        this.hub = hub;
        this.notes = new Notes(hub);
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("thread/shellCommand", this::run);
    }

    /// Ends a command that is a turn of its own; false when there is none of that id.
    boolean interrupt(String turn) {
        var shell = turns.get(turn);
        if (shell != null) shell.end();
        return shell != null;
    }

    private void run(Call call) throws InterruptedException {
        var command = call.params().text("command");
        if (command.isBlank()) throw RpcError.invalid("command must not be empty");
        var millis = call.params().whole("timeoutMs").orElse(USUAL_MILLIS);
        if (millis < 0) throw RpcError.invalid("timeoutMs must be non-negative, got " + millis);
        var thread = hub.load(call.params().thread());
        thread.join(call.client());
        var shell = start(thread, command);
        Runnable end = shell::end;
        call.client().keep(end);
        thread.inOrder(() -> {
            call.answer(Json.object());
            return thread;
        });
        call.goOn(_ -> {
            try {
                attend(thread, shell, Duration.ofMillis(millis));
            } finally {
                call.client().forget(end);
            }
        });
    }

    private UserShell start(LoadedThread thread, String command) {
        var backend = hub.backend();
        var setup = thread.thread().setup();
        var argv = List.of(backend.shell(), "-lc", command);
        var errand = new ClientCommands.Request(
                argv, outside(setup), new ClientCommands.Access(true, true, true), Map.of(), Optional.empty());
        try {
            var shown = ShellWords.join(argv);
            return new UserShell(backend.run(errand), backend.fresh(), shown, command, setup.cwd(), backend.now());
        } catch (IOException notStarted) {
            throw RpcError.internal("failed to spawn command: " + notStarted.getMessage());
        }
    }

    /// The person's own commands are not confined: they could be typed at any other prompt.
    private static Setup outside(Setup setup) {
        return new Setup(
                setup.cwd(),
                setup.provider(),
                setup.model(),
                setup.style(),
                "danger-full-access",
                setup.approval(),
                setup.roots(),
                setup.window(),
                setup.compactAt());
    }

    private void attend(LoadedThread thread, UserShell shell, Duration longest) throws InterruptedException {
        var backend = hub.backend();
        var active = thread.gateway().activeTurn(thread.id());
        var turn = active.orElseGet(() -> new TurnId(backend.fresh()));
        var story = new Story(thread, turn, shell);
        var since = backend.now();
        if (active.isEmpty()) {
            turns.put(turn.value(), shell);
            story.say("turn/started", of(thread).with("turn", ServerTurns.began(turn, since)));
        }
        story.say("item/started", story.item(shell.begun()).with("startedAtMs", since.toEpochMilli()));
        try {
            var ran = shell.attend(longest, story::printed, backend::now);
            story.say(
                    "item/completed",
                    story.item(shell.ended(ran))
                            .with("completedAtMs", backend.now().toEpochMilli()));
            Prelude.user(notes, thread.id(), shell.words(ran));
        } finally {
            turns.remove(turn.value());
            if (active.isEmpty()) {
                var open = ServerTurns.began(turn, since);
                var end = Item.Deliverable.success("");
                story.say("turn/completed", of(thread).with("turn", ServerTurns.over(open, end, since, backend.now())));
                hub.turnEnded(thread.id());
            }
        }
    }

    private static Json.Obj of(LoadedThread thread) {
        return Json.object().with("threadId", thread.id().value());
    }

    /// What those who watch are told of one command.
    private record Story(LoadedThread thread, TurnId turn, UserShell shell) {
        void say(String method, Json params) throws InterruptedException {
            thread.inOrder(() -> {
                thread.say(method, params);
                return method;
            });
        }

        Json.Obj item(CommandRun run) {
            return Json.object()
                    .with("item", ServerItems.of(run).orElseThrow())
                    .with("threadId", thread.id().value())
                    .with("turnId", turn.value());
        }

        void printed(String words) {
            var delta = of(thread)
                    .with("turnId", turn.value())
                    .with("itemId", shell.item())
                    .with("delta", words);
            try {
                say("item/commandExecution/outputDelta", delta);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
