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
import dev.pawl.tool.sandbox.NoSandbox;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.boundary.AccessMap;
import dev.pawl.tool.sandbox.boundary.HiddenPath;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.PatternSyntaxException;

/// `grep_files`: the files that hold a match, those changed last first. Asks ripgrep where there is
/// one, else looks itself; both skip hidden files, binary files and what git ignores.
public final class GrepFiles implements Tool {
    private static final int USUAL_FILES = 100;
    private static final int MOST_FILES = 2000;
    private static final String PARAMETERS = """
            {"type":"object","properties":{\
            "pattern":{"type":"string","description":"Regular expression to look for in lines."},\
            "include":{"type":"string","description":"Only files whose name matches this, such as *.java."},\
            "path":{"type":"string","description":"Folder or file to look in; the thread's folder if left out."},\
            "limit":{"type":"number","description":"How many files at most. Default: 100, at most 2000."}},\
            "required":["pattern"],"additionalProperties":false}""";

    private final ToolEnvironment toolEnvironment;
    private final AccessMap access;
    private final Sandbox sandbox;
    private final Supplier<Optional<Path>> program;
    private final ToolSpec spec;

    public GrepFiles(ToolEnvironment toolEnvironment, AccessMap access, Sandbox sandbox) {
        this(toolEnvironment, access, sandbox, () -> Ripgrep.program(toolEnvironment, access));
    }

    /// @param program where `rg` is, if there is one
    GrepFiles(ToolEnvironment toolEnvironment, AccessMap access, Sandbox sandbox, Supplier<Optional<Path>> program) {
        this.toolEnvironment = toolEnvironment;
        this.access = access;
        this.sandbox = sandbox;
        this.program = program;
        this.spec = new ToolSpec.Function("grep_files", Description.of(GrepFiles.class, "grep_files.md"), PARAMETERS);
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
            var pattern = arguments.text("pattern").strip();
            var limit = Math.min(arguments.number("limit", USUAL_FILES), MOST_FILES);
            var path = toolEnvironment.resolve(arguments.optionalText("path").orElse(""));
            var include = arguments.optionalText("include").map(String::strip).orElse("");
            if (pattern.isEmpty()) return Outcome.failed("pattern must not be empty");
            if (limit == 0) return Outcome.failed("limit must be greater than zero");
            return told(search(pattern, include, path), (int) limit);
        } catch (BadArguments unreadable) {
            return Outcome.failed(String.valueOf(unreadable.getMessage()));
        } catch (PatternSyntaxException wrong) {
            return Outcome.failed("regex parse error: " + wrong.getDescription() + " in `" + wrong.getPattern() + "`");
        } catch (NoSuchFileException missing) {
            return Outcome.failed(
                    "unable to access `" + missing.getFile() + "`: No such file or directory (os error 2)");
        } catch (SearchTimeout late) {
            return Outcome.failed("rg timed out after 30 seconds");
        } catch (IOException cannot) {
            return Outcome.failed("failed to search: " + FileBytes.why(cannot));
        }
    }

    private List<Path> search(String pattern, String include, Path path)
            throws IOException, SearchTimeout, InterruptedException {
        try (var opened = access.open(path)) {
            var ripgrep = isInsideHidden(path) ? Optional.<Path>empty() : program.get();
            if (ripgrep.isPresent()) {
                try {
                    return visible(new Ripgrep(ripgrep.get(), toolEnvironment, sandbox).search(pattern, include, path));
                } catch (NoSandbox none) {
                    // Then it is not started; our own search takes longer.
                }
            }
            return new FileSearch(pattern, include, path, access).in(opened);
        }
    }

    /// A project that lies in a hidden place is visible to this tool, not in a sandbox that only
    /// reads.
    private boolean isInsideHidden(Path path) {
        return toolEnvironment.confinement().hidden().stream().anyMatch(path::startsWith);
    }

    /// That a hidden file matches is hidden as well, by whatever name it was found.
    private List<Path> visible(List<Path> found) {
        return found.stream().filter(this::isVisible).toList();
    }

    private boolean isVisible(Path path) {
        try (var _ = access.open(path)) {
            return true;
        } catch (HiddenPath hidden) {
            return false;
        } catch (IOException gone) {
            return true;
        }
    }

    private Outcome.Done told(List<Path> found, int limit) {
        if (found.isEmpty()) return Outcome.failed("No matches found.");
        var shown = found.stream().limit(limit).map(Path::toString).toList();
        return Outcome.success(OutputTruncation.middle(
                String.join("\n", shown), toolEnvironment.limits().outputTokens()));
    }
}
