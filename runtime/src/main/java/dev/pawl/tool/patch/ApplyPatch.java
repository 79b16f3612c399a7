package dev.pawl.tool.patch;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.agent.approval.Deferred;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.id.CallId;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.Description;
import dev.pawl.tool.Fingerprint;
import dev.pawl.tool.ToolArguments;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.Uninterrupted;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// `apply_patch`: changes files by a patch, all of it or nothing.
///
/// Idempotent: what a call is about to do is written down first, so a call that is run again after
/// its process died is finished, or found done, instead of being applied twice.
public final class ApplyPatch implements Tool {
    private static final String NAME = "apply_patch";
    private static final String FAILED = "apply_patch verification failed: ";
    private static final String PARAMETERS = """
            {"type":"object","properties":{"input":{"type":"string",\
            "description":"The whole patch, from *** Begin Patch to *** End Patch."}},\
            "required":["input"],"additionalProperties":false}""";

    private final ToolEnvironment toolEnvironment;
    private final GuardedFiles confined;
    private final GuardedFiles free;
    /// By place alone, whatever the sandbox mode allows at present.
    private final GuardedFiles located;
    private final PatchJournal journal;
    private final PatchRecovery recovery;
    private final ReentrantLock oneAtATime = new ReentrantLock();
    private final ToolSpec spec;

    public ApplyPatch(ToolEnvironment toolEnvironment) {
        this.toolEnvironment = toolEnvironment;
        this.free = new GuardedFiles(toolEnvironment.freed());
        this.confined =
                toolEnvironment.confinement().isConfined() ? new GuardedFiles(toolEnvironment.confinement()) : free;
        this.located = new GuardedFiles(toolEnvironment.confinement().with(ApprovalContext.Mode.WORKSPACE_WRITE));
        this.journal = new PatchJournal(toolEnvironment);
        this.recovery = new PatchRecovery(toolEnvironment);
        this.spec = new ToolSpec.Freeform(
                NAME,
                Description.of(ApplyPatch.class, "apply_patch.md"),
                "lark",
                Description.of(ApplyPatch.class, "apply_patch.lark") + "\n",
                PARAMETERS);
    }

    @Override
    public ToolSpec spec() {
        return spec;
    }

    @Override
    public Replay replay() {
        return Replay.IDEMPOTENT;
    }

    @Override
    public boolean runsBesideOthers() {
        return false;
    }

    @Override
    public Detail preview(Item.ToolCall call) {
        try {
            return preview(patch(call), toolEnvironment.cwd(), "");
        } catch (BadArguments unreadable) {
            return new Detail.Nothing();
        }
    }

    /// What a patch that came as a command would change.
    public Detail preview(PatchCommand command, Path folder) {
        return switch (command) {
            case PatchCommand.Bare _ -> new Detail.Nothing();
            case PatchCommand.Explicit(var patch, var inside) -> preview(patch, folder, inside);
        };
    }

    private Detail preview(String patch, Path folder, String inside) {
        return Uninterrupted.call(() -> {
            try {
                var plan = PatchPlanner.plan(PatchText.parse(patch), free, PatchPlanner.resolve(folder, inside));
                return plan.steps().isEmpty() ? new Detail.Nothing() : new Detail.Edits(plan.changes());
            } catch (BadPatch wrong) {
                return new Detail.Nothing();
            }
        });
    }

    @Override
    public Intent intent(Item.ToolCall call) {
        try {
            return intent(patch(call), toolEnvironment.cwd(), "");
        } catch (BadArguments unreadable) {
            return new Intent.ReadOnly();
        }
    }

    /// What a patch that came as a command would do.
    public Intent intent(PatchCommand command, Path folder) {
        return switch (command) {
            case PatchCommand.Bare _ -> new Intent.ReadOnly();
            case PatchCommand.Explicit(var patch, var inside) -> intent(patch, folder, inside);
        };
    }

    private Intent intent(String patch, Path folder, String inside) {
        try {
            var paths = PatchPlanner.targets(PatchText.parse(patch), PatchPlanner.resolve(folder, inside));
            // It is refused when it is run: there is nothing to ask about.
            if (paths.stream().anyMatch(free::isHidden)) return new Intent.ReadOnly();
            var targets = paths.stream()
                    .map(path -> new Intent.Target(path.toString(), place(path)))
                    .toList();
            return new Intent.Edit(targets, Deferred.by(() -> sight(patch, folder, inside, targets)));
        } catch (BadPatch wrong) {
            return new Intent.ReadOnly();
        }
    }

    private Intent.Place place(Path path) {
        if (located.isProtected(path)) return Intent.Place.PROTECTED;
        return located.mayWrite(path) ? Intent.Place.INSIDE : Intent.Place.OUTSIDE;
    }

    /// A patch that does not fit is shown as it came. Once it fits, it is another sight.
    private Intent.Sight sight(String patch, Path folder, String inside, List<Intent.Target> targets) {
        var changes = preview(patch, folder, inside) instanceof Detail.Edits(var fitting)
                ? fitting
                : List.of(new Detail.FileChange(
                        targets.isEmpty() ? "" : targets.getFirst().path(), Detail.FileChange.Kind.UPDATE, "", patch));
        var print = new ArrayList<>(List.of("patch", patch, Fingerprint.of(toolEnvironment.confinement())));
        targets.forEach(target -> print.add(target.path()));
        for (var change : changes) print.addAll(List.of(change.path(), change.movedTo(), change.diff()));
        return new Intent.Sight(changes, Fingerprint.of(print));
    }

