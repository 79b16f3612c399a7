package dev.pawl.tui.text;

import dev.pawl.card.Visible;

/// A piece of one line. Its text is safe to print: control characters are spelt out, line ends are
/// blanks, a tab is four columns.
public record Span(String text, Role role) {
    public Span {
        text = safe(text);
    }

    private static String safe(String text) {
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            if (c < ' ' || c > '~') return Visible.heading(text.replace("\t", "    "));
        }
        return text;
    }

    int width() {
        return Width.of(text);
    }
}
