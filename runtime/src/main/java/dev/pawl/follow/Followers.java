package dev.pawl.follow;

import dev.pawl.event.Live;
import dev.pawl.id.AgentId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// The followers of this process: whose log has grown and what live words are heard goes to those
/// of that thread, and nowhere when there is none. Safe for use by many threads. The subscribers of
/// one surface share a follower; each surface has its own.
public final class Followers implements Live.Sink {
    private final Map<AgentId, List<ThreadFollower>> following = new ConcurrentHashMap<>();

    public Followers() {}

    public void add(ThreadFollower follower) {
        following
                .computeIfAbsent(agent(follower.thread()), _ -> new CopyOnWriteArrayList<>())
                .add(follower);
    }

    public void remove(ThreadFollower follower) {
        following.computeIfPresent(agent(follower.thread()), (_, all) -> {
            all.remove(follower);
            return all.isEmpty() ? null : all;
        });
    }

    public void grown(AgentId agent) {
        for (var follower : following.getOrDefault(agent, List.of())) follower.grown();
    }

    /// The log of any thread may have grown: another process writes to the same store.
    public void anyGrown() {
        following.values().forEach(all -> all.forEach(ThreadFollower::grown));
    }

    @Override
    public void tell(AgentId agent, TurnId turn, Live live) {
        for (var follower : following.getOrDefault(agent, List.of())) follower.hear(turn, live);
    }

    private static AgentId agent(ThreadId thread) {
        return new AgentId(thread.value());
    }
}
