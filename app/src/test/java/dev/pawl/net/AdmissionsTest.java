package dev.pawl.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class AdmissionsTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final LinkedBlockingQueue<String> cut = new LinkedBlockingQueue<>();

    private Admissions<String> admissions(int newcomers, int clients, Duration patience) {
        var limits = new ServerLimits(newcomers, clients, patience, LONG, 1000);
        return new Admissions<>(limits, cut::add);
    }

    @Test
    void aNewcomerThatProvesNothingIsCut() throws InterruptedException {
        var admissions = admissions(10, 10, Duration.ofMillis(50));
        admissions.enter("idle");
        assertEquals("idle", cut.take());
    }

    @Test
    void newcomersGiveWayToTheNextAndTakeNoClientsPlace() throws InterruptedException {
        var admissions = admissions(2, 1, LONG);
        admissions.enter("first");
        admissions.enter("second");
        admissions.enter("third");
        assertEquals("first", cut.take());
        assertTrue(admissions.admit("third"));
        assertFalse(admissions.admit("second"), "one client's place, and it is taken");
        admissions.leave("third");
        assertTrue(admissions.admit("second"));
        assertTrue(admissions.admit("second"), "it has its place");
        assertTrue(cut.isEmpty());
    }

    @Test
    void aClientMayBeSilent() throws InterruptedException {
        var admissions = admissions(1, 1, Duration.ofMillis(50));
        admissions.enter("client");
        admissions.admit("client");
        admissions.enter("idle");
        assertEquals("idle", cut.take(), "its time is up later than the client's would have been");
        assertTrue(cut.isEmpty());
    }

    @Test
    void aRequestGivesANewcomerItsTimeAgain() throws InterruptedException {
        var admissions = admissions(2, 1, LONG);
        admissions.enter("asks");
        admissions.enter("idle");
        admissions.renew("asks");
        admissions.enter("next");
        assertEquals("idle", cut.take());
        assertTrue(cut.isEmpty());
    }
}