    @Override
    public Outcome.Done run(Item.ToolCall call, RunMode runMode, Output output) throws InterruptedException {
        try {
            return run(call.call(), new Patch(patch(call), toolEnvironment.cwd(), ""), runMode);
        } catch (BadArguments unreadable) {
            return Outcome.failed(String.valueOf(unreadable.getMessage()));
        }
    }

    /// Applies a patch that came as a command.
    public Outcome.Done run(CallId call, PatchCommand command, Path folder, RunMode runMode)
            throws InterruptedException {
        return switch (command) {
            case PatchCommand.Explicit(var patch, var inside) -> run(call, new Patch(patch, folder, inside), runMode);
            case PatchCommand.Bare _ ->
                Outcome.failed(FAILED + "patch detected without explicit call to apply_patch. "
                        + "Rerun as [\"apply_patch\", \"<patch>\"]");
        };
    }

    /// A patch, and the folder its paths start from.
    private record Patch(String text, Path folder, String inside) {}

    private Outcome.Done run(CallId call, Patch patch, RunMode runMode) throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        // Once begun, a patch is brought to its end: it takes milliseconds.
        return Uninterrupted.call(() -> outcome(call, patch, runMode));
    }

    private Outcome.Done outcome(CallId call, Patch patch, RunMode runMode) {
        var began = System.nanoTime();
        oneAtATime.lock(); // commands that are patches may run beside each other
        try {
            var note = apply(call, patch.text(), PatchPlanner.resolve(patch.folder(), patch.inside()), runMode);
            return Outcome.success("Exit code: 0\nWall time: " + seconds(System.nanoTime() - began)
                            + " seconds\nOutput:\n" + note.summary())
                    .with(new Detail.Edits(note.changes()));
        } catch (BadPatch wrong) {
            return Outcome.failed(FAILED + wrong.message());
        } catch (Refused refused) {
            return Outcome.failed("patch rejected: " + refused.getMessage());
        } catch (IOException cannot) {
            return Outcome.failed(FAILED + "Failed to write files: " + PatchPlanner.why(cannot));
        } finally {
            oneAtATime.unlock();
        }
    }

    PatchJournal.Note apply(CallId call, String patch, Path folder, RunMode runMode)
            throws BadPatch, Refused, IOException {
        var earlier = journal.read(call).filter(note -> note.patch().equals(PatchJournal.hash(patch)));
        if (earlier.isPresent()) {
            switch (recovery.recover(call)) {
                case PatchRecovery.Recovered.Finished _ -> {
                    return earlier.get();
                }
                case PatchRecovery.Recovered.Disputed(var paths) ->
                    throw BadPatch.files(
                            "the patch was interrupted, and these files were changed since by someone else: "
                                    + String.join(", ", paths) + ". Read them before going on");
                case PatchRecovery.Recovered.Undone _, PatchRecovery.Recovered.Nothing _ -> {}
            }
        }
        var plan = plan(patch, folder, runMode);
        if (plan.steps().isEmpty()) throw new Refused("empty patch");
        var note = journal.note(call, patch, plan);
        journal.write(call, note);
        try {
            var files = new FencedFiles(runMode == RunMode.FREE ? free : confined, toolEnvironment.fence());
            new PatchRun(files).apply(plan, note);
        } catch (IOException cannot) {
            journal.delete(call);
            throw cannot;
        }
        return note;
    }

    private PatchPlan plan(String patch, Path folder, RunMode runMode) throws BadPatch, Refused {
        var hunks = PatchText.parse(patch);
        for (var target : PatchPlanner.targets(hunks, folder)) {
            if (free.isHidden(target))
                throw new Refused(
                        target + " is hidden from the agent: keys and Pawl's own files are not its to change");
        }
        if (runMode == RunMode.FREE) return PatchPlanner.plan(hunks, free, folder);
        var obstacle = obstacle(hunks, folder);
        if (obstacle.isPresent()) throw new Refused(obstacle.get());
        return PatchPlanner.plan(hunks, confined, folder);
    }

    /// Why the patch may not be applied here, if there is a reason.
    private Optional<String> obstacle(List<Hunk> hunks, Path folder) throws BadPatch {
        var targets = PatchPlanner.targets(hunks, folder);
        if (toolEnvironment.confinement().mode() == ApprovalContext.Mode.READ_ONLY)
            return Optional.of("writing is blocked by read-only sandbox; rejected by user approval settings");
        if (targets.stream().anyMatch(path -> !confined.mayWrite(path)))
            return Optional.of("writing outside of the project; rejected by user approval settings");
        return targets.stream()
                .filter(confined::isProtected)
                .findFirst()
                .map(path -> path + " is protected, because it steers what runs later; only the user may change it");
    }

    private static String patch(Item.ToolCall call) throws BadArguments {
        return switch (call.form()) {
            case FREEFORM -> call.arguments();
            case FUNCTION -> ToolArguments.of(call).text("input");
        };
    }

    /// Tenths, and no decimals where there is nothing behind the point.
    private static String seconds(long nanos) {
        var tenths = Math.round(nanos / 1e8);
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : String.format(Locale.ROOT, "%.1f", tenths / 10.0);
    }

    /// The patch may be right, but it is not allowed.
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String reason) {
            super(reason, null, false, false);
        }
    }
}
