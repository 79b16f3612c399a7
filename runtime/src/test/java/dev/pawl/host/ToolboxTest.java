package dev.pawl.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.ToolSpec;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Replay;
import dev.pawl.json.Json;
import dev.pawl.tool.Places;
import dev.pawl.tool.files.SubmitResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolboxTest {
    @TempDir
    Path folder;

    private Toolbox box() {
        return Toolbox.of(Places.in(folder), Places.terminals(Places.in(folder)));
    }

    @Test
    void theToolsComeInOneOrder() {
        assertThat(box().with(new SubmitResult(List.of())).specs().stream().map(ToolSpec::name))
                .containsExactly(
                        "exec_command",
                        "write_stdin",
                        "apply_patch",
                        "read_file",
                        "list_dir",
                        "grep_files",
                        "view_image",
                        "update_plan",
                        "submit_result");
        assertThat(box().specs()).isEqualTo(box().specs());
    }

    @Test
    void everyToolIsDescribedAndItsParametersAreJson() {
        for (var spec : box().specs()) {
            assertThat(spec.description()).isNotBlank();
            var parameters = Json.parse(
                    switch (spec) {
                        case ToolSpec.Function function -> function.parameters();
                        case ToolSpec.Freeform freeform -> freeform.parameters();
                    });
            assertThat(parameters.text("type")).isEqualTo("object");
            for (var required : parameters.list("required")) {
                assertThat(parameters.at("properties").at(required.asText()).isNull())
                        .isFalse();
            }
        }
    }

    @Test
    void replayClassesAreDeclared() {
        assertThat(box().find("exec_command").orElseThrow().replay()).isEqualTo(Replay.EFFECT);
        assertThat(box().find("apply_patch").orElseThrow().replay()).isEqualTo(Replay.IDEMPOTENT);
        for (var name : List.of("read_file", "list_dir", "grep_files", "view_image")) {
            assertThat(box().find(name).orElseThrow().replay()).isEqualTo(Replay.READ);
            assertThat(box().find(name).orElseThrow().runsBesideOthers()).isTrue();
        }
    }

    @Test
    void aToolNobodyKnowsIsToldSo() {
        assertThat(box().find("nope")).isEmpty();
        var outcome = Toolbox.unsupported(Places.call("c", "nope", "{}"));
        assertThat(outcome.text()).isEqualTo("unsupported call: nope");
        assertThat(outcome.answer()).isEqualTo(CallOutcome.FAILED);
        assertThat(Toolbox.unsupported(Places.freeform("c", "nope", "x")).text())
                .isEqualTo("unsupported custom tool call: nope");
    }
}
