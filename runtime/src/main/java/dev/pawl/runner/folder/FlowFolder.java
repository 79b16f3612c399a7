package dev.pawl.runner.folder;

import dev.pawl.agent.Redaction;
import dev.pawl.id.ThreadId;
import dev.pawl.runner.FlowWorkspace;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.checkpoint.Checkpoint;
import dev.pawl.tool.checkpoint.CheckpointStore;
import dev.pawl.tool.checkpoint.Pictures;
import dev.pawl.tool.checkpoint.Undo;
import dev.pawl.tool.checkpoint.UndoPlan;
import dev.pawl.tool.patch.UnifiedDiff;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.workflow.Mark;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowRows.Entry;
import dev.pawl.workflow.check.Check;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.check.ProtectedFiles;
import dev.pawl.workflow.plan.FrontMatter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The workspace of a workflow on this machine's disk. Used by one thread at a time.
public final class FlowFolder implements FlowWorkspace {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss").withZone(ZoneOffset.UTC);

    private final Path root;
    private final Settings settings;
    private final Services services;
    private final PlanFiles plans;
    private final ActiveContextFile context;
    private final CheckRunner runner;

    /// @param checks those of the settings; empty to take what the build files suggest
    /// @param planFolder seen from the workspace
    public record Settings(List<Check> checks, ProtectedFiles protectedFiles, String planFolder) {
        public Settings {
            checks = List.copyOf(checks);
        }
    }

    /// @param environment where and how commands run
    /// @param checkpoints the store of `pawl undo`; an exception says why there is none
    public record Services(
            Supplier<ToolEnvironment> environment,
            Sandbox sandbox,
            Redaction redaction,
            CheckpointSource checkpoints,
            InstantSource clock,
            Consumer<String> warnings) {}

    /// Opens the checkpoint store of a folder.
    @FunctionalInterface
    public interface CheckpointSource {
        CheckpointStore open(Path folder) throws IOException;
    }

    public FlowFolder(Path root, Settings settings, Services services) {
        this.root = root;
        this.settings = settings;
        this.services = services;
        this.plans = new PlanFiles(root, settings.planFolder(), services.clock());
        this.context = new ActiveContextFile(root, services.clock(), services.warnings());
        this.runner = new CheckRunner(root, services.environment(), services.sandbox(), services.redaction());
    }

    public ActiveContextFile context() {
        return context;
    }

    @Override
    public String planPath(Workflow flow) {
        return plans.path(flow);
    }

    @Override
    public Optional<PlanDocument> plan(String path) throws IOException {
        return plans.read(path);
    }

    @Override
    public Optional<String> draft(Workflow flow) throws IOException {
        return SafeFile.read(PlanDraft.draft(root, flow));
    }

    /// An earlier version of the plan.
    public Optional<PlanDocument> plan(Workflow flow, int version) throws IOException {
        return plans.read(PlanFiles.earlierPath(flow, version));
    }

    @Override
    public PlanDocument writePlan(Workflow flow, String path, String text, String status) throws IOException {
        return plans.write(flow, path, text, status);
    }

    @Override
    public PlanDocument withStatus(PlanDocument plan, String status) {
        return plans.withStatus(plan, status);
    }

    @Override
    public void write(PlanDocument plan) throws IOException {
        plans.write(plan);
    }

    @Override
    public List<Check> checks() {
        if (!settings.checks().isEmpty()) return settings.checks();
        return CheckDetection.of(root, this::hasProgram);
    }

    private boolean hasProgram(String name) {
        var path = services.environment().get().shell().environment().getOrDefault("PATH", "/usr/bin:/bin");
        for (var folder : path.split(":", -1)) {
            if (folder.startsWith("/") && Path.of(folder, name).toFile().canExecute()) return true;
        }
        return false;
    }

    @Override
    public CheckResult run(Check check, String workflow, String tree, BooleanSupplier isWanted)
            throws InterruptedException {
        return runner.run(check, workflow, tree, isWanted);
    }

    @Override
    public Mark mark(String reason, long number) throws InterruptedException {
        var now = services.clock().instant();
        var id = "chk-" + STAMP.format(now) + String.format(Locale.ROOT, "-%04d", number);
        try {
            var taken = pictures().take();
            return new Mark(id, reason, taken.tree(), taken.newest(), now);
        } catch (IOException none) {
            services.warnings().accept("no picture of the files can be taken: " + none.getMessage());
            return new Mark(id, reason, "", 0, now);
        }
    }

    @Override
    public String tree() throws InterruptedException {
        try {
            return pictures().take().tree();
        } catch (IOException none) {
            return "";
        }
    }

    private Pictures pictures() throws IOException {
        return new Pictures(services.checkpoints().open(root));
    }

