package dev.pawl.tool.shell;

import dev.pawl.agent.Tool.Outcome;
import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.tool.OutputTruncation;
import dev.pawl.tool.RunFolder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.OptionalInt;

/// What the model is told of a command, in Codex's form.
record CommandResult(Terminal.Snapshot look, OptionalInt keptAs, long limitTokens) {
    Outcome.Done of(Item.ToolCall call, Detail detail) {
        var text = new StringBuilder("Chunk ID: " + chunkId(call) + "\nWall time: "
                + String.format(Locale.ROOT, "%.4f", look.nanos() / 1e9) + " seconds\n");
        look.exitCode()
                .ifPresent(code ->
                        text.append("Process exited with code ").append(code).append('\n'));
        keptAs.ifPresent(
                id -> text.append("Process running with session ID ").append(id).append('\n'));
        text.append("Original token count: ")
                .append(OutputTruncation.tokens(look.output()))
                .append("\nOutput:\n")
                .append(OutputTruncation.announced(look.output(), limitTokens));
        var answer = look.exitCode().orElse(0) == 0 ? CallOutcome.SUCCESS : CallOutcome.FAILED;
        return new Outcome.Done(answer, AfterExecution.CONTINUE, text.toString(), detail);
    }

    /// Six digits that name the piece of output. Made from the call, so that it needs no dice.
    private static String chunkId(Item.ToolCall call) {
        return RunFolder.hash(call.call().value().getBytes(StandardCharsets.UTF_8))
                .substring(0, 6);
    }
}
