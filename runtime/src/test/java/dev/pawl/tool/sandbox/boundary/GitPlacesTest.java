package dev.pawl.tool.sandbox.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.tool.sandbox.Attempts;
import dev.pawl.tool.sandbox.Tier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Places inside a project from which the user's own git takes settings and hooks stay as they are.
class GitPlacesTest {
    private static final String EVIL = "\n[core]\n\tfsmonitor = touch $OUT/ran\n";

    @TempDir
    Path folder;

    private Attempts attempts(Tier tier) throws Exception {
        return Attempts.in(folder, tier);
    }

    private static void outside(Path place, String script) throws Exception {
        var process = new ProcessBuilder("/bin/bash", "-ec", script)
                .directory(place.toFile())
                .redirectErrorStream(true);
        process.environment().put("HOME", place.toString());
        process.environment().put("GIT_CONFIG_NOSYSTEM", "1");
        process.environment().put("GIT_AUTHOR_NAME", "n");
        process.environment().put("GIT_AUTHOR_EMAIL", "e");
        process.environment().put("GIT_COMMITTER_NAME", "n");
        process.environment().put("GIT_COMMITTER_EMAIL", "e");
        var started = process.start();
        var said = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(started.waitFor()).as(said).isZero();
    }

    /// Everything about a path, as it lies on the disk.
    private static String seen(Path path) throws Exception {
        var text = new StringBuilder();
        try (var all = Files.walk(path)) {
            for (var one : all.sorted().toList()) {
                text.append(one).append(Files.isDirectory(one) ? "/" : " " + Files.size(one));
                if (Files.isRegularFile(one) && Files.size(one) < 10_000)
                    text.append(new String(Files.readAllBytes(one), java.nio.charset.StandardCharsets.ISO_8859_1));
                text.append('\n');
            }
        }
        return text.toString();
    }

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void submodulesAndRepositoriesInside(Tier tier) throws Exception {
        var attempts = attempts(tier);
        var project = attempts.folder("project");
        outside(attempts.folder("lib"), "git init -q; echo x > f; git add f; git commit -qm one");
        outside(project, """
                git init -q; git -c protocol.file.allow=always submodule --quiet add ../lib vendor/lib
                git commit -qm one; mkdir -p deep/er/own; cd deep/er/own; git init -q
                cd ../../..; git worktree add -q trees/second
                """);
        var limits = Attempts.limits(List.of(project), List.of(), List.of());
        var places = List.of(
                project.resolve("vendor/lib/.git"),
                project.resolve(".git"),
                project.resolve("deep/er/own/.git"),
                project.resolve("trees/second/.git"));
        var before = new StringBuilder();
        for (var place : places) before.append(seen(place));
        attempts.run(limits, project, """
                for place in vendor/lib deep/er/own trees/second; do
                  printf '%s' "$EVIL" >> $place/.git; printf '%s' "$EVIL" >> $place/.git/config
                  mkdir -p $place/.git/hooks; echo x > $place/.git/hooks/pre-commit
                  cp -r $place /tmp/x 2>/dev/null; cp -r $place $place.copy
                  mv $place/.git $place/git; rm -rf $place/.git; mkdir $place/.git; ln -s $OUT $place/.git
                  mv $place $place.old; mkdir -p $place/.git
                  rm -rf $place; mkdir -p $place/.git
                done
                for above in vendor deep deep/er trees; do mv $above $above.old; rm -rf $above; mkdir -p $above/lib/.git; done
                echo x >> .git/modules/vendor/lib/config; echo x >> .git/worktrees/second/gitdir
                """.replace("$EVIL", EVIL));
        var after = new StringBuilder();
        for (var place : places) after.append(seen(place));
        assertThat(after).hasToString(before.toString());
    }

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void aWorktreeWhoseRepositoryLiesInTheProjectUnderAnotherName(Tier tier) throws Exception {
        var attempts = attempts(tier);
        var project = attempts.folder("project");
        outside(project, """
                git init -q --bare store.git; git --git-dir=store.git --work-tree=. commit -q --allow-empty -m one
                git --git-dir=store.git worktree add -q tree
                """);
        var limits = Attempts.limits(List.of(project), List.of(), List.of());
        var before = seen(project.resolve("store.git"));
        attempts.run(limits, project, """
                echo x >> store.git/config; echo x > store.git/hooks/pre-commit; mv store.git away
                rm -rf store.git; echo x >> store.git/worktrees/tree/config.worktree
                """);
        assertThat(seen(project.resolve("store.git"))).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void theFolderOfHooksAndIncludedSettings(Tier tier) throws Exception {
        var attempts = attempts(tier);
        var project = attempts.folder("project");
        outside(project, """
                git init -q; mkdir -p .husky/_ tools/git; echo 'exit 0' > .husky/_/pre-commit
                echo > tools/git/config; git config core.hooksPath .husky/_; git config include.path ../tools/git/config
                """);
        var limits = Attempts.limits(List.of(project), List.of(), List.of());
        var before = seen(project.resolve(".husky")) + seen(project.resolve("tools"));
        attempts.run(limits, project, """
                echo x > .husky/_/pre-commit; echo x > .husky/_/post-checkout; mv .husky old; mv .husky/_ .husky/old
                rm -rf .husky; echo x >> tools/git/config; mv tools/git/config tools/git/old; mv tools old; rm -rf tools
                """);
        assertThat(seen(project.resolve(".husky")) + seen(project.resolve("tools")))
                .isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void aFolderOfHooksThatIsMissing(Tier tier) throws Exception {
        var attempts = attempts(tier);
        var project = attempts.folder("project");
        outside(project, "git init -q; mkdir .husky; git config core.hooksPath .husky/_");
        attempts.run(
                Attempts.limits(List.of(project), List.of(), List.of()),
                project,
                "mkdir -p .husky/_; echo x > .husky/_/pre-commit; mv .husky h; mkdir -p .husky/_; echo > .husky/_/x");
        assertThat(project.resolve(".husky/_")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void aSubmoduleThatWasNotSetUp(Tier tier) throws Exception {
        var attempts = attempts(tier);
        var project = attempts.folder("project");
        outside(project, """
                git init -q; mkdir -p vendor/lib
                printf '[submodule "lib"]\\n\\tpath = vendor/lib\\n\\turl = ../lib\\n' > .gitmodules
                """);
        attempts.run(
                Attempts.limits(List.of(project), List.of(), List.of()),
                project,
                "cd vendor/lib; git init -q . ; printf '" + EVIL.replace("\n", "\\n") + "' >> .git/config");
        assertThat(project.resolve("vendor/lib/.git")).doesNotExist();
    }
}
