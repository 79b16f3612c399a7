package dev.pawl.app;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/// A model's server for the start-up cache's training: on loopback, with the same few answers in a
/// circle, so that what a real turn loads is loaded once before.
final class TrainingServer implements AutoCloseable {
    private static final List<String> ANSWERS = List.of(items("""
                    {"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"**Look**"}]}""", """
                    {"type":"function_call","id":"fc_1","call_id":"c1","name":"exec_command",\
                    "arguments":"{\\"cmd\\":\\"true\\"}"}""", """
                    {"type":"function_call","id":"fc_2","call_id":"c2","name":"read_file",\
                    "arguments":"{\\"file_path\\":\\"a\\"}"}"""), items("""
                    {"type":"custom_tool_call","id":"ct_1","call_id":"c3","name":"apply_patch",\
                    "input":"*** Begin Patch\\n*** Add File: a\\n+b\\n*** End Patch\\n"}"""), items("""
                    {"type":"message","id":"m_1","role":"assistant",\
                    "content":[{"type":"output_text","text":"done"}]}"""));

    private final ServerSocket socket;
    private final AtomicInteger next = new AtomicInteger();

    TrainingServer() throws IOException {
        this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().name("pawl-train").daemon(true).start(this::serve);
    }

    String url() {
        return "http://127.0.0.1:" + socket.getLocalPort() + "/v1";
    }

    private static String items(String... items) {
        var text = new StringBuilder(event("response.created", "\"response\":{\"id\":\"r\"}"));
        for (var item : items) {
            text.append(event("response.output_item.added", "\"output_index\":0,\"item\":" + item));
            if (item.contains("\"message\"")) {
                text.append(event("response.output_text.delta", "\"item_id\":\"m_1\",\"delta\":\"done\""));
            }
            text.append(event("response.output_item.done", "\"output_index\":0,\"item\":" + item));
        }
        var usage = "\"usage\":{\"input_tokens\":1,\"output_tokens\":1,\"total_tokens\":2}";
        return text.append(event("response.completed", "\"response\":{\"id\":\"r\"," + usage + "}"))
                .toString();
    }

    private static String event(String type, String body) {
        return "event: " + type + "\ndata: {\"type\":\"" + type + "\"," + body + "}\n\n";
    }

    private void serve() {
        while (!socket.isClosed()) {
            try {
                var client = socket.accept();
                Thread.ofPlatform().name("pawl-train").daemon(true).start(() -> converse(client));
            } catch (IOException over) {
                return;
            }
        }
    }

    private void converse(Socket client) {
        try (client) {
            while (answer(client)) {}
        } catch (IOException gone) {
            // The client has closed its connection, or training is over.
        }
    }

    /// Whether a request came.
    private boolean answer(Socket client) throws IOException {
        var in = new BufferedInputStream(client.getInputStream());
        var length = 0;
        var line = line(in);
        if (line.isEmpty()) return false;
        for (; !line.isEmpty(); line = line(in)) {
            var field = line.toLowerCase(Locale.ROOT);
            if (field.startsWith("content-length:"))
                length = Integer.parseInt(field.substring(15).strip());
        }
        in.readNBytes(length);
        var body = ANSWERS.get(next.getAndIncrement() % ANSWERS.size()).getBytes(UTF_8);
        var head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: " + body.length + "\r\n\r\n";
        client.getOutputStream().write(head.getBytes(US_ASCII));
        client.getOutputStream().write(body);
        client.getOutputStream().flush();
        return true;
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (var c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (c != '\r') line.append((char) c);
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
