package dev.pawl.appserver;

import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/// Messages on their way from a narrator to those who hear it. All that one event leads to goes out
/// together; the last message bears the event's number, so that whoever has seen the number has
/// seen all of it. Used by one thread at a time.
final class Saying {
    private final Function<String, Collection<Client>> hearers;
    private final List<Said> waiting = new ArrayList<>();
    private boolean gathering;

    private sealed interface Said {
        record Told(String method, Json params) implements Said {}

        record Asked(Asking asking) implements Said {}
    }

    /// @param hearers who is told of a method
    Saying(Function<String, Collection<Client>> hearers) {
        this.hearers = hearers;
    }

    void begin() {
        waiting.clear();
        gathering = true;
    }

    void say(String method, Json params) {
        if (gathering) waiting.add(new Said.Told(method, params));
        else send(new Said.Told(method, params), 0);
    }

    void ask(Asking asking) {
        if (gathering) waiting.add(new Said.Asked(asking));
        else send(new Said.Asked(asking), 0);
    }

    void end(long seq) {
        gathering = false;
        for (var i = 0; i < waiting.size(); i++) send(waiting.get(i), i == waiting.size() - 1 ? seq : 0);
        waiting.clear();
    }

    private void send(Said said, long seq) {
        switch (said) {
            case Said.Told(var method, var params) -> {
                var clients = hearers.apply(method);
                if (clients.isEmpty()) return;
                var message = Outbox.bytes(
                        seq > 0 ? Rpc.notification(method, params, seq) : Rpc.notification(method, params));
                for (var client : clients) client.tell(method, message);
            }
            case Said.Asked(var asking) -> {
                for (var client : hearers.apply(asking.method()))
                    client.send(Rpc.request(asking.id(), asking.method(), asking.params()));
            }
        }
    }
}
