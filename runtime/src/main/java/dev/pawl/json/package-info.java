/// The only place that knows JSON: a small tree ([Json]), and the stored forms of cards, events and
/// letters. Built on Jackson's streaming parser alone. Knows nothing of SQL or HTTP.
@NullMarked
package dev.pawl.json;

import org.jspecify.annotations.NullMarked;
