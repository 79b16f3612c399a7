package dev.pawl.kernel.receipt;

import dev.pawl.id.CallId;

/// The answer to a report.
public sealed interface ReportReceipt {
    /// Kept; the turn is resumed with it.
    record Stored() implements ReportReceipt {}

    /// This very answer was reported before. Nothing was written.
    record Duplicate() implements ReportReceipt {}

    /// Another answer to the call was accepted before. Nothing was written.
    record Conflict(CallId call) implements ReportReceipt {}

    /// No turn waits for this call: it is over, was stopped, or never asked. Nothing was written.
    record NobodyWaits(CallId call) implements ReportReceipt {}

    /// The call is somebody else's to answer. Nothing was written.
    record Forged(CallId call, String expected) implements ReportReceipt {}
}
