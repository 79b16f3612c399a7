package dev.pawl.exec;

import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.card.Part;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.ReviewRequest;
import dev.pawl.cli.Text;
import dev.pawl.cli.UsageError;
import dev.pawl.command.Command;
import dev.pawl.event.StoreDown;
import dev.pawl.follow.ThreadHistory;
import dev.pawl.follow.TurnCards;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.Reply;
import dev.pawl.host.ThreadLifecycle;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.thread.ChatThread;
import dev.pawl.view.ItemView.ReviewMark;
import dev.pawl.view.QuestionView;
import dev.pawl.view.ThreadChange;
import dev.pawl.view.TurnView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One turn from the command line: ask, carry, tell, and answer with an exit code.
final class ExecRun {
    private static final Duration GRACE = Duration.ofSeconds(2);
    /// For the model, so in one language.
    private static final String AGAIN =
            "The last attempt ended before the request was finished. Go on with it from where it stopped.";

    private final Engine engine;
    private final Gateway gateway;
    private final ThreadLifecycle threads;
    private final Reporter reporter;
    private final Console console;
    private final Arguments arguments;
    private final Optional<Person> person;
    private volatile @Nullable Thread reporting;

    /// Without a person somebody else answers what the turn asks.
    ExecRun(Engine engine, Reporter reporter, Console console, Arguments arguments, Optional<Person> person) {
        this.person = person;
        this.engine = engine;
        this.gateway = engine.gateway();
        this.threads = engine.host().threads();
        this.reporter = reporter;
        this.console = console;
        this.arguments = arguments.shared();
    }

    /// All that can be wrong is looked at before the request is accepted, and all that is printed
    /// of it comes after: what was printed can be gone on with.
    int begin(ChatThread thread, String prompt) throws InterruptedException {
        return begin(thread, request(thread, prompt), "user");
    }

    int review(ChatThread thread, ReviewRequest review) throws InterruptedException {
        var request = new ArrayList<Item>();
        request.add(new Item.Briefing(Item.Briefing.Role.DEVELOPER, ReviewRequest.MANNER));
        request.addAll(request(thread, review.words()));
        return begin(thread, request, ReviewMark.AUTHOR);
    }

    private int begin(ChatThread thread, List<Item> request, String source) throws InterruptedException {
        threads.check(thread);
        var turn = accepted(threads.start(thread, request, source));
        reporter.began(thread);
        return carry(thread, turn, 0);
    }

    int goOn(ChatThread earlier, Optional<String> prompt) throws InterruptedException {
        var thread = engine.adjusted(earlier);
        threads.check(thread);
        if (earlier.setup().isUnsettled())
            console.note("The imported thread goes on in " + thread.setup().cwd()
                    + (earlier.setup().cwd().equals(thread.setup().cwd())
                            ? ""
                            : "; its transcript names " + earlier.setup().cwd() + " (--cd goes on there)"));
        threads.configure(earlier, thread.setup());
        var from = gateway.lastEvent(thread.id());
        var open = prompt.isPresent() ? Optional.<TurnId>empty() : gateway.activeTurn(thread.id());
        var turn = open.isPresent()
                ? open.get()
                : accepted(threads.goOn(
                        earlier, thread, request(thread, prompt.isPresent() ? prompt.get() : again(thread)), "user"));
        reporter.began(thread);
        return carry(thread, turn, from);
    }

    /// What is asked when the last turn failed or was stopped and no words are given.
    private String again(ChatThread thread) throws InterruptedException {
        var last = new ThreadHistory(gateway, engine.host().operations(), thread)
                .page(Optional.empty(), ThreadHistory.Direction.NEWEST_FIRST, 1)
                .flatMap(page -> page.turns().stream().findFirst())
                .flatMap(TurnView::end);
        if (last.isPresent() && last.get().deliverable().outcome() != Outcome.SUCCESS) return AGAIN;
        throw new UsageError(console.say(Text.RESUME_NOTHING_LEFT, thread.id().value()));
    }

    /// A turn that does nothing but put a summary in the place of the history.
    int compact(ChatThread thread) throws InterruptedException {
        threads.check(thread);
        var from = gateway.lastEvent(thread.id());
        var turn = accepted(
                gateway.accept(new Command.Submit(letter(), thread.id(), List.of(new Item.Compact()), "user")));
        reporter.began(thread);
        return carry(thread, turn, from);
    }

