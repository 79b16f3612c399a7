package dev.pawl.tui.term;

import java.util.EnumSet;
import java.util.Set;

/// What came in from the terminal.
public sealed interface Key {
    enum Name {
        ENTER,
        TAB,
        BACKSPACE,
        ESCAPE,
        UP,
        DOWN,
        LEFT,
        RIGHT,
        HOME,
        END,
        PAGE_UP,
        PAGE_DOWN,
        DELETE,
        INSERT,
        FUNCTION
    }

    enum Modifier {
        SHIFT,
        ALT,
        CTRL
    }

    /// A character a person typed, or several that came together. `modifiers` are those that did
    /// not make another character of it.
    record Typed(String text, Set<Modifier> modifiers) implements Key {
        public Typed {
            modifiers = Set.copyOf(modifiers);
        }

        public Typed(String text) {
            this(text, Set.of());
        }
    }

    record Press(Name name, Set<Modifier> modifiers) implements Key {
        public Press {
            modifiers = Set.copyOf(modifiers);
        }

        public Press(Name name) {
            this(name, Set.of());
        }
    }

    /// Text from the clipboard, whole.
    record Paste(String text) implements Key {}

    record Focus(boolean gained) implements Key {}

    /// The terminal's answer to "where is the cursor", from 1.
    record CursorAt(int row, int column) implements Key {}

    /// The terminal's background colour, each part from 0 to 1.
    record Background(double red, double green, double blue) implements Key {
        public boolean isLight() {
            return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5;
        }
    }

    /// Something else the terminal said.
    record Other(String sequence) implements Key {}

    static Set<Modifier> modifiers(int bits) {
        var all = EnumSet.noneOf(Modifier.class);
        if ((bits & 1) != 0) all.add(Modifier.SHIFT);
        if ((bits & 2) != 0) all.add(Modifier.ALT);
        if ((bits & 4) != 0) all.add(Modifier.CTRL);
        return all;
    }

    /// `ctrl`, `alt` or `shift` with a letter.
    default boolean is(Modifier modifier, char letter) {
        return this instanceof Typed(var text, var modifiers)
                && text.length() == 1
                && text.charAt(0) == letter
                && modifiers.equals(Set.of(modifier));
    }

    default boolean is(Name name) {
        return this instanceof Press(var pressed, var modifiers) && pressed == name && modifiers.isEmpty();
    }

    default boolean is(Modifier modifier, Name name) {
        return this instanceof Press(var pressed, var modifiers)
                && pressed == name
                && modifiers.equals(Set.of(modifier));
    }
}
