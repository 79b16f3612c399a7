package dev.pawl.appserver;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Usage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// `pawl app-server`: a server for Codex's clients.
public record AppServerCommand(Console console, Backend.Opener opener, Streams streams) implements Subcommand {
    private static final Duration LOOK = Duration.ofSeconds(30);

    /// The process's own streams, without anything between.
    public record Streams(InputStream in, OutputStream out) {}

    @Override
    public Usage usage() {
        return Usage.of("app-server", "serve Codex's clients: JSON-RPC on stdio or over WebSocket")
                .with(Option.value("--listen", "ADDR", "stdio (default), or ws://HOST:PORT for many clients"))
                .example("pawl app-server                              # an editor starts it and speaks on its stdin")
                .example("pawl app-server --listen ws://127.0.0.1:7718 # clients come and go, turns stay");
    }

    @Override
    public int run(Arguments arguments) {
        var listen = arguments.value("--listen").orElse("stdio");
        var stdio = listen.equals("stdio") || listen.equals("stdio://");
        var address = stdio ? Optional.<InetSocketAddress>empty() : Optional.of(WebSocketServer.address(listen));
        try (var backend = opener.open(arguments)) {
            var hub = new Hub(backend);
            forgetIdle(hub);
            if (address.isPresent()) serve(address.get(), hub);
            else new Stdio(streams.in(), streams.out()).serve(hub, methods(hub));
            return ExitCode.OK;
        } catch (IOException broken) {
            console.note("app-server ended: " + broken.getMessage());
            return ExitCode.FAILED;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
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

    private void serve(InetSocketAddress address, Hub hub) throws IOException {
        try (var server = new WebSocketServer(address, hub, methods(hub))) {
            console.note("listening on ws://" + address.getHostString() + ":" + server.port());
            server.serve();
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
        var turns = new TurnMethods(hub, skills);
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
        new CommandMethods(hub).addTo(methods);
        new FileMethods().addTo(methods);
        new WatchMethods().addTo(methods);
        new ConfigMethods(hub).addTo(methods);
        new AbsentMethods().addTo(methods);
        return methods;
    }
}
