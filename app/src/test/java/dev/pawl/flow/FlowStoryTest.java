package dev.pawl.flow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.resource.Resource;
import dev.pawl.shell.ShellWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `docs/how-to/flow.md`, line by line: each command of its `console` blocks is run, and what it
/// prints is what the page says. Written anew with `-Dpawl.docs.write=true`.
class FlowStoryTest {
    private static final Path PAGE = Path.of(System.getProperty("pawl.root", ".."), "docs", "how-to", "flow.md");

    @TempDir
    private Path folder;

    private static String file(String name) {
        return Resource.text(dev.pawl.exec.DemoCommand.class, "demo/flow/" + name);
    }

    @Test
    void theHowToRunsLineByLine() throws Exception {
        var project = new FlowProject(
                        folder,
                        Map.of(
                                "price.sh",
                                file("price.sh"),
                                "test.sh",
                                file("test.sh"),
                                "README.md",
                                file("README.md")),
                        "unit = \"sh ./test.sh\"")
                .commit();
        project.script(Files.readString(Path.of("src/test/resources/dev/pawl/flow/story.jsonl"))
                .split("\n"));
        var page = Files.readString(PAGE);
        var played = played(project, page.lines().toList());
        if (Boolean.getBoolean("pawl.docs.write")) Files.writeString(PAGE, played);
        assertThat(steady(played)).as("what the commands print").isEqualTo(steady(page));
    }

    /// The page with the commands' real output.
    private static String played(FlowProject project, List<String> lines) throws IOException, InterruptedException {
        var page = new ArrayList<String>();
        var isInside = false;
        for (var line : lines) {
            if (line.equals("```console") || (isInside && line.equals("```"))) isInside = !isInside;
            else if (isInside && line.startsWith("$ ")) {
                page.add(line);
                run(project, line.substring(2))
                        .lines()
                        .map(String::stripTrailing)
                        .forEach(page::add);
                continue;
            } else if (isInside) continue;
            page.add(line);
        }
        return String.join("\n", page) + "\n";
    }

    private static String run(FlowProject project, String line) throws IOException, InterruptedException {
        if (line.startsWith("pawl ")) {
            var words = new ArrayList<>(ShellWords.split(line).orElseThrow());
            words.removeFirst();
            if (words.getFirst().equals("flow"))
                words.addAll(List.of("--cd", project.work().toString()));
            var said = project.pawl(words.toArray(String[]::new));
            return (said.err() + said.out()).replace(project.work().toString(), "~/prices");
        }
        var process = new ProcessBuilder("sh", "-c", line)
                .directory(project.work().toFile())
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    /// Without what is another in each run: times, ids, hashes.
    private static String steady(String text) {
        return text.replaceAll("flow-[0-9a-f-]{36}", "flow-ID")
                .replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}", "ID")
                .replaceAll("chk-\\d{14}-\\d{4}", "chk")
                .replaceAll("\\d{8}-([a-z0-9-]+)-[0-9a-f]{4}\\.md", "DATE-$1.md")
                .replaceAll("sha256 [0-9a-f]{12}", "sha256")
                .replaceAll("\\d{4}-\\d{2}-\\d{2}T[0-9:.]+Z", "TIME")
                .replaceAll("history/\\d{4}-\\d{2}", "history/MONTH")
                .replaceAll("\\d+(\\.\\d+)? s\\b", "N s");
    }
}
