package dev.pawl.tool.mcp;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

/// Names for the model, as Codex makes them: `mcp__server__tool` with other characters replaced,
/// and a hash at the end of what would be longer than providers take.
final class ToolNames {
    static final String PREFIX = "mcp__";
    private static final int LONGEST = 64;
    private static final int HASH = 40;
    private static final int SHORT_HASH = 12;

    private ToolNames() {}

    static String of(String server, String tool) {
        var raw = PREFIX + server + "__" + tool;
        var name = plain(raw);
        return name.length() <= LONGEST ? name : name.substring(0, LONGEST - HASH) + sha1(raw);
    }

    /// How the names of a server's tools begin, unless they are very long.
    static String prefix(String server) {
        var prefix = plain(PREFIX + server + "__");
        return prefix.length() <= LONGEST - HASH ? prefix : prefix.substring(0, LONGEST - HASH);
    }

    /// A name that none of the others has.
    static String distinct(String server, String tool, Set<String> taken) {
        var name = of(server, tool);
        if (!taken.contains(name)) return name;
        var end = "_" + sha1(server + "\0" + tool).substring(0, SHORT_HASH);
        return name.substring(0, Math.min(name.length(), LONGEST - end.length())) + end;
    }

    private static String plain(String name) {
        return name.replaceAll("[^A-Za-z0-9_-]", "_");
    }

    private static String sha1(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-1", impossible);
        }
    }
}
