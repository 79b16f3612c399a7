package dev.pawl.campaign.escape;

import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.Network;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// Ways to have the user's own git run a program: each place that a project's repository may have
/// in a folder that is writable for temporary files, with each way to change it. Then the user's
/// git works in the project, as a shell's prompt does.
final class OwnRepositories {
    private static final long PATIENCE_SECONDS = 60;
    private static final String EVIL = "'[core]\\n\\tfsmonitor = touch $OUT/ran; false\\n'";
    private static final String HOOK = "printf '#!/bin/sh\\ntouch $OUT/ran\\n' > $1; chmod +x $1";
    private static final String USER = "for d in $PROJECT $PROJECT/docs; do cd $d; git status; git diff;"
            + " git commit -q --allow-empty -m two; done; true";

    /// Where the repository of `$PROJECT` lies below `$S`; its folder is `$GIT`.
    private enum Layout {
        ABOVE("x/repo/sub/app", "x/repo/.git", "git init -q $S/x/repo"),
        WORKTREE(
                "tree",
                "main/.git",
                "rm -r $S/tree; git init -q $S/main; cd $S/main; git commit -q --allow-empty -m one;"
                        + " git worktree add -q $S/tree; mkdir $S/tree/docs"),
        SHARED_HOOKS(
                "project",
                "project/.git",
                "git init -q $S/project; mkdir -p $S/shared/hooks; cd $S/project;"
                        + " git config core.hooksPath ../shared/hooks"),
        SHARED_SETTINGS(
                "included",
                "included/.git",
                "git init -q $S/included; mkdir -p $S/shared/hooks; touch $S/shared/settings; cd $S/included;"
                        + " git config include.path ../../shared/settings"),
        NONE("x/y/project", "x/y/.git", "true");

        private final String project;
        private final String git;
        private final String setup;

        Layout(String project, String git, String setup) {
            this.project = project;
            this.git = git;
            this.setup = setup;
        }
    }

    private enum Attack {
        SETTINGS("git init -q $GIT/..; printf " + EVIL + " >> $GIT/config"),
        HOOK_ADDED("mkdir -p $GIT/hooks; for h in pre-commit post-index-change; do set -- $GIT/hooks/$h; " + HOOK
                + "; done"),
        SHARED("printf " + EVIL + " > $S/shared/settings; set -- $S/shared/hooks/pre-commit; " + HOOK
                + "; mv $S/shared $S/old; mkdir -p $S/shared/hooks; set -- $S/shared/hooks/pre-commit; " + HOOK),
        REPLACED("cp -r $GIT $S/copy; rm -rf $GIT; mv $GIT $GIT.old; cp -r $S/copy $GIT; printf " + EVIL
                + " >> $GIT/config"),
        MOVED("P=$(dirname $GIT); mv $P $P.old; mkdir -p $P; cp -r $P.old/. $P; git init -q $P; printf " + EVIL
                + " >> $P/.git/config"),
        PLANTED("D=$PROJECT; while [ $D != $S ]; do (cd $D; rm -f .git; git init -q .; printf " + EVIL
                + " >> .git/config); D=$(dirname $D); done; cd $S; git init -q .; printf " + EVIL + " >> .git/config"),
        HALVES("cd $PROJECT/docs; mkdir -p ../o/objects ../o/refs; echo 'ref: refs/heads/main' > HEAD;"
                + " echo ../o > commondir; printf " + EVIL + " > ../o/config");

        private final String script;

        Attack(String script) {
            this.script = script;
        }
    }

    private record Case(Layout layout, Attack attack) {
        String name() {
            return "repository " + layout + ": " + attack;
        }
    }

    private OwnRepositories() {}

    private static List<Case> all() {
        var cases = new ArrayList<Case>();
        for (var layout : Layout.values()) for (var attack : Attack.values()) cases.add(new Case(layout, attack));
        return cases;
    }

    static List<String> names() {
        return all().stream().map(Case::name).toList();
    }

    static List<EscapeRun.Verdict> run(Sandbox sandbox, EscapeGround ground, Predicate<String> wanted)
            throws IOException, InterruptedException {
        var verdicts = new ArrayList<EscapeRun.Verdict>();
        for (var one : all()) if (wanted.test(one.name())) verdicts.add(attempt(sandbox, ground, one));
        return verdicts;
    }

    private static EscapeRun.Verdict attempt(Sandbox sandbox, EscapeGround ground, Case one)
            throws IOException, InterruptedException {
        ground.prepare();
        var scratch = Files.createDirectories(ground.outside().resolveSibling("scratch"));
        var project = scratch.resolve(one.layout().project);
        Files.createDirectories(project.resolve("docs"));
        user(ground, filled(one.layout().setup, ground, scratch, one.layout()));
        var limits = new Confinement(
                ApprovalContext.Mode.WORKSPACE_WRITE,
                List.of(project),
                List.of(scratch),
                List.of(ground.hidden()),
                Network.OFF);
        var script = filled(one.attack().script, ground, scratch, one.layout());
        RootSwaps.start(sandbox, ground, limits, project, script);
        user(ground, filled(USER, ground, scratch, one.layout()));
        var ran = Files.exists(ground.outside().resolve("ran"));
        return new EscapeRun.Verdict(
                one.name(),
                ran ? EscapeRun.Verdict.Kind.ESCAPED : EscapeRun.Verdict.Kind.HELD,
                ran ? "the user's git ran a program of the command's" : "");
    }

    private static String filled(String script, EscapeGround ground, Path scratch, Layout layout) {
        return script.replace("$GIT", scratch.resolve(layout.git).toString())
                .replace("$PROJECT", scratch.resolve(layout.project).toString())
                .replace("$OUT", ground.outside().toString())
                .replace("$S", scratch.toString());
    }

    /// What the user does, without a sandbox.
    private static void user(EscapeGround ground, String script) throws IOException, InterruptedException {
        var builder = new ProcessBuilder("/bin/bash", "-c", script)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("HOME", ground.outside().resolve("home").toString());
        builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
        for (var who : List.of("AUTHOR", "COMMITTER")) {
            builder.environment().put("GIT_" + who + "_NAME", "n");
            builder.environment().put("GIT_" + who + "_EMAIL", "e");
        }
        var process = builder.start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly();
    }
}
