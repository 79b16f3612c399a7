package dev.pawl.campaign.approval;

import dev.pawl.agent.Backoff;
import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.ApprovalDecision;
import dev.pawl.agent.approval.Rule;
import dev.pawl.agent.approval.Rulebook;
import dev.pawl.card.Item;
import dev.pawl.card.Question;
import dev.pawl.command.Command;
import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.event.Live;
import dev.pawl.feed.OutboxFeed;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.Reply;
import dev.pawl.host.Stores;
import dev.pawl.host.Toolbox;
import dev.pawl.id.AgentId;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.json.Json;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.provider.script.ScriptedModel;
import dev.pawl.store.JdbcThreads;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.tool.Judgement;
import dev.pawl.trial.TimedIds;
import dev.pawl.worker.Foreground;
import dev.pawl.worker.Recovery;
import dev.pawl.worker.Worker;
import dev.pawl.worker.WorkerProcess;
import dev.pawl.worker.turn.Agent;
import dev.pawl.worker.turn.AgentSteps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Turns on a real store with a real worker and real tools: each asks, is answered with a yes, and
/// is carried on after something has changed.
final class WholeTurns implements AutoCloseable {
    private static final WorkerTarget TARGET = new WorkerTarget("local");
    private static final String DONE = "{\"items\":[{\"type\":\"text\",\"text\":\"Done.\"}]}\n";

    private final Ground ground;
    private final Path database;
    private final TimedIds ids = new TimedIds();
    private final DurableLedger ledger;
    private final Gateway gateway;
    private final Foreground foreground;
    private final Map<String, Held> now = new ConcurrentHashMap<>();

    WholeTurns(Ground ground) {
        this.ground = ground;
        this.database = ground.base().resolve("pawl.db");
        var bell = new LocalDoorbell();
        var store = Stores.open("sqlite:" + database, Durability.NORMAL, bell, InstantSource.system());
        this.ledger = new DurableLedger(store.transactions(), Limits.DEFAULT, ids);
        var feed = new OutboxFeed(ledger::events, Duration.ofMillis(50));
        this.gateway = new Gateway(ledger, new JdbcThreads(store.transactions()), feed, TARGET, new NoRules());
        var lease = Limits.DEFAULT.lease();
        var identity = new Worker.Identity(
                WorkerProcess.name(ids.fresh()), List.of(TARGET), 1, lease, WorkerProcess::vital, Recovery.USUAL);
        var worker = new Worker(
                ledger,
                new AgentSteps(ledger, gate -> agent(gate.agent())),
                identity,
                ids,
                Thread.ofPlatform().daemon(true).factory());
        this.foreground = new Foreground(worker, new Foreground.Family(ledger, TARGET, _ -> List.of()), bell, lease);
    }

    /// What was done after the yes.
    ///
    /// @param change nothing: then it must be done
    String run(Held before, @Nullable Change change, Random random) throws IOException, InterruptedException {
        var thread = new ThreadId(ids.fresh());
        var turn = begin(thread, before);
        if (foreground.carry(new AgentId(thread.value()), turn) != Foreground.End.NEEDS_PERSON)
            throw new IOException("nobody was asked about " + before);
        accept(thread);
        if (change != null) {
            var after = change.on(before, random, ground);
            now.put(thread.value(), after);
            if (change.isOfTheCall()) rewrite(thread, after.arguments());
        }
        var effects = ground.project().resolve("effects");
        Files.deleteIfExists(effects);
        foreground.carry(new AgentId(thread.value()), turn);
        return effects(effects);
    }

    private TurnId begin(ThreadId thread, Held held) throws IOException {
        now.put(thread.value(), held);
        Files.writeString(script(thread.value()), answer(held) + "\n" + DONE + DONE);
        var style = new Setup.Style("", "", "");
        var setup = new Setup(ground.project().toString(), "script", "m", style, "", "", List.of(), 0, 0);
        var when = InstantSource.system().instant();
        gateway.open(new ChatThread(thread, "", "campaign", "", false, setup, when, when));
        var submit = new Command.Submit(new LetterId(ids.fresh()), thread, List.of(Item.UserMessage.of("go")), "user");
        return switch (gateway.accept(submit)) {
            case Reply.Accepted(var turn) -> turn;
            case Reply.Steered _, Reply.Stopped _, Reply.Decided _, Reply.Refused _ ->
                throw new IOException("the turn was not accepted");
        };
    }

