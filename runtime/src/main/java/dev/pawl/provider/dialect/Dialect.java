package dev.pawl.provider.dialect;

import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.Prompt;
import dev.pawl.http.HttpHead;
import dev.pawl.http.Request;
import dev.pawl.http.ServerSentEvents;
import dev.pawl.json.Json;
import java.util.Queue;

/// One API's words. Pure and safe for use by many threads: it sees texts, never a socket.
public interface Dialect {
    Request request(Prompt prompt);

    /// Reads the answer to this prompt; made for one answer.
    Reader reader(Prompt prompt);

    /// What a reply other than 2xx means.
    ModelFailure refusal(Request request, HttpHead head, String body);

    /// Reads one answer. A [ModelFailure] it throws is told after the events it has put out.
    interface Reader {
        void read(ServerSentEvents.Event event, Queue<ModelEvent> out);

        /// Reads an answer that came in one piece: some servers do not stream.
        void whole(Json answer, Queue<ModelEvent> out);

        /// The stream broke: puts out what was complete by then and may be sent back as it is.
        default void broken(Queue<ModelEvent> out) {}

        /// The stream ended: puts out what completes the answer, or throws.
        void ended(Queue<ModelEvent> out);
    }
}
