package dev.pawl.appserver;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CodexOptions;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Usage;
import dev.pawl.cli.UsageError;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// `pawl app-server`: a server for Codex's clients.
public record AppServerCommand(Console console, Backend.Opener opener, Streams streams) implements Subcommand {
    private static final Duration LOOK = Duration.ofSeconds(30);

    /// The process's own streams, without anything between.
    public record Streams(InputStream in, OutputStream out) {}

    @Override
    public Usage usage() {
        return Usage.of("app-server", "serve Codex's clients: JSON-RPC on stdio or over WebSocket")
                .with(Option.value(
                        "--listen", "ADDR", "stdio (default); ws://HOST:PORT or unix://PATH for many clients"))
                .with(Option.flag("--stdio", "the same as --listen stdio"))
                .with(Option.value("--cd", "DIR", "the folder of threads that name none")
                        .or("-C"))
                .with(TokenChoice.OPTIONS.toArray(Option[]::new))
                .with(CodexOptions.ENABLE, CodexOptions.DISABLE, CodexOptions.SEARCH, CodexOptions.ANALYTICS)
                .example("pawl app-server                              # an editor starts it and speaks on its stdin")
                .example("pawl app-server --listen ws://127.0.0.1:7718 # clients come and go, turns stay");
    }

    @Override
    public int run(Arguments arguments) {
        try (var backend = opener.open(arguments)) {
            var hub = new Hub(backend);
            var listen = Listen.of(address(arguments), backend.files());
            forgetIdle(hub);
            switch (listen) {
                case Listen.Streams _ -> new Stdio(streams.in(), streams.out()).serve(hub, methods(hub));
                case Listen.Port(var address) -> serve(address, TokenChoice.of(arguments, folder(backend)), hub);
                case Listen.File(var path) -> serve(path, hub);
            }
            return ExitCode.OK;
        } catch (IOException broken) {
            console.note("app-server ended: " + broken.getMessage());
            return ExitCode.FAILED;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }

    private static String address(Arguments arguments) {
        var named = arguments.value("--listen");
        if (named.isPresent() && arguments.has("--stdio")) {
            throw new UsageError("--stdio and --listen name two places\n  give one of them");
        }
        return named.orElse("stdio");
    }

    /// For as long as the process lives; a look now and then is exact enough.
    private static void forgetIdle(Hub hub) {
        Thread.ofVirtual().name("pawl-unload").start(() -> {
            try {
                while (true) {
                    var quarter = hub.backend().unloadAfter().dividedBy(4);
                    Thread.sleep(Duration.ofMillis(Math.clamp(quarter.toMillis(), 50, LOOK.toMillis())));
                    hub.forgetIdle();
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static Path folder(Backend backend) {
        return backend.files().resolve("app-server");
    }

    private void serve(InetSocketAddress address, TokenChoice tokens, Hub hub) throws IOException {
        try (var server = WebSocketServer.on(address, tokens)) {
            var url = "ws://" + address.getHostString() + ":" + server.port();
            console.note("listening on " + url);
            server.tokenFile()
                    .ifPresent(file -> console.note("the token of this start is in " + file
                            + "\n  clients send it as Authorization: Bearer TOKEN; Codex's TUI:\n  PAWL_TOKEN=$(cat "
                            + file + ") codex --remote " + url + " --remote-auth-token-env PAWL_TOKEN"));
            server.serve(hub, methods(hub));
        }
    }

    private void serve(Path path, Hub hub) throws IOException {
        try (var server = WebSocketServer.on(path)) {
            console.note("listening on unix://" + path);
            server.serve(hub, methods(hub));
        }
    }

    static Map<String, Call.Method> methods(Hub hub) {
        return new Protocol().over(built(hub));
    }

    /// What Pawl has a method for, if only to say that there is nothing.
    static Map<String, Call.Method> built(Hub hub) {
        var methods = new HashMap<String, Call.Method>();
        var json = new ThreadJson(hub);
        var skills = new SkillMethods(hub);
        var modes = new CollaborationModes();
        var settings = new SettingMethods(hub, modes);
        var shells = new ShellMethods(hub);
        var turns = new TurnMethods(hub, new TurnMethods.Extras(skills, modes, settings, shells));
        var threads = new ThreadMethods(hub, json);
        skills.addTo(methods);
        turns.addTo(methods);
        new ReviewMethods(hub, turns).addTo(methods);
        threads.addTo(methods);
        new ForkMethods(hub, json).addTo(methods);
        new DropMethods(hub, json).addTo(methods);
        new GoalMethods(hub).addTo(methods);
        new InjectMethods(hub).addTo(methods);
        new MetadataMethods(hub, json, threads).addTo(methods);
        new AttachmentMethods(hub).addTo(methods);
        new SectionMethods(hub).addTo(methods);
        new QueueMethods(hub, turns).addTo(methods);
        var lists = new ListMethods(hub, json, threads);
        lists.addTo(methods);
        new SearchMethods(hub, lists).addTo(methods);
        new PageMethods(hub).addTo(methods);
        new ModelMethods(hub).addTo(methods);
        new McpMethods(hub).addTo(methods);
        new HookMethods(hub).addTo(methods);
        new AccountMethods(hub).addTo(methods);
        new FuzzyMethods().addTo(methods);
        new CommandMethods(hub).addTo(methods);
        settings.addTo(methods);
        shells.addTo(methods);
        new TerminalMethods(hub).addTo(methods);
        new ProfileMethods().addTo(methods);
        new FileMethods().addTo(methods);
        new WatchMethods().addTo(methods);
        new ConfigMethods(hub).addTo(methods);
        new AbsentMethods().addTo(methods);
        return methods;
    }
}
