package dev.pawl.tool.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Protected names that do not exist: nothing is made in their place, in whatever moment.
class MissingNamesTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void nothingIsMadeInTheProject(Tier tier) throws Exception {
        var attempts = Attempts.in(folder, tier);
        var project = attempts.folder("project");
        var limits = Attempts.limits(List.of(project), List.of(), List.of());
        assertThat(attempts.run(limits, project, "ls -A; git -C . status --short 2>&1 | grep -v fatal"))
                .isEmpty();
        assertThat(project).isEmptyDirectory();
    }

    /// As in a folder that belongs to another user: only what exists can be mounted over.
    @Test
    void aProjectThatCannotBeWrittenIsUsable() throws Exception {
        var attempts = Attempts.in(folder, Tier.BUBBLEWRAP);
        var project = Path.of("/usr/share");
        var limits = Attempts.limits(List.of(project), List.of(), List.of());
        assertThat(attempts.run(limits, project, "echo works")).isEqualTo("works\n");
    }

    @Test
    void whatEarlierVersionsLeftIsTakenAway() throws Exception {
        var attempts = Attempts.in(folder, Tier.BUBBLEWRAP);
        var project = attempts.folder("project");
        Files.createDirectory(project.resolve(".codex"));
        Files.createFile(project.resolve("CLAUDE.md"));
        Files.writeString(project.resolve("AGENTS.md"), "mine");
        var names =
                project.resolve(".codex") + "\0" + project.resolve("CLAUDE.md") + "\0" + project.resolve("AGENTS.md");
        Files.writeString(attempts.folder("run").resolve("999999999-1-1.stubs"), names + "\0");
        attempts.run(Attempts.limits(List.of(project), List.of(), List.of()), project, "true");
        try (var left = Files.list(project)) {
            assertThat(left).containsExactly(project.resolve("AGENTS.md"));
        }
        assertThat(folder.resolve("run")).isDirectoryNotContaining("glob:**.stubs");
    }

    @Test
    void aPlainNewRepositoryStays() throws Exception {
        var attempts = Attempts.in(folder, Tier.BUBBLEWRAP);
        var project = attempts.folder("project");
        var limits = Attempts.limits(List.of(project), List.of(), List.of());
        attempts.run(limits, project, "git init -q; git remote add origin https://example.org/x.git");
        assertThat(project.resolve(".git/config")).exists();
        // From now on it is protected as any other.
        assertThat(attempts.run(limits, project, "echo x >> .git/config")).contains("Read-only");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git init -q; git config core.fsmonitor 'touch x'",
                "git init -q; git config core.hooksPath hooks",
                "git init -q; git config alias.status '!touch x'",
                "git init -q; git config include.path ../evil",
                "git init -q; git config filter.x.clean 'touch x'",
                "git init -q; printf '[core]fsmonitor=touch x\\n' >> .git/config",
                "git init -q; printf '[core]\\n\\tbare = false\\\\\\n\\tfsmonitor = x\\n' >> .git/config",
                "git init -q; echo 'touch x' > .git/hooks/post-checkout",
                "git init -q; git remote add origin 'ext::sh -c x'",
                "git init -q; rm -r .git/hooks; ln -s ../hooks .git/hooks",
                "git init -q; mv .git/config c; ln -s ../c .git/config",
                "git init -q; echo ../other > .git/commondir",
                "git init -q other; echo 'gitdir: other/.git' > .git",
                "git init -q other; ln -s other/.git .git",
                "mkfifo .git"
            })
    void aNewRepositoryThatNamesProgramsIsPutAside(String script) throws Exception {
        var attempts = Attempts.in(folder, Tier.BUBBLEWRAP);
        var project = attempts.folder("project");
        var limits = Attempts.limits(List.of(project), List.of(), List.of());
        attempts.run(limits, project, script);
        assertThat(Files.exists(project.resolve(".git"), java.nio.file.LinkOption.NOFOLLOW_LINKS))
                .isFalse();
        assertThat(Files.exists(project.resolve(".git.refused"), java.nio.file.LinkOption.NOFOLLOW_LINKS))
                .isTrue();
    }
}
