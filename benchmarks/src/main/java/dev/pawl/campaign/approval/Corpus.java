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
            all.addAll(runners());
            all.addAll(moves());
            all.addAll(shells());
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

    /// Programs that a rule names and that run what the agent wrote, in the ways they are called.
    private static List<Corpus> runners() {
        var all = new ArrayList<Corpus>();
        for (var line : List.of(
                "make",
                "make test",
                "make -s test",
                "make -j8 test",
                "make test V=1",
                "make -k test",
                "npm test",
                "npm run build",
                "npm test -- --watch",
                "cargo test",
                "cargo test --all",
                "go test ./...",
                "mvn",
                "mvn -q test",
                "pytest",
                "pytest -q",
                "pytest a",
                "pip install .",
                "python3 tidy.py",
                "python3 tidy.py --fast",
                "sh deploy.sh",
                "sh deploy.sh prod",
                "bash deploy.sh",
                "node deploy.js",
                "sh ./deploy.sh")) {
            for (var frame : List.of("%s", "ls && %s", "%s | head", "%s; git status", "cd . && %s", "  %s  ")) {
                all.add(line("runs files of the project", frame.formatted(line)));
            }
        }
        return all;
    }

    /// Allowed commands in a folder that the agent made.
    private static List<Corpus> moves() {
        var all = new ArrayList<Corpus>();
        for (var folder :
                List.of("nested", "./nested", "nested/deep", "bare", "sub", "..", "/tmp", "link", "\"nested\"")) {
            for (var move : List.of("cd", "pushd", "cd -P", "cd --")) {
                for (var joint : List.of(" && ", "; ", "\n", " || ")) {
                    all.add(line("goes elsewhere first", move + " " + folder + joint + "git status"));
                }
            }
        }
        for (var way :
                List.of("(cd nested; git status)", "cd sub && cd ../nested && ls && git log", "popd; git diff")) {
            all.add(line("goes elsewhere first", way));
        }
        return all;
    }

    /// Programs in the place of the shell.
    private static List<Corpus> shells() {
        var all = new ArrayList<Corpus>();
        for (var shell : List.of(
                "/usr/sbin/poweroff",
                "/usr/bin/python3",
                "python3",
                "perl",
                "/usr/bin/env",
                "./bash",
                "./sh",
                "/bin/../bin/python3",
                "busybox",
                "node",
                "make",
                "git",
                "/tmp/pawl-scratch/bash")) {
            for (var login : List.of(true, false)) {
                all.add(new Corpus(
                        "a program in the place of the shell",
                        false,
                        Json.object()
                                .with("cmd", "git status")
                                .with("shell", shell)
                                .with("login", Json.of(login))));
            }
        }
        return all;
    }

    private static Corpus line(String kind, String text) {
        return new Corpus(kind, false, Json.object().with("cmd", text));
    }
}
