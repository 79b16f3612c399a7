package dev.pawl.doorbell;

import java.util.Map;

/// One message for the bus: what it is about, who and when in the headers, the rest as JSON.
record BusMessage(Subject subject, Map<String, String> headers, String body) {
    BusMessage {
        headers = Map.copyOf(headers);
    }
}
