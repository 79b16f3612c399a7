package dev.pawl.config.trust;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.tool.RunFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The configuration that a project brings along in its folder `.pawl`, as it was read at one
/// moment: what is trusted is what was read. Nothing in it has an effect by being read.
///
/// @param root    the folder of the repository, else the one worked in
/// @param files   the files by their names below the root; plain files only, no links
/// @param problem why some of it cannot be used, or empty
public record Project(Path root, Map<String, String> files, String problem) {
    public static final String CONFIG = ".pawl/config.toml";
    public static final String RULES = ".pawl/rules.toml";
    private static final String HOOKS = ".pawl/hooks";
    private static final long LARGEST = 256 * 1024;
    private static final int MOST = 100;

    public Project {
        files = Map.copyOf(files);
    }

    public static Project of(Path cwd) {
        var root = root(cwd);
        var files = new TreeMap<String, String>();
        try {
            if (Files.isSymbolicLink(root.resolve(".pawl"))) {
                return new Project(root, Map.of(), ".pawl is a symbolic link");
            }
            for (var name : new String[] {CONFIG, RULES}) {
                if (Files.exists(root.resolve(name), LinkOption.NOFOLLOW_LINKS)) files.put(name, read(root, name));
            }
            var hooks = root.resolve(HOOKS);
            if (Files.isDirectory(hooks, LinkOption.NOFOLLOW_LINKS)) {
                try (var found = Files.newDirectoryStream(hooks)) {
                    for (var file : found) {
                        var name = HOOKS + "/" + file.getFileName();
                        files.put(name, read(root, name));
                        if (files.size() > MOST) throw new IOException("more than " + MOST + " files in " + HOOKS);
                    }
                }
            }
            return new Project(root, files, "");
        } catch (IOException unusable) {
            return new Project(root, Map.of(), String.valueOf(unusable.getMessage()));
        }
    }

    private static Path root(Path cwd) {
        Path real;
        try {
            real = cwd.toRealPath();
        } catch (IOException gone) {
            return cwd.toAbsolutePath().normalize();
        }
        for (var folder = real; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) return folder;
        }
        return real;
    }

    private static String read(Path root, String name) throws IOException {
        var file = root.resolve(name);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) throw new IOException(name + " is no plain file");
        byte[] bytes;
        try (var stream = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            bytes = stream.readNBytes((int) LARGEST + 1);
        }
        if (bytes.length > LARGEST) throw new IOException(name + " is larger than " + LARGEST / 1024 + " KiB");
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException notText) {
            throw new IOException(name + " is not UTF-8", notText);
        }
    }

    public boolean isEmpty() {
        return files.isEmpty() && problem.isEmpty();
    }

    public Optional<String> file(String name) {
        return Optional.ofNullable(files.get(name));
    }

    /// Names every byte of it.
    public String hash() {
        var all = new ByteArrayOutputStream();
        new TreeMap<>(files).forEach((name, text) -> {
            var bytes = text.getBytes(UTF_8);
            all.writeBytes((name + "\0" + bytes.length + "\0").getBytes(UTF_8));
            all.writeBytes(bytes);
        });
        return RunFolder.hash(all.toByteArray());
    }
}
