package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.Consoles;
import dev.pawl.cli.Dispatcher;
import dev.pawl.cli.ExitCode;
import dev.pawl.config.Environment;
import dev.pawl.config.PawlHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The layers of the configuration, seen through `pawl config show` as a user sees them.
class SettingsLoaderTest {
    @TempDir
    private Path home;

    private Consoles said = new Consoles();
    private final Map<String, String> variables = new HashMap<>();

    private int pawl(String... words) {
        said = new Consoles();
        variables.putIfAbsent("PAWL_HOME", home.toString());
        var table = new Wiring(said.console, new Environment(variables)).commands();
        return new Dispatcher(table, said.console, "pawl").run(List.of(words));
    }

    private List<String> show(String key, String... options) {
        var words = new ArrayList<>(List.of("config", "show", key));
        words.addAll(List.of(options));
        assertThat(pawl(words.toArray(String[]::new))).as(said.err()).isEqualTo(ExitCode.OK);
        return said.out().lines().toList();
    }

    private void config(String text) throws IOException {
        Files.writeString(home.resolve("config.toml"), text);
    }

    @Test
    void aDefaultIsNamedAsOne() {
        assertThat(show("sandbox_mode")).containsExactly("sandbox_mode = \"workspace-write\"  # default");
    }

    @Test
    void eachLayerWinsOverTheOneBelow() throws IOException {
        config("""
                sandbox_mode = "read-only"
                model = "file"
                approval_policy = "never"
                [pawl]
                lease_seconds = 1
                store = "sqlite:file"
                [profiles.fast]
                model = "profile"
                [profiles.fast.pawl]
                lease_seconds = 2
                """);
        Files.writeString(home.resolve("fast.config.toml"), "pawl.lease_seconds = 3");
        var file = home.resolve("config.toml").toString();
        assertThat(show("sandbox_mode", "-p", "fast")).containsExactly("sandbox_mode = \"read-only\"  # " + file);
        assertThat(show("model", "-p", "fast")).containsExactly("model = \"profile\"  # " + file + " [profiles.fast]");
        assertThat(show("pawl.lease_seconds", "-p", "fast"))
                .containsExactly("pawl.lease_seconds = 3  # " + home.resolve("fast.config.toml"));
        assertThat(show("pawl.lease_seconds", "-p", "fast", "-c", "pawl.lease_seconds=4"))
                .containsExactly("pawl.lease_seconds = 4  # -c");
        assertThat(show("pawl.store", "-c", "pawl.store=\"sqlite:c\"", "--store", "sqlite:flag"))
                .containsExactly("pawl.store = \"sqlite:flag\"  # --store");
    }

