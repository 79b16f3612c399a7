package dev.pawl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// `docs/reference/invariants.md` names tests that exist, at least one for each invariant.
class InvariantsPageTest {
    private static final Path ROOT =
            Path.of(System.getProperty("pawl.root", "..")).toAbsolutePath().normalize();
    private static final Pattern ROW = Pattern.compile("\\| I(\\d+) \\| .+ \\| (.*) \\|");
    private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");

    @Test
    void everyInvariantNamesTestsThatExist() throws IOException {
        var sources = testSources();
        var numbers = new ArrayList<Integer>();
        var missing = new ArrayList<String>();
        for (var line : Files.readAllLines(ROOT.resolve("docs/reference/invariants.md"))) {
            var row = ROW.matcher(line);
            if (!row.matches()) continue;
            numbers.add(Integer.parseInt(row.group(1)));
            var tests = TEST.matcher(row.group(2)).results().toList();
            if (tests.isEmpty()) missing.add("I" + row.group(1) + " has no test");
            for (var test : tests) {
                var method = Pattern.compile("@\\w*Test\\s+(public )?void " + test.group(2) + "\\(");
                if (!method.matcher(sources.getOrDefault(test.group(1), "")).find()) missing.add(test.group());
            }
        }
        assertThat(numbers).isEqualTo(IntStream.rangeClosed(1, 34).boxed().toList());
        assertThat(missing).isEmpty();
    }

    private static Map<String, String> testSources() throws IOException {
        var sources = new HashMap<String, String>();
        for (var module : List.of("core", "runtime", "app")) {
            try (var files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
                for (var file :
                        files.filter(one -> one.toString().endsWith(".java")).toList()) {
                    sources.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
                }
            }
        }
        return sources;
    }
}
