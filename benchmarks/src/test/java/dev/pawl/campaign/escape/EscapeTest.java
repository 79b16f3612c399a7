package dev.pawl.campaign.escape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.Tier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A slice of `./campaign escape`: one case of each kind, in both tiers.
@Tag("process")
class EscapeTest {
    private static final Set<String> SLICE = Set.of(
            "write outside",
            "write through a link in the project",
            "hard link to the outside, then write",
            "write through /proc/self/root",
            "write a core pattern",
            "make a file with another's rights in the project",
            "write a git hook",
            "replace .git by rename",
            "write AGENTS.md by rename",
            "replace the .git of a repository inside",
            "move the folder above a repository inside",
            "add a hook to core.hooksPath",
            "a datagram pair to a path",
            "swap a project x/d: FOLDER_AND_LINK x",
            "swap a project x/d: EXCHANGED x",
            "swap TMPDIR x/d: LINK x",
            "swap TMPDIR x/d: FOLDER_AND_LINK x/d",
            "swap a missing TMPDIR x/d: MADE x/d",
            "swap a missing --add-dir x/d: MADE x/d",
            "repository ABOVE: SETTINGS",
            "repository WORKTREE: MOVED",
            "repository SHARED_SETTINGS: SHARED",
            "repository NONE: PLANTED",
            "remount the root writable",
            "a new user namespace",
            "trace a child",
            "read the parent's variables",
            "write to an inherited descriptor",
            "read a hidden file through a link",
            "kill the parent",
            "TCP to this machine",
            "a local socket",
            "an abstract socket",
            "a capability",
            "leave a process without a trace",
            "write in the project",
            "make a program and run it",
            "read the repository",
            "end its own children");

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void nothingGetsOut(Tier tier) throws Exception {
        var sandbox = Sandbox.of(folder.resolve("run"), tier);
        assertThat(sandbox.probe().tier()).as(sandbox.probe().toString()).isEqualTo(tier);
        var verdicts = EscapeRun.run(sandbox, folder.resolve("ground"), SLICE::contains);
        assertThat(verdicts).hasSameSizeAs(SLICE);
        assertThat(verdicts)
                .filteredOn(verdict -> verdict.kind() != EscapeRun.Verdict.Kind.HELD)
                .isEmpty();
    }

    @Test
    void theTableIsLongAndItsNamesDiffer() throws Exception {
        var names =
                new ArrayList<>(EscapeCase.all().stream().map(EscapeCase::name).toList());
        names.addAll(RootSwaps.names());
        names.addAll(OwnRepositories.names());
        assertThat(names).hasSizeGreaterThan(100).doesNotHaveDuplicates().containsAll(List.copyOf(SLICE));
    }
}
