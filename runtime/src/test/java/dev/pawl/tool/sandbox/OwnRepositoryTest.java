package dev.pawl.tool.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.tool.sandbox.boundary.Confinement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A project's own repository is kept as it is also where it lies outside of the project, in
/// another folder that commands can write.
class OwnRepositoryTest {
    private static final String EVIL = "[core]\\n\\tfsmonitor = touch $OUT/ran\\n";

    @TempDir
    Path folder;

    /// A script of the user's.
    private void outside(Path place, String script) throws Exception {
        var builder = new ProcessBuilder("/bin/bash", "-ec", script)
                .directory(place.toFile())
                .inheritIO();
        builder.environment().put("HOME", place.toString());
        builder.environment().put("GIT_AUTHOR_NAME", "n");
        builder.environment().put("GIT_AUTHOR_EMAIL", "e");
        builder.environment().put("GIT_COMMITTER_NAME", "n");
        builder.environment().put("GIT_COMMITTER_EMAIL", "e");
        assertThat(builder.start().waitFor()).isZero();
    }

    /// The project, and beside it a folder for temporary files around all there is.
    private static Confinement around(Attempts attempts, Path project) {
        return Attempts.limits(List.of(project), List.of(attempts.base()), List.of());
    }

    private static String seen(Path... paths) throws Exception {
        var text = new StringBuilder();
        for (var path : paths) {
            try (var all = Files.walk(path)) {
                for (var one : all.sorted().toList()) {
                    text.append(one);
                    if (Files.isRegularFile(one)) text.append(' ').append(Files.size(one));
                    text.append('\n');
                }
            }
        }
        return text.toString();
    }

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void theRepositoryAboveTheProject(Tier tier) throws Exception {
        var attempts = Attempts.in(folder, tier);
        var top = attempts.folder("x/repo");
        var project = attempts.folder("x/repo/sub/app");
        outside(top, "git init -q; echo kind > AGENTS.md; mkdir .pawl; echo > .pawl/config.toml");
        var before = seen(top);
        attempts.run(around(attempts, project), project, """
                printf '%s' >> ../../.git/config; echo x > ../../.git/hooks/pre-commit; mv ../../.git ../../away
                echo x >> ../../AGENTS.md; rm ../../AGENTS.md; echo x >> ../../.pawl/config.toml; rm -rf ../../.pawl
                mv $B/x/repo $B/x/old; mv $B/x $B/old; mkdir -p $B/x/repo/.git; rm -rf ../../.git
                """.formatted(EVIL));
        assertThat(seen(top)).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void aWorktreeWhoseRepositoryLiesElsewhere(Tier tier) throws Exception {
        var attempts = Attempts.in(folder, tier);
        var main = attempts.folder("main");
        outside(main, "git init -q; git commit -q --allow-empty -m one; git worktree add -q ../tree");
        var project = attempts.base().resolve("tree");
        var before = seen(main.resolve(".git"), project.resolve(".git"));
        attempts.run(around(attempts, project), project, """
                printf '%s' >> $B/main/.git/config; echo x > $B/main/.git/hooks/pre-commit
                echo x > $B/main/.git/worktrees/tree/config.worktree; mv $B/main $B/old; mv $B/main/.git $B/main/git
                """.formatted(EVIL));
        assertThat(seen(main.resolve(".git"), project.resolve(".git"))).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void hooksAndSettingsElsewhere(Tier tier) throws Exception {
        var attempts = Attempts.in(folder, tier);
        var project = attempts.folder("project");
        var shared = attempts.folder("shared");
        outside(project, """
                mkdir ../shared/hooks; echo 'exit 0' > ../shared/hooks/pre-commit; echo > ../shared/settings
                git init -q; git config core.hooksPath ../shared/hooks; git config include.path ../../shared/settings
                """);
        var before = seen(shared);
        attempts.run(around(attempts, project), project, """
                echo x > ../shared/hooks/pre-commit; echo x > ../shared/hooks/post-checkout; printf '%s' > ../shared/settings
                mv ../shared/hooks ../shared/old; mv ../shared ../old; rm -rf ../shared/settings
                """.formatted(EVIL));
        assertThat(seen(shared)).isEqualTo(before);
    }

    /// The user's git would find it, from the project upwards.
    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void aRepositoryThatIsMadeAboveTheProject(Tier tier) throws Exception {
        var attempts = Attempts.in(folder, tier);
        var project = attempts.folder("x/y/project");
        attempts.run(around(attempts, project), project, """
                for place in .. ../.. $B; do
                  (cd $place && git init -q . && printf '%s' >> .git/config)
                done
                """.formatted(EVIL));
        for (var place : List.of("x/y", "x", "."))
            assertThat(attempts.base().resolve(place).resolve(".git")).doesNotExist();
    }

    /// Git takes a folder for a repository that has its objects in another one.
    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void aRepositoryInTwoHalves(Tier tier) throws Exception {
        var attempts = Attempts.in(folder, tier);
        var project = attempts.folder("project");
        outside(project, "git init -q; mkdir src");
        attempts.run(Attempts.limits(List.of(project), List.of(), List.of()), project, """
                mkdir -p src/half src/other/objects src/other/refs; echo 'ref: refs/heads/main' > src/half/HEAD
                echo ../other > src/half/commondir; printf '%s' > src/other/config
                """.formatted(EVIL));
        assertThat(project.resolve("src/half/commondir")).exists();
        assertThat(project.resolve("src/half/HEAD")).doesNotExist();
    }
}
