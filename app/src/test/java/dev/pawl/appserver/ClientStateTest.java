package dev.pawl.appserver;

import static dev.pawl.appserver.ServerProcess.runs;
import static dev.pawl.appserver.ServerProcess.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What clients keep with threads: goals, queues, items, attachments, sections. All of it outlives
/// the server.
@Tag("process")
@Timeout(120)
class ClientStateTest {
    @TempDir
    Path folder;

    private ServerProcess server;
    private TestClient client;

    @BeforeEach
    void begin() throws IOException, InterruptedException {
        server = ServerProcess.start(ServerProcess.home(folder, says("ok")));
        client = server.connect();
    }

    /// One that gives these answers instead.
    private void start(Json... answers) throws IOException, InterruptedException {
        ServerProcess.home(folder, answers);
        restart();
    }

    private void restart() throws IOException, InterruptedException {
        server.kill();
        server = ServerProcess.start(folder.resolve("home"));
        client = server.connect();
    }

    @AfterEach
    void end() {
        client.close();
        server.close();
    }

    private String thread() throws InterruptedException {
        return client.call("thread/start", "{\"cwd\":\"" + folder + "\"}")
                .at("thread")
                .text("id");
    }

    private static String of(String thread, String more) {
        return "{\"threadId\":\"" + thread + "\"" + (more.isEmpty() ? "" : "," + more) + "}";
    }

    @Test
    void aGoalIsKeptAndChangedFieldByField() throws IOException, InterruptedException {
        var thread = thread();
        assertThat(client.call("thread/goal/get", of(thread, "")).at("goal").isNull())
                .isTrue();
        assertThat(client.refuses("thread/goal/set", of(thread, "\"status\":\"paused\"")))
                .contains("no goal exists");
        client.call("thread/goal/set", of(thread, "\"objective\":\"Ship it\",\"tokenBudget\":5"));
        restart();
        client.call("thread/goal/set", of(thread, "\"status\":\"paused\""));
        var goal = client.call("thread/goal/get", of(thread, "")).at("goal");
        assertThat(goal.text("objective")).isEqualTo("Ship it");
        assertThat(goal.text("status")).isEqualTo("paused");
        assertThat(goal.number("tokenBudget")).isEqualTo(5);
        assertThat(client.call("thread/goal/clear", of(thread, ""))
                        .at("cleared")
                        .asBool())
                .isTrue();
        client.await("thread/goal/cleared", thread);
    }

    @Test
    void whatWaitsInTheQueueBeginsAfterTheTurnAndOnlyOnce() throws IOException, InterruptedException {
        start(runs("sleep 1"), says("one"), says("two"), says("three"));
        var thread = thread();
        client.call("turn/start", of(thread, "\"input\":[{\"type\":\"text\",\"text\":\"first\"}]"));
        var ids = new String[3];
        for (var i = 0; i < ids.length; i++) {
            ids[i] = client.call(
                            "thread/queue/add",
                            of(
                                    thread,
                                    "\"clientUserMessageId\":\"m" + i + "\",\"input\":[{\"type\":\"text\",\"text\":\"q"
                                            + i + "\"}]"))
                    .at("queuedSubmission")
                    .text("id");
        }
        client.call("thread/queue/delete", of(thread, "\"queuedSubmissionId\":\"" + ids[0] + "\""));
        client.call(
                "thread/queue/reorder", of(thread, "\"queuedSubmissionIds\":[\"" + ids[2] + "\",\"" + ids[1] + "\"]"));
        client.call(
                "thread/queue/update",
                of(
                        thread,
                        "\"queuedSubmissionId\":\"" + ids[1]
                                + "\",\"input\":[{\"type\":\"text\",\"text\":\"changed\"}]"));
        client.await("all three turns", _ -> client.heard("turn/completed").size() == 3);
        var turns = client.call("thread/read", of(thread, "\"includeTurns\":true"))
                .at("thread")
                .list("turns");
        var asked = turns.stream().map(turn -> turn.at("items").at(0)).toList();
        assertThat(asked.stream().map(item -> item.at("content").at(0).text("text")))
                .containsExactly("first", "q2", "changed");
        assertThat(asked.get(1).text("clientId")).isEqualTo("m2");
        assertThat(client.call("thread/queue/list", of(thread, "")).list("data"))
                .isEmpty();
        assertThat(client.refuses("thread/queue/start", of(thread, ""))).isEqualTo("queue is empty");
    }

    @Test
    void aQueueOutlivesTheServerAndIsStartedByAClient() throws IOException, InterruptedException {
        start(runs("sleep 30"), says("done"));
        var thread = thread();
        var turn = client.call("turn/start", of(thread, "\"input\":[{\"type\":\"text\",\"text\":\"first\"}]"))
                .at("turn")
                .text("id");
        client.call(
                "thread/queue/add",
                of(thread, "\"clientUserMessageId\":\"m\",\"input\":[{\"type\":\"text\",\"text\":\"later\"}]"));
        client.await("item/started", thread);
        client.call("turn/interrupt", of(thread, "\"turnId\":\"" + turn + "\""));
        client.await("turn/completed", thread);
        restart();
        assertThat(client.call("thread/queue/list", of(thread, "")).list("data"))
                .hasSize(1);
        var started =
                client.call("thread/queue/start", of(thread, "")).at("turn").text("id");
        client.await(
                "its end",
                message -> message.at("params").at("turn").text("id", "").equals(started)
                        && message.text("method", "").equals("turn/completed"));
    }

