package dev.pawl.thread;

import dev.pawl.id.ThreadId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Where threads are kept. Safe for use by many Java threads and processes.
public interface Threads {
    /// Keeps a new thread, or nothing if its id is there already.
    void add(ChatThread thread);

    // Each of these changes nothing else: whoever asks may not know what others have changed since.

    void rename(ThreadId id, String title, Instant now);

    void shelve(ThreadId id, boolean archived, Instant now);

    void setUp(ThreadId id, Setup setup, Instant now);

    Optional<ChatThread> find(ThreadId id);

    /// One page of the threads that were used last, newest first. A thread that is used while
    /// somebody turns pages moves to the front: no page shows it twice.
    Page page(Query query);

    /// The first thing that was asked in a thread of its own; empty when nothing was.
    String preview(ThreadId id);

    /// The threads whose agents this one's agent has called.
    List<ThreadId> children(ThreadId id);

    /// About how much room a thread takes: the texts of its cards and events, in bytes.
    long size(ThreadId id);

    /// Takes the thread's own row away; what its agent wrote is the ledger's.
    void remove(ThreadId id);

    /// The threads that were used last, newest first.
    default List<ChatThread> latest(Filter filter, int max) {
        var shelf = filter.archived() ? Shelf.ARCHIVED : Shelf.ACTIVE;
        return page(new Query(shelf, filter.cwd(), filter.source(), "", Cursor.START, max)).lines().stream()
                .map(Line::thread)
                .toList();
    }

    /// Keeps what a person accepted for the whole thread; the same seal twice is one grant.
    void grant(ThreadId thread, Grant grant);

    /// What a person accepted for the whole thread, oldest first.
    List<Grant> grants(ThreadId thread);

    /// Takes all of a thread's grants back; answers how many there were.
    int revoke(ThreadId thread);

    /// Changes what is kept beside a thread under a name, in one step; nothing was kept, or is any
    /// more, when the text is empty. Goes with the thread.
    String note(ThreadId thread, String name, UnaryOperator<String> change);

    /// All that is kept beside a thread, by name.
    Map<String, String> notes(ThreadId thread);

    /// What is kept under a name beside any thread.
    Map<ThreadId, String> noted(String name);

    /// Keeps how tools were first offered in the thread, by their names; what is kept already
    /// stays.
    void pin(ThreadId thread, Map<String, String> pins);

    /// Keeps how a tool is offered now, in the place of what was kept: a person said yes to it.
    void repin(ThreadId thread, String name, String pin);

    /// How tools were first offered in the thread, by their names.
    Map<String, String> pins(ThreadId thread);

    /// A yes for everything with this seal; `title` says what it was about.
    record Grant(String seal, String title) {}

    /// Which threads to list. An empty `cwd` or `source` means any.
    record Filter(boolean archived, String cwd, String source) {
        public static final Filter ACTIVE = new Filter(false, "", "");
    }

    /// Put away, or not.
    enum Shelf {
        ACTIVE,
        ARCHIVED,
        ANY
    }

    /// Which threads, and from where on. Empty texts mean any; `text` is looked for in titles and
    /// in what was said, whatever its case.
    record Query(Shelf shelf, String cwd, String source, String text, Cursor after, int max) {
        public Query {
            if (max < 1) throw new IllegalArgumentException("nothing asked for: " + max);
        }
    }

    /// The last line of a page.
    record Cursor(Instant usedAt, String id) {
        public static final Cursor START = new Cursor(Instant.parse("9999-12-31T00:00:00Z"), "~");
    }

    /// @param usedAt when its agent last did something, or its owner changed it
    /// @param preview the first thing that was asked in it
    record Line(ChatThread thread, Instant usedAt, String preview) {
        public Cursor cursor() {
            return new Cursor(usedAt, thread.id().value());
        }
    }

    record Page(List<Line> lines) {
        public Page {
            lines = List.copyOf(lines);
        }

        /// Where the next page begins; empty when this one was not full.
        public Optional<Cursor> next(int max) {
            return lines.size() < max
                    ? Optional.empty()
                    : Optional.of(lines.getLast().cursor());
        }
    }
}
