package dev.pawl.delegation;

import dev.pawl.thread.Setup;
import java.util.List;

/// A kind of agent. It may say how the model works; it never widens what the caller may do.
///
/// @param description for the model that chooses one
/// @param instructions what the agent is told before its task; empty for nothing
/// @param nicknames names for people to choose from; empty for the usual ones
public record Role(
        String name,
        String description,
        String instructions,
        String model,
        String effort,
        String summary,
        String verbosity,
        List<String> nicknames) {
    public Role {
        nicknames = List.copyOf(nicknames);
    }

    /// One that only says what it is for.
    public static Role plain(String name, String description, String instructions) {
        return new Role(name, description, instructions, "", "", "", "", List.of());
    }

    /// The roles that are always there.
    public static final List<Role> BUILT_IN = List.of(
            plain("default", "The usual agent; it works as you do.", ""),
            plain(
                    "explorer",
                    "Answers a question about the code base by reading it. Fast; several can look at different"
                            + " questions side by side. It changes nothing.",
                    "You explore: read what you need to answer the question you were given, and answer it with the"
                            + " file names and lines that show it. Do not change any file."),
            plain(
                    "worker",
                    "Does a well-described piece of work: a fix, a test, a part of a feature. Name the files it may"
                            + " change when several work at once.",
                    "You do one piece of work that was cut out for you. Others may work in the same folder at the"
                            + " same time: stay within your task, do not undo what you did not do, and say at the end"
                            + " which files you changed."));

    /// The setup of an agent with this role: what it does not say is the caller's.
    public Setup applied(Setup caller) {
        var style = caller.style();
        return new Setup(
                caller.cwd(),
                caller.provider(),
                model.isEmpty() ? caller.model() : model,
                new Setup.Style(
                        effort.isEmpty() ? style.effort() : effort,
                        summary.isEmpty() ? style.summary() : summary,
                        verbosity.isEmpty() ? style.verbosity() : verbosity,
                        style.instructions(),
                        ""),
                caller.sandbox(),
                caller.approval(),
                caller.roots(),
                caller.window(),
                caller.compactAt());
    }
}
