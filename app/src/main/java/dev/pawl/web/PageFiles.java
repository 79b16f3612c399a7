package dev.pawl.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.net.HttpCall;
import dev.pawl.net.HttpRefusal;
import dev.pawl.net.ServerReply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;

/// The page's files, read once at the start: no request reaches a file system. Each comes with an
/// ETag of its content and compressed to those who can read it. Immutable.
final class PageFiles {
    private static final String FOLDER = "page/";
    private static final String INDEX = "index.html";
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "mjs", "text/javascript; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "json", "application/json",
            "webmanifest", "application/manifest+json",
            "png", "image/png",
            "ico", "image/x-icon",
            "woff2", "font/woff2");
    private static final String MAP_BEGIN = "<script type=\"importmap\">";
    private static final String MAP_END = "</script>";

    private final Map<String, PageFile> files;
    private final String policy;

    private static final class PageFile {
        private final String type;
        private final byte[] plain;
        private final byte[] small;
        private final String tag;

        PageFile(String type, byte[] plain) {
            this.type = type;
            this.plain = plain;
            this.small = compressed(plain);
            this.tag = "\"" + Base64.getUrlEncoder().withoutPadding().encodeToString(sha256(plain)) + "\"";
        }
    }

    private PageFiles(Map<String, PageFile> files, String policy) {
        this.files = Map.copyOf(files);
        this.policy = policy;
    }

    /// The files that the program was built with. What has no type here is not for browsers.
    static PageFiles load() {
        var files = new HashMap<String, PageFile>();
        try {
            for (var name : names()) {
                var type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
                if (type != null) files.put("/" + name, new PageFile(type, bytes(name)));
            }
            return new PageFiles(files, policy(new String(bytes(INDEX), UTF_8)));
        } catch (IOException damaged) {
            throw new UncheckedIOException("the page's files cannot be read", damaged);
        }
    }

    /// Below the page's folder, in the program's jar or in its folder of classes.
    private static List<String> names() throws IOException {
        var index = Objects.requireNonNull(PageFiles.class.getResource(FOLDER + INDEX), "the page");
        if (index.openConnection() instanceof JarURLConnection jar) {
            var folder = jar.getEntryName().substring(0, jar.getEntryName().length() - INDEX.length());
            return jar.getJarFile().stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.startsWith(folder) && !name.endsWith("/"))
                    .map(name -> name.substring(folder.length()))
                    .toList();
        }
        var folder =
                Objects.requireNonNull(Path.of(URI.create(index.toString())).getParent());
        try (var all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .toList();
        }
    }

    private static byte[] bytes(String name) throws IOException {
        try (var in = Objects.requireNonNull(PageFiles.class.getResourceAsStream(FOLDER + name), name)) {
            return in.readAllBytes();
        }
    }

    /// Only what the page brings may run: its own modules, and the one import map by its hash.
    private static String policy(String index) {
        var begin = index.indexOf(MAP_BEGIN);
        var script = "'self'";
        if (begin >= 0) {
            var from = begin + MAP_BEGIN.length();
            var map = index.substring(from, index.indexOf(MAP_END, from));
            script += " 'sha256-" + Base64.getEncoder().encodeToString(sha256(map.getBytes(UTF_8))) + "'";
        }
        return String.join(
                "; ",
                List.of(
                        "default-src 'none'",
                        "script-src " + script,
                        "style-src 'self'",
                        "img-src 'self' data: blob:",
                        "font-src 'self'",
                        "connect-src 'self'",
                        "manifest-src 'self'",
                        "base-uri 'none'",
                        "form-action 'none'",
                        "frame-ancestors 'none'",
                        "require-trusted-types-for 'script'",
                        "trusted-types 'none'"));
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    private static byte[] compressed(byte[] plain) {
        var small = new ByteArrayOutputStream(plain.length / 2);
        try (var gzip = new GZIPOutputStream(small)) {
            gzip.write(plain);
        } catch (IOException inMemory) {
            throw new UncheckedIOException(inMemory);
        }
        return small.toByteArray();
    }

    /// A path whose last part has no dot is a place in the page, not a file.
    private Optional<PageFile> file(String path) {
        var isPlace = path.indexOf('.', path.lastIndexOf('/')) < 0;
        return Optional.ofNullable(files.get(isPlace ? "/" + INDEX : path));
    }

    /// @throws HttpRefusal when there is no such file, or it is not asked for
    void serve(HttpCall call) throws IOException {
        if (!call.method().equals("GET") && !call.method().equals("HEAD")) {
            throw new HttpRefusal(405, "GET or HEAD\n");
        }
        var file = file(call.path()).orElseThrow(() -> new HttpRefusal(404, "not here\n"));
        if (call.header("If-None-Match").filter(file.tag::equals).isPresent()) {
            call.reply(headers(ServerReply.empty(304), file));
            return;
        }
        var compresses =
                call.header("Accept-Encoding").orElse("").contains("gzip") && file.small.length < file.plain.length;
        var reply = headers(ServerReply.of(200, file.type, compresses ? file.small : file.plain), file);
        call.reply(compresses ? reply.with("Content-Encoding", "gzip") : reply);
    }

    private ServerReply headers(ServerReply reply, PageFile file) {
        return reply.with("ETag", file.tag)
                .with("Cache-Control", "no-cache")
                .with("Vary", "Accept-Encoding")
                .with("Content-Security-Policy", policy);
    }
}
