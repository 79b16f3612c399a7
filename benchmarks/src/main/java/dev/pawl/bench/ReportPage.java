package dev.pawl.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;

/// A page of `docs/benchmarks/`, written as a whole so that no old figure survives beside a new
/// one.
public final class ReportPage {
    private final StringBuilder text = new StringBuilder();

    public ReportPage(String title, String command) {
        text.append("# ")
                .append(title)
                .append("\n\nWritten by `")
                .append(command)
                .append("`; do not edit.\n\n");
        text.append(LocalDate.now(ZoneOffset.UTC))
                .append(", ")
                .append(machine())
                .append("\n\n");
    }

    public ReportPage line(String line) {
        text.append(line).append('\n');
        return this;
    }

    public void write(Path root, String name) throws IOException {
        var folder = Files.createDirectories(root.resolve("docs/benchmarks"));
        Files.writeString(folder.resolve(name + ".md"), text);
    }

    private static String machine() {
        return Runtime.getRuntime().availableProcessors() + " CPUs, " + System.getProperty("os.name") + " "
                + System.getProperty("os.version") + ", JDK " + Runtime.version() + ", load " + load();
    }

    /// The load average when the page was written; figures of a busy machine are read with care.
    private static String load() {
        try {
            var load = Files.readString(Path.of("/proc/loadavg"));
            return load.substring(0, load.indexOf(' '));
        } catch (IOException notLinux) {
            return "unknown";
        }
    }
}
