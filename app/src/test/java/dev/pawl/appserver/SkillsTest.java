package dev.pawl.appserver;

import static dev.pawl.appserver.ServerProcess.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Skills of a project and of the user: found, switched, and given to the model when they are
/// named.
@Tag("process")
@Timeout(120)
class SkillsTest {
    @TempDir
    Path folder;

    private static void skill(Path root, String name, String body) throws IOException {
        var place = Files.createDirectories(root.resolve(name));
        Files.writeString(
                place.resolve("SKILL.md"),
                "---\nname: " + name + "\ndescription: \"About " + name + "\"\n---\n" + body);
    }

    private static List<String> names(Json list) {
        return list.at("data").at(0).list("skills").stream()
                .filter(skill -> skill.at("enabled").asBool())
                .map(skill -> skill.text("name"))
                .toList();
    }

    @Test
    void skillsAreFoundSwitchedAndGivenWithTheRequest() throws IOException, InterruptedException {
        var home = ServerProcess.home(folder, says("ok"));
        var work = Files.createDirectories(folder.resolve("work"));
        skill(work.resolve(".agents/skills"), "demo", "DEMO-BODY");
        skill(work.resolve(".codex/skills"), "two", "TWO-BODY");
        skill(home.resolve("skills"), "mine", "MINE-BODY");
        skill(folder.resolve("elsewhere"), "stray", "STRAY-BODY");
        Files.createSymbolicLink(work.resolve(".agents/skills/linked"), folder.resolve("elsewhere/stray"));
        Files.createDirectories(work.resolve(".agents/skills/leak"));
        Files.createSymbolicLink(
                work.resolve(".agents/skills/leak/SKILL.md"), folder.resolve("elsewhere/stray/SKILL.md"));
        Files.createDirectories(work.resolve(".agents/skills/bad"));
        Files.writeString(work.resolve(".agents/skills/bad/SKILL.md"), "no head");
        try (var server = ServerProcess.start(home);
                var client = server.connect()) {
            var cwds = "{\"cwds\":[\"" + work + "\"]}";
            var list = client.call("skills/list", cwds);
            assertThat(names(list)).contains("demo", "two", "mine").doesNotContain("stray");
            assertThat(list.at("data").at(0).at("errors").at(0).text("message"))
                    .isEqualTo("missing YAML frontmatter delimited by ---");
            var started =
                    client.call("thread/start", "{\"cwd\":\"" + work + "\"}").at("thread");
            var thread = started.text("id");
            client.call("skills/config/write", "{\"name\":\"two\",\"enabled\":false}");
            assertThat(names(client.call("skills/list", cwds))).contains("demo").doesNotContain("two");
            var demo = work.resolve(".agents/skills/demo/SKILL.md");
            client.call(
                    "turn/start",
                    "{\"threadId\":\"" + thread + "\",\"input\":[{\"type\":\"text\",\"text\":\"use $mine and $two\"},"
                            + "{\"type\":\"skill\",\"name\":\"demo\",\"path\":\"" + demo + "\"}]}");
            client.await("turn/completed", thread);
            var shown = client.call("thread/read", "{\"threadId\":\"" + thread + "\",\"includeTurns\":true}")
                    .at("thread")
                    .at("turns")
                    .at(0)
                    .at("items")
                    .at(0)
                    .at("content");
            assertThat(shown.at(1).text("type")).isEqualTo("skill");
            assertThat(shown.at(1).text("path")).isEqualTo(demo.toString());
        }
        // What the model read is what the store has.
        try (var server = ServerProcess.start(home);
                var client = server.connect()) {
            assertThat(client.call("thread/search", "{\"searchTerm\":\"use $mine\"}")
                            .list("data"))
                    .hasSize(1);
        }
    }
}