    private List<Item> request(ChatThread thread, String prompt) {
        var parts = new ArrayList<Part>();
        for (var value : arguments.values("--image")) {
            for (var file : value.split(",", -1)) parts.add(Pictures.part(file, console::note));
        }
        parts.add(new Part.Text(prompt));
        var items = new ArrayList<>(threads.request(thread, new Item.UserMessage(parts)));
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

    private static TurnId accepted(Reply reply) {
        return switch (reply) {
            case Reply.Accepted(var turn) -> turn;
            case Reply.Steered(var turn) -> turn;
            case Reply.Refused(var why) -> throw new UsageError(why);
            case Reply.Decided(var turn) -> turn;
            case Reply.Stopped _ -> throw new IllegalStateException("a request was answered as a stop");
        };
    }

    private LetterId letter() {
        return new LetterId(engine.host().fresh());
    }

    private int carry(ChatThread thread, TurnId turn, long from) throws InterruptedException {
        var hook = new StopHook(thread.id(), turn, Thread.currentThread());
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return carryAndReport(thread, turn, from);
        } catch (StoreDown down) {
            throw new StoreDown(
                    down.getMessage()
                            + "\n  the turn is kept as far as it was written down; when the store works again: "
                            + "pawl exec resume " + thread.id(),
                    down);
        } finally {
            reporter.close();
            hook.disarm();
        }
    }

    /// Carries the turn on this thread while another one reports it.
    private int carryAndReport(ChatThread thread, TurnId turn, long from) throws InterruptedException {
        var report = new TurnReport(engine, thread, turn, from, new Reporting(thread, turn));
        var telling = Thread.ofPlatform().name("pawl-tell").daemon(true).start(report);
        reporting = telling;
        try {
            return carried(thread, turn, report, telling);
        } catch (InterruptedException stopped) {
            // The store is closed next: what is known is told before.
            report.turnIsOver();
            telling.join(GRACE);
            throw stopped;
        }
    }

    private int carried(ChatThread thread, TurnId turn, TurnReport report, Thread telling) throws InterruptedException {
        while (!engine.carry(thread.id(), turn)) {
            engine.callAttention("Pawl: a turn needs you");
            report.catchUp();
            reporter.pause();
            if (person.isPresent() && person.get().answer(thread.id())) {
                reporter.resume();
                continue;
            }
            sayWhatItWaitsFor(thread.id());
            return ExitCode.WAITING;
        }
        report.turnIsOver();
        telling.join();
        engine.callAttention("Pawl: the turn is over");
        return report.exitCode();
    }

    private void sayWhatItWaitsFor(ThreadId thread) {
        var lines = new StringBuilder("the turn waits for you; nothing is lost");
        for (var asked : gateway.questions(thread)) {
            lines.append("\n\n").append(QuestionText.brief(asked));
            lines.append("\n  ").append(QuestionText.howToAnswer(asked));
        }
        console.note(lines.toString());
    }

    /// What is done with what is seen of the turn.
    private final class Reporting implements TurnReport.Listener {
        private final ChatThread thread;
        private final TurnId turn;

        Reporting(ChatThread thread, TurnId turn) {
            this.thread = thread;
            this.turn = turn;
        }

        @Override
        public boolean showsStatus() {
            return reporter.showsStatus();
        }

        @Override
        public void report(ThreadChange change) {
            reporter.report(change);
        }

        @Override
        public void ask(QuestionView question) {
            engine.callAttention("Pawl: a turn needs you");
            if (person.isPresent()) {
                Thread.ofPlatform().name("pawl-ask").daemon(true).start(() -> {
                    reporter.pause();
                    person.get().answer(question);
                    reporter.resume();
                });
                return;
            }
            reporter.pause();
            console.note("the turn waits for you until " + question.until() + "\n\n"
                    + QuestionText.brief(question) + "\n  "
                    + QuestionText.howToAnswer(question));
            reporter.resume();
        }

        @Override
        public void ended(Item.Deliverable deliverable, TurnCards cards) {
            arguments
                    .value("--output-last-message")
                    .ifPresent(file -> LastMessage.write(file, deliverable.text(), console));
            engine.transcribe(thread, turn, cards.take(turn));
        }

        @Override
        public void gone() {
            console.note("the turn is over, but how it ended can no longer be read: was thread " + thread.id()
                    + " deleted meanwhile?");
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
                // A person who is asked is waited for by a read that cannot be interrupted.
                var isAsked = person.isPresent() && person.get().isAsked();
                var telling = reporting;
                if (stopped && isAsked && telling != null) telling.join(GRACE);
                else if (stopped) runner.join(GRACE);
                else
                    console.note("the store does not answer, so the turn is not stopped in it: pawl exec resume "
                            + thread + " goes on with it");
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
            reporter.close();
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
