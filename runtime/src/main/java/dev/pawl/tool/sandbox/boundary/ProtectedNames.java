package dev.pawl.tool.sandbox.boundary;

import java.nio.file.Path;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;

/// Names right below a project's root that steer what runs later, outside the sandbox: hooks, agent
/// configuration, instructions. No command may write those that exist, and no patch any of them.
public final class ProtectedNames {
    static final List<String> FOLDERS = List.of(".git", ".pawl", ".codex", ".agents", ".claude");
    static final List<String> FILES = List.of(".mcp.json", "AGENTS.md", "CLAUDE.md");
    /// Settings of editors and shells, protected where they exist.
    static final List<String> EXISTING =
            List.of(".vscode", ".idea", ".cursor", ".envrc", ".agent", "AGENTS.override.md");

    private ProtectedNames() {}

    /// Whether a path, seen from its root, is protected. Compared as file systems that fold letters
    /// would: `.GIT` is `.git` on some of them.
    public static boolean cover(Path insideRoot) {
        if (insideRoot.getNameCount() == 0) return false;
        var name = folded(insideRoot.getName(0).toString());
        return has(FOLDERS, name) || has(FILES, name) || has(EXISTING, name);
    }

    private static boolean has(List<String> names, String folded) {
        return names.stream().anyMatch(name -> folded(name).equals(folded));
    }

    static boolean isSameName(String name, String other) {
        return folded(name).equals(folded(other));
    }

    private static String folded(String name) {
        return Normalizer.normalize(name, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    }
}
