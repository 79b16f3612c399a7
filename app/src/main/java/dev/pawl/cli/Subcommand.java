package dev.pawl.cli;

/// One thing the program can do. Immutable; runs at most once in a process.
public interface Subcommand {
    /// Its name, options, operands and examples.
    CommandUsage usage();

    /// Does it and answers an exit code of [ExitCode].
    ///
    /// @throws UsageError when the arguments make no sense together
    int run(Arguments arguments);
}
