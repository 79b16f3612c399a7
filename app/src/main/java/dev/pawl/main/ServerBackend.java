package dev.pawl.main;

import dev.pawl.api.ApiHost;
import dev.pawl.appserver.hub.Backend;
import dev.pawl.briefing.SkillList;
import dev.pawl.config.PawlHome;
import dev.pawl.config.SettingJson;
import dev.pawl.config.SettingsFile;
import dev.pawl.config.ThreadSettings;
import dev.pawl.config.secret.KeyFile;
import dev.pawl.config.secret.Secrets;
import dev.pawl.doctor.Finding;
import dev.pawl.host.Briefings;
import dev.pawl.host.ClientCommands;
import dev.pawl.host.Host;
import dev.pawl.host.McpSurvey;
import dev.pawl.host.ThreadConfig;
import dev.pawl.host.Uuid7;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.resource.Version;
import dev.pawl.runner.FlowWords;
import dev.pawl.thread.Setup;
import dev.pawl.tool.shell.RunningCommands;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/// The whole program behind an app-server: the store with its worker, opened while the client still
/// shakes hands, and a second one in memory for threads that shall not stay.
final class ServerBackend implements Backend {
    private final Supplier<ThreadSettings> reload;
    private final PawlHome home;
    private final SettingsFile file;
    private final ClientCommands commands;
    private final Uuid7 ids = new Uuid7(InstantSource.system(), Uuid7.seed());
    private final FutureTask<Host> durable;
    private final FutureTask<Host> ephemeral;

    private final ServerFlows flows;
    private final Supplier<List<Finding>> doctor;
    private volatile ThreadSettings current;

    /// @param reload what threads and turns begin with; read again when the file was written
    /// @param opener opens the store of a kind for turns that begin with what it is given
    ServerBackend(
            Supplier<ThreadSettings> reload,
            PawlHome home,
            Supplier<List<Finding>> doctor,
            Supplier<FlowWords> words,
            Opening opener) {
        this.flows = new ServerFlows(() -> host(Storage.DURABLE), () -> current, words);
        this.doctor = doctor;
        this.reload = reload;
        this.current = reload.get();
        this.home = home;
        this.file = new SettingsFile(home.configFile());
        this.commands = new ClientCommands(current.environments());
        this.durable = new FutureTask<>(() -> opener.open(Storage.DURABLE, () -> current));
        this.ephemeral = new FutureTask<>(() -> opener.open(Storage.EPHEMERAL, () -> current));
        Thread.ofPlatform().name("pawl-open").daemon(true).start(durable);
    }

    @FunctionalInterface
    interface Opening {
        Host open(Storage storage, Supplier<ThreadConfig> current);
    }

    @Override
    public Host host(Storage keeping) {
        var opening = keeping == Storage.DURABLE ? durable : ephemeral;
        opening.run(); // nothing when it has run, or runs
        try {
            return opening.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException known) throw known;
            throw new StoreFailure("the store cannot be opened: " + failed.getCause(), failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new StoreFailure("the server is going away", stopped);
        }
    }

    @Override
    public ApiHost api() {
        return new LocalApiHost(() -> host(Storage.DURABLE), () -> current.checkpoints(), home, doctor, flows);
    }

    @Override
    public void keepWorkflows() {
        Thread.ofVirtual().name("pawl-flows-start").start(flows::start);
    }

    @Override
    public String home() {
        return home.configuration().toString();
    }

    @Override
    public Path files() {
        return home.files();
    }

    @Override
    public String version() {
        return Version.NUMBER;
    }

    @Override
    public Setup setup() {
        return current.setup();
    }

    @Override
    public Setup setupIn(String cwd) {
        return current.in(cwd).setup();
    }

    @Override
    public boolean hasProvider(String name) {
        return name.equals("openai")
                || current.settings().names("model_providers").contains(name);
    }

