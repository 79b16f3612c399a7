package dev.pawl.status;

/// A set of names that can be added to without copying it: a trie over the bits of their hashes.
sealed interface NameSet {
    static NameSet empty() {
        return new Empty();
    }

    record Empty() implements NameSet {}

    record One(String name, NameSet others) implements NameSet {}

    record Fork(NameSet zero, NameSet one) implements NameSet {}

    default NameSet with(String name) {
        return has(name) ? this : add(this, name, mixed(name), 0);
    }

    default boolean has(String name) {
        int bits = mixed(name);
        var at = this;
        while (true) {
            switch (at) {
                case Empty _ -> {
                    return false;
                }
                case One(var here, var others) -> {
                    if (here.equals(name)) return true;
                    at = others;
                }
                case Fork(var zero, var one) -> {
                    at = (bits & 1) == 0 ? zero : one;
                    bits >>>= 1;
                }
            }
        }
    }

    private static NameSet add(NameSet set, String name, int bits, int depth) {
        return switch (set) {
            case Empty _ -> new One(name, empty());
            case Fork(var zero, var one) ->
                (bits & 1) == 0
                        ? new Fork(add(zero, name, bits >>> 1, depth + 1), one)
                        : new Fork(zero, add(one, name, bits >>> 1, depth + 1));
            case One(var here, var others) ->
                // All bits are used up: the few names of one hash hang behind each other.
                depth == Integer.SIZE
                        ? new One(name, new One(here, others))
                        : add(fork(here, mixed(here) >>> depth), name, bits, depth);
        };
    }

    private static NameSet fork(String name, int bits) {
        var alone = new One(name, empty());
        return (bits & 1) == 0 ? new Fork(alone, empty()) : new Fork(empty(), alone);
    }

    private static int mixed(String name) {
        int hash = name.hashCode() * 0x9E3779B9;
        return hash ^ hash >>> 15;
    }
}
