package dev.pawl.campaign.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.json.Json;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// A model's server whose responses stream at a fixed pace. The request itself says what to send:
/// [#request].
///
/// A response is a message of [#DELTAS] pieces in about a second and, but for the last, a call
/// after which the agent asks again. Each piece says its message, its place in it and when it was
/// sent.
final class LoadModel implements AutoCloseable {
    /// With its beginning and its end, a message is 25 notifications.
    static final int DELTAS = 23;

    private static final Duration PACE = Duration.ofMillis(40);
    private static final Pattern ORDER = Pattern.compile("send (\\d+) messages of (\\d+) bytes");

    private final ServerSocket door;

    LoadModel() throws IOException {
        this.door = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().name("load-model").start(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + door.getLocalPort() + "/v1";
    }

    /// The words of a user that make the model send this.
    ///
    /// @param bytes how long a piece is at least
    static String request(int messages, int bytes) {
        return "send " + messages + " messages of " + bytes + " bytes";
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                var client = door.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException over) {
                return;
            }
        }
    }

    private static void serve(Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            var body = body(new BufferedInputStream(client.getInputStream()));
            var order = ORDER.matcher(body);
            if (!order.find()) throw new IOException("a request without an order");
            var number = body.split("\"function_call_output\"", -1).length - 1;
            var isLast = number + 1 >= Integer.parseInt(order.group(1));
            var out = client.getOutputStream();
            out.write(
                    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n".getBytes(UTF_8));
            stream(out, number, Integer.parseInt(order.group(2)), isLast);
        } catch (IOException gone) {
            // The server has ended: the campaign counts what is missing.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static String body(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            var next = in.read();
            if (next < 0) throw new IOException("a request without an end");
            head.append((char) next);
        }
        for (var line : head.toString().split("\r\n", -1)) {
            var at = line.toLowerCase(Locale.ROOT).indexOf("content-length:");
            if (at == 0)
                return new String(
                        in.readNBytes(Integer.parseInt(line.substring(15).strip())), UTF_8);
        }
        return "";
    }

    private static void stream(OutputStream out, int number, int bytes, boolean isLast)
            throws IOException, InterruptedException {
        send(
                out,
                "response.created",
                Json.object().with("response", Json.object().with("id", "resp")));
        message(out, number, bytes);
        if (!isLast) call(out, number);
        var usage = Json.object()
                .with("input_tokens", 100)
                .with("output_tokens", 20)
                .with("total_tokens", 120);
        var end = Json.object().with("id", "resp").with("status", "completed").with("usage", usage);
        send(out, "response.completed", Json.object().with("response", end));
    }

    private static void message(OutputStream out, int number, int bytes) throws IOException, InterruptedException {
        var id = "msg_" + number;
        var item = Json.object().with("type", "message").with("id", id).with("role", "assistant");
        var place = Json.object().with("output_index", 0);
        send(out, "response.output_item.added", place.with("item", item.with("content", Json.array(List.of()))));
        var text = new StringBuilder();
        var start = System.nanoTime();
        for (var i = 0; i < DELTAS; i++) {
            Thread.sleep(Duration.ofNanos(Math.max(0, start + i * PACE.toNanos() - System.nanoTime())));
            var piece = Piece.now(number, i).text(bytes);
            text.append(piece);
            var delta = place.with("item_id", id).with("content_index", 0).with("delta", piece);
            send(out, "response.output_text.delta", delta);
        }
        var part = Json.object().with("type", "output_text").with("text", text.toString());
        send(out, "response.output_item.done", place.with("item", item.with("content", Json.array(List.of(part)))));
    }

    /// A tool that does nothing: what was said is stored, and the agent asks again.
    private static void call(OutputStream out, int number) throws IOException {
        var step = Json.object().with("step", "message " + number).with("status", "completed");
        var item = Json.object()
                .with("type", "function_call")
                .with("id", "fc_" + number)
                .with("call_id", "call_" + number)
                .with("name", "update_plan")
                .with(
                        "arguments",
                        Json.object().with("plan", Json.array(List.of(step))).write());
        send(
                out,
                "response.output_item.done",
                Json.object().with("output_index", 1).with("item", item));
    }

    private static void send(OutputStream out, String type, Json.Obj event) throws IOException {
        out.write(("event: " + type + "\ndata: " + event.with("type", type).write() + "\n\n").getBytes(UTF_8));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
