package dev.pawl.doorbell;

import static dev.pawl.testkit.Heard.bell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.kernel.Doorbell;
import dev.pawl.testkit.Heard;
import org.junit.jupiter.api.Test;

class LocalDoorbellTest {
    private final LocalDoorbell doorbell = new LocalDoorbell();
    private final Heard heard = new Heard();

    @Test
    void everyListenerHearsEveryBell() {
        var other = new Heard();
        doorbell.listen(heard);
        doorbell.listen(other);
        doorbell.ring(bell("a"));
        doorbell.ring(bell("b"));
        assertThat(heard.bells()).containsExactly(bell("a"), bell("b"));
        assertThat(other.bells()).containsExactly(bell("a"), bell("b"));
    }

    @Test
    void aListenerThatThrowsHurtsNobody() {
        doorbell.listen(_ -> {
            throw new IllegalStateException("broken listener");
        });
        doorbell.listen(heard);
        doorbell.ring(bell("a"));
        assertThat(heard.bells()).containsExactly(bell("a"));
    }

    @Test
    void theSameListenerTwiceLeavesOnce() {
        var first = doorbell.listen(heard);
        doorbell.listen(heard);
        first.close();
        first.close();
        doorbell.ring(bell("a"));
        assertThat(heard.bells()).containsExactly(bell("a"));
    }

    @Test
    void aListenerMayLeaveWhileItIsRung() {
        var ear = new Doorbell.Ear[1];
        ear[0] = doorbell.listen(bell -> {
            heard.accept(bell);
            ear[0].close();
        });
        doorbell.ring(bell("a"));
        doorbell.ring(bell("b"));
        assertThat(heard.bells()).containsExactly(bell("a"));
    }

    @Test
    void afterCloseNobodyHears() {
        doorbell.listen(heard);
        doorbell.close();
        doorbell.listen(heard);
        doorbell.ring(bell("a"));
        assertThat(heard.bells()).isEmpty();
    }
}
