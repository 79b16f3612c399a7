package dev.pawl.tool.files;

import dev.pawl.agent.Deed;
import dev.pawl.agent.Permit;
import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.tool.Arguments;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.Description;
import dev.pawl.tool.OutputTruncation;
import dev.pawl.tool.Workplace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    private final Workplace workplace;
    private final ToolSpec spec;

    public GrepFiles(Workplace workplace) {
        this.workplace = workplace;
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
    public Deed deed(Item.ToolCall call) {
        return new Deed.Look();
    }

    @Override
    public Outcome run(Item.ToolCall call, Permit permit, Output output) throws InterruptedException {
        try {
            var arguments = Arguments.of(call);
            var pattern = arguments.text("pattern").strip();
            var limit = Math.min(arguments.number("limit", USUAL_FILES), MOST_FILES);
            var path = workplace.resolve(arguments.optionalText("path").orElse(""));
            var include = arguments.optionalText("include").map(String::strip).orElse("");
            if (pattern.isEmpty()) return Outcome.failed("pattern must not be empty");
            if (limit == 0) return Outcome.failed("limit must be greater than zero");
            if (!Files.exists(path)) {
                return Outcome.failed("unable to access `" + path + "`: No such file or directory (os error 2)");
            }
            return told(search(pattern, include, path), (int) limit);
        } catch (BadArguments unreadable) {
            return Outcome.failed(String.valueOf(unreadable.getMessage()));
        } catch (PatternSyntaxException wrong) {
            return Outcome.failed("regex parse error: " + wrong.getDescription() + " in `" + wrong.getPattern() + "`");
        } catch (SearchTimeout late) {
            return Outcome.failed("rg timed out after 30 seconds");
        } catch (IOException cannot) {
            return Outcome.failed("failed to search: " + FileBytes.why(cannot));
        }
    }

    private List<Path> search(String pattern, String include, Path path)
            throws IOException, SearchTimeout, InterruptedException {
        var ripgrep = Ripgrep.find(workplace.shell().environment());
        if (ripgrep.isPresent()) return ripgrep.get().search(pattern, include, path, workplace.cwd());
        return new FileSearch(pattern, include).in(path);
    }

    private Outcome told(List<Path> found, int limit) {
        if (found.isEmpty()) return Outcome.failed("No matches found.");
        var shown = found.stream().limit(limit).map(Path::toString).toList();
        return Outcome.success(OutputTruncation.middle(
                String.join("\n", shown), workplace.limits().outputTokens()));
    }
}
