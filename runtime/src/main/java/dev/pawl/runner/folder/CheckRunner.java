package dev.pawl.runner.folder;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.agent.Redaction;
import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.spawn.Child;
import dev.pawl.tool.sandbox.spawn.Launch;
import dev.pawl.workflow.check.Check;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.check.CheckResult.Ending;
import dev.pawl.workflow.check.Excerpt;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Runs checks as the runtime's own commands: in the sandbox of the thread, with a time limit, each
/// in a process group of its own.
final class CheckRunner {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);
    private static final int MOST_OUTPUT = 8 << 20;
    private static final int NOT_EXECUTABLE = 126;
    private static final int NOT_FOUND = 127;
    private static final Pattern FULL = Pattern.compile("(?i)no space left on device|disk quota exceeded");
    private static final Pattern MISSING = Pattern.compile("No module named '?(pytest|unittest)'?\\b");

    private final Path root;
    private final Supplier<ToolEnvironment> environments;
    private final Sandbox sandbox;
    private final Redaction redaction;
    private int runs;

    CheckRunner(Path root, Supplier<ToolEnvironment> environments, Sandbox sandbox, Redaction redaction) {
        this.root = root;
        this.environments = environments;
        this.sandbox = sandbox;
        this.redaction = redaction;
    }

    CheckResult run(Check check, String workflow, String tree, BooleanSupplier isWanted) throws InterruptedException {
        var began = System.nanoTime();
        var output = new ByteArrayOutputStream();
        var ran = start(check, output, isWanted);
        var millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
        var text = redaction.of(output.toString(UTF_8));
        var ending = ran.ending();
        if (ending == Ending.FAILED
                && (FULL.matcher(text).find() || MISSING.matcher(text).find())) ending = Ending.ENVIRONMENT;
        var log = keep(check, workflow, text);
        var failed = ending != Ending.PASSED;
        return new CheckResult(
                check.id(),
                check.command(),
                ending,
                ran.exit(),
                millis,
                tree,
                log,
                failed ? Excerpt.fingerprint(text) : "",
                failed ? Excerpt.of(ran.note().isEmpty() ? text : text + "\n" + ran.note()) : "",
                true);
    }

    private record Ran(Ending ending, int exit, String note) {}

    private Ran start(Check check, ByteArrayOutputStream output, BooleanSupplier isWanted) throws InterruptedException {
        try {
            var child = sandbox.start(launch(check));
            try {
                return await(child, check, output, isWanted);
            } finally {
                end(child);
            }
        } catch (IOException cannot) {
            return new Ran(Ending.ENVIRONMENT, -1, "the check cannot be started: " + cannot.getMessage());
        }
    }

    private Launch launch(Check check) {
        var environment = environments.get();
        var confinement = environment.confinement();
        // A build writes its results, also where the agent may only read.
        if (confinement.mode() == ApprovalContext.Mode.READ_ONLY)
            confinement = confinement.with(ApprovalContext.Mode.WORKSPACE_WRITE);
        var variables = new TreeMap<>(environment.shell().environment());
        variables.put("CI", "true");
        variables.put("NO_COLOR", "1");
        // Python takes compiled code for current when size and second of the source are the same:
        // a check right after an edit would test the code before it.
        variables.put("PYTHONDONTWRITEBYTECODE", "1");
        variables.put(
                "PYTHONPYCACHEPREFIX", root.resolve(".agent/memory/no-bytecode").toString());
        return new Launch(
                List.of(environment.shell().program().toString(), "-c", check.command()),
                root,
                variables,
                confinement,
                Optional.empty());
    }

    private static Ran await(Child child, Check check, ByteArrayOutputStream output, BooleanSupplier isWanted)
            throws InterruptedException {
        var exit = new AtomicInteger();
        var over = new CountDownLatch(1);
        var reader =
                Thread.ofPlatform().daemon(true).name("pawl-check-output").start(() -> drain(child.output(), output));
        Thread.ofPlatform().daemon(true).name("pawl-check").start(() -> {
            try {
                exit.set(child.waitFor());
                over.countDown();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        var end = System.nanoTime() + check.timeout().toNanos();
        var looks = 0;
        while (!over.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
            if (System.nanoTime() > end)
                return new Ran(
                        Ending.TIMED_OUT, -1, "ended after " + check.timeout().toSeconds() + " s: it took too long");
            if (++looks % 5 == 0 && !isWanted.getAsBoolean()) return new Ran(Ending.FAILED, -1, "no longer wanted");
        }
        // What it left running may keep the pipe open: the rest is not waited for.
        reader.join(LAST_WORDS);
        var code = exit.get();
        if (code == NOT_EXECUTABLE || code == NOT_FOUND)
            return new Ran(Ending.ENVIRONMENT, code, "exit code " + code + ": a program it needs is not here");
        return new Ran(code == 0 ? Ending.PASSED : Ending.FAILED, code, "");
    }

    private static void drain(InputStream from, ByteArrayOutputStream to) {
        var buffer = new byte[8192];
        try {
            for (var n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                if (to.size() < MOST_OUTPUT) to.write(buffer, 0, n);
            }
        } catch (IOException ended) {
            // What was read is kept.
        }
    }

    /// All of its group: a server that a test left behind goes with it.
    private static void end(Child child) {
        ProcessHandle.of(child.pid()).ifPresent(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
        child.release();
    }

    private String keep(Check check, String workflow, String text) {
        var folder = root.resolve(".agent/memory/logs").resolve(workflow);
        var kind = check.id().replaceAll("[^A-Za-z0-9_-]", "_");
        try {
            Path file;
            do {
                file = folder.resolve(String.format("%03d-%s.log", ++runs, kind));
            } while (Files.exists(file));
            SafeFile.write(root, file, text);
            return root.relativize(file).toString();
        } catch (IOException full) {
            return "";
        }
    }
}
