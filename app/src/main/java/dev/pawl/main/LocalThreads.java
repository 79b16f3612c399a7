package dev.pawl.main;

import dev.pawl.appserver.hub.Backend;
import dev.pawl.appserver.hub.Backend.Storage;
import dev.pawl.card.Detail.FileChange;
import dev.pawl.card.Item;
import dev.pawl.card.Part;
import dev.pawl.cli.ReviewRequest;
import dev.pawl.cli.ThreadWord;
import dev.pawl.cli.UsageError;
import dev.pawl.command.Command;
import dev.pawl.config.CheckpointConfig;
import dev.pawl.exec.Pictures;
import dev.pawl.gateway.ForkReply;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.Reply;
import dev.pawl.gateway.ThreadOperations;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.resource.FileTrouble;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.thread.SpawnedAgent;
import dev.pawl.thread.Threads;
import dev.pawl.threads.MarkdownText;
import dev.pawl.tui.ThreadAccess;
import dev.pawl.view.ItemView.ReviewMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The threads of this machine's store for the interactive terminal. Their turns run in this
/// process, or in the server of the same home when there is one.
final class LocalThreads implements ThreadAccess {
    private static final String SOURCE = "tui";

    private final Backend backend;
    private final CheckpointConfig checkpoints;
    private final PromptLog log;
    private final OwnPrompts prompts;
    private final DetachedTurn self;
    private final Optional<ServerLink> server;
    private final FlowBoards flows;
    /// Threads that were set up anew, as their agents know them.
    private final Map<ThreadId, ChatThread> told = new ConcurrentHashMap<>();

    LocalThreads(
            Backend backend,
            CheckpointConfig checkpoints,
            DetachedTurn self,
            Optional<ServerLink> server,
            FlowBoards flows) {
        this.flows = flows;
        this.server = server;
        this.backend = backend;
        this.checkpoints = checkpoints;
        this.log = new PromptLog(backend.files().resolve("history.jsonl"));
        this.prompts = new OwnPrompts(Path.of(backend.home()).resolve("prompts"));
        this.self = self;
        backend.keepWorkflows();
    }

    private Gateway gateway() {
        return backend.gateway(Storage.DURABLE);
    }

    private ThreadOperations operations() {
        return backend.threads(Storage.DURABLE);
    }

    @Override
    public ChatThread fresh() {
        var now = backend.now();
        return new ChatThread(new ThreadId(backend.fresh()), "", SOURCE, "", false, backend.setup(), now, now);
    }

    @Override
    public ChatThread find(String word) {
        return ThreadWord.find(gateway(), word);
    }

    @Override
    public List<ListedThread> threads(String query, int most) {
        var now = backend.now();
        return gateway().latest(Threads.Filter.ACTIVE, most).stream()
                .map(thread -> listed(thread, now))
                .filter(one -> (one.thread().title() + " " + one.preview()).contains(query))
                .toList();
    }

    private ListedThread listed(ChatThread thread, Instant now) {
        return new ListedThread(
                thread, operations().preview(thread), backend.status(thread).derive(now));
    }

    @Override
    public Following follow(ChatThread thread, Follower follower) {
        return LocalFollower.begin(backend, thread, follower, server);
    }

    @Override
    public Reply submit(ChatThread thread, List<Item> items, Delivery delivery) {
        return submit(thread, items, delivery, "user");
    }

    private Reply submit(ChatThread thread, List<Item> items, Delivery delivery, String source) {
        gateway().open(thread);
        var lifecycle = backend.host(Storage.DURABLE).threads();
        var before = told.getOrDefault(thread.id(), thread);
        var all = new ArrayList<Item>(lifecycle.preface(before, thread));
        if (!all.isEmpty()) told.remove(thread.id());
        for (var item : items) {
            if (item instanceof Item.UserMessage message) all.addAll(lifecycle.request(thread, message));
            else all.add(item);
        }
        return accept(
                delivery == Delivery.QUEUE
                        ? new Command.Submit(letter(), thread.id(), all, source)
                        : new Command.Steer(letter(), thread.id(), all, source));
    }

    @Override
    public Part picture(Path file) {
        return Pictures.part(file.toString(), why -> {
            throw new UsageError(why);
        });
    }

    @Override
    public Reply accept(Command command) {
        var reply = gateway().accept(command);
        server.ifPresent(ServerLink::wake);
        return reply;
    }

    @Override
    public LetterId letter() {
        return new LetterId(backend.fresh());
    }

    @Override
    public Reply interrupt(ThreadId thread) {
        return gateway()
                .activeTurn(thread)
                .map(turn -> accept(new Command.Interrupt(letter(), thread, turn, "interrupted by the user")))
                .orElse(new Reply.Stopped());
    }

    @Override
    public Reply compact(ChatThread thread) {
        return submit(thread, List.of(new Item.Compact()), Delivery.QUEUE, "user");
    }

