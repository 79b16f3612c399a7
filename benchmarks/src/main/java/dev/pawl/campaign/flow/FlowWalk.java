package dev.pawl.campaign.flow;

import dev.pawl.agent.Redaction;
import dev.pawl.id.ThreadId;
import dev.pawl.id.WorkerId;
import dev.pawl.runner.FlowListener;
import dev.pawl.runner.FlowSite;
import dev.pawl.runner.FlowWords;
import dev.pawl.runner.WorkflowControl;
import dev.pawl.runner.WorkflowRun;
import dev.pawl.runner.folder.ContextEdits;
import dev.pawl.runner.folder.FlowFolder;
import dev.pawl.store.memory.MemoryWorkflows;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.workflow.FlowLimits;
import dev.pawl.workflow.Intervention;
import dev.pawl.workflow.Purpose;
import dev.pawl.workflow.Strikes;
import dev.pawl.workflow.TaskStatus;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowChange;
import dev.pawl.workflow.WorkflowCommand;
import dev.pawl.workflow.WorkflowRows.Content;
import dev.pawl.workflow.WorkflowState;
import dev.pawl.workflow.WorkflowStore;
import dev.pawl.workflow.check.ProtectedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/// One walk: legal and illegal commands of a person, runs that die between any two writes, and
/// after each the invariants of workflows.
final class FlowWalk {
    private static final String HERE = "host:/walk";
    private static final int WRITES = 25;

    private final Path root;
    private final Random random;
    private final Crashes crashes;
    private final WorkflowStore store;
    private final WalkTurns turns;
    private final FlowFolder folder;
    private final WalkFiles files;
    private final Set<WorkerId> dead = new HashSet<>();
    private final List<String> broken = new ArrayList<>();
    private final Set<WorkflowState> visited = new HashSet<>();
    private Workflow before = Workflow.NONE;
    private long runs;
    private long ended;

    /// @param broken the invariants that did not hold
    record Result(long runs, long crashes, long ended, Set<WorkflowState> visited, List<String> broken) {}

    FlowWalk(Path root, long seed) throws IOException {
        this.root = root;
        this.random = new Random(seed);
        this.crashes = new Crashes(random);
        this.store = new WorkflowStore(crashes.around(new MemoryWorkflows(InstantSource.system())));
        this.turns = new WalkTurns(crashes, random);
        var services = new FlowFolder.Services(
                () -> {
                    throw new IllegalStateException("no command runs in a walk");
                },
                new Sandbox(root.resolve("sandbox")),
                new Redaction(List.of()),
                _ -> {
                    throw new IOException("no checkpoints in a walk");
                },
                InstantSource.system(),
                _ -> {});
        Files.createDirectories(root.resolve("work"));
        Files.writeString(root.resolve("work/mine.txt"), "mine\n");
        this.folder = new FlowFolder(
                root.resolve("work"),
                new FlowFolder.Settings(List.of(), new ProtectedFiles(List.of()), "docs/prd"),
                services);
        this.files = new WalkFiles(folder, crashes, random);
    }

    private FlowSite site() {
        return new FlowSite(
                HERE,
                store,
                files,
                turns,
                FlowLimits.DEFAULT,
                FlowSite.Times.DEFAULT,
                new FlowWords("en"),
                dead::contains);
    }

    Result walk(int steps) throws IOException, InterruptedException {
        for (int step = 0; step < steps && broken.isEmpty(); step++) {
            var self = new WorkerId("run-" + runs++);
            if (random.nextInt(3) > 0) crashes.arm(WRITES);
            try {
                if (random.nextBoolean()) turns.answerAny();
                new ContextEdits(folder.context(), _ -> {}).apply(control());
                if (random.nextBoolean()) ask();
                new WorkflowRun(site(), FlowListener.NONE, self).run();
            } catch (Crashes.Crash gone) {
                dead.add(self);
            } finally {
                crashes.disarm();
            }
            look(step);
        }
        return new Result(runs, crashes.count(), ended, visited, broken);
    }

    private WorkflowControl control() {
        return new WorkflowControl(site(), FlowListener.NONE);
    }

