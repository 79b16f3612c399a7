package dev.pawl.tool.shell;

import dev.pawl.agent.Deed;
import dev.pawl.shell.PlainCommands;
import dev.pawl.tool.Print;
import dev.pawl.tool.Workplace;
import dev.pawl.tool.sandbox.PinnedRoot;
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
import java.util.stream.Stream;

/// What a command would do, and the print that tells it from every other: its words, its folder,
/// the names of its variables, the programs it would really start, and what it may touch.
final class CommandDeed {
    private static final Set<String> USUAL_SHELLS =
            Set.of("/bin/bash", "/bin/sh", "/bin/zsh", "/usr/bin/bash", "/usr/bin/sh", "/usr/bin/zsh");

    private final CommandRequest request;
    private final Workplace workplace;

    private CommandDeed(CommandRequest request, Workplace workplace) {
        this.request = request;
        this.workplace = workplace;
    }

    static Deed of(CommandRequest request, Workplace workplace) {
        return new CommandDeed(request, workplace).deed();
    }

    private Deed deed() {
        var argv = request.argv();
        var commands = isShellOfTheUser() ? PlainCommands.of(argv) : List.<List<String>>of();
        var programs = new LinkedHashSet<Optional<Path>>();
        programs.add(resolved(argv.getFirst()));
        for (var command : commands) programs.add(resolved(command.getFirst()));
        return new Deed.Command(
                argv,
                commands,
                request.folder().toString(),
                new Deed.Wish(request.wish().escalated(), request.wish().justification()),
                doubts(programs),
                print(commands, programs));
    }

    /// Another program of that name may do anything with the words.
    private boolean isShellOfTheUser() {
        var shell = request.argv().getFirst();
        return shell.equals(workplace.shell().program().toString()) || USUAL_SHELLS.contains(shell);
    }

    private String print(List<List<String>> commands, Set<Optional<Path>> programs) {
        var print = new ArrayList<String>();
        print.add("command");
        print.addAll(request.argv());
        print.add("in " + request.folder());
        print.add("really in " + real(request.folder()));
        print.add("variables " + new TreeSet<>(workplace.shell().environment().keySet()));
        // Which programs run is the shell's business then, and it looks there.
        if (commands.isEmpty()) print.add("path " + path());
        for (var program : programs) {
            print.add("program " + program.map(CommandDeed::identity).orElse("none"));
        }
        print.add(request.wish().escalated() ? "without the sandbox" : "");
        print.add(Print.of(workplace.confinement()));
        return Print.of(print);
    }

    private List<String> doubts(Set<Optional<Path>> programs) {
        var doubts = new ArrayList<String>();
        for (var program : programs) {
            if (program.filter(this::isWritable).isPresent())
                doubts.add("starts " + program.get() + ", which the agent itself can change");
        }
        var folder = real(request.folder());
        var project = workplace.confinement().projects().stream()
                .map(PinnedRoot::real)
                .filter(folder::startsWith)
                .findFirst();
        if (project.isEmpty()) {
            doubts.add("runs outside of the project");
        } else if (hasRepositoryOfItsOwn(project.get(), folder)) {
            doubts.add("runs in a repository inside the project, whose settings the agent itself can change");
        }
        return doubts;
    }

    private boolean isWritable(Path program) {
        return Stream.concat(workplace.confinement().projects().stream(), workplace.confinement().scratch().stream())
                .map(PinnedRoot::real)
                .anyMatch(program::startsWith);
    }

    /// The project's own settings are protected; those of a repository below it are not.
    private static boolean hasRepositoryOfItsOwn(Path project, Path folder) {
        for (var at = folder; at != null && !at.equals(project); at = at.getParent()) {
            if (Files.exists(at.resolve(".git")) || Files.exists(at.resolve("HEAD"))) return true;
        }
        return false;
    }

    private String path() {
        return workplace.shell().environment().getOrDefault("PATH", "/usr/bin:/bin");
    }

    /// Where a program's name leads: links are followed, as they would be. Nothing for what a shell
    /// does itself, and for what is not there.
    private Optional<Path> resolved(String program) {
        try {
            if (program.contains("/")) return Optional.of(real(request.folder().resolve(program)));
            for (var place : path().split(":", -1)) {
                var file = request.folder().resolve(place).resolve(program);
                if (Files.isExecutable(file) && !Files.isDirectory(file)) return Optional.of(real(file));
            }
        } catch (InvalidPathException notAPath) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    /// The file itself, not only its name: what was put into its place is another program.
    private static String identity(Path program) {
        try {
            var seen = Files.readAttributes(program, "unix:dev,ino,size,lastModifiedTime,ctime");
            return program + " " + new TreeMap<>(seen);
        } catch (IOException | UnsupportedOperationException missing) {
            return program + " missing";
        }
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException missing) {
            return file;
        }
    }
}
