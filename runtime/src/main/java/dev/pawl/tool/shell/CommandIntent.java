package dev.pawl.tool.shell;

import dev.pawl.agent.approval.Deferred;
import dev.pawl.agent.approval.Intent;
import dev.pawl.shell.PlainCommands;
import dev.pawl.tool.Fingerprint;
import dev.pawl.tool.ToolEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What a command would do, and the print that tells it from every other: its words, its
/// folder, the names of its variables, the programs it would really start, the scripts it
/// names, and what it may touch.
final class CommandIntent {
    private static final Set<String> USUAL_SHELLS =
            Set.of("/bin/bash", "/bin/sh", "/bin/zsh", "/usr/bin/bash", "/usr/bin/sh", "/usr/bin/zsh");

    private final CommandRequest request;
    private final ToolEnvironment toolEnvironment;
    private final AgentReach reach;
    private final List<List<String>> commands;

    private CommandIntent(CommandRequest request, ToolEnvironment toolEnvironment) {
        this.request = request;
        this.toolEnvironment = toolEnvironment;
        this.reach = new AgentReach(toolEnvironment.confinement());
        this.commands = isUsualShell() ? PlainCommands.of(request.argv()) : List.of();
    }

    static Intent of(CommandRequest request, ToolEnvironment toolEnvironment) {
        return new CommandIntent(request, toolEnvironment).intent();
    }

    private Intent intent() {
        return new Intent.Command(
                request.argv(),
                isOwnShell() ? request.command() : request.shown(),
                commands,
                request.folder().toString(),
                new Intent.Wish(request.wish().escalated(), request.wish().justification()),
                Deferred.by(this::evidence));
    }

    /// Another program of that name may do anything with the words.
    private boolean isUsualShell() {
        var shell = request.argv().getFirst();
        return shell.equals(toolEnvironment.shell().program().toString()) || USUAL_SHELLS.contains(shell);
    }

    private boolean isOwnShell() {
        var shell = Path.of(request.argv().getFirst());
        return AgentReach.real(shell)
                .equals(AgentReach.real(toolEnvironment.shell().program()));
    }

    private Intent.Evidence evidence() {
        var programs = new LinkedHashSet<Optional<Path>>();
        programs.add(resolved(request.argv().getFirst()));
        for (var command : commands) programs.add(resolved(command.getFirst()));
        var named = NamedFiles.of(
                request.command(),
                commands,
                new NamedFiles.Ground(
                        request.folder(),
                        reach,
                        toolEnvironment.shell().environment().getOrDefault("HOME", "")));
        return new Intent.Evidence(facts(), doubts(programs, named), print(programs, named));
    }

    private List<String> facts() {
        var facts = new ArrayList<String>();
        var folder = AgentReach.real(request.folder());
        if (!folder.equals(request.folder())) facts.add("really in " + folder);
        if (!isOwnShell()) {
            facts.add("with the shell " + AgentReach.real(Path.of(request.argv().getFirst())));
        }
        if (request.wish().terminal()) facts.add("opens a terminal that the agent can type into");
        return facts;
    }

    private String print(Set<Optional<Path>> programs, NamedFiles named) {
        var print = new ArrayList<String>();
        print.add("command");
        print.addAll(request.argv());
        print.add("in " + request.folder());
        print.add("really in " + AgentReach.real(request.folder()));
        print.add("variables "
                + new TreeSet<>(toolEnvironment.shell().environment().keySet()));
        // Which programs run is the shell's business then, and it looks there.
        if (commands.isEmpty()) print.add("path " + path());
        for (var program : programs) {
            print.add("program " + program.map(CommandIntent::identity).orElse("none"));
        }
        print.addAll(named.prints());
        print.add(request.wish().terminal() ? "with a terminal" : "");
        print.add(request.wish().escalated() ? "without the sandbox" : "");
        print.add(Fingerprint.of(toolEnvironment.confinement()));
        return Fingerprint.of(print);
    }

    private List<String> doubts(Set<Optional<Path>> programs, NamedFiles named) {
        var doubts = new LinkedHashSet<String>();
        var started = programs.stream()
                .flatMap(Optional::stream)
                .filter(reach::canWrite)
                .toList();
        for (var program : started) doubts.add("starts " + program + ", which the agent itself can change");
        doubts.addAll(named.doubts(started));
        for (var folder : named.folders()) doubts.addAll(reach.doubts(folder));
        if (named.names("git"))
            doubts.addAll(reach.gitDoubts(toolEnvironment.shell().environment()));
        return List.copyOf(doubts);
    }

    private String path() {
        return toolEnvironment.shell().environment().getOrDefault("PATH", "/usr/bin:/bin");
    }

    /// Where a program's name leads: links are followed, as they would be. Nothing for what a
    /// shell does itself, and for what is not there.
    private Optional<Path> resolved(String program) {
        try {
            if (program.contains("/"))
                return Optional.of(AgentReach.real(request.folder().resolve(program)));
            for (var place : path().split(":", -1)) {
                var file = request.folder().resolve(place).resolve(program);
                if (Files.isExecutable(file) && !Files.isDirectory(file)) return Optional.of(AgentReach.real(file));
            }
        } catch (InvalidPathException notAPath) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    /// The file itself, not only its name: what was put into its place is another program.
    static String identity(Path program) {
        try {
            var seen = Files.readAttributes(program, "unix:dev,ino,size,lastModifiedTime,ctime");
            return program + " " + new TreeMap<>(seen);
        } catch (IOException | UnsupportedOperationException missing) {
            return program + " missing";
        }
    }
}
