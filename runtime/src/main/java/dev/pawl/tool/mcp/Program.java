package dev.pawl.tool.mcp;

import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.mcp.McpFailure.Kind;
import dev.pawl.tool.sandbox.Programs;
import dev.pawl.tool.sandbox.boundary.AccessMap;
import dev.pawl.tool.shell.ProcessGroup;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A server that is a program: one message on each line of stdin and stdout. In a session of its
/// own, so that a Ctrl-C at the terminal does not reach it, and ended with everything it started.
final class Program implements Carrier {
    private static final List<Path> SETSID = List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));
    private static final int LAST_WORDS = 2_000;
    private static final int MOST_UNSENT = 256;
    private static final long FAREWELL_MILLIS = 500;
    private static final byte[] END = new byte[0];

    private final String id;
    private final Process process;
    private final ProcessGroup group;
    private final ServerNote note;
    private final Ear ear;
    private final BlockingQueue<byte[]> unsent = new ArrayBlockingQueue<>(MOST_UNSENT);
    private final StringBuilder words = new StringBuilder();
    private final CountDownLatch silent = new CountDownLatch(1);

    private Program(String id, Process process, ServerNote note, Ear ear) {
        this.id = id;
        this.process = process;
        this.note = note;
        this.group = ProcessGroup.of(process.pid(), note.tag());
        this.ear = ear;
    }

    /// Talks on threads of its own: a pipe's end would hold a virtual thread's carrier for as long
    /// as the server lives.
    static Program start(String id, ServerSettings.Transport.Program how, ToolEnvironment toolEnvironment, Ear ear)
            throws McpFailure {
        var note = new ServerNote(toolEnvironment, id);
        try {
            var program = new Program(id, process(how, toolEnvironment, note), note, ear);
            note.write(program.group);
            var threads = Thread.ofPlatform().daemon().name("mcp " + id);
            threads.start(program::speak);
            threads.start(program::listen);
            threads.start(program::overhear);
            return program;
        } catch (IOException cannot) {
            throw new McpFailure(Kind.LOST, "cannot be started: " + cannot.getMessage());
        }
    }

    private static Process process(
            ServerSettings.Transport.Program how, ToolEnvironment toolEnvironment, ServerNote note) throws IOException {
        var cwd = how.cwd().isEmpty()
                ? toolEnvironment.cwd()
                : toolEnvironment.cwd().resolve(how.cwd());
        if (!Files.isDirectory(cwd)) throw new IOException("its folder " + cwd + " does not exist");
        var programs = new Programs(AccessMap.of(toolEnvironment.confinement()));
        var path = programs.trusted(how.environment().getOrDefault("PATH", ""));
        var argv = new ArrayList<String>();
        SETSID.stream().filter(Files::isExecutable).findFirst().ifPresent(setsid -> argv.add(setsid.toString()));
        argv.add(found(how.argv().getFirst(), cwd, programs, path).toString());
        argv.addAll(how.argv().subList(1, how.argv().size()));
        var builder = new ProcessBuilder(argv).directory(cwd.toFile());
        var environment = builder.environment();
        environment.clear();
        environment.putAll(how.environment());
        // For what the program starts in turn: `npx` is a script that looks for `node`.
        if (how.environment().containsKey("PATH")) environment.put("PATH", path.text());
        environment.put(ProcessGroup.TAG, note.tag());
        return builder.start();
    }

    /// An absolute path is the user's own word. A name, or a path from the working folder, is found
    /// for them: not where the agent could have put another program.
    private static Path found(String program, Path cwd, Programs programs, Programs.SearchPath path)
            throws IOException {
        if (program.startsWith("/")) {
            var file = Path.of(program);
            if (Files.isExecutable(file)) return file;
            throw new IOException("no program `" + program + "`: is it installed?");
        }
        if (!program.contains("/")) {
            return programs.onPath(program, path)
                    .orElseThrow(() -> new IOException(
                            "no program `" + program + "`: is it installed, and in PATH?" + path.reason()));
        }
        var file = cwd.resolve(program).normalize();
        if (!Files.isExecutable(file)) throw new IOException("no program `" + program + "` in " + cwd);
        if (programs.isTrusted(file)) return file;
        throw new IOException("`" + program + "` lies in " + file.getParent()
                + ", where the agent or another user can replace it: write its absolute path if that is intended");
    }

    @Override
    public void send(Json.Obj message) throws McpFailure {
        if (!unsent.offer((message.write() + "\n").getBytes(StandardCharsets.UTF_8))) {
            throw new McpFailure(Kind.LOST, "MCP server `" + id + "` does not read what it is sent");
        }
    }

    private void speak() {
        try (var out = process.getOutputStream()) {
            for (var line = unsent.take(); line.length > 0; line = unsent.take()) {
                out.write(line);
                if (unsent.isEmpty()) out.flush();
            }
        } catch (IOException | InterruptedException gone) {
            // The listener tells.
        }
    }

    private void listen() {
        var why = "ended";
        try {
            var lines = new LineReader(process.getInputStream());
            for (var line = lines.next(); line != null; line = lines.next()) hear(line);
        } catch (IOException broken) {
            why = "was given up: " + broken.getMessage();
        }
        ear.lost("MCP server `" + id + "` " + why + exitCode() + lastWords());
    }

    private String exitCode() {
        try {
            if (!process.waitFor(100, TimeUnit.MILLISECONDS)) return "";
            // Its last words may be on their way; a child that keeps them open is not waited for.
            silent.await(500, TimeUnit.MILLISECONDS);
            return " with exit code " + process.exitValue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    /// Programs print other things too; what is no message is kept as their words.
    private void hear(String line) {
        if (line.isBlank()) return;
        try {
            ear.hear(Json.parse(line));
        } catch (BadJson chatter) {
            remember(line + "\n");
        }
    }

    private void overhear() {
        try (InputStream errors = process.getErrorStream()) {
            var piece = new byte[4096];
            for (var count = errors.read(piece); count >= 0; count = errors.read(piece)) {
                remember(new String(piece, 0, count, StandardCharsets.UTF_8));
            }
        } catch (IOException closed) {
            // Nothing more to hear.
        } finally {
            silent.countDown();
        }
    }

    private void remember(String text) {
        synchronized (words) {
            words.append(text);
            if (words.length() > LAST_WORDS) words.delete(0, words.length() - LAST_WORDS);
        }
    }

    @Override
    public String lastWords() {
        synchronized (words) {
            var said = words.toString().strip();
            return said.isEmpty() ? "" : "; it said: " + said;
        }
    }

    /// The end of its input is how the protocol says goodbye.
    @Override
    public void farewell() {
        if (!unsent.offer(END)) {
            unsent.clear();
            unsent.offer(END);
        }
    }

    @Override
    public void close() {
        farewell();
        var interrupted = Thread.interrupted();
        try {
            process.waitFor(FAREWELL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException hurried) {
            interrupted = true;
        }
        group.end();
        note.delete();
        if (interrupted) Thread.currentThread().interrupt();
    }
}
