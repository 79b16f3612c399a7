package dev.pawl.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.appserver.Backend;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/// Runs a client's one-off commands: no shell, no input, both outputs apart.
final class Errands {
    private static final int MOST_BYTES = 8 * 1024 * 1024;
    private static final int TIMED_OUT = 124;

    private final Environment environment;

    Errands(Environment environment) {
        this.environment = environment;
    }

    Backend.Ran run(Backend.Errand errand) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(errand.argv())
                .directory(new File(errand.cwd()))
                .redirectInput(new File("/dev/null"));
        builder.environment().clear();
        builder.environment().putAll(environment.variables());
        errand.environment()
                .forEach((name, value) -> value.ifPresentOrElse(
                        text -> builder.environment().put(name, text),
                        () -> builder.environment().remove(name)));
        var process = builder.start();
        try {
            var out = reading(process.getInputStream());
            var err = reading(process.getErrorStream());
            var inTime = process.waitFor(errand.timeout().toMillis(), TimeUnit.MILLISECONDS);
            if (!inTime) end(process);
            return new Backend.Ran(inTime ? process.exitValue() : TIMED_OUT, out.get(), err.get());
        } catch (ExecutionException broken) {
            throw new IOException("its output cannot be read", broken);
        } finally {
            end(process);
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static FutureTask<String> reading(InputStream stream) {
        Callable<String> all = () -> {
            var text = new String(stream.readNBytes(MOST_BYTES), UTF_8);
            stream.transferTo(OutputStream.nullOutputStream());
            return text;
        };
        var task = new FutureTask<>(all);
        Thread.startVirtualThread(task);
        return task;
    }
}
