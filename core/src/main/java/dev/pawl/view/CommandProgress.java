package dev.pawl.view;

/// How far a command has come, and what it printed.
public sealed interface CommandProgress {
    /// It runs. `output` is what live words told of it so far.
    record Running(String output) implements CommandProgress {}

    record Exited(int exitCode, String output, long millis) implements CommandProgress {}

    /// Its call has returned and the command goes on. `state` is RUNNING until the turn ends;
    /// then it is SUCCESS if the turn succeeded. There is no exit code yet.
    ///
    /// @param process the number under which the agent reaches it; empty when it is not known
    record Outlived(String process, String output, long millis, CallState state) implements CommandProgress {}

    /// Its end was not seen, or it never began.
    ///
    /// @param text what the model is told instead of a result; empty for nothing
    /// @param output what live words told of it before
    record Unfinished(CallState state, String text, String output) implements CommandProgress {}

    default CallState state() {
        return switch (this) {
            case Running _ -> CallState.RUNNING;
            case Exited(var code, var _, var _) -> code == 0 ? CallState.SUCCESS : CallState.FAILED;
            case Outlived(var _, var _, var _, var state) -> state;
            case Unfinished(var state, var _, var _) -> state;
        };
    }

    /// What the command printed, as far as it is known.
    default String output() {
        return switch (this) {
            case Running(var output) -> output;
            case Exited(var _, var output, var _) -> output;
            case Outlived(var _, var output, var _, var _) -> output;
            case Unfinished(var _, var _, var output) -> output;
        };
    }
}
