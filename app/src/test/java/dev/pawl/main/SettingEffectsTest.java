package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandTable;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.CommonOptions;
import dev.pawl.cli.Consoles;
import dev.pawl.cli.Dispatcher;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Messages;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.UsageError;
import dev.pawl.config.Environment;
import dev.pawl.config.EnvironmentConfig;
import dev.pawl.config.FleetConfig;
import dev.pawl.config.FlowConfig;
import dev.pawl.config.KnownSetting;
import dev.pawl.config.KnownSettings;
import dev.pawl.config.McpConfig;
import dev.pawl.config.Settings;
import dev.pawl.config.StoreConfig;
import dev.pawl.config.ThreadSettings;
import dev.pawl.config.command.SettingGuide;
import dev.pawl.host.Briefings;
import dev.pawl.id.ThreadId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A setting that changes nothing is a promise that is not kept: the example of each one must
/// change a value that the program is put together from.
class SettingEffectsTest {
    /// What an example needs beside it before it can mean something.
    private static final Map<String, List<String>> BESIDE = Map.of(
            "profiles.**", List.of("profile = \"review\""),
            "model_providers.*.env_key_instructions", List.of("model_providers.local.env_key = \"UNSET\""));

    /// Tables whose entries mean nothing without this one.
    private static final Map<String, String> TABLES = Map.of(
            "model_providers.local.", "model_providers.local.base_url=\"http://localhost:1/v1\"",
            "agents.tester.", "agents.tester.description=\"a role\"",
            "pawl.workflow.verify.unit.", "pawl.workflow.verify.unit.run=\"true\"",
            "mcp_servers.docs.", "mcp_servers.docs.command=\"true\"");

    @TempDir
    private Path home;

    private final Consoles said = new Consoles();

    @BeforeEach
    void aUserWithASkill() throws IOException {
        var skill = Files.createDirectories(home.resolve("skills/release")).resolve("SKILL.md");
        Files.writeString(skill, "---\nname: release\ndescription: Cuts a release.\n---\nSteps.\n");
        Files.createDirectories(home.resolve("scratch"));
        Files.writeString(home.resolve("review.config.toml"), "model_verbosity = \"low\"\n");
    }

    static Stream<String> keys() {
        return KnownSettings.ALL.stream().map(KnownSetting::key);
    }

    @ParameterizedTest
    @MethodSource("keys")
    void theExampleOfASettingChangesWhatTheProgramIsMadeOf(String key) throws IOException {
        var example = Objects.requireNonNull(
                        SettingGuide.in(Messages.Language.EN).entries().get(key))
                .example();
        var without = context(key, example);
        var with = new ArrayList<>(without);
        with.add(example);
        assertThat(readings(with))
                .as("no code reads %s; where one does, add what it makes to this test's readings", key)
                .isNotEqualTo(readings(without));
    }

    @Test
    void aSettingThatNothingReadsIsFound() {
        var without = readings(List.of());
        var with = readings(List.of("history.persistence = \"none\""));
        assertThat(with.keySet()).isEqualTo(without.keySet());
        with.forEach((name, value) -> assertThat(value).as(name).isEqualTo(without.get(name)));
    }

    /// The other settings of the same table.
    private static List<String> context(String key, String example) {
        var context = new ArrayList<String>(BESIDE.getOrDefault(key, List.of()));
        TABLES.forEach((prefix, line) -> {
            var isHttp = key.matches("mcp_servers\\.\\*\\.(bearer_token_env_var|.*http_headers\\.\\*)");
            if (!example.startsWith(prefix) || example.startsWith(line.substring(0, line.indexOf('=')))) return;
            if (key.equals("mcp_servers.*.url")) return;
            context.add(isHttp ? "mcp_servers.docs.url=\"http://localhost:1/mcp\"" : line);
        });
        return context;
    }

