package dev.pawl.campaign.flow;

import dev.pawl.runner.FlowWorkspace;
import dev.pawl.runner.folder.FlowFolder;
import dev.pawl.workflow.Mark;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowRows.Entry;
import dev.pawl.workflow.check.Check;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.check.ProtectedFiles;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The real files of a workspace, with crashes around each write; checks end by chance, and
/// checkpoints are names.
final class WalkFiles implements FlowWorkspace {
    private final FlowFolder real;
    private final Crashes crashes;
    private final Random random;
    private long marks;

    WalkFiles(FlowFolder real, Crashes crashes, Random random) {
        this.real = real;
        this.crashes = crashes;
        this.random = random;
    }

    @Override
    public String planPath(Workflow flow) {
        return real.planPath(flow);
    }

    @Override
    public Optional<PlanDocument> plan(String path) throws IOException {
        return real.plan(path);
    }

    @Override
    public Optional<String> draft(Workflow flow) throws IOException {
        return real.draft(flow);
    }

    @Override
    public PlanDocument writePlan(Workflow flow, String path, String text, String status) throws IOException {
        crashes.here();
        var written = real.writePlan(flow, path, text, status);
        crashes.here();
        return written;
    }

    @Override
    public PlanDocument withStatus(PlanDocument plan, String status) {
        return real.withStatus(plan, status);
    }

    @Override
    public void write(PlanDocument plan) throws IOException {
        crashes.here();
        real.write(plan);
        crashes.here();
    }

    @Override
    public List<Check> checks() {
        return List.of(
                new Check("unit", "true", EnumSet.allOf(Check.When.class), Duration.ofSeconds(10), false, false));
    }

    @Override
    public CheckResult run(Check check, String workflow, String tree, BooleanSupplier isWanted) {
        crashes.here();
        var kinds = CheckResult.Ending.values();
        var ending = random.nextInt(5) < 3
                ? CheckResult.Ending.PASSED
                : List.of(kinds).get(random.nextInt(kinds.length));
        var exit = ending == CheckResult.Ending.PASSED ? 0 : 1;
        return new CheckResult(check.id(), check.command(), ending, exit, 1, tree, "", "p", "error: x", true);
    }

    @Override
    public Mark mark(String reason, long number) {
        crashes.here();
        marks++;
        return new Mark("chk-" + marks, reason, "tree-" + marks, marks, Instant.EPOCH);
    }

    @Override
    public String tree() {
        return "tree-" + marks;
    }

    @Override
    public List<ProtectedFiles.Change> changes(String before, String after) {
        return random.nextInt(8) == 0
                ? List.of(new ProtectedFiles.Change("XTest.java", ProtectedFiles.Change.Kind.DELETED, List.of()))
                : List.of();
    }

    @Override
    public ProtectedFiles protectedFiles() {
        return real.protectedFiles();
    }

    @Override
    public GitPlace gitPlace() {
        return new GitPlace("", "");
    }

    @Override
    public Rollback preview(Workflow flow, Mark target) {
        return new Rollback(0, List.of(), List.of(), "");
    }

    @Override
    public Rollback rollBack(Workflow flow, Mark target) {
        crashes.here();
        return new Rollback(1, List.of("restore a"), List.of(), "");
    }

    @Override
    public String archive(Workflow flow, List<Entry> journal, String outcome) throws IOException, InterruptedException {
        crashes.here();
        var folder = real.archive(flow, journal, outcome);
        crashes.here();
        return folder;
    }

    @Override
    public void save(Supplier<Workflow> journal) throws IOException {
        crashes.here();
        real.save(journal);
        crashes.here();
    }
}
