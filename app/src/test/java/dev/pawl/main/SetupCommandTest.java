package dev.pawl.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.pawl.config.Environment;
import dev.pawl.config.ProviderConfig;
import dev.pawl.config.ProviderPreset;
import dev.pawl.config.Settings;
import dev.pawl.config.secret.KeyFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// `pawl setup` with a real server: a list of models, a test call, and a key that may be wrong.
class SetupCommandTest {
    private static final String KEY = "right-key-0123456789";

    @TempDir
    private Path folder;

    private HttpServer server;
    private TestProgram program;
    private Path config;

    @BeforeEach
    void aServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/", exchange -> {
            var isRight = ("Bearer " + KEY).equals(exchange.getRequestHeaders().getFirst("Authorization"));
            var path = exchange.getRequestURI().getPath();
            exchange.getRequestBody().readAllBytes();
            var body = !isRight
                    ? "{\"error\":{\"message\":\"bad key\",\"code\":\"invalid_api_key\"}}"
                    : path.endsWith("/models")
                            ? "{\"data\":[{\"id\":\"model-b\"},{\"id\":\"model-a\"}]}"
                            : "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"OK\"},\"finish_reason\":\"stop\"}]}"
                                    + "\n\ndata: [DONE]\n\n";
            var type = path.endsWith("/models") ? "application/json" : "text/event-stream";
            exchange.getResponseHeaders().add("content-type", isRight ? type : "application/json");
            exchange.sendResponseHeaders(isRight ? 200 : 401, body.getBytes(UTF_8).length);
            exchange.getResponseBody().write(body.getBytes(UTF_8));
            exchange.close();
        });
        server.start();
        program = new TestProgram(folder);
        config = program.home().resolve("config.toml");
        Files.writeString(config, "# mine\nmodel_reasoning_effort = \"high\"\n");
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    private TestProgram.Said typed(String lines, String... words) {
        var stdin = System.in;
        System.setIn(new ByteArrayInputStream(lines.getBytes(UTF_8)));
        try {
            return program.pawl(words);
        } finally {
            System.setIn(stdin);
        }
    }

    @Test
    void aPersonChoosesAndTheRestOfTheFileStays() throws IOException {
        // DeepSeek, a wrong key, the right one, the second model.
        var said = typed("4\nwrong\n" + KEY + "\n2\n", "setup", "--base-url", url());
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(said.err())
                .contains("Which provider?", "4  DeepSeek", "refused the key", "model-a", "model-b responds")
                .doesNotContain(KEY);
        assertThat(Files.readString(config))
                .startsWith("# mine\n")
                .contains("model = \"model-b\"", "model_provider = \"deepseek\"", "base_url = \"" + url())
                .doesNotContain(KEY);
        var file = program.home().resolve("api-key.deepseek");
        assertThat(file).hasContent(KEY);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void whatWasSetUpIsUsed() throws IOException {
        typed(KEY + "\n", "setup", "--provider", "other", "--base-url", url(), "--model", "model-a", "--key-stdin");
        var said = program.pawl("exec", "--skip-git-repo-check", "hello");
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(said.out()).isEqualTo("OK\n");
    }

    @Test
    void aTestThatFailsWritesNothing() throws IOException {
        var before = Files.readString(config);
        System.setProperty("pawl.tty", "");
        try {
            var said = typed("wrong\n", "setup", "--provider", "qwen", "--base-url", url(), "-m", "x", "--key-stdin");
            assertThat(said.code()).isEqualTo(1);
            assertThat(said.err()).contains("refused the key: bad key", "nothing was written");
        } finally {
            System.setProperty("pawl.tty", "0");
        }
        assertThat(Files.readString(config)).isEqualTo(before);
    }

    @Test
    void execOffersIt() throws IOException {
        var said = typed("y\n9\n" + url() + "\n" + KEY + "\nmodel-a\n", "exec", "--skip-git-repo-check", "hello");
        assertThat(said.err()).contains("No provider is set up yet", "model-a responds");
        assertThat(said.out()).isEqualTo("OK\n");
    }

    @Test
    void initWritesOnce() throws IOException {
        var project = folder.resolve("shop");
        Files.createDirectories(project.resolve(".git"));
        Files.writeString(project.resolve("package.json"), "{}");
        assertThat(program.pawl("init", "--cd", project.toString()).code()).isZero();
        assertThat(project.resolve("AGENTS.md")).content().contains("# shop", "`npm test`");
        assertThat(program.pawl("init", "--cd", project.toString()).err()).contains("exists already");
    }

    static List<ProviderPreset> presets() {
        return ProviderPreset.ALL;
    }

    /// Each preset has a page, with the settings that it has.
    @ParameterizedTest
    @MethodSource("presets")
    void eachPresetHasItsPage(ProviderPreset preset) throws IOException {
        var pages = Path.of("..", "docs", "how-to", "providers");
        assertThat(pages.resolve(preset.id() + ".md"))
                .content()
                .startsWith("# " + preset.name() + "\n")
                .contains("`" + preset.baseUrl() + "`", "`" + preset.wireApi() + "`", preset.addressVariable())
                .contains("pawl setup --provider " + preset.id())
                .contains(preset.keyVariable().isEmpty() ? "| key | none |" : "`" + preset.keyVariable() + "`");
        assertThat(pages.resolve("README.md")).content().contains("(" + preset.id() + ".md)");
    }

    @ParameterizedTest
    @MethodSource("presets")
    void eachPresetIsAProvider(ProviderPreset preset) {
        var address = "http://127.0.0.1:1/" + preset.id();
        var environment = new Environment(Map.of(preset.addressVariable(), address, "OPENAI_API_KEY", "k", "X", "x"));
        var provider = new ProviderConfig(new Settings(List.of()), environment, new KeyFile(folder)).of(preset.id());
        assertThat(provider.endpoint().baseUrl()).isEqualTo(address);
        assertThat(provider.wireApi().name()).isEqualToIgnoringCase(preset.wireApi());
    }
}
