package dev.pawl.thread;

import dev.pawl.id.ThreadId;

/// How a thread came to be that another thread's agent called: kept as a note beside it.
///
/// @param root the thread at the top of the tree
/// @param depth 1 for an agent that the root called
/// @param nickname for people
/// @param role the kind of agent that was asked for; empty for the usual one
/// @param path its name among all agents of the tree, `/root/…`; empty where agents go by their ids
public record SpawnedAgent(
        ThreadId parent, ThreadId root, int depth, String nickname, String role, String path, State state) {
    /// The note's name.
    public static final String NOTE = "agent";

    /// The note beside the root that lists those that wait for their turn, the first one first.
    public static final String QUEUE = "agent_queue";

    public enum State {
        /// Too many agents work already: it begins when one of them has ended.
        QUEUED,
        OPEN,
        /// It takes no more requests until it is resumed.
        CLOSED
    }

    public SpawnedAgent become(State next) {
        return new SpawnedAgent(parent, root, depth, nickname, role, path, next);
    }
}
