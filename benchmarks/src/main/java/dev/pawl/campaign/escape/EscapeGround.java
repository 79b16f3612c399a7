package dev.pawl.campaign.escape;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// The folders around a case: the project, what lies outside, what is hidden; and a neighbour with
/// sockets. Made anew for each case, so that one does not help the next.
final class EscapeGround implements AutoCloseable {
    /// Of this process alone: another campaign on the machine has its own.
    private static final Path SHARED =
            Path.of("/dev/shm/pawl-escape-canary-" + ProcessHandle.current().pid());

    private final Path base;
    private final Process neighbour;
    private final String port;
    private final Process canary;

    EscapeGround(Path base) throws IOException {
        this.base = base;
        Files.createDirectories(base.resolve("place"));
        var script = base.resolve("neighbour.pl");
        try (var in = EscapeGround.class.getResourceAsStream("neighbour.pl")) {
            if (in == null) throw new IOException("the neighbour is missing");
            Files.write(script, in.readAllBytes());
        }
        this.neighbour = new ProcessBuilder("perl", script.toString(), socket().toString()).start();
        var said = new BufferedReader(new InputStreamReader(neighbour.getInputStream(), StandardCharsets.UTF_8));
        this.port = String.valueOf(said.readLine());
        this.canary = new ProcessBuilder("sleep", "100000").start();
    }

    private Path socket() {
        return base.resolve("socket");
    }

    Path project() {
        return base.resolve("place/project");
    }

    Path outside() {
        return base.resolve("place/outside");
    }

    Path hidden() {
        return base.resolve("place/hidden");
    }

    /// As it was before any case.
    void prepare() throws IOException, InterruptedException {
        delete(base.resolve("place"));
        for (var folder : new String[] {
            "place/project/sub",
            "place/project/deep/own",
            "place/project/.husky/_",
            "place/outside/tree/deep",
            "place/outside/home",
            "place/hidden"
        }) Files.createDirectories(base.resolve(folder));
        Files.writeString(project().resolve("sub/file"), "file\n");
        Files.writeString(project().resolve("AGENTS.md"), "be good\n");
        Files.writeString(outside().resolve("plain"), "plain\n");
        Files.writeString(outside().resolve("tool"), "#!/bin/sh\n");
        Files.writeString(outside().resolve("tree/deep/leaf"), "leaf\n");
        Files.writeString(hidden().resolve("key"), "hidden\n");
        Files.writeString(SHARED, "shared\n");
        var git = new ProcessBuilder(
                        "sh",
                        "-c",
                        "git init -q . && git add sub && git -c user.name=n -c user.email=e commit -qm first"
                                + " && mkdir -p .git/hooks && echo true > .git/hooks/pre-commit"
                                + " && git config core.hooksPath .husky/_ && echo true > .husky/_/pre-commit"
                                + " && git init -q deep/own")
                .directory(project().toFile())
                .redirectErrorStream(true);
        git.environment().put("HOME", outside().resolve("home").toString());
        git.environment().put("GIT_CONFIG_NOSYSTEM", "1");
        if (git.start().waitFor() != 0) throw new IOException("git does not work here");
    }

    Map<String, String> variables() {
        var variables = new HashMap<String, String>();
        variables.put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        variables.put("HOME", outside().resolve("home").toString());
        variables.put("WS", project().toString());
        variables.put("OUT", outside().toString());
        variables.put("HIDDEN", hidden().toString());
        variables.put("SHARED", SHARED.toString());
        variables.put("SOCKET", socket().toString());
        variables.put("PORT", port);
        variables.put("PARENT", Long.toString(ProcessHandle.current().pid()));
        variables.put("CANARY", Long.toString(canary.pid()));
        return variables;
    }

    boolean canaryIsWell() throws IOException {
        if (!canary.isAlive()) return false;
        var stat = Files.readString(Path.of("/proc/" + canary.pid() + "/stat"));
        return !stat.substring(stat.lastIndexOf(')')).startsWith(") T");
    }

    /// Everything that no case may change, by path: what it is, its rights and its contents.
    Map<String, String> snapshot() throws IOException {
        var seen = new TreeMap<String, String>();
        look(outside(), seen);
        look(hidden(), seen);
        for (var entry : new String[] {".git", "AGENTS.md", "deep/own/.git", ".husky/_"})
            look(project().resolve(entry), seen);
        look(SHARED, seen);
        return seen;
    }

    private static void look(Path from, Map<String, String> seen) throws IOException {
        if (!Files.exists(from, LinkOption.NOFOLLOW_LINKS)) {
            seen.put(from.toString(), "missing");
            return;
        }
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                seen.put(folder.toString(), "folder " + rights(folder));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                seen.put(
                        file.toString(),
                        attributes.isRegularFile()
                                ? rights(file) + " " + Files.readString(file, StandardCharsets.ISO_8859_1)
                                : "special");
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static String rights(Path path) throws IOException {
        return Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) + " "
                + Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) return;
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path left, IOException failed) throws IOException {
                Files.delete(left);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Override
    public void close() throws IOException {
        neighbour.getOutputStream().close();
        canary.destroyForcibly();
        Files.deleteIfExists(SHARED);
        delete(base);
    }
}