    @Test
    void theFileMayChooseTheProfile() throws IOException {
        config("profile = 'fast'\nprofiles.fast.model = 'm'");
        assertThat(show("model")).hasSize(1).first().asString().startsWith("model = \"m\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            model=gpt-5                    | model = "gpt-5"  # -c
            model="gpt-5"                  | model = "gpt-5"  # -c
            model='a=b'                    | model = "a=b"  # -c
            model="half                    | model = "\\"half"  # -c
            pawl.lease_seconds = 7         | pawl.lease_seconds = 7  # -c
            notify=["a","b"]               | notify = ["a", "b"]  # -c
            pawl={lease_seconds=8}         | pawl.lease_seconds = 8  # -c
            mcp_servers."a b".command=x    | mcp_servers."a b".command = "x"  # -c
            """, quoteCharacter = '`')
    void anOverrideIsATomlValueOrABareWord(String override, String shown) {
        assertThat(show("", "-c", override)).contains(shown);
    }

    @Test
    void aTableGrowsAndAValueIsReplaced() throws IOException {
        config("[model_providers.a]\nname = 'x'\nbase_url = 'http://u'\n[mcp_servers.s]\nargs = ['1', '2']");
        assertThat(show("model_providers", "-c", "model_providers.a.name=y"))
                .anyMatch(line -> line.startsWith("model_providers.a.name = \"y\""))
                .anyMatch(line -> line.startsWith("model_providers.a.base_url = "));
        assertThat(show("mcp_servers", "-c", "mcp_servers.s.args=['3']"))
                .containsExactly("mcp_servers.s.args = [\"3\"]  # -c");
    }

    @Test
    void anUnknownKeyIsReportedOnceWithItsNeighbour() {
        show("sandbox_mode", "-c", "modle=x");
        assertThat(said.err().lines())
                .containsExactly("pawl: -c: modle is not a setting of Pawl and is ignored; did you mean model?");
    }

    @Test
    void anUnknownKeyIsAnErrorWhenTheUserIsStrict() {
        assertThat(pawl("config", "show", "--strict-config", "-c", "modle=x")).isEqualTo(ExitCode.USAGE);
        assertThat(said.out()).isEmpty();
    }

    @Test
    void keysOfCodexPassInSilence() {
        show(
                "sandbox_mode",
                "-c",
                "tui.theme=x",
                "-c",
                "experimental_thing=1",
                "-c",
                "projects.'/a'.trust_level=trusted");
        assertThat(said.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pawl.lease_seconds=soon | -c: pawl.lease_seconds must be a whole number, but is a string
            sandbox_mode=open       | -c: sandbox_mode cannot be "open"; it is one of: read-only
            notify=x                | -c: notify must be a list, but is a string
            nothing                 | -c nothing has no '='
            a b=1                   | -c a b=1: unexpected 'b' in the key
            """)
    void aWrongValueNamesItsLayerAndTheRule(String override, String complaint) {
        assertThat(pawl("config", "show", "-c", override)).isEqualTo(ExitCode.USAGE);
        assertThat(said.err()).contains(complaint);
    }

    @Test
    void aBrokenFileIsNamedWithLineAndColumn() throws IOException {
        config("model = 'x'\nsandbox_mode = read-only\n");
        assertThat(pawl("config", "show")).isEqualTo(ExitCode.USAGE);
        assertThat(said.err()).contains(home.resolve("config.toml") + ":2:16: 'read-only' is not a value");
    }

    @Test
    void aFileThatIsNoTextIsRefused() throws IOException {
        Files.write(home.resolve("config.toml"), new byte[] {(byte) 0xff, (byte) 0xfe});
        assertThat(pawl("config", "show")).isEqualTo(ExitCode.USAGE);
        assertThat(said.err()).contains("not UTF-8");
    }

    @ParameterizedTest
    @CsvSource({"nowhere", "../etc/passwd"})
    void aProfileNobodyDefinedIsRefused(String profile) {
        assertThat(pawl("config", "show", "-p", profile)).isEqualTo(ExitCode.USAGE);
        assertThat(said.err()).contains("there is no profile " + profile);
    }

    @Test
    void secretsAreNeverShown() {
        pawl(
                "config",
                "show",
                "--json",
                "-c",
                "model_providers.a.http_headers.X=hush",
                "-c",
                "mcp_servers.s.env.K=hush",
                "-c",
                "model_providers.a.experimental_bearer_token=hush",
                "-c",
                "pawl.store=postgresql://u:hush@h/d",
                "-c",
                "model_providers.a.env_key=MY_KEY");
        assertThat(said.out()).doesNotContain("hush").contains("********", "\"MY_KEY\"", "postgresql://u:***@h/d");
    }

    @Test
    void jsonIsOneObjectForEachSetting() {
        pawl("config", "show", "--json", "-c", "mcp_servers.x.tool_timeout_sec=1.5", "mcp_servers");
        assertThat(said.out().strip())
                .isEqualTo("{\"key\":\"mcp_servers.x.tool_timeout_sec\",\"value\":1.5,\"origin\":\"-c\"}");
    }

    @Test
    void codexHomeLendsItsConfiguration() throws IOException {
        variables.put("PAWL_HOME", "");
        variables.put("CODEX_HOME", home.toString());
        config("model = 'shared'");
        assertThat(show("model")).containsExactly("model = \"shared\"  # " + home.resolve("config.toml"));
        var homes = PawlHome.find(Optional.empty(), new Environment(variables), said.console.messages());
        assertThat(homes.files()).isEqualTo(home.resolve("pawl"));
    }

    @Test
    void aHomeThatIsAFileIsRefused() throws IOException {
        Files.writeString(home.resolve("file"), "");
        assertThat(pawl("config", "path", "--home", home.resolve("file").toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(said.err()).contains("--home says", "which is not a folder");
    }

    @Test
    void theHomeOfTheUserIsTheLastResort() {
        variables.put("PAWL_HOME", "");
        variables.put("HOME", "/home/ada");
        assertThat(pawl("config", "path")).isEqualTo(ExitCode.OK);
        assertThat(said.out().strip()).isEqualTo("/home/ada/.pawl/config.toml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pawl.otel.endpoint=\"http://127.0.0.1:1\""})
    void whatIsNotBuiltIsRefused(String setting) {
        assertThat(pawl("config", "show", "-c", setting)).isEqualTo(2);
        assertThat(said.err()).contains("is not built yet").contains(setting.substring(0, setting.indexOf('=')));
    }
}