    @Test
    void injectedItemsAreReadWithTheNextRequest() throws IOException, InterruptedException {
        var thread = thread();
        assertThat(client.refuses("thread/inject_items", of(thread, "\"items\":[{\"zz\":1}]")))
                .contains("items[0] is not a valid response item: missing field `type`");
        client.call(
                "thread/inject_items",
                of(
                        thread,
                        "\"items\":[{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\","
                                + "\"text\":\"said before\"}]}]"));
        restart();
        client.turn(thread);
        client.turn(thread);
        var turns = client.call("thread/read", of(thread, "\"includeTurns\":true"))
                .at("thread")
                .list("turns");
        assertThat(turns.get(0).write()).contains("said before");
        assertThat(turns.get(1).write()).doesNotContain("said before");
    }

    @Test
    void metadataAttachmentsAndSectionsAreShownAgain() throws IOException, InterruptedException {
        var thread = thread();
        client.turn(thread);
        client.call("thread/metadata/update", of(thread, "\"gitInfo\":{\"branch\":\"b1\"}"));
        var section = client.call("threadSection/create", "{\"name\":\"Mine\"}")
                .at("section")
                .text("id");
        client.call("thread/section/move", of(thread, "\"sectionId\":\"" + section + "\""));
        var name = "\"attachmentType\":\"pr\",\"identityKey\":\"7\"";
        var added = client.call("thread/attachment/add", of(thread, name + ",\"payload\":{\"a\":1}"));
        assertThat(added.text("outcome")).isEqualTo("created");
        assertThat(client.call("thread/attachment/add", of(thread, name + ",\"payload\":null"))
                        .text("outcome"))
                .isEqualTo("existing");
        restart();
        var shown = client.call("thread/list", "{}").at("data").at(0);
        assertThat(shown.at("gitInfo").text("branch")).isEqualTo("b1");
        assertThat(shown.at("section").text("name")).isEqualTo("Mine");
        assertThat(client.call("thread/attachment/list", of(thread, ""))
                        .at("data")
                        .at(0)
                        .at("payload")
                        .number("a"))
                .isEqualTo(1);
        assertThat(client.call("thread/attachmentOwner/list", "{" + name + "}")
                        .at("data")
                        .at(0)
                        .text("threadId"))
                .isEqualTo(thread);
        client.call("threadSection/delete", "{\"sectionId\":\"" + section + "\"}");
        client.call("thread/attachment/remove", of(thread, name));
        var after = client.call("thread/read", of(thread, "")).at("thread");
        assertThat(after.at("section").isNull()).isTrue();
        assertThat(client.call("thread/attachment/list", of(thread, "")).list("data"))
                .isEmpty();
        assertThat(client.refuses("thread/section/move", of(thread, "\"sectionId\":\"" + section + "\"")))
                .contains("does not exist");
    }

    @Test
    void threadsAreListedFromEitherEndAndForkedBeforeATurn() throws IOException, InterruptedException {
        var threads = List.of(thread(), thread(), thread());
        for (var thread : threads) client.turn(thread);
        var first = client.call("thread/list", "{\"limit\":2}");
        assertThat(ids(first)).containsExactly(threads.get(2), threads.get(1));
        var second = client.call("thread/list", "{\"limit\":2,\"cursor\":\"" + first.text("nextCursor") + "\"}");
        assertThat(ids(second)).containsExactly(threads.get(0));
        var back = client.call(
                "thread/list", "{\"sortDirection\":\"asc\",\"cursor\":\"" + second.text("backwardsCursor") + "\"}");
        assertThat(ids(back)).containsExactly(threads.get(1), threads.get(2));
        assertThat(ids(client.call("thread/list", "{\"sortKey\":\"created_at\",\"sortDirection\":\"asc\"}")))
                .isEqualTo(threads);

        var thread = threads.getFirst();
        var turn = client.turn(thread);
        var fork = client.call("thread/fork", of(thread, "\"beforeTurnId\":\"" + turn + "\""));
        assertThat(fork.at("thread").list("turns")).hasSize(1);
        assertThat(client.refuses("thread/fork", of(thread, "\"beforeTurnId\":\"nope\"")))
                .isEqualTo("turn not found: nope");
        var ephemeral = client.call("thread/fork", of(thread, "\"ephemeral\":true,\"excludeTurns\":true"))
                .at("thread");
        assertThat(ephemeral.at("ephemeral").asBool()).isTrue();
        client.turn(ephemeral.text("id"));
        assertThat(client.refuses("thread/start", "{\"modelProvider\":\"nope\"}"))
                .isEqualTo("failed to load configuration: Model provider `nope` not found");
    }

    private static List<String> ids(Json page) {
        return page.list("data").stream().map(thread -> thread.text("id")).toList();
    }
}
