package dev.pawl.appserver.workspace;

import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Map;

/// `fs/…`: files as the person who started the server could touch them. The client is that person:
/// nothing here is the agent's.
final class FileMethods {
    private static final long MOST_BYTES = 32 * 1024 * 1024;
    private static final int MOST_ENTRIES = 100_000;

    void addTo(Map<String, Call.Method> methods) {
        methods.put("fs/readFile", trying(FileMethods::read));
        methods.put("fs/writeFile", trying(FileMethods::write));
        methods.put("fs/createDirectory", trying(FileMethods::createDirectory));
        methods.put("fs/getMetadata", trying(FileMethods::metadata));
        methods.put("fs/readDirectory", trying(FileMethods::list));
        methods.put("fs/remove", trying(FileMethods::remove));
        methods.put("fs/copy", trying(FileMethods::copy));
    }

    @FunctionalInterface
    private interface Trying {
        Json of(Params params) throws IOException;
    }

    private static Call.Method trying(Trying work) {
        return call -> {
            try {
                call.answer(work.of(call.params()));
            } catch (NoSuchFileException none) {
                throw RpcError.internal("No such file or directory (os error 2)");
            } catch (IOException cannot) {
                throw RpcError.internal(cannot.getClass().getSimpleName() + ": " + cannot.getMessage());
            }
        };
    }

    static Path path(Params params, String name) {
        var text = params.text(name);
        try {
            var path = Path.of(text);
            if (path.isAbsolute()) return path.normalize();
        } catch (InvalidPathException notOne) {
            // said below
        }
        throw RpcError.invalid("Invalid request: not an absolute path: " + text);
    }

    private static boolean flag(Params params, String name, boolean otherwise) {
        return params.json().at(name).isNull() ? otherwise : params.flag(name);
    }

    private static Json read(Params params) throws IOException {
        var file = path(params, "path");
        requirePlain(file);
        byte[] bytes;
        // Not by its size: what the kernel makes up has none.
        try (var in = Files.newInputStream(file)) {
            bytes = in.readNBytes((int) MOST_BYTES + 1);
        }
        if (bytes.length > MOST_BYTES) {
            throw RpcError.invalid("file is too large to read: limit is " + MOST_BYTES + " bytes");
        }
        return Json.object().with("dataBase64", Base64.getEncoder().encodeToString(bytes));
    }

    /// A pipe would be waited for, and a device never ends.
    private static void requirePlain(Path file) throws IOException {
        if (Files.isDirectory(file)) throw new IOException("Is a directory (os error 21)");
        if (Files.exists(file) && !Files.isRegularFile(file)) throw RpcError.invalid("not a regular file: " + file);
    }

    private static Json write(Params params) throws IOException {
        var file = path(params, "path");
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(params.text("dataBase64"));
        } catch (IllegalArgumentException notBase64) {
            throw RpcError.invalid("fs/writeFile requires valid base64 dataBase64: " + notBase64.getMessage());
        }
        requirePlain(file);
        Files.write(file, bytes);
        return Json.object();
    }

    private static Json createDirectory(Params params) throws IOException {
        var folder = path(params, "path");
        if (flag(params, "recursive", true)) Files.createDirectories(folder);
        else Files.createDirectory(folder);
        return Json.object();
    }

    private static Json metadata(Params params) throws IOException {
        var path = path(params, "path");
        var there = Files.readAttributes(path, BasicFileAttributes.class);
        return Json.object()
                .with("isDirectory", Json.of(there.isDirectory()))
                .with("isFile", Json.of(there.isRegularFile()))
                .with("isSymlink", Json.of(Files.isSymbolicLink(path)))
                .with("createdAtMs", there.creationTime().toMillis())
                .with("modifiedAtMs", there.lastModifiedTime().toMillis());
    }

    private static Json list(Params params) throws IOException {
        var entries = new ArrayList<Json>();
        try (var children = Files.newDirectoryStream(path(params, "path"))) {
            for (var child : children) {
                if (entries.size() >= MOST_ENTRIES) throw new IOException("more than " + MOST_ENTRIES + " entries");
                entries.add(Json.object()
                        .with("fileName", String.valueOf(child.getFileName()))
                        .with("isDirectory", Json.of(Files.isDirectory(child)))
                        .with("isFile", Json.of(Files.isRegularFile(child))));
            }
        }
        return Json.object().with("entries", Json.array(entries));
    }

    private static Json remove(Params params) throws IOException {
        var path = path(params, "path");
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            if (!flag(params, "force", true)) throw new NoSuchFileException(path.toString());
        } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) && flag(params, "recursive", true)) {
            Files.walkFileTree(path, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path folder, IOException trouble) throws IOException {
                    Files.delete(folder);
                    return FileVisitResult.CONTINUE;
                }
            });
        } else Files.delete(path);
        return Json.object();
    }

    private static Json copy(Params params) throws IOException {
        var from = path(params, "sourcePath");
        var to = path(params, "destinationPath");
        if (!Files.isDirectory(from)) {
            requirePlain(from);
            Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
            return Json.object();
        }
        if (!params.flag("recursive")) {
            throw RpcError.invalid("fs/copy requires recursive: true when sourcePath is a directory");
        }
        if (to.startsWith(from)) throw RpcError.invalid("fs/copy cannot copy a directory into itself");
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(to.resolve(from.relativize(folder)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isOther()) return FileVisitResult.CONTINUE;
                Files.copy(
                        file,
                        to.resolve(from.relativize(file)),
                        StandardCopyOption.REPLACE_EXISTING,
                        LinkOption.NOFOLLOW_LINKS);
                return FileVisitResult.CONTINUE;
            }
        });
        return Json.object();
    }
}
