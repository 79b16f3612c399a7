package dev.pawl.campaign.secrets;

import dev.pawl.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The program with a home and a project of its own, run as a user would run it. All it says is
/// kept beside what it leaves.
final class SecretsSite {
    private static final String DONE = "{\"items\":[{\"type\":\"text\",\"text\":\"Done.\"}]}";
    private static final long LONGEST_SECONDS = 120;

    private final Path folder;
    private final List<Planted> planted;
    private int outputs;

    /// How much is tried.
    enum Extent {
        ALL,
        SLICE
    }

    SecretsSite(Path folder, List<Planted> planted) throws IOException {
        this.folder = folder;
        this.planted = planted;
        for (var name : List.of("home", "project", "left")) Files.createDirectories(folder.resolve(name));
        var lines = new StringBuilder("# of this project\n");
        for (var secret : of(Planted.Place.FILE))
            lines.append(secret.name()).append('=').append(secret.value()).append('\n');
        Files.writeString(project().resolve(".env"), lines);
        try (var server = SecretsSite.class.getResourceAsStream("vault-server")) {
            if (server == null) throw new IOException("the server is missing");
            Files.write(project().resolve("server.sh"), server.readAllBytes());
        }
        Files.writeString(project().resolve("hook.sh"), "env; cat >/dev/null; env >> " + left().resolve("hook") + "\n");
    }

    Path home() {
        return folder.resolve("home");
    }

    /// Everything the program said, and what its children saw.
    Path left() {
        return folder.resolve("left");
    }

    /// The variables of a sandboxed command, as it wrote them down itself.
    Path seen() {
        return left().resolve("seen-workspace-write");
    }

    private Path project() {
        return folder.resolve("project");
    }

    private List<Planted> of(Planted.Place place) {
        return planted.stream().filter(secret -> secret.place() == place).toList();
    }

    private String setting(String name) {
        return of(Planted.Place.SETTING).stream()
                .filter(secret -> secret.name().equals(name))
                .findFirst()
                .orElseThrow()
                .value();
    }

    void turns(Extent extent) throws IOException, InterruptedException {
        configure("scripted", home().resolve("script.jsonl").toString());
        for (var sandbox : List.of("workspace-write", "danger-full-access")) {
            script(
                    command("env; printenv; export -p; set"),
                    command("cat /proc/self/environ /proc/1/environ /proc/$PPID/environ | tr '\\0' '\\n'"),
                    command("env > seen.txt; cat .env; grep -r . .env; sed s/THING/OTHER/ .env"),
                    call(
                            "read_file",
                            Json.object()
                                    .with("file_path", project().resolve(".env").toString())),
                    call("grep_files", Json.object().with("pattern", "THING|SECRET|TOKEN")),
                    call("mcp__vault__show", Json.object()),
                    "{\"items\":[{\"type\":\"custom_tool_call\",\"name\":\"apply_patch\",\"input\":"
                            + quoted("""
                                    *** Begin Patch
                                    *** Update File: .env
                                    @@
                                     # of this project
                                    +# changed
                                    *** End Patch
                                    """)
                            + "}]}",
                    DONE);
            Files.writeString(
                    project().resolve(".env"),
                    Files.readString(project().resolve(".env")).replace("# changed\n", ""));
            pawl("exec", "--skip-git-repo-check", "--sandbox", sandbox, "-a", "never", "go", "--json");
            Files.move(project().resolve("seen.txt"), left().resolve("seen-" + sandbox));
            if (extent == Extent.SLICE) break;
            pawl("exec", "--skip-git-repo-check", "--sandbox", sandbox, "-a", "never", "go again");
            Files.delete(project().resolve("seen.txt"));
        }
        refusedByAServerThatRepeats();
        pawl("threads", "list", "--json");
        for (var line : Files.readAllLines(left().resolve("output-" + outputs), StandardCharsets.UTF_8)) {
            if (!line.startsWith("{")) continue;
            var id = Json.parse(line).text("thread");
            pawl("threads", "export", id);
            pawl("threads", "show", id);
            if (extent == Extent.SLICE) break;
        }
        pawl("config", "show", "--json");
        pawl("doctor", "--json");
    }

    /// A server of a model that says no and repeats what it was sent.
    private void refusedByAServerThatRepeats() throws IOException, InterruptedException {
        try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> new Parrot(server).serve());
            configure("responses", "http://127.0.0.1:" + server.getLocalPort() + "/v1");
            pawl("exec", "--json", "--skip-git-repo-check", "-a", "never", "hello");
            pawl("exec", "--skip-git-repo-check", "-a", "never", "-c", "model_provider=\"third\"", "hello");
        }
    }

    private void configure(String api, String address) throws IOException {
        Files.writeString(home().resolve("config.toml"), """
                model = "m"
                model_provider = "own"
                transcripts = true
                pawl.retry_base_ms = 1
                hooks.PreToolUse = [{ command = ["sh", "%1$s/hook.sh"], sandbox = false }]
                [model_providers.own]
                name = "own"
                wire_api = "%2$s"
                base_url = "%3$s"
                env_key = "MY_PROVIDER_CODE"
                request_max_retries = 0
                stream_max_retries = 0
                http_headers = { "x-pass" = "%4$s" }
                [model_providers.third]
                name = "third"
                wire_api = "%2$s"
                base_url = "%3$s"
                request_max_retries = 0
                stream_max_retries = 0
                experimental_bearer_token = "%5$s"
                [mcp_servers.vault]
                command = "sh"
                args = ["%1$s/server.sh"]
                default_tools_approval_mode = "approve"
                env = { VAULT_CODE = "%6$s" }
                """.formatted(
                        project(),
                        api,
                        address,
                        setting("http_headers"),
                        setting("experimental_bearer_token"),
                        setting("mcp_env")));
    }

    private void script(String... answers) throws IOException {
        Files.writeString(home().resolve("script.jsonl"), String.join("\n", answers) + "\n");
    }

    private static String command(String line) {
        return call("exec_command", Json.object().with("cmd", line).with("login", Json.of(false)));
    }

    private static String call(String tool, Json arguments) {
        var item =
                Json.object().with("type", "function_call").with("name", tool).with("arguments", arguments);
        return Json.object().with("items", Json.array(List.of(item))).write();
    }

    private static String quoted(String text) {
        return Json.of(text).write();
    }

    private void pawl(String... words) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.pawl.main.Main"));
        command.addAll(List.of(words));
        command.addAll(List.of("--home", home().toString()));
        outputs++;
        var builder = new ProcessBuilder(command)
                .directory(project().toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(left().resolve("output-" + outputs).toFile())
                .redirectError(left().resolve("complaints-" + outputs).toFile());
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", "/usr/bin:/bin", "HOME", folder.toString(), "LANG", "C.UTF-8"));
        for (var secret : of(Planted.Place.VARIABLE)) builder.environment().put(secret.name(), secret.value());
        var process = builder.start();
        if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("the program hangs: " + String.join(" ", words));
        }
    }
}
