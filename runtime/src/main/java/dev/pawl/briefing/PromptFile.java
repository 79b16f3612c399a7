package dev.pawl.briefing;

import dev.pawl.tool.sandbox.boundary.AccessMap;
import dev.pawl.tool.sandbox.boundary.Descriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/// Reads files of a project whose words go into a prompt, before anything of the project is
/// trusted: plain files only, never a pipe or a device, a link only to a file of the same project,
/// nothing that is hidden from the agent, and without secrets.
public final class PromptFile {
    private final AccessMap access;
    private final UnaryOperator<String> redaction;

    /// @param redaction takes secrets out of a text
    public PromptFile(AccessMap access, UnaryOperator<String> redaction) {
        this.access = access;
        this.redaction = redaction;
    }

    /// The file's first bytes as text; empty when it is missing or may not be read.
    ///
    /// @param folder a folder of the project
    /// @param root   the project's own folder: no link leads out of it
    public String read(Path folder, String name, Path root, long mostBytes) {
        // Most folders have none, and the first native call of a process takes 30 ms.
        if (mostBytes <= 0 || !Files.exists(folder.resolve(name), LinkOption.NOFOLLOW_LINKS)) return "";
        try (var opened = Descriptor.following(folder);
                var entry = opened.entry(name)) {
            if (!entry.isLink()) return text(entry, folder.resolve(name), mostBytes);
            try (var target = opened.followed(name)) {
                return target.real().startsWith(root.toRealPath()) ? text(target, folder.resolve(name), mostBytes) : "";
            }
        } catch (IOException refused) {
            return "";
        }
    }

    private String text(Descriptor file, Path named, long mostBytes) throws IOException {
        if (!file.isPlainFile()) return "";
        access.requireVisible(file, named);
        return redaction.apply(file.text(mostBytes));
    }
}
