package dev.pawl.threads;

import dev.pawl.card.Visible;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Styled;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Text;
import dev.pawl.cli.ThreadWord;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Threads;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `pawl status`: how threads stand, worked out from their logs.
public record StatusCommand(Console console, Library.Opener opener, Words.Choice language) implements Subcommand {
    private static final int SHOWN = 20;
    private static final Duration LOOK = Duration.ofSeconds(1);

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("status", "how threads stand: what they do, and what they wait for")
                .with(Option.flag("--watch", "go on, and tell each change"))
                .taking(Operand.atMostOne("THREAD", "a thread's id, the beginning of it, or last"))
                .example("pawl status                        # the threads that were used last")
                .example("pawl status last --watch --json    # each change on a line")
                .example("pawl status 0192f0c1 --json        # not_found and exit code 2 for an unknown thread");
    }

    @Override
    public int run(Arguments arguments) {
        var words = new Words(language.of(arguments));
        try (var library = opener.open(arguments)) {
            var word = arguments.optionalWord("THREAD");
            var shown = new HashMap<String, String>();
            while (true) {
                var threads = word.isPresent()
                        ? ThreadWord.maybe(library.gateway(), word.get()).stream()
                                .toList()
                        : latest(library);
                if (threads.isEmpty() && word.isPresent()) return sayThatThereIsNone(word.get(), arguments);
                long seq = 0;
                for (var thread : threads) seq = show(library, thread, words, arguments.has("--json"), shown);
                if (threads.isEmpty()) console.note(words.say(Text.NO_THREAD_YET));
                if (threads.size() >= SHOWN && !arguments.has("--json") && !arguments.has("--watch"))
                    console.note(words.say(Text.LIST_STATUS_MORE, String.valueOf(threads.size())));
                if (!arguments.has("--watch") || threads.isEmpty()) return ExitCode.OK;
                // Events end the wait at once; the time that statuses fade by does so otherwise.
                library.gateway().watch(threads.getFirst().id(), word.isPresent() ? seq : Long.MAX_VALUE - 1, LOOK);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }

    /// Those that wait for a person, whenever they were used, and then those that were used last.
    private static List<ChatThread> latest(Library library) {
        var all = new LinkedHashMap<ThreadId, ChatThread>();
        for (var asked : library.gateway().questions())
            library.gateway().thread(asked.thread()).ifPresent(thread -> all.put(thread.id(), thread));
        for (var thread : library.gateway().latest(Threads.Filter.ACTIVE, SHOWN)) all.putIfAbsent(thread.id(), thread);
        return List.copyOf(all.values());
    }

    private int sayThatThereIsNone(String word, Arguments arguments) {
        if (arguments.has("--json")) console.line(StatusLine.notFound(word).write());
        else console.note(console.say(Text.NO_THREAD, word));
        return ExitCode.USAGE;
    }

    /// The thread's title, else the first words of its request.
    private static String title(Library library, ChatThread thread) {
        var text = thread.title().isEmpty() ? library.keeping().preview(thread) : thread.title();
        var first = text.strip().lines().findFirst().orElse("");
        return first.length() > 70 ? first.substring(0, 69) + "…" : first;
    }

    /// Prints what has changed since it was last printed; answers the last event that counted.
    private long show(Library library, ChatThread thread, Words words, boolean json, Map<String, String> shown) {
        var now = library.now();
        var id = thread.id().value();
        var standing = library.statuses().standing(thread.id(), thread.archived(), now);
        var line = new StatusLine(words, standing.state().derive(now));
        var whose = Json.object()
                .with("thread", id)
                .with("title", thread.title())
                .with("agent_status", standing.agent().id())
                .with("seq", standing.seq());
        var what = line.json(whose).write() + line.view().waits();
        if (what.equals(shown.put(id, what))) return standing.seq();
        if (json) console.line(line.wholeJson(whose).write());
        else {
            var title = title(library, thread);
            console.line(Styled.of(ThreadWord.brief(thread.id()) + "  ").plus(line.text()));
            if (!title.isEmpty()) console.line(Styled.of(Console.Shade.FAINT, "    " + Visible.heading(title)));
            for (var wait : line.waits(id, now)) console.line(wait.indent(2).stripTrailing());
        }
        console.flush();
        return standing.seq();
    }
}
