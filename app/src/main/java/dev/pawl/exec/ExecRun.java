package dev.pawl.exec;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.card.Part;
import dev.pawl.card.Question;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.ReviewRequest;
import dev.pawl.cli.UsageError;
import dev.pawl.command.Command;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.event.StoreDown;
import dev.pawl.gateway.Asked;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.Reply;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.thread.ChatThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One turn from the command line: ask, carry, tell, and answer with an exit code.
final class ExecRun {
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final int LAST_TRIES = 3;
    private static final int LAST_LOOKS = 10;

    private final Engine engine;
    private final Gateway gateway;
    private final Reporter reporter;
    private final Console console;
    private final Arguments arguments;
    private final Optional<Person> person;

    /// Without a person somebody else answers what the turn asks.
    ExecRun(Engine engine, Reporter reporter, Console console, Arguments arguments, Optional<Person> person) {
        this.person = person;
        this.engine = engine;
        this.gateway = engine.gateway();
        this.reporter = reporter;
        this.console = console;
        this.arguments = arguments.shared();
    }

    /// All that can be wrong is looked at before the request is accepted, and all that is printed
    /// of it comes after: what was printed can be gone on with.
    int begin(ChatThread thread, String prompt) throws InterruptedException {
        return begin(thread, request(prompt), "user");
    }

    int review(ChatThread thread, ReviewRequest review) throws InterruptedException {
        var request = new ArrayList<Item>();
        request.add(new Item.Briefing(Item.Briefing.Role.DEVELOPER, ReviewRequest.MANNER));
        request.addAll(request(review.words()));
        return begin(thread, request, ReviewRequest.AUTHOR);
    }

    private int begin(ChatThread thread, List<Item> request, String source) throws InterruptedException {
        engine.check(thread);
        var items = new ArrayList<>(engine.briefing(thread));
        items.addAll(request);
        gateway.open(thread);
        var turn = accept(new Command.Submit(letter(), thread.id(), items, source));
        reporter.began(thread);
        return carry(thread, turn, 0);
    }

    int goOn(ChatThread earlier, Optional<String> prompt) throws InterruptedException {
        var thread = engine.adjusted(earlier);
        engine.check(thread);
        if (earlier.setup().isUnsettled())
            console.note("The imported thread goes on in " + thread.setup().cwd()
                    + (earlier.setup().cwd().equals(thread.setup().cwd())
                            ? ""
                            : "; its transcript names " + earlier.setup().cwd() + " (--cd goes on there)"));
        if (!thread.setup().equals(earlier.setup())) gateway.setUp(thread.id(), thread.setup(), thread.updatedAt());
        var from = gateway.lastEvent(thread.id());
        var turn = prompt.isPresent()
                ? accept(new Command.Steer(letter(), thread.id(), more(earlier, thread, prompt.get()), "user"))
                : gateway.activeTurn(thread.id())
                        .orElseThrow(() -> new UsageError("thread " + thread.id() + " has nothing left to do\n"
                                + "  pawl exec resume " + thread.id() + " \"what to do next\""));
        reporter.began(thread);
        return carry(thread, turn, from);
    }

    /// A further request, after what the agent must know first. A turn that runs is not told: what
    /// it may do is what it began with.
    private List<Item> more(ChatThread earlier, ChatThread thread, String prompt) {
        var items = new ArrayList<Item>();
        if (gateway.activeTurn(thread.id()).isEmpty()) items.addAll(engine.changes(earlier, thread));
        items.addAll(request(prompt));
        return items;
    }

    /// A turn that does nothing but put a summary in the place of the history.
    int compact(ChatThread thread) throws InterruptedException {
        engine.check(thread);
        var from = gateway.lastEvent(thread.id());
        var turn = accept(new Command.Submit(letter(), thread.id(), List.of(new Item.Compact()), "user"));
        reporter.began(thread);
        return carry(thread, turn, from);
    }

    private List<Item> request(String prompt) {
        var parts = new ArrayList<Part>();
        for (var value : arguments.values("--image")) {
            for (var file : value.split(",", -1)) parts.add(Pictures.part(file, console::note));
        }
        parts.add(new Part.Text(prompt));
        var items = new ArrayList<Item>();
        items.add(new Item.UserMessage(parts));
        arguments
                .value("--output-schema")
                .ifPresent(file -> items.add(new Item.ResultFields(List.of(), SchemaFile.read(file))));
        return items;
    }

