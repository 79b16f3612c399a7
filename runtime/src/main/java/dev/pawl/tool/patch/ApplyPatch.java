package dev.pawl.tool.patch;

import dev.pawl.agent.Deed;
import dev.pawl.agent.Deferred;
import dev.pawl.agent.Permit;
import dev.pawl.agent.Stance;
import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.id.CallId;
import dev.pawl.tool.Arguments;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.Description;
import dev.pawl.tool.Print;
import dev.pawl.tool.Uninterrupted;
import dev.pawl.tool.Workplace;
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

    private final Workplace workplace;
    private final GuardedFiles confined;
    private final GuardedFiles free;
    /// By place alone, whatever the sandbox mode allows at present.
    private final GuardedFiles located;
    private final PatchJournal journal;
    private final PatchRecovery recovery;
    private final ReentrantLock oneAtATime = new ReentrantLock();
    private final ToolSpec spec;

    public ApplyPatch(Workplace workplace) {
        this.workplace = workplace;
        this.free = new GuardedFiles(workplace.freed());
        this.confined = workplace.confinement().isConfined() ? new GuardedFiles(workplace.confinement()) : free;
        this.located = new GuardedFiles(workplace.confinement().with(Stance.Mode.WORKSPACE_WRITE));
        this.journal = new PatchJournal(workplace);
        this.recovery = new PatchRecovery(workplace);
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
            return preview(patch(call), workplace.cwd(), "");
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
    public Deed deed(Item.ToolCall call) {
        try {
            return deed(patch(call), workplace.cwd(), "");
        } catch (BadArguments unreadable) {
            return new Deed.Look();
        }
    }

    /// What a patch that came as a command would do.
    public Deed deed(PatchCommand command, Path folder) {
        return switch (command) {
            case PatchCommand.Bare _ -> new Deed.Look();
            case PatchCommand.Explicit(var patch, var inside) -> deed(patch, folder, inside);
        };
    }

    private Deed deed(String patch, Path folder, String inside) {
        try {
            var paths = PatchPlanner.targets(PatchText.parse(patch), PatchPlanner.resolve(folder, inside));
            // It is refused when it is run: there is nothing to ask about.
            if (paths.stream().anyMatch(free::isHidden)) return new Deed.Look();
            var targets = paths.stream()
                    .map(path -> new Deed.Target(path.toString(), place(path)))
                    .toList();
            return new Deed.Edit(targets, Deferred.by(() -> sight(patch, folder, inside, targets)));
        } catch (BadPatch wrong) {
            return new Deed.Look();
        }
    }

    private Deed.Place place(Path path) {
        if (located.isProtected(path)) return Deed.Place.PROTECTED;
        return located.mayWrite(path) ? Deed.Place.INSIDE : Deed.Place.OUTSIDE;
    }

    /// A patch that does not fit is shown as it came. Once it fits, it is another sight.
    private Deed.Sight sight(String patch, Path folder, String inside, List<Deed.Target> targets) {
        var changes = preview(patch, folder, inside) instanceof Detail.Edits(var fitting)
                ? fitting
                : List.of(new Detail.FileChange(
                        targets.isEmpty() ? "" : targets.getFirst().path(), Detail.FileChange.Kind.UPDATE, "", patch));
        var print = new ArrayList<>(List.of("patch", patch, Print.of(workplace.confinement())));
        targets.forEach(target -> print.add(target.path()));
        for (var change : changes) print.addAll(List.of(change.path(), change.movedTo(), change.diff()));
        return new Deed.Sight(changes, Print.of(print));
    }

    @Override
    public Outcome run(Item.ToolCall call, Permit permit, Output output) throws InterruptedException {
        try {
            return run(call.call(), new Patch(patch(call), workplace.cwd(), ""), permit);
        } catch (BadArguments unreadable) {
            return Outcome.failed(String.valueOf(unreadable.getMessage()));
        }
    }

    /// Applies a patch that came as a command.
    public Outcome run(CallId call, PatchCommand command, Path folder, Permit permit) throws InterruptedException {
        return switch (command) {
            case PatchCommand.Explicit(var patch, var inside) -> run(call, new Patch(patch, folder, inside), permit);
            case PatchCommand.Bare _ ->
                Outcome.failed(FAILED + "patch detected without explicit call to apply_patch. "
                        + "Rerun as [\"apply_patch\", \"<patch>\"]");
        };
    }

    /// A patch, and the folder its paths start from.
    private record Patch(String text, Path folder, String inside) {}

    private Outcome run(CallId call, Patch patch, Permit permit) throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        // Once begun, a patch is brought to its end: it takes milliseconds.
        return Uninterrupted.call(() -> outcome(call, patch, permit));
    }

    private Outcome outcome(CallId call, Patch patch, Permit permit) {
        var began = System.nanoTime();
        oneAtATime.lock(); // commands that are patches may run beside each other
        try {
            var note = apply(call, patch.text(), PatchPlanner.resolve(patch.folder(), patch.inside()), permit);
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

    PatchJournal.Note apply(CallId call, String patch, Path folder, Permit permit)
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
        var plan = plan(patch, folder, permit);
        if (plan.steps().isEmpty()) throw new Refused("empty patch");
        var note = journal.note(call, patch, plan);
        journal.write(call, note);
        try {
            var files = new FencedFiles(permit == Permit.FREE ? free : confined, workplace.fence());
            new PatchRun(files).apply(plan, note);
        } catch (IOException cannot) {
            journal.delete(call);
            throw cannot;
        }
        return note;
    }

    private PatchPlan plan(String patch, Path folder, Permit permit) throws BadPatch, Refused {
        var hunks = PatchText.parse(patch);
        for (var target : PatchPlanner.targets(hunks, folder)) {
            if (free.isHidden(target))
                throw new Refused(
                        target + " is hidden from the agent: keys and Pawl's own files are not its to change");
        }
        if (permit == Permit.FREE) return PatchPlanner.plan(hunks, free, folder);
        var obstacle = obstacle(hunks, folder);
        if (obstacle.isPresent()) throw new Refused(obstacle.get());
        return PatchPlanner.plan(hunks, confined, folder);
    }

    /// Why the patch may not be applied here, if there is a reason.
    private Optional<String> obstacle(List<Hunk> hunks, Path folder) throws BadPatch {
        var targets = PatchPlanner.targets(hunks, folder);
        if (workplace.confinement().mode() == Stance.Mode.READ_ONLY)
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
            case FUNCTION -> Arguments.of(call).text("input");
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
