package dev.pawl.appserver;

import dev.pawl.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// An MCP server with one tool, which asks the person and answers with what was said.
final class AskingServer {
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private static final String TOOLS = "{\"tools\":[{\"name\":\"ask\",\"inputSchema\":{\"type\":\"object\"}}]}";
    private static final String QUESTION = "{\"message\":\"Who are you?\",\"requestedSchema\":{\"type\":\"object\","
            + "\"properties\":{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]}}";

    private AskingServer() {}

    /// The settings of a server by this name.
    static String settings(String name) {
        var java = System.getProperty("java.home") + "/bin/java";
        var words = List.of(
                "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), "dev.pawl.appserver.AskingServer");
        return "[mcp_servers." + name + "]\ncommand = \"" + java + "\"\nargs = "
                + Json.strings(words).write() + "\ndefault_tools_approval_mode = \"approve\"\n";
    }

    public static void main(String[] words) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Json call = Json.of(0);
        for (var line = in.readLine(); line != null; line = in.readLine()) {
            var message = Json.parse(line);
            switch (message.text("method", "")) {
                case "initialize" ->
                    answer(
                            message.at("id"),
                            Json.object()
                                    .with(
                                            "protocolVersion",
                                            message.at("params").text("protocolVersion"))
                                    .with("capabilities", Json.object().with("tools", Json.object()))
                                    .with(
                                            "serverInfo",
                                            Json.object().with("name", "asker").with("version", "1")));
                case "tools/list" -> answer(message.at("id"), Json.parse(TOOLS));
                case "tools/call" -> {
                    call = message.at("id");
                    say(Json.object()
                            .with("id", "question")
                            .with("method", "elicitation/create")
                            .with("params", Json.parse(QUESTION)));
                }
                case String _ -> {
                    if (message.at("id").equals(Json.of("question"))) told(call, message.at("result"));
                }
            }
        }
    }

    private static void told(Json call, Json said) {
        var text = Json.object().with("type", "text").with("text", "told: " + said.write());
        answer(call, Json.object().with("content", Json.array(List.of(text))));
    }

    private static void answer(Json id, Json result) {
        say(Json.object().with("id", id).with("result", result));
    }

    private static void say(Json.Obj message) {
        OUT.println(message.with("jsonrpc", "2.0").write());
    }
}
