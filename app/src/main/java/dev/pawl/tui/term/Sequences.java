package dev.pawl.tui.term;

import java.util.Optional;
import java.util.Set;

/// What a terminal's escape sequences mean: classic keys, xterm's modifyOtherKeys, kitty's keyboard
/// protocol, and answers to questions.
final class Sequences {
    private Sequences() {}

    /// A sequence `CSI words kind`.
    static Key key(String words, char kind) {
        return switch (kind) {
            case 'A', 'B', 'C', 'D', 'H', 'F', 'P', 'Q', 'S' ->
                arrow(kind, modifierBits(words)).orElseThrow();
            case 'Z' -> new Key.Press(Key.Name.TAB, Set.of(Key.Modifier.SHIFT));
            case 'I' -> new Key.Focus(true);
            case 'O' -> new Key.Focus(false);
            case 'R' -> cursor(words);
            case '~' -> tilde(words);
            case 'u' -> words.startsWith("?") ? new Key.Other(words + kind) : kitty(words);
            default -> new Key.Other(words + kind);
        };
    }

    static Optional<Key> arrow(char kind, int bits) {
        var name = switch (kind) {
            case 'A' -> Key.Name.UP;
            case 'B' -> Key.Name.DOWN;
            case 'C' -> Key.Name.RIGHT;
            case 'D' -> Key.Name.LEFT;
            case 'H' -> Key.Name.HOME;
            case 'F' -> Key.Name.END;
            case 'M' -> Key.Name.ENTER;
            case 'P', 'Q', 'S' -> Key.Name.FUNCTION;
            default -> null;
        };
        return name == null ? Optional.empty() : Optional.of(new Key.Press(name, Key.modifiers(bits)));
    }

    /// Of `1;5` the 5, less one.
    private static int modifierBits(String words) {
        var semicolon = words.indexOf(';');
        return semicolon < 0 ? 0 : number(words.substring(semicolon + 1), 1) - 1;
    }

    private static Key cursor(String words) {
        var semicolon = words.indexOf(';');
        if (semicolon < 0) return new Key.Other(words + "R");
        return new Key.CursorAt(number(words, 1), number(words.substring(semicolon + 1), 1));
    }

    private static Key tilde(String words) {
        if (words.startsWith("27;")) {
            var parts = words.split(";", -1);
            if (parts.length == 3) return coded(number(parts[2], 0), number(parts[1], 1) - 1);
        }
        var name = switch (number(words, 0)) {
            case 1, 7 -> Key.Name.HOME;
            case 2 -> Key.Name.INSERT;
            case 3 -> Key.Name.DELETE;
            case 4, 8 -> Key.Name.END;
            case 5 -> Key.Name.PAGE_UP;
            case 6 -> Key.Name.PAGE_DOWN;
            default -> Key.Name.FUNCTION;
        };
        return new Key.Press(name, Key.modifiers(modifierBits(words)));
    }

    /// `code:shifted:base ; modifiers:event ; text`. Releases mean nothing here.
    private static Key kitty(String words) {
        var parts = words.split(";", -1);
        var modifiers = parts.length > 1 ? parts[1] : "1";
        var event = modifiers.indexOf(':');
        if (event >= 0 && modifiers.substring(event + 1).equals("3")) return new Key.Other("release");
        return coded(number(parts[0], 0), number(modifiers, 1) - 1);
    }

    /// A key by the character it stands for.
    private static Key coded(int code, int bits) {
        var modifiers = Key.modifiers(bits);
        return switch (code) {
            case 9 -> new Key.Press(Key.Name.TAB, modifiers);
            case 13, 57414 -> new Key.Press(Key.Name.ENTER, modifiers);
            case 27 -> new Key.Press(Key.Name.ESCAPE, modifiers);
            case 8, 127 -> new Key.Press(Key.Name.BACKSPACE, modifiers);
            default -> typed(code, modifiers);
        };
    }

    private static Key typed(int code, Set<Key.Modifier> modifiers) {
        if (code < 32 || !Character.isValidCodePoint(code) || (code >= 57344 && code <= 63743))
            return new Key.Other("key " + code);
        var text = Character.toString(code);
        if (modifiers.equals(Set.of(Key.Modifier.SHIFT)))
            return new Key.Typed(Character.toString(Character.toUpperCase(code)));
        return new Key.Typed(text, modifiers);
    }

    /// `OSC words ST`.
    static Key answer(String words) {
        if (words.startsWith("11;rgb:")) {
            var parts = words.substring(7).split("/", -1);
            if (parts.length == 3) return new Key.Background(part(parts[0]), part(parts[1]), part(parts[2]));
        }
        return new Key.Other(words);
    }

    /// Hexadecimal of any length.
    private static double part(String digits) {
        try {
            return Integer.parseInt(digits, 16) / (Math.pow(16, digits.length()) - 1);
        } catch (NumberFormatException strange) {
            return 0;
        }
    }

    /// The digits a text begins with.
    private static int number(String text, int otherwise) {
        var value = 0;
        var at = 0;
        while (at < text.length() && at < 7 && Character.isDigit(text.charAt(at))) {
            value = value * 10 + Character.digit(text.charAt(at++), 10);
        }
        return at == 0 ? otherwise : value;
    }
}
