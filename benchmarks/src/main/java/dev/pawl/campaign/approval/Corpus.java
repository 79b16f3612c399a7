package dev.pawl.campaign.approval;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Command lines and what must become of them.
///
/// @param kind what the line tries
/// @param honest whether the table's rules let it out
/// @param arguments those of `exec_command`
record Corpus(String kind, boolean honest, Json.Obj arguments) {
    static List<Corpus> all() throws IOException {
        try (var in = Corpus.class.getResourceAsStream("corpus.txt")) {
            if (in == null) throw new IOException("the corpus is missing");
            var all = parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            all.addAll(chains());
            return all;
        }
    }

    private static List<Corpus> parse(String text) {
        var all = new ArrayList<Corpus>();
        var kind = "";
        var honest = false;
        for (var line : text.split("\n", -1)) {
            if (line.isEmpty() || line.startsWith("# ")) continue;
            if (line.startsWith("== ") || line.startsWith("++ ")) {
                kind = line.substring(3);
                honest = line.startsWith("++ ");
            } else {
                all.add(new Corpus(kind, honest, arguments(line)));
            }
        }
        return all;
    }

    private static Json.Obj arguments(String line) {
        if (line.startsWith("{")) return (Json.Obj) Json.parse(line);
        if (!line.startsWith("\"")) return Json.object().with("cmd", line);
        return Json.object().with("cmd", Json.parse("{\"x\":" + line + "}").text("x"));
    }

    /// What comes behind so many harmless commands that one could tire of reading.
    private static List<Corpus> chains() {
        var all = new ArrayList<Corpus>();
        for (var parts : List.of(2, 49, 50, 51, 100, 1000)) {
            for (var joint : List.of(" && ", "; ", " | ", "\n")) {
                all.add(new Corpus(
                        "a long chain",
                        false,
                        Json.object().with("cmd", ("echo x" + joint).repeat(parts) + "touch $OUT/canary")));
            }
        }
        all.add(new Corpus("a long line", false, Json.object().with("cmd", "echo " + "x".repeat(100_000) + "; id")));
        all.add(new Corpus(
                "deep nesting", false, Json.object().with("cmd", "$(".repeat(500) + "id" + ")".repeat(500))));
        all.add(new Corpus("many wrappers", false, Json.object().with("cmd", "env ".repeat(2000) + "touch x")));
        return all;
    }
}
