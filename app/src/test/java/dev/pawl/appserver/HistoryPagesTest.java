package dev.pawl.appserver;

import static dev.pawl.appserver.ServerProcess.runs;
import static dev.pawl.appserver.ServerProcess.says;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A thread of three turns, the first of which runs a command, in pages.
@Tag("process")
@Timeout(120)
class HistoryPagesTest {
    @TempDir
    Path folder;

    private ServerProcess server;
    private TestClient client;
    private String thread;
    private final List<String> turns = new ArrayList<>();

    @BeforeEach
    void threeTurns() throws IOException, InterruptedException {
        var home = ServerProcess.home(folder, runs("echo hi"), says("One."), says("Two."), says("Three."));
        server = ServerProcess.start(home);
        client = server.connect();
        thread = client.call("thread/start", "{\"cwd\":\"" + folder + "\",\"sandbox\":\"danger-full-access\"}")
                .at("thread")
                .text("id");
        for (var i = 0; i < 3; i++) turns.add(client.turn(thread));
    }

    @AfterEach
    void leave() {
        client.close();
        server.close();
    }

    private String of(String more) {
        return "{\"threadId\":\"" + thread + "\"" + more + "}";
    }

    private static List<String> ids(Json page) {
        return page.list("data").stream().map(turn -> turn.text("id")).toList();
    }

    private static List<String> types(Json turn) {
        return turn.list("items").stream().map(item -> item.text("type")).toList();
    }

    @Test
    void turnsComeNewestFirstAndBackAgain() throws InterruptedException {
        var newest = client.call("thread/turns/list", of(",\"limit\":2"));
        assertEquals(List.of(turns.get(2), turns.get(1)), ids(newest));
        var oldest =
                client.call("thread/turns/list", of(",\"limit\":2,\"cursor\":\"" + newest.text("nextCursor") + "\""));
        assertEquals(List.of(turns.getFirst()), ids(oldest));
        assertTrue(oldest.at("nextCursor").isNull());
        var back = client.call(
                "thread/turns/list",
                of(",\"sortDirection\":\"asc\",\"cursor\":\"" + oldest.text("backwardsCursor") + "\""));
        assertEquals(turns, ids(back));
    }

    @Test
    void aTurnHasAsManyItemsAsAreAskedFor() throws InterruptedException {
        var oldest = ",\"sortDirection\":\"asc\",\"limit\":1";
        var summary = client.call("thread/turns/list", of(oldest)).at("data").at(0);
        assertEquals(List.of("userMessage", "agentMessage"), types(summary));
        assertEquals("summary", summary.text("itemsView"));
        var full = client.call("thread/turns/list", of(oldest + ",\"itemsView\":\"full\""))
                .at("data")
                .at(0);
        assertEquals(List.of("userMessage", "commandExecution", "agentMessage"), types(full));
        var none = client.call("thread/turns/list", of(oldest + ",\"itemsView\":\"notLoaded\""))
                .at("data")
                .at(0);
        assertEquals(List.of(), types(none));
        assertTrue(client.refuses("thread/turns/list", of(",\"itemsView\":\"all\""))
                .contains("unknown variant"));
    }

    @Test
    void itemsComeOldestFirstOfAllTurnsOrOfOne() throws InterruptedException {
        var all = client.call("thread/items/list", of("")).list("data");
        assertEquals(7, all.size());
        assertEquals(turns.getFirst(), all.getFirst().text("turnId"));
        var page = client.call("thread/items/list", of(",\"limit\":3"));
        var rest = client.call("thread/items/list", of(",\"cursor\":\"" + page.text("nextCursor") + "\""));
        assertEquals(all.subList(3, 7), rest.list("data"));
        var last = client.call("thread/items/list", of(",\"turnId\":\"" + turns.get(2) + "\""))
                .list("data");
        assertEquals(all.subList(5, 7), last);
        var behind = client.call(
                "thread/items/list",
                of(",\"turnId\":\"" + turns.get(2) + "\",\"cursor\":{\"type\":\"item\",\"itemId\":\""
                        + last.getFirst().at("item").text("id") + "\"}"));
        assertEquals(all.subList(6, 7), behind.list("data"));
    }

    @Test
    void whatIsNotThereIsRefused() throws InterruptedException {
        assertTrue(client.refuses("thread/turns/list", of(",\"cursor\":\"after nobody\""))
                .contains("invalid cursor"));
        assertTrue(client.refuses("thread/items/list", of(",\"turnId\":\"nobody\""))
                .contains("no turn nobody"));
        assertTrue(client.refuses("thread/items/list", of(",\"cursor\":{\"type\":\"item\",\"itemId\":\"x\"}"))
                .contains("needs a turnId"));
        assertTrue(client.refuses("thread/turns/list", of(",\"sortDirection\":\"up\""))
                .contains("unknown variant"));
    }
}
