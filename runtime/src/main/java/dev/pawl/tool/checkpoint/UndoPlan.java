package dev.pawl.tool.checkpoint;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What an undo would do to each file, and what it would leave alone.
///
/// @param restored the files that would change, and what they would hold
/// @param present  what these files hold now
/// @param kept     files that somebody changed since: they stay as they are
public record UndoPlan(Map<String, FileMark> restored, Map<String, FileMark> present, List<String> kept) {
    public UndoPlan {
        restored = Map.copyOf(restored);
        present = Map.copyOf(present);
        kept = List.copyOf(kept);
    }

    /// What a span did to one file.
    record Change(FileMark before, FileMark after) {}

    /// Takes spans back in thought, the newest first: a file goes back one span when it holds
    /// exactly what that span left. Otherwise somebody else changed it, and it is kept.
    ///
    /// @param spans   what was done, the oldest first
    /// @param present what the files hold now
    static UndoPlan of(List<Map<String, Change>> spans, Map<String, FileMark> present) {
        var restored = new TreeMap<String, FileMark>();
        var kept = new TreeMap<String, FileMark>();
        for (var file : present.entrySet()) {
            var path = file.getKey();
            var now = file.getValue();
            var then = now;
            var foreign = false;
            for (var span : spans.reversed()) {
                var change = span.get(path);
                if (change == null || foreign) continue;
                if (then.equals(change.after())) then = change.before();
                else if (!then.equals(change.before())) foreign = true;
            }
            if (foreign) kept.put(path, now);
            else if (!then.equals(now)) restored.put(path, then);
        }
        var touched = new TreeMap<>(present);
        touched.keySet().retainAll(restored.keySet());
        return new UndoPlan(restored, touched, List.copyOf(kept.keySet()));
    }

    /// What would no longer be there.
    List<String> removed() {
        return restored.keySet().stream()
                .filter(path -> restored.getOrDefault(path, FileMark.OTHER).isAbsent())
                .toList();
    }

    /// The same without these: they stay as they are.
    UndoPlan keeping(Set<String> paths) {
        var rest = new TreeMap<>(restored);
        rest.keySet().removeAll(paths);
        var now = new TreeMap<>(present);
        now.keySet().removeAll(paths);
        var all = new TreeSet<>(kept);
        all.addAll(paths);
        return new UndoPlan(rest, now, List.copyOf(all));
    }

    public boolean isEmpty() {
        return restored.isEmpty();
    }

    /// For people: what happens to each file, by path.
    public Map<String, Fate> fates() {
        var fates = new TreeMap<String, Fate>();
        for (var file : restored.entrySet()) {
            var was = present.getOrDefault(file.getKey(), FileMark.ABSENT);
            fates.put(
                    file.getKey(),
                    file.getValue().isAbsent() ? Fate.REMOVE : was.isAbsent() ? Fate.BRING_BACK : Fate.RESTORE);
        }
        return fates;
    }

    public enum Fate {
        RESTORE,
        BRING_BACK,
        REMOVE
    }
}
