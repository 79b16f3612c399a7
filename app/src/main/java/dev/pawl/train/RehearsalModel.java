package dev.pawl.train;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Locale;

/// A model's server on this machine that always says the same: so that training walks the ways a
/// real answer takes.
public final class RehearsalModel implements AutoCloseable {
    private static final String[] EVENTS = {
        "{\"type\":\"response.output_item.added\",\"item\":{\"type\":\"message\",\"id\":\"m1\"}}",
        "{\"type\":\"response.output_text.delta\",\"item_id\":\"m1\",\"delta\":\"done\"}",
        "{\"type\":\"response.output_item.done\",\"item\":{\"type\":\"message\",\"id\":\"m1\",\"role\":\"assistant\","
                + "\"content\":[{\"type\":\"output_text\",\"text\":\"done\"}]}}",
        "{\"type\":\"response.completed\",\"response\":{\"id\":\"r1\",\"usage\":{\"input_tokens\":1,"
                + "\"input_tokens_details\":null,\"output_tokens\":1,\"output_tokens_details\":null,"
                + "\"total_tokens\":2}}}"
    };
    private static final String CALL = "{\"type\":\"response.output_item.done\",\"item\":{\"type\":\"function_call\","
            + "\"id\":\"f1\",\"call_id\":\"c1\",\"name\":\"exec_command\","
            + "\"arguments\":\"{\\\"cmd\\\":\\\"true\\\"}\"}}";

    private final ServerSocket socket;

    public RehearsalModel() throws IOException {
        socket = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().name("pawl-rehearsal").daemon(true).start(this::serve);
    }

    public String url() {
        return "http://127.0.0.1:" + socket.getLocalPort() + "/v1";
    }

    private void serve() {
        while (!socket.isClosed()) {
            try {
                var client = socket.accept();
                Thread.ofPlatform().daemon(true).start(() -> answer(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void answer(Socket client) {
        try (client) {
            var in = new BufferedInputStream(client.getInputStream());
            while (true) {
                var request = read(in);
                if (request.isEmpty()) return;
                client.getOutputStream().write(reply(request).getBytes(UTF_8));
            }
        } catch (IOException gone) {
            // The rehearsal is over.
        }
    }

    /// A call first, where nothing was called yet; then words.
    private static String reply(String request) {
        var body = new StringBuilder();
        if (!request.contains("function_call_output")) event(body, CALL);
        for (var event : EVENTS) event(body, event);
        return "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: " + body.length() + "\r\n\r\n"
                + body;
    }

    private static void event(StringBuilder body, String data) {
        var type = data.substring(9, data.indexOf('"', 9));
        body.append("event: ").append(type).append("\ndata: ").append(data).append("\n\n");
    }

    private static String read(InputStream in) throws IOException {
        var length = 0;
        while (true) {
            var line = line(in);
            if (line.isEmpty()) break;
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
                length = Integer.parseInt(line.substring(15).strip());
        }
        return new String(in.readNBytes(length), UTF_8);
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (var next = in.read(); next >= 0 && next != '\n'; next = in.read())
            if (next != '\r') line.append((char) next);
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
