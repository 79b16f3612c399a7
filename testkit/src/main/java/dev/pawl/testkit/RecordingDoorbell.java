package dev.pawl.testkit;

import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Doorbell;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// A bell nobody hears; it remembers how often it was rung.
public final class RecordingDoorbell implements Doorbell {
    private final List<Bell> rung = new CopyOnWriteArrayList<>();

    @Override
    public void ring(Bell bell) {
        rung.add(bell);
    }

    public List<Bell> rung() {
        return rung;
    }

    @Override
    public Ear listen(Consumer<Bell> listener) {
        return () -> {};
    }

    @Override
    public void close() {}
}