    @Override
    public List<ProtectedFiles.Change> changes(String before, String after) throws InterruptedException {
        if (before.isEmpty() || after.isEmpty() || before.equals(after)) return List.of();
        try {
            var pictures = pictures();
            var added = pictures.added(before, after);
            var changes = new ArrayList<ProtectedFiles.Change>();
            for (var change : pictures.changes(before, after)) {
                var kind = !change.after()
                        ? ProtectedFiles.Change.Kind.DELETED
                        : change.before() ? ProtectedFiles.Change.Kind.CHANGED : ProtectedFiles.Change.Kind.ADDED;
                changes.add(
                        new ProtectedFiles.Change(change.path(), kind, added.getOrDefault(change.path(), List.of())));
            }
            return changes;
        } catch (IOException none) {
            services.warnings().accept("the changes of the last attempt cannot be compared: " + none.getMessage());
            return List.of();
        }
    }

    /// What this version of the plan changes; empty for the first one.
    public String planDiff(Workflow flow) throws IOException {
        var now = plan(flow.plan().path());
        var before = plan(flow, flow.plan().version() - 1);
        if (now.isEmpty() || before.isEmpty()) return "";
        return UnifiedDiff.between(body(before.get()), body(now.get()));
    }

    private static String body(PlanDocument plan) {
        return FrontMatter.of(plan.text()).body();
    }

    /// The unified diff between two pictures; empty when there is none.
    public String diff(String before, String after) throws InterruptedException {
        if (before.isEmpty() || after.isEmpty() || before.equals(after)) return "";
        try {
            return pictures().diff(before, after);
        } catch (IOException none) {
            return "";
        }
    }

    @Override
    public ProtectedFiles protectedFiles() {
        return settings.protectedFiles();
    }

    @Override
    public GitPlace gitPlace() {
        return GitHead.of(root);
    }

    @Override
    public Rollback preview(Workflow flow, Mark target) throws IOException, InterruptedException {
        var undo = undo();
        var since = since(undo, flow.origin().thread(), target);
        if (since.isEmpty()) return new Rollback(0, List.of(), List.of(), branchWarning(flow));
        var plan = undo.propose(since, Undo.Scope.THEIR_OWN).plan();
        return new Rollback(0, words(plan), plan.kept(), branchWarning(flow));
    }

    @Override
    public Rollback rollBack(Workflow flow, Mark target) throws IOException, InterruptedException {
        if (target.tree().isEmpty()) throw new IOException("there is no checkpoint to go back to");
        var undo = undo();
        var since = since(undo, flow.origin().thread(), target);
        if (since.isEmpty()) return new Rollback(0, List.of(), List.of(), branchWarning(flow));
        var proposal = undo.propose(since, Undo.Scope.THEIR_OWN);
        var words = words(proposal.plan());
        var done = undo.run(proposal);
        if (done.restored().size() < proposal.plan().restored().size()) {
            bringBack(undo, done.checkpoint());
            throw new IOException("these files could not be taken back: " + String.join(", ", done.kept())
                    + "; all files are as they were before");
        }
        return new Rollback(done.checkpoint(), words, done.kept(), branchWarning(flow));
    }

    /// A roll back is done whole or not at all.
    private static void bringBack(Undo undo, long checkpoint) throws IOException, InterruptedException {
        var half = undo.list().stream().filter(one -> one.id() == checkpoint).toList();
        if (!half.isEmpty()) undo.run(undo.propose(half, Undo.Scope.THEIR_OWN));
    }

    private Undo undo() throws IOException {
        return new Undo(services.checkpoints().open(root), services.clock());
    }

    /// What the workflow's own turns did after the checkpoint, and nobody has taken back.
    private static List<Checkpoint> since(Undo undo, ThreadId thread, Mark target) throws IOException {
        return undo.list().stream()
                .filter(one -> one.kind() == Checkpoint.Kind.TURN
                        && one.thread().equals(thread.value())
                        && one.id() > target.undo()
                        && one.undone() == 0)
                .toList();
    }

    private static List<String> words(UndoPlan plan) {
        var words = new ArrayList<String>();
        for (Map.Entry<String, UndoPlan.Fate> file : plan.fates().entrySet()) {
            words.add(
                    switch (file.getValue()) {
                        case RESTORE -> "restore " + file.getKey();
                        case BRING_BACK -> "bring back " + file.getKey();
                        case REMOVE -> "remove " + file.getKey();
                    });
        }
        return words;
    }

    private String branchWarning(Workflow flow) {
        var then = flow.marks();
        var now = gitPlace();
        if (then.head().equals(now.head()) && then.branch().equals(now.branch())) return "";
        return "the repository was on " + then.branch() + " " + then.head() + " then and is on " + now.branch() + " "
                + now.head() + " now: commits stay as they are";
    }

    @Override
    public String archive(Workflow flow, List<Entry> journal, String outcome) throws IOException, InterruptedException {
        var last = flow.marks().last();
        var diff = diff(flow.marks().base().tree(), last.tree().isEmpty() ? tree() : last.tree());
        return new ArchiveFolder(root, services.clock())
                .write(flow, journal, outcome, plan(flow.plan().path()), diff);
    }

    @Override
    public void save(Supplier<Workflow> journal) throws IOException {
        context.save(journal);
    }
}