    /// Anything a person may type, legal now or not.
    private void ask() throws IOException, InterruptedException {
        var control = control();
        var flow = control.read().flow();
        var how = List.of(Intervention.values()).get(random.nextInt(Intervention.values().length));
        switch (random.nextInt(12)) {
            case 0, 1 ->
                control.give(new WorkflowCommand.Begin(
                        "flow-" + turns.fresh(), new ThreadId("thread"), "walk", false, "workspace-write", "never"));
            case 2, 3 -> control.confirm(Optional.empty(), true);
            case 4 -> control.give(new WorkflowCommand.Modify("change it"));
            case 5 -> control.cancel("no");
            case 6 -> control.give(new WorkflowCommand.Suspend("wait"));
            case 7 -> control.give(new WorkflowCommand.Proceed());
            case 8 -> control.give(new WorkflowCommand.Stop("stop"));
            case 9 -> control.give(new WorkflowCommand.Intervene(how, "words"));
            case 10 ->
                new WorkflowRun(site(), FlowListener.NONE, new WorkerId("roll-" + runs)).rollBack(Optional.empty());
            default -> control.give(new WorkflowCommand.Abandon(flow.id()));
        }
    }

    /// A new process comes: it brings the file up to the journal, and everything must fit.
    private void look(int step) throws IOException {
        folder.context().repair(() -> store.read(HERE).flow());
        var now = store.read(HERE).flow();
        visited.add(now.state());
        var text = Files.exists(folder.context().path())
                ? Files.readString(folder.context().path())
                : "";
        if (!now.id().isEmpty()) {
            hold(text.contains("task_status: " + now.state()), step, "the file says another state");
            hold(text.contains("revision: " + now.revision() + "\n"), step, "the file has another revision");
        }
        var journal = store.journal(HERE);
        hold(journal.isEmpty() || WorkflowStore.fold(journal).state() == now.state(), step, "fold of the journal");
        hold(now.equals(before) || now.revision() > before.revision(), step, "the revision did not grow");
        var attempts = now.repair().attempts();
        hold(attempts >= 0 && attempts <= Strikes.DEFAULT.most(), step, "attempts " + attempts);
        var repairs = now.state() == WorkflowState.AUTO_FIX || now.state() == WorkflowState.BLOCKED;
        hold(attempts == 0 || repairs, step, "attempts in " + now.state());
        var works = now.queue().tasks().stream()
                .filter(task -> task.status() == TaskStatus.IN_PROGRESS)
                .count();
        hold(works <= 1, step, works + " tasks in progress");
        hold(
                now.state() != WorkflowState.EXECUTING
                        || !now.plan().approvedHash().isEmpty(),
                step,
                "work without a yes");
        count(step);
        hold(
                Files.readString(root.resolve("work/mine.txt")).equals("mine\n"),
                step,
                "a file that is not the workflow's was touched");
        strangers(step);
        if (!now.isActive()
                && !now.memo().archive().isEmpty()
                && (!now.id().equals(before.id()) || before.isActive())) {
            ended++;
            hold(
                    Files.exists(
                            root.resolve("work").resolve(now.memo().archive()).resolve("manifest.json")),
                    step,
                    "no archive of " + now.id());
        }
        before = now;
    }

    /// No turn that fixes was opened without its attempt being counted first.
    private void count(int step) {
        var counted = new HashMap<String, Integer>();
        var fixes = 0;
        for (var entry : store.journal(HERE)) {
            if (!(entry.content() instanceof Content.Changed(var change))) continue;
            if (change instanceof WorkflowChange.AttemptStarted(var task, var _, var _))
                counted.merge(task.value(), 1, Integer::sum);
            if (change instanceof WorkflowChange.TurnOpened opened && opened.purpose() == Purpose.FIX) fixes++;
        }
        var all = counted.values().stream().mapToInt(Integer::intValue).sum();
        hold(counted.values().stream().allMatch(one -> one <= Strikes.DEFAULT.lifetime()), step, "a task's lifetime");
        // A turn that was stopped or could not reach the model may be opened again in its attempt.
        hold(fixes == 0 || all > 0, step, "a fix without an attempt");
    }

    private void strangers(int step) throws IOException {
        try (var all = Files.walk(root.resolve("work"))) {
            var other = all.filter(Files::isRegularFile)
                    .map(path -> root.resolve("work").relativize(path).toString())
                    .filter(path -> !path.startsWith(".agent/") && !path.startsWith("docs/prd/"))
                    .filter(path -> !path.equals("mine.txt"))
                    .toList();
            hold(other.isEmpty(), step, "files outside: " + other);
        }
    }

    private void hold(boolean holds, int step, String what) {
        if (!holds) broken.add("step " + step + ": " + what);
    }
}
