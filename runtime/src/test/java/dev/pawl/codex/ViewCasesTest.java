package dev.pawl.codex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Card;
import dev.pawl.event.Event;
import dev.pawl.event.Live;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.Epoch;
import dev.pawl.id.StepId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.json.EventCodec;
import dev.pawl.json.ItemCodec;
import dev.pawl.json.Json;
import dev.pawl.json.QuestionCodec;
import dev.pawl.status.ChatState;
import dev.pawl.view.QuestionView;
import dev.pawl.view.ResolvedEvent;
import dev.pawl.view.ThreadChange;
import dev.pawl.view.ViewFold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Files of events, each with the changes it must give and how exec and the app-server spell them:
/// `src/test/resources/view/*.jsonl`. With `-Dpawl.record` the files are written anew; look at what
/// git shows then.
class ViewCasesTest {
    private static final Path CASES = Path.of("src/test/resources/view");
    private static final ThreadId THREAD = new ThreadId("thread");
    private static final AgentId AGENT = new AgentId("thread");

    static List<Path> cases() throws IOException {
        try (var files = Files.list(CASES)) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void thereAreCases() throws IOException {
        assertThat(cases()).hasSizeGreaterThan(20);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theSameEventsGiveTheSameChanges(Path file) throws IOException {
        var given = Files.readAllLines(file);
        var reader = new Reader();
        var read = given.stream()
                .map(Json::parse)
                .map(reader::read)
                .map(Json::write)
                .toList();
        if (System.getProperty("pawl.record") != null) Files.write(file, read);
        else assertThat(read).as(file.getFileName().toString()).isEqualTo(given);
    }

    /// One thread's story, line by line. The time is that of the line's number.
    private static final class Reader {
        private final ViewFold fold = new ViewFold("/work");
        private final ExecEvents exec = new ExecEvents(true);
        private final ServerNotifications server = new ServerNotifications(THREAD, ChatState.NEW, Instant.EPOCH);
        private int line;
        private long seq;

        Json.Obj read(Json given) {
            var at = Instant.ofEpochSecond(++line);
            var input = given.at("live").isNull() ? "event" : "live";
            var changes = input.equals("event") ? event(given.at("event"), at) : live(given.at("live"), at);
            var out = Json.object()
                    .with(input, given.at(input))
                    .with(
                            "changes",
                            Json.strings(changes.stream().map(ChangeText::of).toList()));
            var printed =
                    changes.stream().flatMap(change -> exec.of(change).stream()).toList();
            if (!printed.isEmpty()) out = out.with("exec", Json.array(printed));
            var told = told(changes);
            return told.isEmpty() ? out : out.with("server", Json.array(told));
        }

        private List<Json> told(List<ThreadChange> changes) {
            var told = new ArrayList<Json>();
            for (var change : changes) {
                if (change instanceof ThreadChange.QuestionAsked(var question, var item)) {
                    var asked = new ServerQuestion(question, item);
                    told.add(Json.object().with("asks", asked.method()).with("params", asked.params()));
                }
                for (var each : server.of(change))
                    told.add(Json.object().with("method", each.method()).with("params", each.params()));
            }
            return told;
        }

        private List<ThreadChange> event(Json given, Instant at) {
            var turn = new TurnId(given.text("turn"));
            Event event = EventCodec.read(given.text("type"), given.at("body").write());
            var logged = new LoggedEvent(AGENT, ++seq, turn, new Epoch(1), at, event);
            Optional<Card> card = given.at("card").isNull() ? Optional.empty() : Optional.of(card(given, turn, at));
            Optional<QuestionView> question =
                    given.at("question").isNull() ? Optional.empty() : Optional.of(question(given, turn, at));
            return fold.after(new ResolvedEvent(logged, card, question, List.of()));
        }

        private static Card card(Json given, TurnId turn, Instant at) {
            var json = given.at("card");
            return new Card(
                    new CardId(json.text("id")),
                    new Card.Origin(AGENT, turn, new Epoch(1), new StepId("step")),
                    json.text("author", "agent"),
                    ItemCodec.read(json.text("type"), json.at("content").write()),
                    at);
        }

        private static QuestionView question(Json given, TurnId turn, Instant at) {
            var call = new CallId(given.at("body").text("tool_call_id"));
            var asked = QuestionCodec.read(given.at("question"));
            return new QuestionView(THREAD, turn, call, "exec_command", asked, at, at.plusSeconds(600));
        }

        private List<ThreadChange> live(Json given, Instant at) {
            var item = given.text("item");
            var text = given.text("text", "");
            var live = switch (given.text("kind")) {
                case "began" -> new Live.ItemBegan(new CardId(item), given.text("type"), given.text("phase", ""));
                case "text" -> new Live.TextDelta(new CardId(item), text);
                case "reasoning" -> new Live.ReasoningDelta(new CardId(item), (int) given.number("part"), text);
                case "output" -> new Live.OutputDelta(new CallId(item), text);
                case String other -> throw new IllegalArgumentException(other);
            };
            return fold.after(new TurnId(given.text("turn")), live, at);
        }
    }
}
