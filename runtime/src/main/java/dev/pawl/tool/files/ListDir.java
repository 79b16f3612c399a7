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
import dev.pawl.tool.sandbox.boundary.Descriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/// `list_dir`: what is in a folder and in the folders below it. Folders that git ignores are named
/// but not opened.
public final class ListDir implements Tool {
    private static final int MOST_ENTRIES = 20_000;
    private static final int LONGEST_NAME = 500;
    private static final String PARAMETERS = """
            {"type":"object","properties":{\
            "dir_path":{"type":"string","description":"Path of the folder."},\
            "offset":{"type":"number","description":"First entry to show, counted from 1. Default: 1."},\
            "limit":{"type":"number","description":"How many entries at most. Default: 25."},\
            "depth":{"type":"number","description":"How many levels of folders. Default: 2."}},\
            "required":["dir_path"],"additionalProperties":false}""";

    private final ToolEnvironment toolEnvironment;
    private final AccessMap access;
    private final ToolSpec spec;

    public ListDir(ToolEnvironment toolEnvironment, AccessMap access) {
        this.toolEnvironment = toolEnvironment;
        this.access = access;
        this.spec = new ToolSpec.Function("list_dir", Description.of(ListDir.class, "list_dir.md"), PARAMETERS);
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
            var folder = toolEnvironment.resolve(arguments.text("dir_path"));
            var offset = arguments.number("offset", 1);
            var limit = arguments.number("limit", 25);
            var depth = arguments.number("depth", 2);
            if (offset == 0) return Outcome.failed("offset must be a 1-indexed entry number");
            if (limit == 0) return Outcome.failed("limit must be greater than zero");
            if (depth == 0) return Outcome.failed("depth must be greater than zero");
            var entries = new ArrayList<String>();
            try (var opened = access.open(folder)) {
                collect(opened, folder, new Level(0, depth, IgnoreRules.above(folder)), entries);
            }
            if (offset > Math.max(1, entries.size())) return Outcome.failed("offset exceeds directory entry count");
            return Outcome.success(shown(folder, entries, (int) offset - 1, limit));
        } catch (BadArguments unreadable) {
            return Outcome.failed(String.valueOf(unreadable.getMessage()));
        } catch (IOException cannot) {
            return Outcome.failed("failed to read directory: " + FileBytes.why(cannot));
        }
    }

    private String shown(Path folder, List<String> entries, int from, long limit) {
        var to = (int) Math.min(entries.size(), from + limit);
        var text = new StringBuilder("Absolute path: ").append(folder);
        for (var entry : entries.subList(from, to)) text.append('\n').append(entry);
        if (to < entries.size()) text.append("\nMore than ").append(to - from).append(" entries found");
        return OutputTruncation.middle(text.toString(), toolEnvironment.limits().outputTokens());
    }

    /// @param rules of the folders above
    private record Level(int number, long depth, IgnoreRules rules) {
        Level below(IgnoreRules more) {
            return new Level(number + 1, depth, more);
        }

        boolean isLast() {
            return number + 1 >= depth;
        }
    }

    /// @param folder what it is called, for the ignore rules
    private void collect(Descriptor opened, Path folder, Level level, List<String> entries)
            throws IOException, InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        var rules = level.rules().in(folder);
        for (var name : names(opened)) {
            if (entries.size() >= MOST_ENTRIES) return;
            var kind = Files.readAttributes(opened.at(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            var cut = name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
            var mark = kind.isDirectory() ? "/" : kind.isSymbolicLink() ? "@" : kind.isRegularFile() ? "" : "?";
            entries.add("  ".repeat(level.number()) + cut + mark);
            var path = folder.resolve(name);
            var closed = name.equals(".git") || rules.ignores(path, kind.isDirectory());
            if (kind.isDirectory() && !level.isLast() && !closed && Files.isReadable(opened.at(name))) {
                try (var below = opened.folder(name)) {
                    if (!access.isHidden(below)) collect(below, path, level.below(rules), entries);
                }
            }
        }
    }

    private static List<String> names(Descriptor folder) throws IOException {
        try (var children = Files.list(folder.path())) {
            return children.map(path -> path.getFileName().toString()).sorted().toList();
        } catch (UncheckedIOException vanished) {
            throw vanished.getCause();
        }
    }
}
