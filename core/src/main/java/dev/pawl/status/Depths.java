package dev.pawl.status;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// What is open, oldest first, and the names of what has ended: a late copy opens nothing again. A
/// depth is the number of open ones, so it cannot fall below zero.
public final class Depths {
    /// More are not told apart: a bound, not a wish.
    private static final int MOST = 4096;

    /// The name of a request that only a server's status tells of.
    private static final String FLAG = "thread/status";

    public static final Depths NONE = new Depths(List.of(), NameSet.empty());

    private final List<Open> open;
    private final NameSet ended;

    /// Something open. Without ids it can only be counted.
    public record Open(Life life, List<String> ids, String label, Instant since, Instant until) {
        public Open {
            ids = List.copyOf(ids);
        }

        boolean has(String id) {
            return ids.contains(id);
        }
    }

    private Depths(List<Open> open, NameSet ended) {
        this.open = List.copyOf(open);
        this.ended = ended;
    }

    public List<Open> open() {
        return open;
    }

    public List<Open> open(Life life) {
        return open.stream().filter(one -> one.life() == life).toList();
    }

    public int of(Life life) {
        int depth = 0;
        for (var one : open) if (one.life() == life) depth++;
        return depth;
    }

    boolean hasEnded(Life life, String id) {
        return ended.has(key(life, id));
    }

    /// The label of the open one with this id, empty when there is none.
    String label(Life life, String id) {
        for (var one : open) if (one.life() == life && one.has(id)) return one.label();
        return "";
    }

    Depths begin(Open next) {
        for (var one : open) {
            if (one.life() == next.life() && next.ids().stream().anyMatch(one::has)) return completed(one, next);
        }
        if (!next.ids().isEmpty() && hasEnded(next.life(), next.ids().getFirst())) return this;
        var more = new ArrayList<>(open);
        more.removeIf(one -> one.life() == next.life() && one.has(FLAG));
        if (more.size() >= MOST) more.removeFirst();
        more.add(next);
        return new Depths(more, ended);
    }

    /// Told twice, it is one; what the first did not say the second may.
    @SuppressWarnings("ReferenceEquality") // the same object needs no copy
    private Depths completed(Open known, Open again) {
        var label = known.label().isEmpty() ? again.label() : known.label();
        var until = known.until().equals(Instant.MAX) ? again.until() : known.until();
        var whole = new Open(known.life(), known.ids(), label, known.since(), until);
        if (whole.equals(known)) return this;
        return new Depths(
                open.stream().map(one -> one.equals(known) ? whole : one).toList(), ended);
    }

    /// Ends what has one of these ids, and remembers them. Without ids one is ended: rather one
    /// that has no id itself, and the oldest.
    Depths end(Life life, List<String> ids) {
        if (ids.isEmpty()) return withoutOldest(life);
        var left = ended;
        for (var id : ids) left = left.with(key(life, id));
        return new Depths(without(one -> one.life() == life && ids.stream().anyMatch(one::has)), left);
    }

    private Depths withoutOldest(Life life) {
        int found = -1;
        for (int i = 0; i < open.size(); i++) {
            if (open.get(i).life() != life) continue;
            if (open.get(i).ids().isEmpty()) {
                found = i;
                break;
            }
            if (found < 0) found = i;
        }
        if (found < 0) return this;
        var more = new ArrayList<>(open);
        more.remove(found);
        return new Depths(more, ended);
    }

    /// Takes what is open without remembering it: it may come again.
    Depths drop(Predicate<Open> which) {
        return new Depths(without(which), ended);
    }

    private List<Open> without(Predicate<Open> which) {
        return open.stream().filter(which.negate()).toList();
    }

    /// Makes the depth of a life agree with a server's word that somebody is, or is not, asked.
    Depths reconciled(Life life, boolean asked, Instant at) {
        if (!asked) return drop(one -> one.life() == life);
        if (of(life) > 0) return this;
        var more = new ArrayList<>(open);
        more.add(new Open(life, List.of(FLAG), "", at, Instant.MAX));
        return new Depths(more, ended);
    }

    /// The turn is over, and all that it had open with it.
    Depths swept() {
        var left = ended;
        for (var one : open) {
            for (var id : one.ids()) if (!id.equals(FLAG)) left = left.with(key(one.life(), id));
        }
        return new Depths(List.of(), left);
    }

    private static String key(Life life, String id) {
        return life.name() + ' ' + id;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Depths that && open.equals(that.open) && ended.equals(that.ended);
    }

    @Override
    public int hashCode() {
        return open.hashCode();
    }
}
