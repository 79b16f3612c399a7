package dev.pawl.store;

import dev.pawl.event.DamagedRecord;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// The checksums of stored records, and the error for a record that does not match its own.
final class Checksums {
    private Checksums() {}

    static long event(String agent, long seq, String type, String body) {
        return of(agent + '\n' + seq + '\n' + type + '\n', body);
    }

    /// @param origin agent, turn, epoch and step
    static long card(String id, String origin, String author, String type, String content) {
        return of(id + '\n' + origin + '\n' + author + '\n' + type + '\n', content);
    }

    private static long of(String names, String content) {
        var crc = new CRC32C();
        crc.update(names.getBytes(StandardCharsets.UTF_8));
        crc.update(content.getBytes(StandardCharsets.UTF_8));
        return crc.getValue();
    }

    /// @param what for example "event 4"
    /// @param thread whose it is; empty when the damaged record is what would say so
    static DamagedRecord damaged(String what, String thread, @Nullable Throwable cause) {
        var message = (thread.isEmpty() ? "" : "thread " + thread + ": ") + what
                + " is damaged: the store does not hold what was written. Nothing was changed, and other threads"
                + " still work\n  pawl threads export " + (thread.isEmpty() ? "THREAD" : thread)
                + " --salvage    # saves what can still be read\n  pawl doctor --deep    # lists all damage";
        return cause == null ? new DamagedRecord(message) : new DamagedRecord(message, cause);
    }
}