    private Map<String, String> readings(List<String> lines) {
        var arguments = arguments(lines);
        var variables = Map.of(
                "HOME", home.toString(),
                "PAWL_HOME", home.toString(),
                "TMPDIR", home.resolve("scratch").toString(),
                "TENANT", "t-1",
                "DOCS_TOKEN", "d-1",
                "AWS_REGION", "eu",
                "SERVICE_TOKEN", "s-1");
        var wiring = new Wiring(said.console, new Environment(variables));
        var hosts = new Hosts(said.console, new Environment(variables));
        var settings = hosts.settings(arguments);
        var threads = hosts.threadSettings(arguments, problem -> {
            throw new AssertionError(problem);
        });
        var readings = new TreeMap<String, String>();
        thread(settings, threads, readings);
        providers(settings, threads, readings);
        read(readings, "hooks", () -> Fingerprint.of(threads.hookConfig()));
        var stores = new StoreConfig(settings, home);
        read(readings, "store", stores::store);
        read(readings, "doorbell", stores::doorbell);
        var recovery = new FleetConfig(settings);
        read(readings, "recovery", () -> recovery.pool("exec") + " " + recovery.scope());
        read(readings, "target", () -> recovery.target(Optional.empty()));
        var flow = new FlowConfig(settings);
        read(readings, "flow", () -> flow.limits() + " " + flow.times(Duration.ZERO) + " " + flow.goesOnInServer());
        read(readings, "flow folder", () -> Fingerprint.of(flow.folder()));
        read(readings, "log", () -> Hosts.logOptions(settings));
        read(readings, "terminal", () -> wiring.taste(settings));
        read(readings, "language", () -> hosts.language(arguments));
        var servers = new McpConfig(settings, new Environment(variables));
        read(readings, "servers", () -> servers.names() + " " + Fingerprint.of(servers.enabled()));
        return readings;
    }

    private static void thread(Settings settings, ThreadSettings threads, Map<String, String> readings) {
        var setup = threads.setup();
        read(readings, "setup", () -> setup);
        read(readings, "words", threads::words);
        read(
                readings,
                "times",
                () -> List.of(
                        threads.mcpPatience(), threads.questionPatience(), threads.unloadAfter(), threads.retryBase()));
        read(readings, "spending", () -> Fingerprint.of(threads.spending()));
        read(readings, "agents", () -> threads.delegation("gpt"));
        read(readings, "shared", threads::sharedRoots);
        read(readings, "transcripts", threads::transcripts);
        read(readings, "redaction", () -> threads.redaction().isPresent());
        read(
                readings,
                "environment",
                () -> Fingerprint.of(threads.environments().of(new ThreadId("t"), setup)));
        read(readings, "roots", () -> threads.environments().furtherRoots());
        read(readings, "limits", () -> EnvironmentConfig.resources(settings));
        read(readings, "checkpoints", () -> Fingerprint.of(threads.checkpoints()));
        read(
                readings,
                "skills",
                () -> threads.skills().in(Path.of(setup.cwd()), List.of(), Briefings.files(setup.cwd(), threads)));
    }

    private static void providers(Settings settings, ThreadSettings threads, Map<String, String> readings) {
        var names = new ArrayList<>(settings.names("model_providers"));
        names.add("openai");
        for (var name : names) {
            read(readings, "provider " + name, () -> Fingerprint.of(threads.provider(name)));
            read(
                    readings,
                    "key of " + name,
                    () -> threads.provider(name).endpoint().key().value());
        }
    }

    private interface Reading {
        Object value() throws IOException;
    }

    /// A refusal is an effect, too.
    private static void read(Map<String, String> readings, String name, Reading reading) {
        try {
            readings.put(name, String.valueOf(reading.value()));
        } catch (UsageError refused) {
            readings.put(name, "refused: " + refused.text());
        } catch (IOException broken) {
            throw new AssertionError(name, broken);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException full) {
            throw new AssertionError(full);
        }
    }

    private Arguments arguments(List<String> lines) {
        var words = new ArrayList<>(List.of("--home", home.toString(), "-q", "capture"));
        var file = new StringBuilder();
        for (var line : lines) file.append(line).append('\n');
        write(home.resolve("config.toml"), file.toString());
        var captured = new ArrayList<Arguments>();
        var table = new CommandTable("pawl", "", CommonOptions.ALL, List.of(new Capture(captured)));
        var code = new Dispatcher(table, said.console, "pawl").run(words);
        assertThat(code).as(said.err()).isEqualTo(ExitCode.OK);
        return captured.getFirst().shared();
    }

    private record Capture(List<Arguments> captured) implements Subcommand {
        @Override
        public CommandUsage usage() {
            return CommandUsage.of("capture", "keep the arguments");
        }

        @Override
        public int run(Arguments arguments) {
            captured.add(arguments);
            return ExitCode.OK;
        }
    }
}
