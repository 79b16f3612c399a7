package dev.pawl.campaign.escape;

import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.cli.JsonLine;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.Tier;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.Network;
import dev.pawl.tool.sandbox.spawn.Launch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/// Tries the cases in one tier, as whoever runs it and wherever it runs. As a program it prints one
/// line for each case, for the campaign that started it elsewhere.
public final class EscapeRun {
    private static final String MARK = "4711";

    private EscapeRun() {}

    /// What came of a case.
    public record Verdict(String name, Kind kind, String detail) {
        public enum Kind {
            HELD,
            ESCAPED,
            /// Something that must work does not.
            BROKEN
        }

        String toJson() {
            return new JsonLine()
                    .put("case", name)
                    .put("verdict", kind.name())
                    .put("detail", detail)
                    .toString();
        }
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var tier = Tier.valueOf(arguments[0]);
        var folder = Files.createTempDirectory("pawl-escape");
        var sandbox = Sandbox.of(folder.resolve("run"), tier);
        System.out.println(new JsonLine()
                .put("tier", sandbox.probe().tier().name())
                .put("detail", sandbox.probe().detail()));
        if (sandbox.probe().tier() != Tier.NONE) {
            for (var verdict : run(sandbox, folder.resolve("ground"), _ -> true)) System.out.println(verdict.toJson());
        }
        EscapeGround.delete(folder);
    }

    /// Tries those cases whose names are wanted.
    public static List<Verdict> run(Sandbox sandbox, Path folder, Predicate<String> wanted)
            throws IOException, InterruptedException {
        var verdicts = new ArrayList<Verdict>();
        try (var ground = new EscapeGround(folder)) {
            for (var one : EscapeCase.all()) {
                if (wanted.test(one.name())) verdicts.add(attempt(sandbox, ground, one));
            }
            verdicts.addAll(RootSwaps.run(sandbox, ground, wanted));
            verdicts.addAll(OwnRepositories.run(sandbox, ground, wanted));
        }
        return verdicts;
    }

    private static Verdict attempt(Sandbox sandbox, EscapeGround ground, EscapeCase one)
            throws IOException, InterruptedException {
        ground.prepare();
        var before = ground.snapshot();
        var confinement = new Confinement(
                ApprovalContext.Mode.WORKSPACE_WRITE,
                List.of(ground.project()),
                List.of(),
                List.of(ground.hidden()),
                Network.OFF);
        var child = sandbox.start(new Launch(
                List.of("/bin/bash", "-c", one.script()),
                ground.project(),
                ground.variables(),
                confinement,
                Optional.empty()));
        var code = child.waitFor();
        child.release();
        String output;
        try (var in = child.output()) {
            output = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        if (one.mustWork()) {
            var works = output.contains("WORKS");
            return new Verdict(
                    one.name(),
                    works ? Verdict.Kind.HELD : Verdict.Kind.BROKEN,
                    works ? "" : "exit " + code + ": " + output);
        }
        return judge(one, output, before, ground);
    }

    private static Verdict judge(EscapeCase one, String output, Map<String, String> before, EscapeGround ground)
            throws IOException {
        var detail = "";
        if (output.contains("ESCAPED")) detail = output.strip();
        var after = ground.snapshot();
        for (var path : before.keySet()) {
            if (!Objects.equals(before.get(path), after.get(path))) detail = "changed: " + path;
        }
        for (var path : after.keySet()) if (!before.containsKey(path)) detail = "made: " + path;
        if (!ground.canaryIsWell()) detail = "a process outside was reached";
        if (leftBehind()) detail = "a process was left behind";
        return new Verdict(one.name(), detail.isEmpty() ? Verdict.Kind.HELD : Verdict.Kind.ESCAPED, detail);
    }

    /// A killed process takes a moment to be gone.
    private static boolean leftBehind() {
        for (var left = 2_000; left > 0; left--) {
            if (ProcessHandle.allProcesses().noneMatch(handle -> isSleeper(handle.pid()))) return false;
            LockSupport.parkNanos(1_000_000);
        }
        return true;
    }

    private static boolean isSleeper(long pid) {
        try {
            var line = Files.readString(Path.of("/proc/" + pid + "/cmdline"), StandardCharsets.ISO_8859_1);
            if (!line.equals("sleep\0" + MARK + "\0")) return false;
            var stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
            return !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
        } catch (IOException gone) {
            return false;
        }
    }
}
