package dev.pawl.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/// Reads what the processes of a home have logged. Never throws for a file that is not there.
///
/// @param folder `PAWL_HOME/logs`
public record LogFiles(Path folder) {
    public static final String ENDING = ".log";
    static final String TIME = "time";
    static final String LEVEL = "level";
    static final String LOGGER = "logger";
    static final String MESSAGE = "message";

    /// The end of a file that is read: newer lines matter.
    private static final int TAIL_BYTES = 256 * 1024;

    /// @param file     its name
    /// @param duty     the repeated duty it is about; empty for others
    /// @param failures how often that duty has failed in a row by then
    public record Line(
            String file, Instant time, String level, String logger, String message, String duty, long failures) {
        /// For people: when, how bad, of which process, what.
        public String text() {
            return time + " " + level.toUpperCase(Locale.ROOT) + " " + file.replace(ENDING, "") + ": " + message;
        }
    }

    /// The last lines of all files in the order of their times.
    public List<Line> tail(int most) {
        var lines = new ArrayList<Line>();
        for (var file : files()) lines.addAll(lines(file));
        lines.sort(Comparator.comparing(Line::time));
        return List.copyOf(lines.subList(Math.max(0, lines.size() - most), lines.size()));
    }

    /// The duties whose last line since then tells of a failure.
    public List<Line> failingDuties(Instant since) {
        var last = new LinkedHashMap<String, Line>();
        for (var file : files()) {
            for (var line : lines(file)) if (!line.duty().isEmpty()) last.put(file + " " + line.duty(), line);
        }
        return last.values().stream()
                .filter(line -> line.failures() > 0 && line.time().isAfter(since))
                .toList();
    }

    private List<Path> files() {
        if (!Files.isDirectory(folder)) return List.of();
        try (var all = Files.list(folder)) {
            return all.filter(file -> file.toString().endsWith(ENDING)).sorted().toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    private static List<Line> lines(Path file) {
        var lines = new ArrayList<Line>();
        var name = String.valueOf(file.getFileName());
        for (var text : end(file).split("\n", -1)) {
            if (!text.startsWith("{")) continue; // the end of a longer line
            try {
                var fields = Json.parse(text);
                lines.add(new Line(
                        name,
                        Instant.parse(fields.text(TIME, "")),
                        fields.text(LEVEL, ""),
                        fields.text(LOGGER, ""),
                        fields.text(MESSAGE, ""),
                        fields.text("duty", ""),
                        fields.at("failures") instanceof Json.Num ? fields.number("failures") : 0));
            } catch (BadJson | DateTimeException torn) {
                // A process died in the middle of a line.
            }
        }
        return lines;
    }

    private static String end(Path file) {
        try (var in = new RandomAccessFile(file.toFile(), "r")) {
            var from = Math.max(0, in.length() - TAIL_BYTES);
            in.seek(from);
            var bytes = new byte[(int) (in.length() - from)];
            in.readFully(bytes);
            return new String(bytes, UTF_8);
        } catch (IOException gone) {
            return "";
        }
    }
}
