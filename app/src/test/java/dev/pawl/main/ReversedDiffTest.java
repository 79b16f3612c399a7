package dev.pawl.main;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ReversedDiffTest {
    @Test
    void whatCameGoesAndWhatWentComesBack() {
        var forwards = "@@ -1,3 +1,4 @@ class\n one\n-two\n+2\n+2b\n three\n";
        var backwards = "@@ -1,4 +1,3 @@ class\n one\n-2\n-2b\n+two\n three\n";
        assertEquals(backwards, ReversedDiff.of(forwards));
        assertEquals(forwards, ReversedDiff.of(backwards));
    }
}
