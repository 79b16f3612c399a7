package dev.pawl.tool.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/// The `rg` program of the user.
record Ripgrep(Path program, Map<String, String> environment) {
    private static final int MOST_BYTES = 4 << 20;
    private static final int NO_MATCH = 1;

    /// The first one on the path that commands use; relative folders on it are not trusted.
    static Optional<Ripgrep> find(Map<String, String> environment) {
        for (var folder : environment.getOrDefault("PATH", "").split(":", -1)) {
            if (!folder.startsWith("/")) continue;
            var program = Path.of(folder, "rg");
            if (Files.isExecutable(program)) return Optional.of(new Ripgrep(program, environment));
        }
        return Optional.empty();
    }

    List<Path> search(String pattern, String include, Path path, Path cwd)
            throws IOException, SearchTimeout, InterruptedException {
        var argv = new ArrayList<>(List.of(
                program.toString(),
                "--no-config",
                "--files-with-matches",
                "--sortr=modified",
                "--regexp",
                pattern,
                "--no-messages"));
        if (!include.isEmpty()) argv.addAll(List.of("--glob", include));
        argv.addAll(List.of("--", path.toString()));
        var builder = new ProcessBuilder(argv)
                .directory(cwd.toFile())
                .redirectInput(Path.of("/dev/null").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        var process = builder.start();
        try {
            return found(process, cwd);
        } finally {
            process.destroyForcibly();
        }
    }

    /// It ends like a failure also when it passed over what cannot be read; only a failure has
    /// words.
    private static List<Path> found(Process process, Path cwd) throws IOException, SearchTimeout, InterruptedException {
        var output = reading(process.getInputStream());
        var errors = reading(process.getErrorStream());
        if (!process.waitFor(SearchTimeout.NANOS, TimeUnit.NANOSECONDS)) throw new SearchTimeout();
        try {
            if (process.exitValue() > NO_MATCH && !errors.get().isBlank())
                throw new IOException(errors.get().strip());
            return output.get().lines().map(cwd::resolve).toList();
        } catch (ExecutionException unreadable) {
            throw new IOException("the output of rg cannot be read", unreadable);
        }
    }

    private static FutureTask<String> reading(InputStream stream) {
        var reading = new FutureTask<>(() -> new String(stream.readNBytes(MOST_BYTES), StandardCharsets.UTF_8));
        Thread.ofPlatform().daemon().name("rg output").start(reading);
        return reading;
    }
}
