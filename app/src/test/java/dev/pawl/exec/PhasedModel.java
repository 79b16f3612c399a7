package dev.pawl.exec;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.json.Json;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/// A model's server that speaks the Responses protocol over a real socket and can hold an answer at
/// a given place. Which answer comes is read off the request: by the number of outputs in it.
final class PhasedModel implements AutoCloseable {
    private final ServerSocket socket;
    private final List<List<String>> steps;
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private volatile Hold hold = new Hold(-1, 0);

    /// Holds the answer after `outputs` outputs when so many of its events were sent; -1 for none.
    record Hold(int outputs, int events) {}

    private final Map<Integer, Integer> cuts = new ConcurrentHashMap<>();
    private volatile boolean cutting;
    private volatile CountDownLatch held = new CountDownLatch(1);
    private volatile CountDownLatch release = new CountDownLatch(0);

    /// Each step is the items of one answer, as JSON.
    PhasedModel(List<List<String>> steps) throws IOException {
        this.steps = steps;
        this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serve);
    }

    String url() {
        return "http://127.0.0.1:" + socket.getLocalPort() + "/v1";
    }

    /// From now on, once.
    void holdAt(Hold next) {
        held = new CountDownLatch(1);
        release = new CountDownLatch(1);
        hold = next;
    }

    CountDownLatch held() {
        return held;
    }

    void letGo() {
        hold = new Hold(-1, 0);
        release.countDown();
    }

    /// From now on each answer breaks off: after no event, when it is asked for again after one,
    /// and so on until it has come whole.
    void cutEverywhere() {
        cutting = true;
    }

    /// How often an answer broke off.
    int cuts() {
        return cuts.values().stream().mapToInt(Integer::intValue).sum();
    }

    /// What was wrong with the requests: a call without its output, an output twice.
    List<String> faults() {
        return faults;
    }

    private void serve() {
        while (!socket.isClosed()) {
            try {
                var client = socket.accept();
                Thread.ofVirtual().start(() -> converse(client));
            } catch (IOException over) {
                return;
            }
        }
    }

    private void converse(Socket client) {
        try (client) {
            while (answer(client)) {}
        } catch (IOException | InterruptedException gone) {
            // Killed: that is what it is for.
        }
    }

    private boolean answer(Socket client) throws IOException, InterruptedException {
        var in = new BufferedInputStream(client.getInputStream());
        var length = 0;
        var line = line(in);
        if (line.isEmpty()) return false;
        for (; !line.isEmpty(); line = line(in)) {
            var field = line.toLowerCase(Locale.ROOT);
            if (field.startsWith("content-length:"))
                length = Integer.parseInt(field.substring(15).strip());
        }
        var outputs = check(Json.parse(new String(in.readNBytes(length), UTF_8)));
        var out = client.getOutputStream();
        var now = hold;
        if (now.outputs == outputs && now.events < 0) waitHere();
        out.write("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n".getBytes(UTF_8));
        var sent = 0;
        var events = stream(stepAfter(outputs));
        var cut = cutting ? cuts.merge(outputs, 1, (was, one) -> Math.min(was + one, events.size())) - 1 : -1;
        for (var event : events) {
            if (cut == sent && cut < events.size() - 1) return false;
            if (now.outputs == outputs && now.events == sent) waitHere();
            out.write(event.getBytes(UTF_8));
            out.flush();
            sent++;
        }
        if (now.outputs == outputs && now.events == sent) waitHere();
        return false;
    }

    private void waitHere() throws InterruptedException {
        held.countDown();
        release.await();
    }

    /// The number of outputs; each call must have one.
    private int check(Json request) {
        var calls = new HashMap<String, Integer>();
        var outputs = 0;
        for (var item : request.list("input")) {
            var type = item.text("type");
            if (type.endsWith("_call")) calls.put(item.text("call_id"), 0);
            if (type.endsWith("_output")) {
                outputs++;
                if (calls.merge(item.text("call_id"), 1, Integer::sum) != 1) faults.add("twice: " + item.write());
            }
        }
        calls.forEach((call, count) -> {
            if (count != 1) faults.add(call + " has " + count + " outputs");
        });
        return outputs;
    }

    private int stepAfter(int outputs) {
        var seen = 0;
        for (var i = 0; i < steps.size(); i++) {
            if (seen >= outputs) return i;
            seen += (int) steps.get(i).stream()
                    .filter(item -> item.contains("_call\""))
                    .count();
        }
        return steps.size() - 1;
    }

    private List<String> stream(int step) {
        var events = new ArrayList<String>();
        events.add(event("response.created", "\"response\":{\"id\":\"r\"}"));
        for (var item : steps.get(step)) {
            events.add(event("response.output_item.added", "\"output_index\":0,\"item\":" + item));
            events.add(event("response.output_item.done", "\"output_index\":0,\"item\":" + item));
        }
        var usage = "\"usage\":{\"input_tokens\":1,\"output_tokens\":1,\"total_tokens\":2}";
        events.add(event("response.completed", "\"response\":{\"id\":\"r\"," + usage + "}"));
        return events;
    }

    private static String event(String type, String body) {
        return "event: " + type + "\ndata: {\"type\":\"" + type + "\"," + body + "}\n\n";
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
        release.countDown();
        socket.close();
    }
}
