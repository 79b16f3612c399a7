package dev.pawl.web;

import dev.pawl.appserver.AppServer;
import dev.pawl.appserver.hub.Backend;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Text;
import dev.pawl.net.Access;
import dev.pawl.net.BearerToken;
import dev.pawl.net.HttpRefusal;
import dev.pawl.net.HttpRoute;
import dev.pawl.net.HttpServer;
import dev.pawl.net.ServerLimits;
import dev.pawl.net.TokenFile;
import dev.pawl.resource.FileTrouble;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// `pawl serve`: the page and the API for the user who starts it.
///
/// @param files   the folder of Pawl's own files
/// @param browser opens a link; false when this machine has nothing that could
public record ServeCommand(Console console, Backend.Opener opener, Function<Arguments, Path> files, Browser browser)
        implements Subcommand {
    /// Of the server's own files.
    static final String FOLDER = "serve";

    private static final Duration DRAIN = Duration.ofSeconds(20);

    /// Opens links for a person.
    @FunctionalInterface
    public interface Browser {
        boolean open(String url);
    }

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("serve", "serve the chat page and the API to your browser and your programs")
                .with(Option.value("--listen", "HOST:PORT", "where (127.0.0.1:7717); port 0 takes a free one"))
                .with(Option.flag("--open", "open the page in the browser"))
                .with(Option.value("--tls-cert", "FILE", "a certificate (PEM): needed to listen beyond this machine"))
                .with(Option.value("--tls-key", "FILE", "its key (PEM, PKCS#8)"))
                .with(Option.flag("--insecure", "listen beyond this machine without encryption"))
                .with(Option.value("--host", "NAME", "a further name that browsers call this machine by")
                        .repeating())
                .with(Option.value("--slots", "N", "how many turns run at once (512)"))
                .with(Option.value("--target", "NAME", "whose workers run the turns (pawl.worker.target)"))
                .with(Option.flag("--no-worker", "run no turns here: other workers of the store do"))
                .with(Option.value("--cd", "DIR", "the folder of threads that name none")
                        .or("-C"))
                .example("pawl serve --open                 # the page, in your browser")
                .example("pawl serve --listen 127.0.0.1:0   # on a free port; the link says which")
                .example("pawl serve --json                 # one line when it is ready: url, login, token, pid")
                .example("pawl serve --listen 0.0.0.0:7717 --tls-cert cert.pem --tls-key key.pem");
    }

    @Override
    public int run(Arguments arguments) {
        var address = ServeAddress.of(arguments, console);
        var folder = files.apply(arguments).resolve(FOLDER);
        try {
            var home = ServerHome.take(folder);
            if (home.isEmpty()) return another(folder, arguments);
            try (var mine = home.get();
                    var backend = opener.open(arguments)) {
                return serve(new Start(arguments, address, folder, mine), backend);
            }
        } catch (BindException taken) {
            console.note(console.say(
                    Text.SERVE_PORT_TAKEN, address.port().address().toString().replaceFirst("^.*/", "")));
            return ExitCode.FAILED;
        } catch (IOException broken) {
            console.note(console.say(Text.SERVE_ENDED, FileTrouble.of(broken)));
            return ExitCode.FAILED;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.OK;
        }
    }

    private record Start(Arguments arguments, ServeAddress address, Path folder, ServerHome home) {}

    /// One home has one server: its link is given instead.
    private int another(Path folder, Arguments arguments) throws IOException {
        var running = RunningServer.in(folder);
        if (running.isEmpty()) {
            console.note(console.say(Text.SERVE_STARTING));
            return ExitCode.FAILED;
        }
        if (!arguments.has("--json")) {
            console.note(console.say(
                    Text.SERVE_RUNS_ALREADY, String.valueOf(running.get().pid())));
        }
        announce(running.get(), new SignIns(folder, InstantSource.system()), arguments);
        return ExitCode.OK;
    }

    private int serve(Start start, Backend backend) throws IOException, InterruptedException {
        var server = new AppServer(backend);
        backend.keepWorkflows();
        var health = new ServerHealth(backend);
        var routes = new AtomicReference<@Nullable HttpRoute>();
        try (var http = HttpServer.open(
                start.address().port(),
                ServerLimits.USUAL,
                call -> Optional.ofNullable(routes.get())
                        .orElseThrow(() -> new HttpRefusal(503, "starting\n"))
                        .serve(call))) {
            var port = http.port();
            try (var token = TokenFile.write(start.folder(), port)) {
                var signIns = new SignIns(start.folder(), InstantSource.system());
                routes.set(new WebRoutes(server, PageFiles.load(), gatekeeper(start, http, token, signIns), health));
                var running = new RunningServer(
                        start.address().url(port),
                        token.token(),
                        ProcessHandle.current().pid());
                start.home().say(running);
                if (start.address().isOpen()) console.note(console.say(Text.SERVE_INSECURE));
                announce(running, signIns, start.arguments());
                untilTold(http, health);
            }
        }
        return ExitCode.OK;
    }

    private static WebRoutes.Gatekeeper gatekeeper(Start start, HttpServer http, TokenFile token, SignIns signIns) {
        var address = start.address();
        var bound = http.bound().orElseThrow();
        return new WebRoutes.Gatekeeper(
                Access.ofPage(bound, address.scheme(), address.names()),
                BearerToken.Capability.of(token.token()),
                signIns,
                "pawl-" + bound.getPort(),
                address.scheme().equals("https"));
    }

    private void announce(RunningServer running, SignIns signIns, Arguments arguments) throws IOException {
        var login = running.url() + "login?token=" + signIns.link();
        if (arguments.has("--json")) {
            console.line(running.json(login).write());
            console.flush();
        } else {
            console.note(console.say(Text.SERVE_AT, running.url()));
            console.plain("  " + console.say(Text.SERVE_LINK, login));
            console.plain("  " + console.say(Text.SERVE_HINT));
        }
        if (arguments.has("--open") && !browser.open(login)) console.note(console.say(Text.SERVE_NO_BROWSER));
    }

    /// A signal ends the server: clients are told, turns under way are left for the next worker.
    /// The process ends when all is closed.
    private static void untilTold(HttpServer http, ServerHealth health) throws InterruptedException {
        var told = new CountDownLatch(1);
        var caller = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(http, health, told, caller), "pawl-drain"));
        told.await();
    }

    private static void end(HttpServer http, ServerHealth health, CountDownLatch told, Thread caller) {
        health.end();
        http.drain();
        told.countDown();
        try {
            if (caller.join(DRAIN)) Runtime.getRuntime().halt(ExitCode.OK);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
