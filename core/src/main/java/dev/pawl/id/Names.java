package dev.pawl.id;

/// The one rule all names share: 1 to 200 visible ASCII characters.
///
/// Names travel in SQL, in subjects of a message bus, in file names and in logs. What is
/// refused here can be trusted there.
final class Names {
    private static final int LONGEST = 200;

    private Names() {}

    static void require(String value, String what) {
        if (value.isEmpty()) throw new IllegalArgumentException("empty " + what);
        if (value.length() > LONGEST) {
            throw new IllegalArgumentException(what + " longer than " + LONGEST + ": " + value.substring(0, 40) + "…");
        }
        for (var i = 0; i < value.length(); i++) {
            var c = value.charAt(i);
            if (c <= ' ' || c > '~') {
                throw new IllegalArgumentException(what + " with a character that is not visible ASCII at " + i);
            }
        }
    }
}
