package dev.pawl.bench.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/// PostgreSQL's own yardstick on the same server: `pgbench -N -c 8 -j 2`.
record PgBench(String url) {
    private static final Pattern TPS = Pattern.compile("tps = ([0-9.]+)");
    private static final Pattern PAIR = Pattern.compile("[?&](user|password)=([^&]*)");

    void prepare() throws IOException, InterruptedException {
        run(List.of("-i", "-q", "-s", "10"));
    }

    double transactions(int seconds) throws IOException, InterruptedException {
        var said = run(List.of("-N", "-c", "8", "-j", "2", "-T", String.valueOf(seconds)));
        var tps = TPS.matcher(said);
        if (!tps.find()) throw new IOException("pgbench said: " + said);
        return Double.parseDouble(tps.group(1));
    }

    private String run(List<String> options) throws IOException, InterruptedException {
        var uri = URI.create(url.substring("jdbc:".length()));
        var words = new ArrayList<String>(List.of(program(), "-h", uri.getHost()));
        words.addAll(List.of("-p", String.valueOf(uri.getPort() < 0 ? 5432 : uri.getPort())));
        words.addAll(options);
        var builder = new ProcessBuilder().redirectErrorStream(true);
        var pairs = PAIR.matcher(url);
        while (pairs.find()) {
            if (pairs.group(1).equals("user")) words.addAll(List.of("-U", pairs.group(2)));
            else builder.environment().put("PGPASSWORD", pairs.group(2));
        }
        words.add(uri.getPath().substring(1));
        var process = builder.command(words).start();
        var said = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) throw new IOException("pgbench failed: " + said.strip());
        return said;
    }

    /// Debian keeps it beside the server, not on the path.
    private static String program() throws IOException {
        var versions = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(versions)) return "pgbench";
        try (var found = Files.list(versions)) {
            return found.map(version -> version.resolve("bin/pgbench"))
                    .filter(Files::isExecutable)
                    .max(Comparator.naturalOrder())
                    .map(Path::toString)
                    .orElse("pgbench");
        }
    }
}
