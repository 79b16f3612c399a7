/// The only place that knows JSON: a small tree ([Json]), and the stored forms of cards, events and
/// letters. Written out here, because a library's classes cost each start more than
/// these few hundred lines. Knows nothing of SQL or HTTP.
@NullMarked
package dev.pawl.json;

import org.jspecify.annotations.NullMarked;