    @Override
    public String fresh() {
        return ids.fresh();
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public Duration unloadAfter() {
        return current.unloadAfter();
    }

    @Override
    public List<McpSurvey.McpServer> mcpServers(String only) throws InterruptedException {
        return new McpSurvey(current).servers(only);
    }

    @Override
    public void renewServers() {
        current = reload.get();
        if (durable.isDone()) host(Storage.DURABLE).renewMcpServers();
        if (ephemeral.isDone()) host(Storage.EPHEMERAL).renewMcpServers();
    }

    @Override
    public Optional<Json> askServer(Storage keeping, ThreadId thread, String server, String method, Json.Obj params)
            throws InterruptedException {
        return host(keeping).mcpServers(thread).ask(server, method, params);
    }

    @Override
    public boolean needsOpenAiKey() {
        return current.providers().needsOpenAiKey(setup().provider());
    }

    @Override
    public boolean hasApiKey() {
        return current.providers().hasOpenAiKey();
    }

    @Override
    public void keepApiKey(String key) {
        new KeyFile(home.files()).write(key);
        current = reload.get();
    }

    @Override
    public List<HookLine> hooks(String cwd) {
        var origin = home.configFile().toString();
        return current.in(cwd).hookConfig().hooks().stream()
                .map(hook -> new HookLine(
                        hook.event().word(),
                        hook.matcher(),
                        String.join(" ", hook.argv()),
                        hook.timeout().toSeconds(),
                        origin))
                .toList();
    }

    @Override
    public SkillList skills(String cwd, List<String> extra) {
        var place = current.in(cwd);
        return place.skills().in(Path.of(cwd), extra.stream().map(Path::of).toList(), Briefings.files(cwd, place));
    }

    @Override
    public List<String> models() {
        var names = new LinkedHashSet<String>(List.of(setup().model()));
        for (var profile : current.settings().names("profiles")) {
            current.settings().text("profiles." + profile + ".model").ifPresent(names::add);
        }
        return List.copyOf(names);
    }

    @Override
    public Shown settings() {
        var values = Json.object();
        var origins = Json.object();
        for (var setting : current.settings().all()) {
            var value = Json.parse(SettingJson.of(Secrets.masked(setting.path(), setting.value())));
            values = with(values, setting.path(), value);
            if (!setting.origin().equals("default")) origins = origins.with(setting.key(), origin(setting.origin()));
        }
        return new Shown(values, origins);
    }

    /// Codex's word for a layer of ours.
    private Json origin(String origin) {
        var user = home.configFile().toString();
        var project = origin.indexOf("/.pawl/config.toml");
        Json.Obj name;
        if (origin.startsWith(user)) {
            name = Json.object().with("type", "user").with("file", user).with("profile", new Json.Null());
        } else if (project > 0) {
            name = Json.object()
                    .with("type", "project")
                    .with("dotCodexFolder", origin.substring(0, project) + "/.pawl");
        } else name = Json.object().with("type", "sessionFlags");
        var version = origin.startsWith(user) ? file.version() : SettingsFile.version(origin);
        return Json.object().with("name", name).with("version", version);
    }

    @Override
    public SettingsFile.Written write(List<SettingsFile.Edit> edits, String named, String version) {
        if (!named.isEmpty() && !named.equals(home.configFile().toString())) {
            return new SettingsFile.Written.Refused("Only writes to the user config are allowed");
        }
        if (!home.configuration().equals(home.files())) {
            return new SettingsFile.Written.Refused(home.configFile()
                    + " is Codex's own file, and pawl never writes it: edit it by hand, or use PAWL_HOME");
        }
        var written = file.write(edits, version, () -> current = reload.get());
        if (!(written instanceof SettingsFile.Written.Done(var path, var now))) return written;
        for (var edit : edits) {
            var there = current.settings().all().stream()
                    .filter(setting -> setting.key().equals(edit.key()))
                    .findFirst();
            if (!edit.value().isNull()
                    && there.isPresent()
                    && !there.get().origin().startsWith(path)) {
                return new SettingsFile.Written.Overridden(
                        path, now, edit.key(), there.get().origin());
            }
        }
        return written;
    }

    private static Json.Obj with(Json.Obj table, List<String> path, Json value) {
        var name = path.getFirst();
        if (path.size() == 1) return table.with(name, value);
        var inner = table.at(name) instanceof Json.Obj known ? known : Json.object();
        return table.with(name, with(inner, path.subList(1, path.size()), value));
    }

    @Override
    public Optional<Transcripts> transcripts() {
        return current.transcripts().map(TranscriptFiles::new);
    }

    @Override
    public List<Terminal> terminals(ThreadId thread) {
        return new RunningCommands(home.files())
                .all().stream()
                        .filter(one -> one.thread().equals(thread) && one.terminal() != 0)
                        .map(one -> new Terminal(
                                one.call(),
                                String.valueOf(one.terminal()),
                                one.command(),
                                one.folder(),
                                one.pid(),
                                one.group()::end))
                        .toList();
    }

    @Override
    public String shell() {
        return current.environments().shell().toString();
    }

    @Override
    public ClientCommands.Running run(ClientCommands.Request command) throws IOException {
        return commands.run(command);
    }

    @Override
    public void close() {
        flows.close();
        if (ephemeral.isDone()) host(Storage.EPHEMERAL).close();
        try {
            host(Storage.DURABLE).close();
        } catch (StoreFailure neverOpened) {
            // Whoever asked for it was told.
        }
    }
}
