package dev.pawl.exec;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.Console.Shade;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Text;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/// `pawl demo`: the offline tour. A small repository with a failing test, a scripted model, and
/// everything else for real: the loop, the tools and the store.
///
/// @param exec runs a command line of this program in this process
/// @param self the program's launcher, for the process that is killed; empty when unknown
/// @param ground asked when the tour begins: to find out takes a moment, and a folder
public record DemoCommand(
        Console console, ToIntFunction<List<String>> exec, Optional<String> self, Function<Path, Ground> ground)
        implements Subcommand {
    /// How commands are held on this machine.
    ///
    /// @param mode the sandbox mode in which they can run
    /// @param words the same for people
    public record Ground(String mode, String words) {}

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String PROMPT =
            "The test of this repository fails. Find out why, fix it, and check your work.";

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("demo", "the offline tour: an agent finds a bug, patches it, tests it and delivers")
                .with(
                        Option.flag("--keep", "leave the repository there to look at"),
                        Option.flag("--crash", "kill the process (kill -9) in the middle; the turn goes on"),
                        Option.flag("--page", "then open the chat page, with the same scripted model"),
                        Option.flag("--flow", "a workflow instead: plan, confirm, check, fix, archive"))
                .example("pawl demo")
                .example("pawl demo --flow       # the runtime enforces a plan")
                .example("pawl demo --crash      # what makes Pawl different")
                .example("pawl demo --page       # the same in your browser; Ctrl-C ends it");
    }

    @Override
    public int run(Arguments arguments) {
        return arguments.has("--flow") ? workflow(arguments) : turn(arguments);
    }

    private int workflow(Arguments arguments) {
        var project = DemoProject.makeForWorkflow();
        try {
            say(console.say(Text.DEMO_FLOW_BEGIN, project.repository().toString()));
            var found = ground.apply(project.home().resolve("run"));
            say(found.words() + "\n");
            var code = new DemoFlow(console, exec, project, found.mode()).tour();
            if (code == ExitCode.OK) {
                say("\n" + console.say(Text.DEMO_FLOW_END));
                if (arguments.has("--keep"))
                    say(console.say(Text.DEMO_FLOW_KEPT, project.repository().toString()));
            }
            return code;
        } finally {
            if (!arguments.has("--keep")) project.close();
        }
    }

    private int turn(Arguments arguments) {
        var project = DemoProject.make();
        try {
            say("A repository with a failing test: " + project.repository());
            say("The model is a script; the loop, the tools, the patch and the store are real.");
            var found = ground.apply(project.home().resolve("run"));
            say(found.words() + "\n");
            var code = arguments.has("--crash") ? crash(project, found.mode()) : tour(project, found.mode());
            if (code != ExitCode.OK) return code;
            if (arguments.has("--page")) return page(project, found.mode());
            farewell(project, arguments);
            return code;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        } finally {
            if (!arguments.has("--keep")) project.close();
        }
    }

    private int tour(DemoProject project, String mode) {
        return exec.applyAsInt(line("exec", project.options("script.json", mode), PROMPT));
    }

    private int crash(DemoProject project, String mode) throws InterruptedException {
        if (self.isEmpty()) {
            console.note(
                    "--crash starts a second process; this one does not know its launcher\n  run ./pawl demo --crash");
            return ExitCode.FAILED;
        }
        var options = project.options("script-crash.json", mode);
        var victim = start(line("exec", options, PROMPT));
        if (!awaitTheSlowTest(victim)) {
            victim.destroyForcibly();
            console.note("the test did not start within " + PATIENCE.toSeconds() + " s");
            return ExitCode.FAILED;
        }
        // SIGKILL: no handler, no hook, no last words.
        victim.destroyForcibly().waitFor();
        say("\n──── kill -9: process " + victim.pid() + " is gone, in the middle of a running command ────\n");
        say("A new process goes on with the same turn, from the last thing that was written down:\n");
        return exec.applyAsInt(line("exec resume", options, "--last"));
    }

    /// The thread of the tour is on the page; a new one plays another script, which asks the user.
    private int page(DemoProject project, String mode) {
        say("\nNow the page: this thread is there, with its diff, checkpoints and usage.");
        say("Begin a new thread with any words: its model, a script too, works, asks for your approval and goes on.");
        say("Ctrl-C ends the demo.\n");
        return exec.applyAsInt(line("serve", project.serveOptions("script-page.json", mode)));
    }

    private Process start(List<String> words) {
        var command = new ArrayList<String>();
        command.add(self.orElseThrow());
        command.addAll(words);
        try {
            return new ProcessBuilder(command)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException gone) {
            throw new UncheckedIOException("a second process cannot be started", gone);
        }
    }

    /// Waits until the command that takes long runs below the victim.
    private static boolean awaitTheSlowTest(Process victim) {
        var end = System.nanoTime() + PATIENCE.toNanos();
        while (victim.isAlive() && System.nanoTime() < end) {
            var running = victim.descendants()
                    .anyMatch(child -> child.info().commandLine().orElse("").contains("sleep 30"));
            if (running) return true;
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        return false;
    }

    private static List<String> line(String command, List<String> options, String... words) {
        var line = new ArrayList<>(List.of(command.split(" ", -1)));
        line.addAll(options);
        line.addAll(List.of(words));
        return line;
    }

    private void farewell(DemoProject project, Arguments arguments) {
        say("\nThat was the whole path: request, steps, commands, patches, deliverable;"
                + " each was written down before it was done.");
        if (arguments.has("--keep")) say("Look at it: cd " + project.repository() + " && git diff");
        say("Next:");
        say("  pawl setup                         # a provider, its key and a model");
        say("  cd your-project && pawl exec \"fix the failing test\"");
        if (!arguments.has("--crash")) say("  pawl demo --crash                  # the same, killed in the middle");
        say("  pawl demo --page                   # the same in your browser");
    }

    private void say(String text) {
        console.say(Shade.STRONG, text);
    }
}
