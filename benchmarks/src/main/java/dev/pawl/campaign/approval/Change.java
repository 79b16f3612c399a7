package dev.pawl.campaign.approval;

import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.json.Json;
import dev.pawl.tool.sandbox.boundary.Network;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Random;

/// One thing that is different between the yes and the run.
enum Change {
    WORDS,
    FOLDER,
    SHELL,
    LOGIN,
    ESCAPE,
    VARIABLE_MORE,
    VARIABLE_LESS,
    PROGRAM_REPLACED,
    PROGRAM_REWRITTEN,
    PROGRAM_BEHIND_LINK,
    PROGRAM_EARLIER_ON_PATH,
    FOLDER_BEHIND_LINK,
    PATCH_BYTE,
    PATCH_PATH,
    PATCHED_FILE,
    SCRIPT_REWRITTEN,
    SCRIPT_REPLACED,
    TERMINAL,
    POLICY,
    SANDBOX_MODE,
    NETWORK,
    ROOTS;

    private static final String ESCALATED = "require_escalated";

    /// Whether the call itself is another, not the world around it.
    boolean isOfTheCall() {
        return switch (this) {
            case WORDS, FOLDER, SHELL, LOGIN, ESCAPE, PATCH_BYTE, PATCH_PATH, TERMINAL -> true;
            case VARIABLE_MORE,
                    VARIABLE_LESS,
                    PROGRAM_REPLACED,
                    PROGRAM_REWRITTEN,
                    PROGRAM_BEHIND_LINK,
                    PROGRAM_EARLIER_ON_PATH,
                    FOLDER_BEHIND_LINK,
                    PATCHED_FILE,
                    SCRIPT_REWRITTEN,
                    SCRIPT_REPLACED,
                    POLICY,
                    SANDBOX_MODE,
                    NETWORK,
                    ROOTS -> false;
        };
    }

    boolean fits(Held held) {
        return switch (this) {
            case PATCH_BYTE, PATCH_PATH -> !held.isCommand();
            case PATCHED_FILE -> held.arguments().contains("Update File: edited");
            case SCRIPT_REWRITTEN, SCRIPT_REPLACED -> held.runsScript();
            case SANDBOX_MODE, NETWORK, ROOTS -> true;
            // A patch is sealed without a program, a shell or variables, and asks only when
            // untrusted.
            case WORDS, FOLDER, SHELL, LOGIN, TERMINAL, VARIABLE_MORE, VARIABLE_LESS, POLICY -> held.isCommand();
            // Back inside the sandbox nobody need be asked.
            case ESCAPE -> held.isCommand() && !held.arguments().contains(ESCALATED);
            case PROGRAM_REPLACED, PROGRAM_REWRITTEN, PROGRAM_EARLIER_ON_PATH ->
                held.isCommand() && !held.runsScript() && isPlain(held);
            case PROGRAM_BEHIND_LINK -> held.isCommand() && held.text("cmd").startsWith("linked");
            case FOLDER_BEHIND_LINK -> held.isCommand();
        };
    }

    /// Only of a script that can be taken apart are the programs known.
    private static boolean isPlain(Held held) {
        return !held.text("cmd").contains("$");
    }

    /// The call and its world afterwards; may change files too.
    Held on(Held held, Random random, Ground ground) throws IOException {
        var world = held.world();
        var tools = ground.base().resolve("tools");
        return switch (this) {
            case WORDS -> held.with("cmd", Json.of(mutated(held.text("cmd"), random)));
            case FOLDER -> held.with("workdir", Json.of(random.nextBoolean() ? "sub" : "nested"));
            case SHELL -> held.with("shell", Json.of(random.nextBoolean() ? "sh" : "/bin/dash"));
            case LOGIN -> held.with("login", Json.of(true));
            case ESCAPE -> held.with("sandbox_permissions", Json.of(ESCALATED));
            case VARIABLE_MORE -> held.with(world.with("MORE" + random.nextInt(100), "x"));
            case VARIABLE_LESS -> held.with(world.without("OUT"));
            case PROGRAM_REPLACED -> {
                ground.program(tools.resolve("honest"), "planted");
                yield held;
            }
            case PROGRAM_REWRITTEN -> {
                rewrite(tools.resolve("honest"));
                yield held;
            }
            case PROGRAM_BEHIND_LINK -> {
                Files.delete(tools.resolve("linked"));
                Files.createSymbolicLink(
                        tools.resolve("linked"), ground.project().resolve("bin/tool"));
                yield held;
            }
            case PROGRAM_EARLIER_ON_PATH -> {
                ground.program(ground.project().resolve("bin/honest"), "planted");
                yield held;
            }
            case FOLDER_BEHIND_LINK -> {
                Files.delete(ground.project().resolve("where"));
                Files.createSymbolicLink(ground.project().resolve("where"), Path.of("nested"));
                yield held;
            }
            case PATCH_BYTE -> held.with(held.arguments().replace("+two", random.nextBoolean() ? "+twO" : "+two "));
            case PATCH_PATH -> held.with(held.arguments().replace("patched-", "sub/patched-"));
            case PATCHED_FILE -> {
                Files.writeString(ground.project().resolve("edited"), "zero\none\ntwo\nthree\n");
                yield held;
            }
            case SCRIPT_REWRITTEN -> {
                Files.writeString(ground.project().resolve("deploy.sh"), "echo cursed >> \"$EFFECTS\"\n");
                yield held;
            }
            case SCRIPT_REPLACED -> {
                var script = ground.project().resolve("deploy.sh");
                Files.delete(script);
                Files.createSymbolicLink(script, ground.program(ground.project().resolve("bin/evil"), "cursed"));
                yield held;
            }
            case TERMINAL -> held.with("tty", Json.of(true));
            case POLICY -> held.with(world.with(otherPolicy(world.approval())));
            case SANDBOX_MODE -> held.with(world.with(ApprovalContext.Mode.READ_ONLY));
            case NETWORK -> held.with(world.with(Network.ON));
            case ROOTS -> held.with(world.with(ground.outside()));
        };
    }

    private static ApprovalContext.Approval otherPolicy(ApprovalContext.Approval approval) {
        return approval == ApprovalContext.Approval.UNTRUSTED
                ? ApprovalContext.Approval.AUTO_EDIT
                : ApprovalContext.Approval.UNTRUSTED;
    }

    /// In its place, of the same length and with the old time: only the kernel knows.
    private static void rewrite(Path program) throws IOException {
        var time = Files.getLastModifiedTime(program);
        Files.writeString(program, Files.readString(program).replace("honest", "cursed"));
        Files.setLastModifiedTime(program, FileTime.from(time.toInstant()));
    }

    private static String mutated(String text, Random random) {
        var at = random.nextInt(text.length() + 1);
        var letters = " ;|&$\"'\\\n\u200b\u202exyz/-.";
        var letter = letters.charAt(random.nextInt(letters.length()));
        if (random.nextInt(3) > 0 || at == text.length()) return text.substring(0, at) + letter + text.substring(at);
        if (random.nextBoolean()) return text.substring(0, at) + text.substring(at + 1);
        return text.charAt(at) == letter ? text + letter : text.substring(0, at) + letter + text.substring(at + 1);
    }
}
