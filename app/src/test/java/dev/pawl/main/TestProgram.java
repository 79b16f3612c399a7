package dev.pawl.main;

import dev.pawl.card.Item;
import dev.pawl.cli.Consoles;
import dev.pawl.cli.Dispatcher;
import dev.pawl.command.Command;
import dev.pawl.config.Environment;
import dev.pawl.config.trust.RuleFile;
import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.feed.OutboxFeed;
import dev.pawl.gateway.Gateway;
import dev.pawl.host.Stores;
import dev.pawl.host.Uuid7;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.store.JdbcThreads;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.worker.WorkerProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The whole program with a home of its own and a scripted model, driven as a user would type.
public final class TestProgram {
    private final Path home;
    private final Map<String, String> variables;

    public record Said(int code, String out, String err) {
        public List<String> lines() {
            return out.lines().toList();
        }
    }

    public TestProgram(Path folder) throws IOException {
        this(folder, Map.of());
    }

    public TestProgram(Path folder, Map<String, String> variables) throws IOException {
        this.home = Files.createDirectories(folder.resolve("home"));
        this.variables = variables;
        // The prompt is on the command line; stdin belongs to the test's runner.
        System.setProperty("pawl.tty", "0");
        var done = "{\"items\":[{\"type\":\"text\",\"text\":\"Done.\"}]}";
        script(done, done, done, done, done, done);
        Files.writeString(
                home.resolve("config.toml"),
                "model = \"scripted\"\nmodel_provider = \"demo\"\n[model_providers.demo]\nname = \"Demo\"\n"
                        + "wire_api = \"scripted\"\nbase_url = \"" + home.resolve("script.jsonl") + "\"\n");
    }

    public Path home() {
        return home;
    }

    /// What the model will answer from now on.
    public void script(String... answers) throws IOException {
        Files.writeString(home.resolve("script.jsonl"), String.join("\n", answers) + "\n");
    }

    public Said pawl(String... words) {
        var consoles = new Consoles();
        var wiring = new Wiring(consoles.console, new Environment(variables));
        // In front: behind a `--` it would be a word, and the user's own home would be used.
        var line = new ArrayList<>(List.of("--home", home.toString()));
        line.addAll(List.of(words));
        int code = new Dispatcher(wiring.commands(), consoles.console, "pawl test").run(line);
        return new Said(code, consoles.out(), consoles.err());
    }

    /// A command line without a person who could answer a question, and with an empty pipe on
    /// stdin: the test runner's own stays open, and reading it would never end.
    public Said unattended(String... words) {
        var stdin = System.in;
        System.setProperty("pawl.tty", "");
        System.setIn(InputStream.nullInputStream());
        try {
            return pawl(words);
        } finally {
            System.setIn(stdin);
            System.setProperty("pawl.tty", "0");
        }
    }

    /// A new thread with one turn, carried to its end; answers the thread's id.
    public String thread(String prompt) {
        var said = pawl("exec", "--skip-git-repo-check", "--json", prompt);
        if (said.code() != 0) throw new IllegalStateException(said.err());
        return said.lines().getFirst().replaceAll(".*\"thread_id\":\"([^\"]*)\".*", "$1");
    }

    /// A command line that goes on while others are typed.
    public Watching begin(String... words) {
        var consoles = new Consoles();
        var wiring = new Wiring(consoles.console, new Environment(variables));
        var line = new ArrayList<>(List.of("--home", home.toString()));
        line.addAll(List.of(words));
        var thread = Thread.ofPlatform()
                .daemon()
                .start(() -> new Dispatcher(wiring.commands(), consoles.console, "pawl test").run(line));
        return new Watching(consoles, thread);
    }

    public record Watching(Consoles consoles, Thread thread) {
        /// Comes back once this was printed.
        public void await(String words) throws InterruptedException {
            for (var attempt = 0; !consoles.out().contains(words); attempt++) {
                if (attempt > 3000) throw new IllegalStateException("not printed: " + words + " in " + consoles.out());
                thread.join(Duration.ofMillis(10));
            }
        }

        public List<String> end() throws InterruptedException {
            thread.interrupt();
            thread.join();
            return consoles.out().lines().toList();
        }
    }

    /// The turn that waits is begun by a process that has ended since.
    public void beginByADeadWorker() {
        // Our own name with another start: its number is somebody else's now.
        var parts = WorkerProcess.name("gone").value().split("~", -1);
        begin(new WorkerId(parts[0] + "~" + parts[1] + "~1~gone"));
    }

    /// The turn that waits is begun by a process that is there.
    public void beginByALivingWorker() {
        begin(WorkerProcess.name("here"));
    }

    private void begin(WorkerId worker) {
        var url = "sqlite:" + home.resolve("pawl.db");
        var store = Stores.open(url, Durability.FULL, new LocalDoorbell(), InstantSource.system());
        var ids = new Uuid7(InstantSource.system(), Uuid7.seed());
        try (var ledger = new DurableLedger(store.transactions(), Limits.DEFAULT, ids)) {
            var claims = ledger.claim(worker, new WorkerTarget("local"), 1, ids.fresh());
            ledger.begin(claims.getFirst(), worker);
        }
    }

    /// A thread with a turn that nobody carries.
    public String orphan(String prompt) {
        var thread = new ThreadId(new Uuid7(InstantSource.system(), Uuid7.seed()).fresh());
        var style = new Setup.Style("", "", "");
        var setup =
                new Setup(home.toString(), "demo", "scripted", style, "danger-full-access", "never", List.of(), 0, 0);
        accept(new ChatThread(thread, "", "exec", "", false, setup, Instant.now(), Instant.now()), prompt);
        return thread.value();
    }

    /// A further turn that nobody carries, in a thread that is there.
    public void leaveATurnIn(String thread) {
        var setup = new Setup(
                home.toString(), "demo", "scripted", new Setup.Style("", "", ""), "", "never", List.of(), 0, 0);
        var there = new ThreadId(thread);
        accept(new ChatThread(there, "", "exec", "", false, setup, Instant.now(), Instant.now()), "more");
    }

    private void accept(ChatThread thread, String prompt) {
        var url = "sqlite:" + home.resolve("pawl.db");
        var store = Stores.open(url, Durability.FULL, new LocalDoorbell(), InstantSource.system());
        var ids = new Uuid7(InstantSource.system(), Uuid7.seed());
        try (var ledger = new DurableLedger(store.transactions(), Limits.DEFAULT, ids)) {
            var feed = new OutboxFeed(ledger::events, Duration.ofMillis(50));
            var threads = new JdbcThreads(store.transactions());
            var gateway = new Gateway(ledger, threads, feed, new WorkerTarget("local"), new RuleFile(home));
            gateway.open(thread);
            gateway.accept(new Command.Submit(
                    new LetterId(ids.fresh()), thread.id(), List.of(Item.UserMessage.of(prompt)), "user"));
        }
    }
}
