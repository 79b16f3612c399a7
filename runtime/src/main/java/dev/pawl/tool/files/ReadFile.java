package dev.pawl.tool.files;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.Description;
import dev.pawl.tool.OutputTruncation;
import dev.pawl.tool.ToolArguments;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.sandbox.boundary.AccessMap;
import java.io.IOException;

/// `read_file`: lines of a file with their numbers.
public final class ReadFile implements Tool {
    private static final int USUAL_LINES = 2000;
    private static final String PARAMETERS = """
            {"type":"object","properties":{\
            "file_path":{"type":"string","description":"Path of the file."},\
            "offset":{"type":"number","description":"First line to read, counted from 1. Default: 1."},\
            "limit":{"type":"number","description":"How many lines at most. Default: 2000."}},\
            "required":["file_path"],"additionalProperties":false}""";

    private final ToolEnvironment toolEnvironment;
    private final AccessMap access;
    private final ToolSpec spec;

    public ReadFile(ToolEnvironment toolEnvironment, AccessMap access) {
        this.toolEnvironment = toolEnvironment;
        this.access = access;
        this.spec = new ToolSpec.Function("read_file", Description.of(ReadFile.class, "read_file.md"), PARAMETERS);
    }

    @Override
    public ToolSpec spec() {
        return spec;
    }

    @Override
    public Replay replay() {
        return Replay.READ;
    }

    @Override
    public boolean runsBesideOthers() {
        return true;
    }

    @Override
    public Detail preview(Item.ToolCall call) {
        return new Detail.Nothing();
    }

    @Override
    public Intent intent(Item.ToolCall call) {
        return new Intent.ReadOnly();
    }

    @Override
    public Outcome.Done run(Item.ToolCall call, RunMode runMode, Output output) throws InterruptedException {
        try {
            var arguments = ToolArguments.of(call);
            var path = toolEnvironment.resolve(arguments.text("file_path"));
            var offset = arguments.number("offset", 1);
            var limit = arguments.number("limit", USUAL_LINES);
            if (offset == 0) return Outcome.failed("offset must be a 1-indexed line number");
            if (limit == 0) return Outcome.failed("limit must be greater than zero");
            var lines = new NumberedLines(offset, Math.min(limit, Integer.MAX_VALUE));
            try (var file = access.open(path)) {
                FileBytes.read(file, lines);
            }
            if (lines.isBinary()) return Outcome.failed("not a text file: " + path);
            if (lines.isPastTheEnd()) return Outcome.failed("offset exceeds file length");
            return Outcome.success(OutputTruncation.middle(
                    lines.text(), toolEnvironment.limits().outputTokens()));
        } catch (BadArguments unreadable) {
            return Outcome.failed(String.valueOf(unreadable.getMessage()));
        } catch (IOException cannot) {
            return Outcome.failed("failed to read file: " + FileBytes.why(cannot));
        }
    }
}
