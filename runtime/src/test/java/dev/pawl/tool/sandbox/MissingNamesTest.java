package dev.pawl.tool.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.tool.sandbox.boundary.SandboxBoundary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    /// Deeper in the project, in a folder of the project or of the command's own, in the same
    /// process and at once.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "git init -q sub/a; git -C sub/a config core.fsmonitor 'touch x' | sub/a/.git",
                "git init -q sub; git -C sub config core.hooksPath hooks | sub/.git",
                "git init -q sub/a; echo 'touch x' > sub/a/.git/hooks/post-checkout | sub/a/.git",
                "mkdir -p sub/a/b/c; git init -q sub/b; echo 'gitdir: ../../../b/.git' > sub/a/b/c/.git | sub/a/b/c/.git",
                "git init -q --bare sub/bare; git -C sub/bare config core.fsmonitor 'touch x' | sub/bare/HEAD",
                "git init -q --bare sub/bare; echo x > sub/bare/hooks/pre-push | sub/bare/HEAD",
                "git init -q sub/new; git init -q sub/old; mv sub/old/.git sub/new/x; mkfifo sub/old/.git | sub/old/.git"
            })
    void aRepositoryInsideThatNamesProgramsIsPutAside(String script, String entry) throws Exception {
        for (var tier : List.of(Tier.BUBBLEWRAP, Tier.LANDLOCK)) {
            var attempts = Attempts.in(Files.createDirectory(folder.resolve(tier.name())), tier);
            var project = attempts.folder("project");
            Files.createDirectory(project.resolve("sub"));
            var limits = Attempts.limits(List.of(project), List.of(), List.of());
            attempts.run(limits, project, "true");
            var said = attempts.run(limits, project, script);
            assertThat(project.resolve(entry)).as(tier + said).satisfies(MissingNamesTest::isGone);
            assertThat(project.resolve(entry + ".refused"))
                    .as(tier + said)
                    .satisfies(path -> assertThat(SandboxBoundary.isThere(path)).isTrue());
        }
    }

    private static void isGone(Path path) {
        assertThat(SandboxBoundary.isThere(path)).isFalse();
    }

    /// Plain at first, and changed by a later command; one of the user's stays as it is.
    @Test
    void aPlainRepositoryIsJudgedAgain() throws Exception {
        var attempts = Attempts.in(folder, Tier.BUBBLEWRAP);
        var project = attempts.folder("project");
        var limits = Attempts.limits(List.of(project), List.of(), List.of());
        attempts.run(limits, project, "git init -q sub");
        assertThat(project.resolve("sub/.git")).isDirectory();
        attempts.run(limits, project, "git -C sub config core.fsmonitor 'touch x'");
        assertThat(project.resolve("sub/.git")).doesNotExist();
    }

    /// The folder is a link elsewhere by the time of the look.
    @Test
    void nothingOutsideIsPutAside() throws Exception {
        var attempts = Attempts.in(folder, Tier.BUBBLEWRAP);
        var project = attempts.folder("project");
        var limits = Attempts.limits(List.of(project), List.of(), List.of());
        var theirs = attempts.outside().resolve("repository");
        assertThat(new ProcessBuilder("git", "init", "-q", theirs.toString())
                        .start()
                        .waitFor())
                .isZero();
        Files.writeString(theirs.resolve(".git/hooks/pre-commit"), "exit 0");
        attempts.run(limits, project, "mkdir sub");
        attempts.run(limits, project, "git init -q sub; rm -rf sub; ln -s $OUT/repository sub");
        attempts.run(limits, project, "true");
        assertThat(theirs.resolve(".git")).isDirectory();
    }
}
