package dev.pawl.testkit;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Nats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;

/// Somebody else on the bus: hears everything under a subject, and may say anything.
public final class Stranger implements AutoCloseable {
    private final Connection connection;
    private final List<Message> messages = new CopyOnWriteArrayList<>();

    public Stranger(String address, String subject) throws InterruptedException, TimeoutException {
        try {
            this.connection = Nats.connect(address);
        } catch (IOException away) {
            throw new UncheckedIOException(away);
        }
        connection.createDispatcher(messages::add).subscribe(subject);
        connection.flush(Duration.ofSeconds(5));
    }

    public void say(String subject, byte[] body) {
        connection.publish(subject, body);
    }

    public List<Message> messages() {
        return List.copyOf(messages);
    }

    public int count() {
        return messages.size();
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
