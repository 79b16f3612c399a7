package dev.pawl.campaign.load;

import java.util.concurrent.atomic.AtomicLong;

/// What all subscribers saw together. Safe for use by many threads.
final class Tally {
    /// From the model's byte to the subscriber: pieces of a message, and whole messages, which are
    /// stored on the way.
    final Latencies words = new Latencies();

    final Latencies messages = new Latencies();

    final AtomicLong notifications = new AtomicLong();
    final AtomicLong lost = new AtomicLong();
    final AtomicLong doubled = new AtomicLong();
    final AtomicLong reordered = new AtomicLong();
    /// Messages whose pieces, as they were streamed, were not their text.
    final AtomicLong broken = new AtomicLong();
    final AtomicLong cuts = new AtomicLong();
    final AtomicLong resets = new AtomicLong();
    final AtomicLong threads = new AtomicLong();

    /// Every fault by its name, for people.
    String faultWords() {
        return "lost " + lost + ", doubled " + doubled + ", reordered " + reordered + ", broken " + broken;
    }

    long faults() {
        return lost.get() + doubled.get() + reordered.get() + broken.get();
    }
}