    /// After a decision: the turn goes on here, or wherever a worker was faster. What is told
    /// comes after the event `from`, the last one before the decision.
    int goOn(ChatThread thread, TurnId turn, long from) throws InterruptedException {
        reporter.began(thread);
        return carry(thread, turn, from);
    }

    private TurnId accept(Command command) {
        return switch (gateway.accept(command)) {
            case Reply.Accepted(var turn) -> turn;
            case Reply.Steered(var turn) -> turn;
            case Reply.Refused(var why) -> throw new UsageError(why);
            case Reply.Decided(var turn) -> turn;
            case Reply.Stopped _ -> throw new IllegalStateException("a request was answered as a stop");
        };
    }

    private LetterId letter() {
        return new LetterId(engine.fresh());
    }

    private int carry(ChatThread thread, TurnId turn, long from) throws InterruptedException {
        var hook = new StopHook(thread.id(), turn, Thread.currentThread());
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return carryAndTell(thread, turn, from);
        } catch (StoreDown down) {
            throw new StoreDown(
                    down.getMessage()
                            + "\n  the turn is kept as far as it was written down; when the store works again: "
                            + "pawl exec resume " + thread.id(),
                    down);
        } finally {
            hook.disarm();
        }
    }

    /// Carries the turn on this thread while another one tells of it.
    private int carryAndTell(ChatThread thread, TurnId turn, long from) throws InterruptedException {
        var teller = new Teller(thread, turn, from);
        var telling = Thread.ofPlatform().name("pawl-tell").daemon(true).start(teller);
        while (engine.carry(thread.id(), turn) == Engine.Standing.WAITS_FOR_SOMEBODY) {
            engine.callAttention("Pawl: a turn needs you");
            if (person.isPresent() && person.get().answer(thread.id())) continue;
            teller.catchUp();
            sayWhatItWaitsFor(thread.id());
            return ExitCode.WAITING;
        }
        teller.turnIsOver();
        telling.join();
        engine.callAttention("Pawl: the turn is over");
        return teller.exitCode();
    }

    private void sayWhatItWaitsFor(ThreadId thread) {
        var lines = new StringBuilder("the turn waits for you; nothing is lost");
        for (var asked : gateway.questions(thread)) {
            lines.append("\n\n").append(QuestionText.brief(asked));
            lines.append("\n  ").append(QuestionText.howToAnswer(asked));
        }
        console.note(lines.toString());
    }

    /// Reads the log until the turn's end is in it, and tells each event once.
    private final class Teller implements Runnable {
        private final ChatThread thread;
        private final TurnId turn;
        private final List<Card> cards = new ArrayList<>();
        private final CountDownLatch over = new CountDownLatch(1);
        private volatile long seq;
        private int failures;
        private volatile int exitCode = ExitCode.FAILED;
        private volatile @Nullable StoreDown failure;

        Teller(ChatThread thread, TurnId turn, long from) {
            this.thread = thread;
            this.turn = turn;
            this.seq = from;
        }

        /// From now on a store that cannot be read is not waited for any longer.
        void turnIsOver() {
            over.countDown();
        }

        /// Waits until all that was written so far is told, but not for a store that is away.
        void catchUp() throws InterruptedException {
            var end = gateway.lastEvent(thread.id());
            for (var tries = 0; seq < end && tries < LAST_LOOKS; tries++) Thread.sleep(LOOK);
        }

        int exitCode() {
            if (failure != null) throw failure;
            return exitCode;
        }

        @Override
        public void run() {
            try {
                while (!told()) {}
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }

        /// Whether there is nothing more to tell. A store that is away comes back, or the one who
        /// carries the turn gives up; until then what could not be read is read again. A log that
        /// has nothing more of a turn that is over never will have: somebody deleted the thread.
        private boolean told() throws InterruptedException {
            try {
                var wasOver = over.getCount() == 0;
                var events = gateway.watch(thread.id(), seq, wasOver ? Duration.ZERO : Duration.ofSeconds(1));
                if (tell(events)) return true;
                failures = 0;
                if (wasOver && events.isEmpty()) sayThatItIsGone();
                return wasOver && events.isEmpty();
            } catch (StoreDown down) {
                if (!over.await(LOOK.toMillis(), TimeUnit.MILLISECONDS) || ++failures < LAST_TRIES) return false;
                failure = down;
                return true;
            }
        }

        /// Whether the turn is over. All that can fail comes before the words, and the number
        /// last: what is read again is not told twice.
        private boolean tell(List<LoggedEvent> events) {
            for (var logged : events) {
                if (logged.turn().equals(turn)) {
                    var card = card(logged.event());
                    var asked = asked(logged.event());
                    reporter.event(logged);
                    asked.ifPresent(this::ask);
                    if (logged.event() instanceof Event.TurnDelivered(var _, var outcome, var _)) {
                        card.ifPresentOrElse(found -> end(found, outcome), this::sayThatItIsGone);
                        return true;
                    }
                    card.ifPresent(found -> tell(logged, found));
                }
                seq = logged.seq();
            }
            return false;
        }

        private void sayThatItIsGone() {
            console.note("the turn is over, but how it ended can no longer be read: was thread " + thread.id()
                    + " deleted meanwhile?");
        }

        private Optional<Card> card(Event event) {
            if (event instanceof Event.ItemRecorded(var card, var _, var _)) return gateway.card(card);
            if (event instanceof Event.TurnDelivered(var card, var _, var _)) return gateway.card(card);
            return Optional.empty();
        }

        /// A running call asks: the turn is not put aside, so it is asked here and now. What waits
        /// in the store is asked when the turn comes back.
        private Optional<Asked> asked(Event event) {
            if (!(event instanceof Event.PersonAsked(var call, var _))) return Optional.empty();
            return gateway.questions(thread.id()).stream()
                    .filter(open -> open.call().equals(call) && open.question() instanceof Question.Elicitation)
                    .findFirst();
        }

        private void ask(Asked open) {
            engine.callAttention("Pawl: a turn needs you");
            if (person.isPresent()) {
                Thread.ofPlatform()
                        .name("pawl-ask")
                        .daemon(true)
                        .start(() -> person.get().answer(open));
                return;
            }
            console.note("the turn waits for you until " + open.until() + "\n\n"
                    + QuestionText.brief(open) + "\n  "
                    + QuestionText.howToAnswer(open));
        }

        private void tell(LoggedEvent logged, Card card) {
            cards.add(card);
            reporter.card(logged, card);
        }

        private void end(Card card, Outcome outcome) {
            if (card.item() instanceof Item.Deliverable deliverable) {
                arguments
                        .value("--output-last-message")
                        .ifPresent(file -> LastMessage.write(file, deliverable.text(), console));
                engine.transcribe(thread, turn, cards);
                reporter.delivered(deliverable);
            }
            exitCode = outcome == Outcome.SUCCESS ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    /// Ctrl-C: the turn is stopped in the store, and what it started is ended, before the process
    /// goes.
    private final class StopHook extends Thread {
        private final ThreadId thread;
        private final TurnId turn;
        private final Thread runner;
        private volatile boolean armed = true;
        private volatile boolean stopped;

        StopHook(ThreadId thread, TurnId turn, Thread runner) {
            super("pawl-stop");
            this.thread = thread;
            this.turn = turn;
            this.runner = runner;
        }

        void disarm() {
            armed = false;
        }

        @Override
        public void run() {
            if (!armed) return;
            // Beside this one: a store that is away would hold a person who wants to go.
            var stopping =
                    Thread.ofPlatform().name("pawl-stopping").daemon(true).start(this::stopInTheStore);
            try {
                stopping.join(GRACE);
                runner.interrupt();
                if (stopped) runner.join(GRACE);
                else
                    console.note("the store does not answer, so the turn is not stopped in it: pawl exec resume "
                            + thread + " goes on with it");
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
            Runtime.getRuntime().halt(ExitCode.FAILED);
        }

        private void stopInTheStore() {
            try {
                gateway.accept(new Command.Interrupt(letter(), thread, turn, "interrupted by the user"));
                stopped = true;
            } catch (StoreDown down) {
                console.note(String.valueOf(down.getMessage()));
            }
        }
    }
}
