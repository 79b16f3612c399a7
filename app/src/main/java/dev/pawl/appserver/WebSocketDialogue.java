package dev.pawl.appserver;

import dev.pawl.appserver.rpc.ClientOutbox;
import dev.pawl.net.WebSocketListener;
import dev.pawl.net.WebSocketPeer;
import dev.pawl.net.WebSocketPeer.CloseCode;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One client on a WebSocket: a message for each text frame. A client that reads too slowly is cut
/// off: it comes back, resumes its threads, and has missed nothing that is written down.
final class WebSocketDialogue implements WebSocketListener {
    private final AppServer server;
    private final Dialogue.Proof proof;
    private @Nullable WebSocketPeer peer;
    private @Nullable ClientOutbox outbox;
    private @Nullable Dialogue dialogue;
    private boolean admitted;
    private volatile @Nullable Farewell farewell;

    /// Why a client must go; it is sent after all that was said to it.
    private record Farewell(CloseCode code, String reason) {}

    /// @param proof what the client's `initialize` must carry
    WebSocketDialogue(AppServer server, Dialogue.Proof proof) {
        this.server = server;
        this.proof = proof;
    }

    @Override
    public void opened(WebSocketPeer client) {
        var messages = new ClientOutbox(ClientOutbox.WhenFull.CUT, client::cut);
        peer = client;
        outbox = messages;
        dialogue = server.open(messages, proof);
        Thread.ofVirtual().name("pawl-client-out").start(() -> write(client, messages));
    }

    private void write(WebSocketPeer client, ClientOutbox messages) {
        try {
            for (var batch = messages.take(); !batch.isEmpty(); batch = messages.take()) client.send(batch);
            var last = farewell;
            if (last != null) client.close(last.code(), last.reason());
        } catch (IOException | InterruptedException gone) {
            messages.close();
            client.cut();
        }
    }

    @Override
    public void received(String message) {
        var open = Optional.ofNullable(dialogue).orElseThrow();
        if (farewell != null) return;
        open.receive(message);
        if (admitted) return;
        if (open.isRefused()) leave(new Farewell(CloseCode.POLICY, "a token is needed"));
        if (!open.isInitialized()) return;
        admitted = Optional.ofNullable(peer).orElseThrow().admit();
        if (!admitted) leave(new Farewell(CloseCode.TRY_LATER, "too many clients"));
    }

    private void leave(Farewell last) {
        farewell = last;
        Optional.ofNullable(outbox).orElseThrow().close();
    }

    @Override
    public void closed() {
        if (outbox != null) outbox.close();
        if (dialogue != null) dialogue.close();
    }
}
