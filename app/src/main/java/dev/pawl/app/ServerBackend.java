package dev.pawl.app;

import dev.pawl.appserver.Backend;
import dev.pawl.card.Item;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.ThreadKeeping;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.kernel.books.StoreFailure;
import dev.pawl.thread.ChatThread;
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
    private final Supplier<Current> reload;
    private final Home home;
    private final SettingsFile file;
    private final Errands errands;
    private final Uuid7 ids = new Uuid7(InstantSource.system(), Uuid7.seed());
    private final FutureTask<House> durable;
    private final FutureTask<House> passing;

    private volatile Current current;

    /// What threads and turns begin with; read again when the file was written.
    record Current(Settings settings, LocalEngine.Parts parts) {}

    ServerBackend(Supplier<Current> reload, Home home) {
        this.reload = reload;
        this.current = reload.get();
        this.home = home;
        this.file = new SettingsFile(home.configFile());
        var stores = current.parts().stores();
        this.errands = new Errands(current.parts().workplaces());
        this.durable = new FutureTask<>(() -> new House(this::parts, stores, ids));
        this.passing = new FutureTask<>(() -> new House(this::parts, stores.passing(), ids));
        Thread.ofPlatform().name("pawl-open").daemon(true).start(durable);
    }

    private LocalEngine.Parts parts() {
        return current.parts();
    }

    private House house(Keeping keeping) {
        var opening = keeping == Keeping.DURABLE ? durable : passing;
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
    public Gateway gateway(Keeping keeping) {
        return house(keeping).gateway();
    }

    @Override
    public ThreadKeeping threads(Keeping keeping) {
        return house(keeping).threads();
    }

    @Override
    public Following follow(Keeping keeping, ThreadId thread, Follower follower) {
        return house(keeping).follow(thread, follower);
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
        return parts().setups().setup();
    }

    @Override
    public Setup setupIn(String cwd) {
        return parts().in(cwd).setups().setup();
    }

    @Override
    public boolean hasProvider(String name) {
        return name.equals("openai")
                || current.settings().names("model_providers").contains(name);
    }

    @Override
    public List<Item> briefing(ChatThread thread) {
        return new Briefings(parts()).all(thread);
    }

    @Override
    public List<Item> changes(ChatThread before, ChatThread now) {
        return new Briefings(parts()).changes(before, now);
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
        return Duration.ofSeconds(Math.clamp(current.settings().whole("thread_unload_delay_secs"), 1, 1_000_000_000L));
    }

    @Override
    public List<McpServer> mcpServers(String only) throws InterruptedException {
        return new McpStatus(parts()).servers(only);
    }

    @Override
    public void renewServers() {
        current = reload.get();
        if (durable.isDone()) house(Keeping.DURABLE).agents().renewServers();
        if (passing.isDone()) house(Keeping.PASSING).agents().renewServers();
    }

    @Override
    public Optional<Json> askServer(Keeping keeping, ThreadId thread, String server, String method, Json.Obj params)
            throws InterruptedException {
        return house(keeping).agents().servers(thread).ask(server, method, params);
    }

    @Override
    public boolean needsOpenAiKey() {
        return parts().providers().needsOpenAiKey(setup().provider());
    }

    @Override
    public boolean hasApiKey() {
        return parts().providers().hasOpenAiKey();
    }

    @Override
    public void keepApiKey(String key) {
        new KeyFile(home.files()).write(key);
        current = reload.get();
    }

    @Override
    public List<HookLine> hooks(String cwd) {
        var origin = home.configFile().toString();
        return parts().in(cwd).hooks().lines(origin);
    }

    @Override
    public SkillList skills(String cwd, List<String> extra) {
        return parts().in(cwd)
                .skills()
                .in(Path.of(cwd), extra.stream().map(Path::of).toList());
    }

    @Override
    public Optional<String> skillText(Skill skill) {
        return Skills.text(Path.of(skill.path()));
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
    public Written write(List<Edit> edits, String named, String version) {
        if (!named.isEmpty() && !named.equals(home.configFile().toString())) {
            return new Written.Refused("Only writes to the user config are allowed");
        }
        if (!home.configuration().equals(home.files())) {
            return new Written.Refused(home.configFile()
                    + " is Codex's own file, and pawl never writes it: edit it by hand, or use PAWL_HOME");
        }
        var written = file.write(edits, version, () -> current = reload.get());
        if (!(written instanceof Written.Done(var path, var now))) return written;
        for (var edit : edits) {
            var there = current.settings().all().stream()
                    .filter(setting -> setting.key().equals(edit.key()))
                    .findFirst();
            if (!edit.value().isNull()
                    && there.isPresent()
                    && !there.get().origin().startsWith(path)) {
                return new Written.Overridden(path, now, edit.key(), there.get().origin());
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
        return parts().transcripts().map(TranscriptFiles::new);
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
        return parts().workplaces().shell().toString();
    }

    @Override
    public Running run(Errand errand) throws IOException {
        return errands.run(errand);
    }

    @Override
    public void close() {
        if (passing.isDone()) house(Keeping.PASSING).close();
        try {
            house(Keeping.DURABLE).close();
        } catch (StoreFailure neverOpened) {
            // Whoever asked for it was told.
        }
    }
}
