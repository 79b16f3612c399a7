package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Words of a model, a command, a file or a server do not steer the terminal, on any surface.
class TerminalFilterTest {
    /// Clipboard, clear, link, title, C1, bidi, zero width, carriage return, tag, a lone surrogate.
    private static final String EVIL = "e\u001b]52;c;ZXZpbA==\u0007v\u001b[2J\u001b]8;;http://x\u001b\\i\u009b2J\u202el"
            + "\u200b\r\u0008\u007f\udb40\udc41\ud800 中文 ⚠️";

    @TempDir
    private Path folder;

    private TestProgram house;
    private Path project;

    @BeforeEach
    void aProject() throws IOException {
        house = new TestProgram(folder, Map.of("PATH", "/usr/bin:/bin"));
        project = Files.createDirectories(folder.resolve("project"));
        Files.createDirectories(project.resolve(".git"));
    }

    private static Json.Obj item(String type) {
        return Json.object().with("type", type);
    }

    private static Json.Obj call(String id, String tool, String arguments) {
        return Json.object()
                .with("type", "function_call")
                .with("call_id", id)
                .with("name", tool)
                .with("arguments", arguments);
    }

    private static String answer(Json... items) {
        return Json.object().with("items", Json.array(List.of(items))).write();
    }

    private static void harmless(TestProgram.Said said) {
        for (var text : List.of(said.out(), said.err())) {
            var bad = text.codePoints()
                    .filter(c -> c != '\n' && c != '\t')
                    .filter(c -> Character.isISOControl(c)
                            || Character.getType(c) == Character.SURROGATE
                            || Character.getType(c) == Character.FORMAT)
                    .toArray();
            assertThat(bad).as(text).isEmpty();
        }
    }

    private TestProgram.Said seen(String... words) {
        var said = house.pawl(words);
        harmless(said);
        return said;
    }

    @Test
    void noSurfaceLetsThemThrough() throws IOException {
        var patch = "*** Begin Patch\n*** Add File: n\u001b[2Jame\n+" + EVIL + "\n*** End Patch\n";
        house.script(
                answer(
                        item("reasoning").with("summary", EVIL),
                        item("text").with("text", EVIL),
                        call(
                                "c1",
                                "exec_command",
                                Json.object()
                                        .with("cmd", "printf '" + EVIL.replace("\ud800", "") + "'")
                                        .with("login", Json.of(false))
                                        .write()),
                        call(
                                "c2",
                                "update_plan",
                                Json.object()
                                        .with("explanation", EVIL)
                                        .with(
                                                "plan",
                                                Json.array(List.of(Json.object()
                                                        .with("step", EVIL)
                                                        .with("status", "pending"))))
                                        .write()),
                        call("c3", "tool" + EVIL, "{}"),
                        Json.object()
                                .with("type", "custom_tool_call")
                                .with("call_id", "c4")
                                .with("name", "apply_patch")
                                .with("input", patch)),
                answer(item("text").with("text", EVIL)));
        var said = seen("exec", "-v", "--mode", "full-auto", "--cd", project.toString(), EVIL);
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(said.out()).contains("\\u{001B}]52;c;ZXZpbA==\\u{0007}").contains("中文 ⚠️");
        seen("threads", "list");
        seen("threads", "show", "last");
        seen("threads", "list", "--json");
        seen("threads", "show", "last", "--json");
        var thread = Json.parse(house.pawl("threads", "list", "--json").lines().getFirst())
                .text("thread");
        assertThat(seen("threads", "name", thread, EVIL).code()).isZero();
        seen("threads", "list");
        seen("status");
        assertThat(Json.parse(seen("status", "--json").lines().getFirst()).text("title"))
                .as("JSON keeps its meaning")
                .contains("\u001b]52;c;ZXZpbA==\u0007");
        System.setProperty("pawl.tty", "01");
        try {
            seen("threads", "export", "last", "--format", "markdown");
            seen("threads", "export", "last");
        } finally {
            System.setProperty("pawl.tty", "0");
        }
    }

    @Test
    void questionsAreSafeToo() throws IOException {
        house.script(
                answer(call(
                        "c1",
                        "request_user_input",
                        Json.object()
                                .with(
                                        "questions",
                                        Json.array(List.of(Json.object()
                                                .with("id", "q")
                                                .with("header", EVIL)
                                                .with("question", EVIL)
                                                .with(
                                                        "options",
                                                        Json.array(List.of(
                                                                Json.object()
                                                                        .with("label", EVIL)
                                                                        .with("description", EVIL),
                                                                Json.object()
                                                                        .with("label", "b")
                                                                        .with("description", "b")))))))
                                .write())),
                answer(item("text").with("text", "done")));
        harmless(house.unattended("exec", "--cd", project.toString(), "go"));
        assertThat(seen("approvals", "list").out()).contains("\\u{001B}");
        seen("approvals", "show", "c1");
        seen("approvals", "list", "--json");
        seen("status");
        seen("wait", "last", "--timeout", "0.1");
    }

    @Test
    void mistakesAreSafeToo() {
        seen("exec", "--" + EVIL);
        seen("threads", "show", EVIL);
        seen("approvals", "show", EVIL);
        seen("config", "show", EVIL);
        seen("-c", EVIL + "=1", "config", "show");
        seen(EVIL);
    }
}
