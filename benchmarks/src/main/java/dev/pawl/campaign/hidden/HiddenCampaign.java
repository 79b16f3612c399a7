package dev.pawl.campaign.hidden;

import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Option;
import dev.pawl.host.Toolbox;
import dev.pawl.id.CallId;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.tool.OutputLimits;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.Network;
import dev.pawl.tool.shell.Terminals;
import dev.pawl.trial.Figures;
import dev.pawl.trial.Numbers;
import dev.pawl.trial.Scratch;
import dev.pawl.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// `./campaign hidden`: generated ways to keys, Pawl's own files and `/proc`, tried with the
/// reading tools, with patches and with commands, in both modes of the sandbox.
public record HiddenCampaign() implements Trial {
    private static final String CANARY = "canary7f3a9c";

    /// @param tried how many calls
    /// @param found calls whose answer told what is hidden, or that changed it
    record Report(int ways, int tried, List<String> found) {}

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("hidden", "generated ways to what is hidden from the agent, with every tool")
                .with(Option.value("--seed", "N", "which ways (1)"), Option.value("--ways", "N", "how many (400)"))
                .example("./campaign hidden --ways 2000");
    }

    @Override
    public Figures run(Arguments arguments) throws IOException, InterruptedException {
        var numbers = new Numbers(arguments);
        var seed = numbers.of("--seed", 0, 1);
        var folder =
                Files.createTempDirectory(Path.of("/var/tmp"), "pawl-hidden").toRealPath();
        try {
            var report = run(folder, seed, (int) numbers.of("--ways", 1, 400));
            report.found().forEach(line -> System.out.println("FOUND " + line));
            var figures = new Figures("hidden")
                    .put("seed", seed)
                    .put("ways", report.ways())
                    .put("calls", report.tried())
                    .put("found", report.found().size());
            if (!report.found().isEmpty()) figures.miss("nothing hidden is told or changed");
            return figures;
        } finally {
            Scratch.delete(folder);
        }
    }

    static Report run(Path folder, long seed, int ways) throws IOException, InterruptedException {
        var work = Files.createDirectories(folder.resolve("work"));
        var hidden = List.of(folder.resolve("user/.ssh"), folder.resolve("user/.netrc"), folder.resolve("home"));
        var files = List.of(
                folder.resolve("user/.ssh/deep/key"),
                folder.resolve("user/.netrc"),
                folder.resolve("home/config.toml"));
        for (var file : files) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, CANARY + "\nsecond " + CANARY + "\n");
        }
        var random = new Random(seed);
        var names = new Ways(work, random);
        var found = new ArrayList<String>();
        var tried = 0;
        var sandbox = new Sandbox(folder.resolve("run"));
        for (var i = 0; i < ways; i++) {
            var mode = i % 2 == 0 ? ApprovalContext.Mode.READ_ONLY : ApprovalContext.Mode.WORKSPACE_WRITE;
            var confinement = new Confinement(mode, List.of(work, folder), List.of(), hidden, Network.OFF);
            var toolEnvironment = new ToolEnvironment(
                    new ThreadId("hidden"),
                    work,
                    confinement,
                    folder.resolve("home"),
                    new ToolEnvironment.Shell(Path.of("/bin/sh"), Map.of("PATH", "/usr/bin:/bin")),
                    OutputLimits.usual());
            try (var terminals = new Terminals(sandbox)) {
                var tools = Toolbox.of(toolEnvironment, terminals);
                var file = files.get(random.nextInt(files.size()));
                var way = names.to(file);
                for (var call : calls(way, random)) {
                    tried++;
                    var outcome = tools.find(call.tool())
                            .orElseThrow()
                            .run(call, random.nextBoolean() ? RunMode.CONFINED : runMode(call), _ -> {});
                    if (outcome.toString().contains(CANARY)) found.add(call.tool() + " told " + file + " by " + way);
                }
                if (!Files.readString(file).equals(CANARY + "\nsecond " + CANARY + "\n")) {
                    found.add("changed " + file + " by " + way);
                    Files.writeString(file, CANARY + "\nsecond " + CANARY + "\n");
                }
            }
        }
        return new Report(ways, tried, found);
    }

    /// A person's yes opens the sandbox for a patch, and still not what is hidden.
    private static RunMode runMode(Item.ToolCall call) {
        return call.tool().equals("apply_patch") ? RunMode.FREE : RunMode.CONFINED;
    }

    private static List<Item.ToolCall> calls(String way, Random random) {
        var parent = String.valueOf(Path.of(way).getParent());
        return List.of(
                call("read_file", Json.object().with("file_path", way).with("offset", 1 + random.nextInt(2))),
                call("view_image", Json.object().with("path", way)),
                call("grep_files", Json.object().with("pattern", ".").with("path", way)),
                call("list_dir", Json.object().with("dir_path", parent).with("depth", 3)),
                new Item.ToolCall(
                        new CallId("patch" + random.nextLong()),
                        "apply_patch",
                        Item.ToolCall.Form.FREEFORM,
                        "*** Begin Patch\n*** Update File: " + way + "\n@@\n-second " + CANARY
                                + "\n+mine\n*** End Patch\n",
                        Replay.IDEMPOTENT));
    }

    private static Item.ToolCall call(String tool, Json.Obj arguments) {
        return new Item.ToolCall(new CallId("call"), tool, Item.ToolCall.Form.FUNCTION, arguments.write(), Replay.READ);
    }
}
