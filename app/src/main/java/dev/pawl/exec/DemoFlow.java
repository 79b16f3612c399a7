package dev.pawl.exec;

import dev.pawl.cli.Console;
import dev.pawl.cli.Console.Shade;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/// `pawl demo --flow`: a requirement, its plan, a yes, a check that fails and is fixed, the
/// archive.
///
/// @param run runs a command line of this program in this process
record DemoFlow(Console console, ToIntFunction<List<String>> run, DemoProject project, String mode) {
    private static final String SCRIPT = "script.json";

    int tour() {
        var wish = console.say(Text.DEMO_FLOW_WISH);
        shown("pawl flow \"" + wish + "\"");
        var planned = flow(List.of("--no-ask", "--skip-git-repo-check", "--sandbox", mode, "-a", "never", wish));
        if (planned != ExitCode.WAITING) return planned == ExitCode.OK ? ExitCode.FAILED : planned;
        say(Text.DEMO_FLOW_CONFIRM);
        shown("pawl flow confirm");
        var done = flow(List.of("confirm", "--no-ask"));
        if (done != ExitCode.OK) return done;
        say(Text.DEMO_FLOW_FILED);
        shown("pawl flow history");
        return flow(List.of("history"));
    }

    private int flow(List<String> words) {
        var line = new ArrayList<String>(List.of("flow"));
        line.addAll(words);
        line.addAll(project.place(SCRIPT));
        line.addAll(List.of("-c", "pawl.workflow.verify.unit=sh ./test.sh"));
        return run.applyAsInt(line);
    }

    private void shown(String command) {
        console.say(Shade.STRONG, "$ " + command);
    }

    private void say(Text text) {
        console.say(Shade.STRONG, "\n" + console.say(text) + "\n");
    }
}
