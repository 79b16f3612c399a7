package dev.pawl.tool.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.tool.Places;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.Network;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Keys and Pawl's own files inside a writable root: a user's folder below `/tmp`, or as the
/// project.
class HiddenTargetsTest {
    @TempDir
    Path folder;

    private ToolEnvironment toolEnvironment = Places.in(Path.of("/"));

    @BeforeEach
    void makeTheWorkplace() throws IOException {
        folder = folder.toRealPath();
        for (var name : List.of("work", "work/.ssh", "work/.pawl", "work/sub")) {
            Files.createDirectories(folder.resolve(name));
        }
        Files.writeString(folder.resolve("work/.ssh/authorized_keys"), "mine\n");
        Files.createSymbolicLink(folder.resolve("work/link"), Path.of(".ssh"));
        Files.createLink(folder.resolve("work/hard"), folder.resolve("work/.ssh/authorized_keys"));
        var hidden = List.of(folder.resolve("work/.ssh"), folder.resolve("work/.netrc"), folder.resolve("work/.pawl"));
        var confinement = new Confinement(
                ApprovalContext.Mode.WORKSPACE_WRITE,
                List.of(folder.resolve("work")),
                List.of(folder),
                hidden,
                Network.OFF);
        toolEnvironment = Places.in(folder).with(confinement);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*** Add File: .netrc\n+x\n",
                "*** Add File: .ssh/new\n+x\n",
                "*** Add File: .ssh/deep/new\n+x\n",
                "*** Add File: .pawl/rules.toml\n+x\n",
                "*** Add File: FOLDER/work/.pawl/rules.toml\n+x\n",
                "*** Add File: sub/../.ssh/authorized_keys\n+x\n",
                "*** Add File: link/authorized_keys\n+x\n",
                "*** Update File: .ssh/authorized_keys\n@@\n-mine\n+x\n",
                "*** Update File: hard\n@@\n-mine\n+x\n",
                "*** Delete File: .ssh/authorized_keys\n",
                "*** Add File: plain\n+x\n*** Add File: .netrc\n+x\n"
            })
    void aHiddenFileIsNotChangedWithOrWithoutAYes(String hunks) throws Exception {
        var patch = "*** Begin Patch\n" + hunks.replace("FOLDER", folder.toString()) + "*** End Patch\n";
        var tool = new ApplyPatch(toolEnvironment);
        for (var runMode : List.of(RunMode.CONFINED, RunMode.FREE)) {
            var call = Places.freeform("call" + runMode, "apply_patch", patch);
            var outcome = tool.run(call, runMode, _ -> {});
            assertThat(outcome.answer()).isEqualTo(CallOutcome.FAILED);
            assertThat(tool.preview(call)).isEqualTo(new Detail.Nothing());
        }
        assertThat(folder.resolve("work/.ssh")).isDirectoryNotContaining("glob:**new");
        assertThat(folder.resolve("work/.ssh/authorized_keys")).hasContent("mine");
        assertThat(folder.resolve("work/.netrc")).doesNotExist();
        assertThat(folder.resolve("work/.pawl")).isEmptyDirectory();
        assertThat(folder.resolve("work/plain")).doesNotExist();
    }

    @Test
    void thereIsNothingToAskAbout() throws Exception {
        var patch = "*** Begin Patch\n*** Add File: .netrc\n+x\n*** End Patch\n";
        var call = Places.freeform("call", "apply_patch", patch);
        assertThat(new ApplyPatch(toolEnvironment).intent(call)).isEqualTo(new Intent.ReadOnly());
        assertThat(new ApplyPatch(toolEnvironment)
                        .run(call, RunMode.CONFINED, _ -> {})
                        .text())
                .isEqualTo("patch rejected: " + folder.resolve("work/.netrc")
                        + " is hidden from the agent: keys and Pawl's own files are not its to change");
    }

    @Test
    void aHiddenPlaceStaysHiddenUnderAnotherName() throws Exception {
        var tool = new ApplyPatch(toolEnvironment);
        Files.move(folder.resolve("work/.ssh"), folder.resolve("work/renamed"));
        var patch = "*** Begin Patch\n*** Add File: renamed/new\n+x\n*** End Patch\n";
        tool.run(Places.freeform("call", "apply_patch", patch), RunMode.CONFINED, _ -> {});
        assertThat(folder.resolve("work/renamed/new")).doesNotExist();
    }
}
