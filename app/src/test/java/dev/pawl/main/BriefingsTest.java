package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an agent is told about its surroundings, at first and when they change.
class BriefingsTest {
    @TempDir
    private Path folder;

    private TestProgram house;

    @BeforeEach
    void moveIn() throws IOException {
        house = new TestProgram(folder);
    }

    private List<String> told(String thread) {
        return house.pawl("threads", "export", thread).lines().stream()
                .map(Json::parse)
                .map(line -> line.at("payload"))
                .filter(item -> item.at("role")
                        .text()
                        .filter(role -> !role.equals("assistant"))
                        .isPresent())
                .map(item -> item.at("content").at(0).text("text", ""))
                .toList();
    }

    private void resume(String thread, String... words) {
        var line = new String[words.length + 4];
        System.arraycopy(new String[] {"exec", "resume", thread, "more"}, 0, line, 0, 4);
        System.arraycopy(words, 0, line, 4, words.length);
        assertThat(house.pawl(line).code()).isZero();
    }

    @Test
    void aLaterTurnIsToldWhatChangedAndNothingElse() {
        var thread = house.thread("one");
        assertThat(told(thread))
                .satisfiesExactly(
                        text -> assertThat(text).startsWith("<permissions>"),
                        text -> assertThat(text).startsWith("<environment_context>"),
                        text -> assertThat(text).isEqualTo("one"));
        var before = told(thread);
        resume(thread);
        assertThat(told(thread)).hasSize(before.size() + 1).endsWith("more");
        resume(thread, "--sandbox", "danger-full-access");
        assertThat(told(thread)).hasSize(before.size() + 3);
        assertThat(told(thread).get(before.size() + 1))
                .startsWith("<permissions>")
                .contains("danger-full-access");
    }

    @Test
    void aSkillThatAPromptNamesComesWithIt() throws IOException {
        skill("tidy", "Sweep first.");
        skill("loud", "Sing.");
        var thread = house.thread("please $tidy up for $HOME and $unknown");
        assertThat(told(thread))
                .satisfiesOnlyOnce(
                        text -> assertThat(text).startsWith("<skill>").contains("Sweep first."))
                .noneSatisfy(text -> assertThat(text).contains("Sing."));
        resume(thread);
        assertThat(told(thread)).noneSatisfy(text -> assertThat(text).contains("Sing."));
        assertThat(house.pawl("exec", "resume", thread, "now $loud").code()).isZero();
        assertThat(told(thread)).last().asString().startsWith("<skill>").contains("Sing.");
    }

    private void skill(String name, String body) throws IOException {
        var place = Files.createDirectories(house.home().resolve("skills").resolve(name));
        Files.writeString(
                place.resolve("SKILL.md"),
                "---\nname: " + name + "\ndescription: About " + name + "\n---\n" + body + "\n");
    }
}
