package dev.pawl.host;

import dev.pawl.agent.Prices;
import dev.pawl.card.Usage;
import dev.pawl.delegation.AgentNotes;
import dev.pawl.delegation.AgentTree;
import dev.pawl.gateway.StatusReader;
import dev.pawl.gateway.UsageReader;
import dev.pawl.id.ThreadId;
import dev.pawl.kernel.Ledger;
import dev.pawl.status.View;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.SpawnedAgent;
import dev.pawl.thread.Threads;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// Who called whom, how each agent stands, and what it used. Safe for use by many threads.
public final class AgentReport {
    private final Ledger ledger;
    private final Threads threads;
    private final StatusReader statuses;
    private final Prices prices;

    AgentReport(Ledger ledger, Threads threads, StatusReader statuses, Prices prices) {
        this.ledger = ledger;
        this.threads = threads;
        this.statuses = statuses;
        this.prices = prices;
    }

    /// @param agent how it was called; empty for the root of a tree
    /// @param place in the queue of agents that wait for others to end; 0 when it has begun
    /// @param cost  in USD; empty when nobody said what the model costs
    public record AgentLine(
            ChatThread thread,
            Optional<SpawnedAgent> agent,
            int depth,
            int place,
            View view,
            Usage used,
            Optional<Double> cost) {}

    /// The whole tree that a thread belongs to, each agent behind its caller.
    public List<AgentLine> tree(ThreadId thread, Instant now) {
        var tree = new AgentTree(ledger, threads);
        var root = tree.root(thread);
        var members = tree.family(root);
        var queue = AgentNotes.queue(threads, root);
        var lines = new ArrayList<AgentLine>();
        add(lines, root, 0, members, queue, now);
        return lines;
    }

    private void add(
            List<AgentLine> lines, ThreadId id, int depth, List<ThreadId> members, List<ThreadId> queue, Instant now) {
        var found = threads.find(id);
        if (found.isEmpty()) return;
        lines.add(line(found.get(), depth, queue.indexOf(id) + 1, now));
        for (var member : members) {
            var isChild = AgentNotes.of(threads, member)
                    .filter(agent -> agent.parent().equals(id))
                    .isPresent();
            if (isChild && !member.equals(id)) add(lines, member, depth + 1, members, queue, now);
        }
    }

    private AgentLine line(ChatThread thread, int depth, int place, Instant now) {
        var view =
                statuses.standing(thread.id(), thread.archived(), now).state().derive(now);
        var used = new UsageReader(ledger)
                .of(thread.id()).stream().map(UsageReader.TurnUse::usage).reduce(Usage.NONE, Usage::plus);
        var cost = prices.cost(thread.setup().model(), used);
        return new AgentLine(thread, AgentNotes.of(threads, thread.id()), depth, place, view, used, cost);
    }

    /// What people call the agent of a thread; the thread itself when no other called it.
    public String name(ThreadId thread) {
        return AgentNotes.of(threads, thread)
                .map(agent -> agent.path().isEmpty() ? agent.nickname() : agent.path())
                .orElse(thread.value());
    }

    /// What this use of a model costs in USD; empty when nobody said what the model costs.
    public Optional<Double> cost(String model, Usage used) {
        return prices.cost(model, used);
    }

    /// The roots of all trees with at least one agent, those used last first.
    public List<ThreadId> roots(int max) {
        var roots = new LinkedHashSet<ThreadId>();
        for (var thread : threads.noted(SpawnedAgent.NOTE).keySet())
            AgentNotes.of(threads, thread).map(SpawnedAgent::root).ifPresent(roots::add);
        return roots.stream()
                .flatMap(root -> threads.find(root).stream())
                .filter(root -> !root.archived())
                .sorted((a, b) -> b.updatedAt().compareTo(a.updatedAt()))
                .limit(max)
                .map(ChatThread::id)
                .toList();
    }
}
