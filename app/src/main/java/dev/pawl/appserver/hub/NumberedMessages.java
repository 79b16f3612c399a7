package dev.pawl.appserver.hub;

import dev.pawl.appserver.rpc.Client;
import dev.pawl.appserver.rpc.ClientOutbox;
import dev.pawl.appserver.rpc.Rpc;
import dev.pawl.codex.ServerNotifications.Notification;
import dev.pawl.codex.ServerQuestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/// The messages that one event leads to. They go out together; the last one bears the event's
/// number: a client that has seen the number has seen all of them. Used by one thread.
final class NumberedMessages {
    private final Function<String, Collection<Client>> audience;
    private final List<Message> messages = new ArrayList<>();

    private sealed interface Message {
        record Told(Notification notification) implements Message {}

        record Asked(ServerQuestion question) implements Message {}
    }

    /// @param audience who is told of a method
    NumberedMessages(Function<String, ? extends Collection<Client>> audience) {
        this.audience = audience::apply;
    }

    void add(Notification notification) {
        messages.add(new Message.Told(notification));
    }

    void ask(ServerQuestion question) {
        messages.add(new Message.Asked(question));
    }

    /// @param seq 0 for what is no event
    void send(long seq) {
        for (var i = 0; i < messages.size(); i++) send(messages.get(i), i == messages.size() - 1 ? seq : 0);
    }

    private void send(Message message, long seq) {
        switch (message) {
            case Message.Told(Notification(var method, var params)) -> {
                var clients = audience.apply(method);
                if (clients.isEmpty()) return;
                var bytes = ClientOutbox.bytes(
                        seq > 0 ? Rpc.notification(method, params, seq) : Rpc.notification(method, params));
                for (var client : clients) client.tell(method, bytes);
            }
            case Message.Asked(var question) -> {
                var request = Rpc.request(question.id(), question.method(), question.params());
                for (var client : audience.apply(question.method())) client.send(request);
            }
        }
    }
}
