package dev.pawl.campaign.secrets;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;

/// A server that refuses every request and repeats its head in the complaint.
record Parrot(ServerSocket server) {
    void serve() {
        while (!server.isClosed()) {
            try (var client = server.accept()) {
                var in = new BufferedReader(new InputStreamReader(client.getInputStream(), UTF_8));
                var head = new StringBuilder();
                for (var line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine())
                    head.append(line).append(' ');
                var complaint = Json.object().with("message", "Incorrect API key provided: " + head);
                var body = Json.object().with("error", complaint).write().getBytes(UTF_8);
                var out = client.getOutputStream();
                out.write(("HTTP/1.1 401 Unauthorized\r\ncontent-type: application/json\r\ncontent-length: "
                                + body.length + "\r\nconnection: close\r\n\r\n")
                        .getBytes(UTF_8));
                out.write(body);
                out.flush();
            } catch (IOException over) {
                // The next one, or the end.
            }
        }
    }
}
