package dev.pawl.campaign.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Patches that are almost right: written after the grammar for files that exist, then damaged.
final class PatchInputs {
    private static final List<String> SEEDS = List.of(
            "*** Begin Patch",
            "*** End Patch",
            "*** Add File: a",
            "*** Add File: new/f",
            "*** Delete File: a",
            "*** Update File: a",
            "*** Update File: b",
            "*** Move to: c",
            "*** End of File",
            "@@",
            "@@ ",
            "@@ def f():",
            "@@ one",
            "+",
            "-",
            " ",
            "+one",
            "-one",
            " one",
            "-two",
            " two",
            "+three",
            "-\tfour",
            " \u2014 x",
            "- - x",
            "",
            "\r",
            "<<EOF",
            "<<'EOF'",
            "EOF",
            "apply_patch <<'EOF'",
            "cd x && apply_patch <<EOF",
            "\u00a0one",
            "*** Begin Patch ",
            " *** End Patch",
            "***",
            "*** Update File:",
            "*** Update File: ",
            "+\ud83d\ude00",
            "-\ud83d",
            "\u0000",
            "\u2028",
            "*** Environment ID: x",
            "-a\rb");
    private static final List<String> TEXTS = List.of(
            "",
            "one\n",
            "one\ntwo\nthree\n",
            "one\r\ntwo\r\n",
            "one",
            "\n\n\n",
            "one\none\none\none\n",
            "def f():\n\tfour\n  two  \ndef g():\n\u2014 x\n",
            "\u00a0one\u00a0\n\ud83d\ude00\n",
            "a\rb\nc\n");
    private static final String LETTERS = "+-@* \t\r\nab\u00a0\u2014\u2019\ud83d\u0000:'\"<";

    private final Random random;

    PatchInputs(Random random) {
        this.random = random;
    }

    Map<String, String> files() {
        return Map.of("a", any(TEXTS), "b", any(TEXTS));
    }

    String patch(Map<String, String> files) {
        var lines = new ArrayList<String>();
        lines.add("*** Begin Patch");
        for (var hunks = random.nextInt(4); hunks > 0; hunks--) hunk(lines, files);
        lines.add("*** End Patch");
        for (var damage = random.nextInt(4); damage > 0; damage--) damage(lines);
        var text = String.join(random.nextInt(8) == 0 ? "\r\n" : "\n", lines);
        return random.nextInt(4) == 0 ? letters(text) : text;
    }

    private void hunk(List<String> lines, Map<String, String> files) {
        var name = random.nextBoolean() ? "a" : "b";
        switch (random.nextInt(5)) {
            case 0 -> {
                lines.add("*** Add File: " + any(List.of("a", "new", "d/e", "../x", "/abs", "")));
                for (var i = random.nextInt(3); i > 0; i--) lines.add("+" + any(SEEDS));
            }
            case 1 -> lines.add("*** Delete File: " + name);
            default -> {
                lines.add("*** Update File: " + name);
                if (random.nextInt(6) == 0) lines.add("*** Move to: c");
                for (var i = 1 + random.nextInt(2); i > 0; i--) chunk(lines, files.getOrDefault(name, ""));
            }
        }
    }

    private void chunk(List<String> lines, String text) {
        var old = text.split("\n", -1);
        var at = random.nextInt(old.length);
        if (random.nextInt(5) > 0) lines.add(random.nextInt(4) == 0 ? "@@ " + old[random.nextInt(at + 1)] : "@@");
        for (var i = at; i < old.length && i < at + 3; i++) {
            lines.add((random.nextBoolean() ? " " : "-") + old[i]);
            if (random.nextInt(3) == 0) lines.add("+" + any(SEEDS));
        }
        if (random.nextInt(8) == 0) lines.add("*** End of File");
    }

    private void damage(List<String> lines) {
        var at = random.nextInt(lines.size());
        switch (random.nextInt(6)) {
            case 0 -> lines.add(at, any(SEEDS));
            case 1 -> lines.set(at, any(SEEDS));
            case 2 -> {
                if (lines.size() > 1) lines.remove(at);
            }
            case 3 -> lines.add(lines.get(at));
            case 4 -> lines.set(at, " ".repeat(random.nextInt(3)) + lines.get(at) + " ".repeat(random.nextInt(3)));
            default -> lines.set(at, lines.get(at).repeat(1 + random.nextInt(50)));
        }
    }

    private String letters(String text) {
        var damaged = new StringBuilder(text);
        for (var i = 1 + random.nextInt(6); i > 0 && !damaged.isEmpty(); i--) {
            var at = random.nextInt(damaged.length());
            switch (random.nextInt(3)) {
                case 0 -> damaged.deleteCharAt(at);
                case 1 -> damaged.insert(at, LETTERS.charAt(random.nextInt(LETTERS.length())));
                default -> damaged.setCharAt(at, LETTERS.charAt(random.nextInt(LETTERS.length())));
            }
        }
        return damaged.toString();
    }

    private <T> T any(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }
}
