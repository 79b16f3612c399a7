package dev.pawl.appserver;

import dev.pawl.cli.Console;
import dev.pawl.net.Access;
import dev.pawl.net.BearerToken;
import dev.pawl.net.HttpCall;
import dev.pawl.net.HttpRefusal;
import dev.pawl.net.HttpServer;
import dev.pawl.net.ListenAddress;
import dev.pawl.net.ServerLimits;
import dev.pawl.net.ServerReply;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// `app-server --listen`: WebSocket clients on a port or a socket file, and two paths for a
/// supervisor, `/readyz` and `/healthz`.
///
/// A client runs commands as the user, so only what the user sent comes in.
record ListeningServer(Console console, AppServer server) {
    /// Who may come in, known when the port is.
    private record Gatekeeper(Access access, Dialogue.Proof proof) {}

    void serve(InetSocketAddress address, TokenConfig tokens) throws IOException, InterruptedException {
        var gatekeeper = new AtomicReference<@Nullable Gatekeeper>();
        try (var http = open(new ListenAddress.Port(address), gatekeeper)) {
            var bound = http.bound().orElseThrow();
            var token = tokens.open(bound.getPort());
            gatekeeper.set(new Gatekeeper(Access.ofPort(bound), token.proof()));
            try {
                sayWhere("ws://" + address.getHostString() + ":" + bound.getPort(), token);
                waitForever();
            } finally {
                token.close();
            }
        }
    }

    private void sayWhere(String url, TokenConfig.Opened token) {
        console.note("listening on " + url);
        token.file()
                .ifPresent(file -> console.note("the token of this start is in " + file.path()
                        + "\n  clients send it as Authorization: Bearer TOKEN; Codex's TUI:\n  PAWL_TOKEN=$(cat "
                        + file.path() + ") codex --remote " + url + " --remote-auth-token-env PAWL_TOKEN"));
        if (token.isOpenToAll()) {
            console.note("--no-auth: every process on this machine that can open the port may run commands as you");
        }
    }

    void serve(Path path) throws IOException, InterruptedException {
        var gatekeeper =
                new AtomicReference<@Nullable Gatekeeper>(new Gatekeeper(Access.ofFile(), Dialogue.Proof.GIVEN));
        try (var _ = open(new ListenAddress.SocketPath(path), gatekeeper)) {
            console.note("listening on unix://" + path);
            waitForever();
        }
    }

    private HttpServer open(ListenAddress address, AtomicReference<@Nullable Gatekeeper> gatekeeper)
            throws IOException {
        return HttpServer.open(address, ServerLimits.USUAL, call -> {
            var known = Optional.ofNullable(gatekeeper.get());
            serve(call, known.orElseThrow(() -> new HttpRefusal(503, "starting\n")));
        });
    }

    /// Until the process is told to end.
    private static void waitForever() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    private void serve(HttpCall call, Gatekeeper gatekeeper) throws IOException {
        gatekeeper.access().check(call);
        var isLook = call.path().equals("/readyz") || call.path().equals("/healthz");
        if (isLook && !call.isUpgrade()) {
            call.reply(ServerReply.text(200, ""));
            return;
        }
        var authorization = call.header("Authorization");
        if (!call.isUpgrade()) throw new HttpRefusal(426, "this is a WebSocket server\n");
        if (authorization.isEmpty()) {
            call.upgrade(server.unprovedClient(gatekeeper.proof()));
            return;
        }
        if (!gatekeeper.proof().isRight(BearerToken.in(authorization.get()))) {
            throw new HttpRefusal(
                    401, "a token is needed: Authorization: Bearer TOKEN; the server said at its start where it is\n");
        }
        call.upgrade(server.provedClient());
    }
}
