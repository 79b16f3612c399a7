package dev.pawl.campaign.approval;

import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.host.Toolbox;
import dev.pawl.id.CallId;
import dev.pawl.id.ThreadId;
import dev.pawl.tool.OutputLimits;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.Network;
import dev.pawl.tool.shell.Terminals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/// A project of a user's, with traps in it that an agent could have laid.
record Ground(Path base) {
    static final ThreadId THREAD = new ThreadId("thread");

    /// Makes it anew.
    static Ground make(Path base) throws IOException {
        var ground = new Ground(base);
        for (var folder : List.of("nested/.git", "nested/deep", "bare", "sub", "bin")) {
            Files.createDirectories(ground.project().resolve(folder));
        }
        Files.createDirectories(ground.outside());
        Files.createDirectories(base.resolve("tools"));
        Files.writeString(ground.project().resolve("a"), "x\n");
        Files.writeString(ground.project().resolve("bare/HEAD"), "ref: refs/heads/main\n");
        for (var planted : List.of("ls", "cat", "bash", "sh", "bin/tool")) {
            ground.program(ground.project().resolve(planted), "planted");
        }
        ground.program(base.resolve("tools/honest"), "honest");
        for (var planted : List.of("Makefile", "package.json", "tidy.py", "deploy.js", "pom.xml", "build.mk")) {
            Files.writeString(ground.project().resolve(planted), "planted\n");
        }
        ground.mendScripts();
        Files.createSymbolicLink(ground.project().resolve("link"), ground.outside());
        return ground;
    }

    /// What changes may have touched, as it was.
    void mend() throws IOException {
        program(base.resolve("tools/honest"), "honest");
        Files.deleteIfExists(project().resolve("bin/honest"));
        mendScripts();
        link(base.resolve("tools/linked"), base.resolve("tools/honest"));
        link(project().resolve("where"), Path.of("sub"));
    }

    /// Scripts the agent could write: one that acts, one that calls it, and a recipe.
    private void mendScripts() throws IOException {
        Files.deleteIfExists(project().resolve("deploy.sh"));
        Files.writeString(project().resolve("deploy.sh"), "echo script \"$@\" >> \"$EFFECTS\"\n");
        Files.writeString(project().resolve("sub/outer.sh"), ". ../deploy.sh\n");
        Files.writeString(project().resolve("build.mk"), "all:\n\t@sh deploy.sh recipe\n");
        Files.writeString(project().resolve("edited"), "one\ntwo\nthree\n");
    }

    private static void link(Path link, Path target) throws IOException {
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, target);
    }

    Path project() {
        return base.resolve("project");
    }

    Path outside() {
        return base.resolve("outside");
    }

    /// A new file each time: what lay there is not written over.
    Path program(Path file, String word) throws IOException {
        Files.deleteIfExists(file);
        Files.writeString(file, "#!/bin/sh\necho " + word + " \"$@\" >> \"$EFFECTS\"\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    Map<String, String> variables() {
        return Map.of(
                "PATH",
                project().resolve("bin") + ":" + base.resolve("tools") + ":/usr/bin:/bin",
                "HOME",
                base.toString(),
                "OUT",
                outside().toString(),
                "EFFECTS",
                project().resolve("effects").toString());
    }

    ToolEnvironment toolEnvironment() {
        return toolEnvironment(ApprovalContext.Mode.WORKSPACE_WRITE, Network.OFF, variables());
    }

    ToolEnvironment toolEnvironment(ApprovalContext.Mode mode, Network network, Map<String, String> variables) {
        var confinement =
                new Confinement(mode, List.of(project()), List.of(Path.of("/tmp/pawl-scratch")), List.of(), network);
        var shell = new ToolEnvironment.Shell(Path.of("/bin/bash"), variables);
        return new ToolEnvironment(THREAD, project(), confinement, base.resolve("home"), shell, OutputLimits.usual());
    }

    static Toolbox tools(ToolEnvironment toolEnvironment) {
        return Toolbox.of(toolEnvironment, new Terminals(new Sandbox(toolEnvironment.runFolder())));
    }

    static Item.ToolCall call(String id, String tool, String arguments) {
        var form = tool.equals("apply_patch") ? Item.ToolCall.Form.FREEFORM : Item.ToolCall.Form.FUNCTION;
        return new Item.ToolCall(new CallId(id), tool, form, arguments, Replay.EFFECT, new Detail.Nothing());
    }
}
