package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an agent is told about its surroundings, at first and when they change.
class BriefingsTest {
    @TempDir
    private Path folder;

    private Household house;

    @BeforeEach
    void moveIn() throws IOException {
        house = new Household(folder);
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
}
