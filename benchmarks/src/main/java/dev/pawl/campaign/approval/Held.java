package dev.pawl.campaign.approval;

import dev.pawl.agent.approval.ApprovalContext.Approval;
import dev.pawl.agent.approval.ApprovalDecision;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.tool.Judgement;
import java.util.Random;

/// A call that somebody is asked about, and the world it is asked in.
///
/// @param program the name of what it starts, empty for a patch
record Held(String tool, String arguments, World world, String program) {
    static Held random(Random random, Ground ground, String mark) {
        return switch (random.nextInt(11)) {
            case 0 -> command(Approval.UNTRUSTED, "honest " + mark, false, ground);
            case 1 -> command(Approval.ON_REQUEST, "honest " + mark, true, ground);
            case 2 -> command(Approval.UNTRUSTED, "honest \"$HOME\" " + mark, false, ground);
            case 3 -> command(Approval.ON_REQUEST, "linked " + mark + " && honest " + mark, true, ground);
            case 4 -> script("sh ../deploy.sh " + mark, random, ground);
            case 5 -> script("bash -eu ../deploy.sh " + mark, random, ground);
            case 6 -> script(". ../deploy.sh", random, ground);
            case 7 -> script("sh outer.sh " + mark, random, ground);
            case 8 -> script("cd .. && env X=1 sh < deploy.sh", random, ground);
            case 9 -> script("make -C .. -f build.mk", random, ground);
            default -> random.nextBoolean() ? patch(ground, mark) : update(ground, mark);
        };
    }

    private static Held command(Approval approval, String text, boolean escapes, Ground ground) {
        var arguments = Json.object().with("cmd", text).with("workdir", "where").with("login", Json.of(false));
        if (escapes) arguments = arguments.with("sandbox_permissions", "require_escalated");
        return new Held("exec_command", arguments.write(), World.usual(approval, ground), "honest");
    }

    private static Held script(String text, Random random, Ground ground) {
        var escapes = random.nextBoolean();
        return command(escapes ? Approval.ON_REQUEST : Approval.UNTRUSTED, text, escapes, ground);
    }

    /// Of a file that can change meanwhile, so that the same patch comes to something else.
    private static Held update(Ground ground, String mark) {
        var text = "*** Begin Patch\n*** Update File: edited\n*** Move to: patched-" + mark
                + "\n@@\n one\n-two\n+two\n+more\n*** End Patch\n";
        return new Held("apply_patch", text, World.usual(Approval.UNTRUSTED, ground), "");
    }

    private static Held patch(Ground ground, String mark) {
        var text = "*** Begin Patch\n*** Add File: patched-" + mark + "\n+one\n+two\n*** End Patch\n";
        return new Held("apply_patch", text, World.usual(Approval.UNTRUSTED, ground), "");
    }

    boolean runsScript() {
        return isCommand() && (arguments.contains(".sh") || arguments.contains(".mk"));
    }

    boolean isCommand() {
        return !program.isEmpty();
    }

    Held with(World other) {
        return new Held(tool, arguments, other, program);
    }

    Held with(String other) {
        return new Held(tool, other, world, program);
    }

    /// One field of the arguments of a command.
    Held with(String field, Json value) {
        return with(((Json.Obj) Json.parse(arguments)).with(field, value).write());
    }

    String text(String field) {
        return Json.parse(arguments).text(field);
    }

    ApprovalDecision approvalDecision(ThreadId thread, Ground ground) {
        var tool = Ground.tools(world.toolEnvironment(thread, ground))
                .find(this.tool)
                .orElseThrow();
        return Judgement.of(tool.intent(Ground.call("c", this.tool, arguments)), world::context);
    }
}
