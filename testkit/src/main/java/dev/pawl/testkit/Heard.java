package dev.pawl.testkit;

import dev.pawl.id.AgentId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Bell;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// A listener that remembers what it heard.
public final class Heard implements Consumer<Bell> {
    private final List<Bell> bells = new CopyOnWriteArrayList<>();

    @Override
    public void accept(Bell bell) {
        bells.add(bell);
    }

    public static Bell bell(String agent) {
        return new Bell(new AgentId(agent), new WorkerTarget("workers"));
    }

    public List<Bell> bells() {
        return List.copyOf(bells);
    }

    public boolean contains(Bell bell) {
        return bells.contains(bell);
    }

    public long count(Bell bell) {
        return bells.stream().filter(bell::equals).count();
    }

    public void forget() {
        bells.clear();
    }
}
