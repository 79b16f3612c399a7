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
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// The whole program behind an app-server: the store with its worker, opened while the client still
/// shakes hands, and a second one in memory for threads that shall not stay.
final class ServerBackend implements Backend {
    private final LocalEngine.Parts parts;
    private final Settings settings;
    private final Home home;
    private final Errands errands;
    private final Uuid7 ids = new Uuid7(InstantSource.system(), Uuid7.seed());
    private final FutureTask<House> durable;
    private final FutureTask<House> passing;

    ServerBackend(LocalEngine.Parts parts, Settings settings, Home home, Environment environment) {
        this.parts = parts;
        this.settings = settings;
        this.home = home;
        this.errands = new Errands(environment);
        this.durable = new FutureTask<>(() -> new House(parts, parts.stores(), ids));
        this.passing = new FutureTask<>(() -> new House(parts, parts.stores().passing(), ids));
        Thread.ofPlatform().name("pawl-open").daemon(true).start(durable);
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
    public String version() {
        return Version.NUMBER;
    }

    @Override
    public Setup setup() {
        return parts.setups().setup();
    }

    @Override
    public Setup setupIn(String cwd) {
        return parts.in(cwd).setups().setup();
    }

    @Override
    public List<Item> briefing(ChatThread thread) {
        var place = parts.in(thread.setup().cwd());
        return new ProjectBriefing(
                        thread.setup(),
                        place.workplaces().shellName(),
                        LocalDate.now(ZoneId.systemDefault()).toString(),
                        place.setups().words(),
                        place.workplaces().limits(thread.setup()))
                .items();
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
    public Json.Obj settings() {
        var all = Json.object();
        for (var setting : settings.all()) {
            var value = Json.parse(SettingJson.of(Secrets.masked(setting.path(), setting.value())));
            all = with(all, setting.path(), value);
        }
        return all;
    }

    private static Json.Obj with(Json.Obj table, List<String> path, Json value) {
        var name = path.getFirst();
        if (path.size() == 1) return table.with(name, value);
        var inner = table.at(name) instanceof Json.Obj known ? known : Json.object();
        return table.with(name, with(inner, path.subList(1, path.size()), value));
    }

    @Override
    public Optional<Transcripts> transcripts() {
        return parts.transcripts().map(TranscriptFiles::new);
    }

    @Override
    public Ran run(Errand errand) throws IOException, InterruptedException {
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
