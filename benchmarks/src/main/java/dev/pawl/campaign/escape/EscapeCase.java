package dev.pawl.campaign.escape;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// One script of the table: a way out that must fail, or something that must work.
record EscapeCase(String name, boolean mustWork, String script) {
    static List<EscapeCase> all() throws IOException {
        try (var in = EscapeCase.class.getResourceAsStream("cases.txt")) {
            if (in == null) throw new IOException("the table of cases is missing");
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static List<EscapeCase> parse(String text) {
        var cases = new ArrayList<EscapeCase>();
        var name = "";
        var mustWork = false;
        var script = new StringBuilder();
        for (var line : (text + "\n== \n").split("\n", -1)) {
            var head = line.startsWith("== ") || line.startsWith("++ ");
            if (!head) {
                if (!line.startsWith("# ")) script.append(line).append('\n');
                continue;
            }
            if (!name.isEmpty()) cases.add(new EscapeCase(name, mustWork, script.toString()));
            name = line.substring(3).strip();
            mustWork = line.startsWith("++ ");
            script.setLength(0);
        }
        return cases;
    }
}
