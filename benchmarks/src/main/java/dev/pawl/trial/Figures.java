package dev.pawl.trial;

import dev.pawl.cli.JsonLine;
import java.util.ArrayList;
import java.util.List;

/// What a trial found: named figures in order, and the targets it missed. Not thread-safe.
public final class Figures {
    private final JsonLine line = new JsonLine();
    private final List<String> missed = new ArrayList<>();

    public Figures(String name) {
        line.put("name", name);
    }

    public Figures put(String name, long value) {
        line.put(name, value);
        return this;
    }

    /// Rounded to three places: figures are read by people too.
    public Figures put(String name, double value) {
        line.put(name, Math.round(value * 1000) / 1000.0);
        return this;
    }

    public Figures put(String name, String value) {
        line.put(name, value);
        return this;
    }

    /// A target that was not met: the trial fails, and says so.
    public Figures miss(String target) {
        missed.add(target);
        return this;
    }

    public List<String> missed() {
        return List.copyOf(missed);
    }

    /// The one line that ends a trial.
    String toJson() {
        return line.put("ok", missed.isEmpty()).toString();
    }
}
