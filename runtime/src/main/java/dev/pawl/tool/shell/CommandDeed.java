package dev.pawl.tool.shell;

import dev.pawl.agent.Deed;
import dev.pawl.tool.Workplace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.TreeSet;

/// What a command would do, and the print that tells it from every other: its words, its folder,
/// the names of its variables, and the programs it would really start.
final class CommandDeed {
    private CommandDeed() {}

    static Deed of(CommandRequest request, Workplace workplace) {
        var argv = request.argv();
        var commands = PlainCommands.of(argv);
        var print = new ArrayList<String>();
        print.add("command");
        print.addAll(argv);
        print.add("in " + request.folder());
        print.add("variables " + new TreeSet<>(workplace.shell().environment().keySet()));
        print.add("program " + resolved(argv.getFirst(), workplace, request.folder()));
        for (var command : commands) {
            print.add("program " + resolved(command.getFirst(), workplace, request.folder()));
        }
        print.add(request.wish().escalated() ? "without the sandbox" : "");
        return new Deed.Command(
                argv,
                commands,
                request.folder().toString(),
                request.wish().escalated(),
                request.wish().justification(),
                String.join("\u0000", print));
    }

    /// Where a program's name leads: links are followed, as they would be.
    private static String resolved(String program, Workplace workplace, Path folder) {
        try {
            if (program.contains("/")) return real(folder.resolve(program));
            var path = workplace.shell().environment().getOrDefault("PATH", "/usr/bin:/bin");
            for (var place : path.split(":", -1)) {
                var file = folder.resolve(place).resolve(program);
                if (Files.isExecutable(file)) return real(file);
            }
        } catch (InvalidPathException notAPath) {
            return program;
        }
        return program;
    }

    private static String real(Path file) {
        try {
            return file.toRealPath().toString();
        } catch (IOException missing) {
            return file.toString();
        }
    }
}