    private static String answer(Held held) {
        var item = held.isCommand()
                ? Json.object()
                        .with("type", "function_call")
                        .with("name", held.tool())
                        .with("arguments", held.arguments())
                : Json.object()
                        .with("type", "custom_tool_call")
                        .with("name", held.tool())
                        .with("input", held.arguments());
        return Json.object().with("items", Json.array(List.of(item))).write();
    }

    private void accept(ThreadId thread) throws IOException {
        var asked = gateway.questions(thread).getFirst();
        if (!(asked.question() instanceof Question.Approval approval)) throw new IOException("not a yes or no");
        var yes = new Command.Decide(
                new LetterId(ids.fresh()), thread, asked.call(), Item.Decision.Choice.ACCEPT, approval.seal(), "");
        if (!(gateway.accept(yes) instanceof Reply.Decided)) throw new IOException("the yes was not taken");
    }

    /// Behind everybody's back, in the file of the store.
    private void rewrite(ThreadId thread, String arguments) throws IOException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                var find = connection.prepareStatement(
                        "SELECT card_id, content FROM cards WHERE agent_id = ? AND type = 'tool_call'");
                var write = connection.prepareStatement("UPDATE cards SET content = ? WHERE card_id = ?")) {
            find.setString(1, thread.value());
            try (var rows = find.executeQuery()) {
                if (!rows.next()) throw new IOException("the call is not in the store");
                var content = (Json.Obj) Json.parse(rows.getString(2));
                write.setString(1, content.with("arguments", arguments).write());
                write.setString(2, rows.getString(1));
            }
            if (write.executeUpdate() != 1) throw new IOException("the call could not be changed");
        } catch (SQLException broken) {
            throw new IOException(broken);
        }
    }

    private String effects(Path file) throws IOException {
        var said = Files.exists(file) ? Files.readString(file).strip() : "";
        try (var files = Files.walk(ground.project())) {
            for (var patched : files.filter(
                            path -> path.getFileName().toString().startsWith("patched-"))
                    .toList()) {
                Files.delete(patched);
                said += " " + patched;
            }
        }
        return said;
    }

    private Path script(String thread) {
        return ground.base().resolve("script-" + thread + ".jsonl");
    }

    private Agent agent(AgentId agent) {
        var held = Optional.ofNullable(now.get(agent.value())).orElseThrow();
        var toolEnvironment = held.world().toolEnvironment(new ThreadId(agent.value()), ground);
        var style = new Setup.Style("", "", "");
        var setup = new Setup(ground.project().toString(), "script", "m", style, "", "", List.of(), 0, 0);
        return new Agent(
                new ScriptedModel(script(agent.value())),
                new Tools(Ground.tools(toolEnvironment), held.world()),
                setup,
                "",
                new Backoff(1, Duration.ofMillis(1)),
                new Agent.Services(Thread.ofPlatform().daemon(true).factory(), Live.Sink.NOBODY, Duration.ZERO));
    }

    @Override
    public void close() {
        foreground.close();
        ledger.close();
    }

    /// The tools of a thread, judged as in the program.
    private record Tools(Toolbox toolbox, World world) implements Agent.Tools {
        @Override
        public List<ToolSpec> specs() {
            return toolbox.specs();
        }

        @Override
        public Optional<Tool> find(String name) {
            return toolbox.find(name);
        }

        @Override
        public ApprovalDecision clear(Item.ToolCall call) {
            return Judgement.of(find(call.tool()).orElseThrow().intent(call), world::context);
        }

        @Override
        public String unknown(Item.ToolCall call) {
            return "unsupported call: " + call.tool();
        }

        @Override
        public void endLeftovers(Item.ToolCall call) {}

        @Override
        public Item.Deliverable deliverable(Item.ToolResult result) {
            return Item.Deliverable.success(result.output());
        }

        @Override
        public String diff(List<Item.ToolResult> results) {
            return "";
        }
    }

    /// Nobody has settled anything beforehand.
    private record NoRules() implements Rulebook {
        @Override
        public List<Rule> rules() {
            return List.of();
        }

        @Override
        public void remember(Rule rule) {}

        @Override
        public boolean forget(List<String> prefix) {
            return false;
        }

        @Override
        public String place() {
            return "nowhere";
        }
    }
}
