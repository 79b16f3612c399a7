package dev.pawl.appserver;

import dev.pawl.appserver.hub.Backend;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CodexOptions;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.UsageError;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;

/// `pawl app-server`: a server for Codex's clients.
public record AppServerCommand(Console console, Backend.Opener opener, Streams streams) implements Subcommand {
    /// The process's own streams, without anything between.
    public record Streams(InputStream in, OutputStream out) {}

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("app-server", "serve Codex's clients: JSON-RPC on stdio or over WebSocket")
                .with(Option.value(
                        "--listen", "ADDR", "stdio (default); ws://HOST:PORT or unix://PATH for many clients"))
                .with(Option.flag("--stdio", "the same as --listen stdio"))
                .with(Option.value("--cd", "DIR", "the folder of threads that name none")
                        .or("-C"))
                .with(TokenConfig.OPTIONS.toArray(Option[]::new))
                .with(CodexOptions.ENABLE, CodexOptions.DISABLE, CodexOptions.SEARCH, CodexOptions.ANALYTICS)
                .example("pawl app-server                              # an editor starts it and speaks on its stdin")
                .example("pawl app-server --listen ws://127.0.0.1:7718 # clients come and go, turns stay");
    }

    @Override
    public int run(Arguments arguments) {
        try (var backend = opener.open(arguments)) {
            var listen = Listen.of(address(arguments), backend.files());
            var server = new AppServer(backend);
            switch (listen) {
                case Listen.Streams _ -> new Stdio(streams.in(), streams.out()).serve(server);
                case Listen.Port(var address) ->
                    new ListeningServer(console, server).serve(address, TokenConfig.of(arguments, folder(backend)));
                case Listen.File(var path) -> new ListeningServer(console, server).serve(path);
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

    private static Path folder(Backend backend) {
        return backend.files().resolve("app-server");
    }
}
