package dev.pawl.tui.term;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Bytes become keys. A sequence may come in any number of reads; a lone escape is known as the key
/// only after a pause, which [#flush] says.
///
/// Not safe for use by many threads.
public final class KeyDecoder {
    private static final int ESC = 0x1B;
    private static final byte[] PASTE_END = {ESC, '[', '2', '0', '1', '~'};
    /// Longer than any sequence a terminal sends; what goes on after it is dropped.
    private static final int LONGEST = 4096;

    private byte[] pending = new byte[256];
    private int count;
    private boolean pasting;
    private int searched;

    /// @return the keys that are complete now
    public List<Key> feed(byte[] bytes, int length) {
        if (count + length > pending.length) {
            var larger = new byte[Math.max(pending.length * 2, count + length)];
            System.arraycopy(pending, 0, larger, 0, count);
            pending = larger;
        }
        System.arraycopy(bytes, 0, pending, count, length);
        count += length;
        return decode(false);
    }

    /// Whether a sequence has begun that a pause would end. A character that came in part waits for
    /// its rest, however long that takes.
    public boolean isWaiting() {
        return count > 0 && !pasting && pending[0] == ESC;
    }

    /// No more bytes came for a while: what has begun is all there is.
    public List<Key> flush() {
        return pasting ? List.of() : decode(true);
    }

    private List<Key> decode(boolean last) {
        var keys = new ArrayList<Key>();
        var at = 0;
        while (at < count) {
            var used = pasting ? paste(at, keys) : one(at, last, keys);
            if (used == 0) break;
            at += used;
        }
        System.arraycopy(pending, at, pending, 0, count - at);
        count -= at;
        if (count == 0 && pending.length > 65536) pending = new byte[256];
        return keys;
    }

    /// @return how many bytes were used, 0 when more are needed
    private int one(int at, boolean last, List<Key> keys) {
        var first = pending[at] & 0xFF;
        if (first == ESC) return escape(at, last, keys);
        if (first < 0x20 || first == 0x7F) {
            keys.add(control(first));
            return 1;
        }
        return text(at, keys, Set.of());
    }

    /// One character of UTF-8.
    private int text(int at, List<Key> keys, Set<Key.Modifier> modifiers) {
        var first = pending[at] & 0xFF;
        var length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
        var there = 1;
        while (there < length && at + there < count && (pending[at + there] & 0xC0) == 0x80) there++;
        // Its rest has not come; another byte in its place means that it never will.
        if (there < length && at + there == count) return 0;
        length = there;
        keys.add(new Key.Typed(new String(pending, at, length, StandardCharsets.UTF_8), modifiers));
        return length;
    }

    private static Key control(int code) {
        return switch (code) {
            case '\r' -> new Key.Press(Key.Name.ENTER);
            case '\t' -> new Key.Press(Key.Name.TAB);
            case 0x7F, 0x08 -> new Key.Press(Key.Name.BACKSPACE);
            case 0 -> new Key.Typed(" ", Set.of(Key.Modifier.CTRL));
            default ->
                new Key.Typed(String.valueOf((char) (code + (code < 27 ? 0x60 : 0x40))), Set.of(Key.Modifier.CTRL));
        };
    }

    private int escape(int at, boolean last, List<Key> keys) {
        if (at + 1 == count) return lone(last, keys);
        var next = pending[at + 1] & 0xFF;
        return switch (next) {
            case '[' -> sequence(at, last, keys);
            case 'O' -> shiftedThree(at, last, keys);
            case ']', 'P', '_', '^' -> string(at, last, keys);
            case ESC -> {
                keys.add(new Key.Press(Key.Name.ESCAPE));
                yield 1;
            }
            default -> alt(at, next, keys);
        };
    }

    private static int lone(boolean last, List<Key> keys) {
        if (!last) return 0;
        keys.add(new Key.Press(Key.Name.ESCAPE));
        return 1;
    }

    private int alt(int at, int next, List<Key> keys) {
        if (next < 0x20 || next == 0x7F) {
            var plain = control(next);
            keys.add(
                    plain instanceof Key.Press(var name, var _)
                            ? new Key.Press(name, Set.of(Key.Modifier.ALT))
                            : new Key.Typed(((Key.Typed) plain).text(), Set.of(Key.Modifier.ALT, Key.Modifier.CTRL)));
            return 2;
        }
        var used = text(at + 1, keys, Set.of(Key.Modifier.ALT));
        return used == 0 ? 0 : used + 1;
    }

    private int shiftedThree(int at, boolean last, List<Key> keys) {
        if (at + 2 == count) {
            if (!last) return 0;
            keys.add(new Key.Typed("O", Set.of(Key.Modifier.ALT)));
            return 2;
        }
        keys.add(Sequences.arrow((char) pending[at + 2], 0).orElse(new Key.Other("O" + (char) pending[at + 2])));
        return 3;
    }

    /// `CSI parameters final`.
    private int sequence(int at, boolean last, List<Key> keys) {
        var end = at + 2;
        while (end < count && pending[end] < 0x40) {
            // A control character or an escape inside means that the sequence was cut.
            if (pending[end] < 0x20) {
                keys.add(new Key.Other("cut"));
                return end - at;
            }
            end++;
        }
        if (end == count) {
            if (end - at > LONGEST) return count - at;
            if (!last) return 0;
            if (end - at == 2) {
                keys.add(new Key.Typed("[", Set.of(Key.Modifier.ALT)));
                return 2;
            }
            return end - at; // a sequence that never ended
        }
        var words = new String(pending, at + 2, end - at - 2, StandardCharsets.US_ASCII);
        var kind = (char) pending[end];
        if (kind == '~' && words.equals("200")) {
            pasting = true;
            searched = 0;
        } else keys.add(Sequences.key(words, kind));
        return end - at + 1;
    }

    /// `OSC … ST` and its kind: answers of the terminal.
    private int string(int at, boolean last, List<Key> keys) {
        for (var end = at + 2; end < count; end++) {
            var bell = pending[end] == 0x07;
            var st = pending[end] == ESC && end + 1 < count && pending[end + 1] == '\\';
            if (bell || st) {
                keys.add(Sequences.answer(new String(pending, at + 2, end - at - 2, StandardCharsets.UTF_8)));
                return end - at + (bell ? 1 : 2);
            }
        }
        if (count - at > LONGEST) return count - at;
        if (!last) return 0;
        // Alt with a bracket, not an answer.
        return alt(at, pending[at + 1] & 0xFF, keys);
    }

    private int paste(int at, List<Key> keys) {
        var from = at + Math.max(0, searched - PASTE_END.length);
        for (var i = from; i + PASTE_END.length <= count; i++) {
            if (!isPasteEnd(i)) continue;
            pasting = false;
            keys.add(new Key.Paste(pasted(at, i - at)));
            return i + PASTE_END.length - at;
        }
        searched = count - at;
        return 0;
    }

    private boolean isPasteEnd(int at) {
        for (var i = 0; i < PASTE_END.length; i++) if (pending[at + i] != PASTE_END[i]) return false;
        return true;
    }

    private String pasted(int at, int length) {
        return new String(pending, at, length, StandardCharsets.UTF_8)
                .replace("\r\n", "\n")
                .replace('\r', '\n');
    }
}
