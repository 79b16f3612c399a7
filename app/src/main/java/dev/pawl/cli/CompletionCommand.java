package dev.pawl.cli;

/// `pawl completion SHELL`: prints a script for the shell, made from the same descriptions as help.
public record CompletionCommand(Console console) implements Subcommand {
    @Override
    public CommandUsage usage() {
        return CommandUsage.of("completion", "print a completion script for a shell")
                .taking(Operand.one("SHELL", "the shell to complete in", "bash", "zsh", "fish"))
                .example("source <(pawl completion bash)")
                .example("pawl completion zsh > ~/.zfunc/_pawl")
                .example("pawl completion fish > ~/.config/fish/completions/pawl.fish");
    }

    @Override
    public int run(Arguments arguments) {
        var script = new CompletionScript(arguments.table());
        console.exact(
                switch (arguments.word("SHELL")) {
                    case "zsh" -> script.zsh();
                    case "fish" -> script.fish();
                    default -> script.bash();
                });
        return ExitCode.OK;
    }
}