    @Override
    public Reply review(ChatThread thread, String words) {
        var request = words.isEmpty() ? new ReviewRequest.Uncommitted().words() : words;
        var items = List.<Item>of(
                new Item.Briefing(Item.Briefing.Role.DEVELOPER, ReviewRequest.MANNER), Item.UserMessage.of(request));
        return submit(thread, items, Delivery.QUEUE, ReviewMark.AUTHOR);
    }

    @Override
    public List<AgentLine> agents(ChatThread thread) {
        var now = backend.now();
        var lines = new ArrayList<AgentLine>();
        for (var member : backend.host(Storage.DURABLE).agents().tree(thread.id(), now)) {
            lines.add(new AgentLine(
                    new ListedThread(member.thread(), operations().preview(member.thread()), member.view()),
                    member.depth(),
                    member.agent().map(SpawnedAgent::nickname).orElse(""),
                    member.agent().map(SpawnedAgent::role).orElse("")));
        }
        return lines;
    }

    @Override
    public Optional<FlowBoard> flow(ChatThread thread) {
        return flows.of(Path.of(thread.setup().cwd()));
    }

    @Override
    public int waitingElsewhere(ThreadId except) {
        return (int) gateway().questions().stream()
                .map(question -> question.thread())
                .filter(thread -> !thread.equals(except))
                .distinct()
                .count();
    }

    @Override
    public ChatThread configure(ChatThread thread, Setup next) {
        var now = backend.now();
        told.putIfAbsent(thread.id(), thread);
        if (gateway().thread(thread.id()).isPresent()) gateway().setUp(thread.id(), next, now);
        return thread.with(next, now);
    }

    @Override
    public ChatThread rename(ChatThread thread, String title) {
        gateway().open(thread);
        operations().rename(thread.id(), title, backend.now());
        return thread.named(title, backend.now());
    }

    @Override
    public void archive(ChatThread thread) {
        operations().archive(thread.id(), true, backend.now());
    }

    @Override
    public ChatThread fork(ChatThread thread, Optional<TurnId> until) {
        var last = until.or(() -> operations().lastTurn(thread.id()))
                .orElseThrow(() -> new UsageError("thread " + thread.id() + " has no turn that is over"));
        var now = backend.now();
        var fork = new ChatThread(
                new ThreadId(backend.fresh()),
                thread.title(),
                SOURCE,
                thread.id().value(),
                false,
                thread.setup(),
                now,
                now);
        return switch (operations().fork(thread.id(), last, fork)) {
            case ForkReply.Forked _ -> fork;
            case ForkReply.Refused(var why) -> throw new UsageError(why);
        };
    }

    @Override
    public Path export(ChatThread thread) {
        var file = Path.of(thread.setup().cwd()).resolve("pawl-" + thread.id().value() + ".md");
        try {
            return Files.writeString(file, MarkdownText.of(thread, operations().history(thread.id())));
        } catch (IOException full) {
            throw new UsageError(file + ": " + FileTrouble.of(full));
        }
    }

    @Override
    public List<FileChange> diff(ChatThread thread) {
        return new WorkingTree(Path.of(thread.setup().cwd())).changes();
    }

    @Override
    public List<RestorePoint> restorePoints(ChatThread thread) {
        return new RestorePoints(checkpoints, thread).list();
    }

    @Override
    public List<FileChange> preview(ChatThread thread, RestorePoint point) {
        return new RestorePoints(checkpoints, thread).preview(point);
    }

    @Override
    public List<String> restore(ChatThread thread, RestorePoint point) {
        return new RestorePoints(checkpoints, thread).restore(point);
    }

    @Override
    public List<String> models() {
        return backend.models();
    }

    @Override
    public List<McpServer> servers() {
        try {
            return backend.mcpServers("").stream()
                    .map(server -> new McpServer(
                            server.name(),
                            server.failed().isEmpty()
                                    ? server.tools().size() + " tools " + server.about()
                                    : server.failed()))
                    .toList();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    @Override
    public List<NamedText> texts(ChatThread thread) {
        var texts = new ArrayList<NamedText>();
        for (var skill : backend.skills(thread.setup().cwd(), List.of()).skills())
            texts.add(new NamedText(
                    skill.name(),
                    skill.shortDescription().isEmpty() ? skill.description() : skill.shortDescription(),
                    NamedText.Kind.SKILL));
        texts.addAll(prompts.list());
        return texts;
    }

    @Override
    public String prompt(String name, String arguments) {
        return prompts.text(name, arguments);
    }

    @Override
    public List<String> history() {
        return log.read();
    }

    @Override
    public void remember(String text) {
        log.add(text, backend.now());
    }

    @Override
    public Optional<Runner> runner() {
        return server.map(link -> new Runner(link.pid(), link.isAlive()));
    }

    @Override
    public void goOnWithout(ThreadId thread) {
        if (server.filter(ServerLink::isAlive).isEmpty()) self.goOn(thread);
    }

    @Override
    public void close() {
        server.ifPresent(ServerLink::close);
        backend.close();
    }
}
