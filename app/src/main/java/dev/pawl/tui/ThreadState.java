package dev.pawl.tui;

import dev.pawl.id.TurnId;
import dev.pawl.status.ChatState;
import dev.pawl.status.View;
import dev.pawl.thread.ChatThread;
import dev.pawl.view.ItemView;
import dev.pawl.view.PlanView;
import dev.pawl.view.QuestionView;
import dev.pawl.view.ThreadChange;
import dev.pawl.view.ThreadView;
import dev.pawl.view.TokensView;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the screen knows of its thread beside the text: its setup, its status, what it asks, what
/// is on its way to it. Used by the thread of [Ui] alone.
final class ThreadState {
    private static final int MOST_ITEMS = 20_000;

    private final QueuedTurns queue = new QueuedTurns();
    private final Map<String, QuestionView> questions = new LinkedHashMap<>();
    private ChatThread thread;
    private ChatState status = ChatState.NEW;
    private TokensView tokens = TokensView.NONE;
    private Optional<TurnId> running = Optional.empty();
    private int waitingElsewhere;
    private final List<Said> said = new ArrayList<>();
    private final List<ItemView> items = new ArrayList<>();
    private PlanView plan = PlanView.NONE;

    /// A message of the person's, and the turn it began or belongs to.
    record Said(TurnId turn, String text) {}

    ThreadState(ChatThread thread) {
        this.thread = thread;
    }

    ChatThread thread() {
        return thread;
    }

    void set(ChatThread other) {
        thread = other;
    }

    /// Another thread from now on.
    void open(ChatThread other) {
        thread = other;
        status = ChatState.NEW;
        tokens = TokensView.NONE;
        running = Optional.empty();
        questions.clear();
        queue.clear();
        said.clear();
        items.clear();
        plan = PlanView.NONE;
    }

    QueuedTurns queue() {
        return queue;
    }

    View view(Instant now) {
        return status.derive(now);
    }

    TokensView tokens() {
        return tokens;
    }

    /// Whether a turn is under way.
    boolean isRunning() {
        return running.isPresent();
    }

    /// Whether a turn is under way that this one must wait for.
    boolean isRunningAnother(TurnId turn) {
        return running.isPresent() && !running.get().equals(turn);
    }

    /// What the person said in this thread, the oldest first.
    List<Said> said() {
        return List.copyOf(said);
    }

    /// All that is complete, as far as it is kept.
    List<ItemView> items() {
        return List.copyOf(items);
    }

    PlanView plan() {
        return plan;
    }

    private void keep(TurnId turn, ItemView item) {
        items.add(item);
        if (items.size() > MOST_ITEMS) items.removeFirst();
        if (item instanceof ItemView.UserText text && text.author().equals("user"))
            said.add(new Said(turn, text.text()));
    }

    /// What a person is asked, in the order it was asked.
    List<QuestionView> questions() {
        return List.copyOf(questions.values());
    }

    /// The calls that wait for an answer.
    Set<String> heldCalls() {
        var calls = new HashSet<String>();
        for (var question : questions.values()) calls.add(question.call().value());
        return calls;
    }

    boolean isAsked(String question) {
        return questions.containsKey(question);
    }

    int waitingElsewhere() {
        return waitingElsewhere;
    }

    void waitElsewhere(int threads) {
        waitingElsewhere = threads;
    }

    void stands(ThreadView view) {
        status = view.status();
        tokens = view.tokens();
        plan = view.plan();
        for (var turn : view.turns()) turn.items().forEach(item -> keep(turn.id(), item));
        view.questions().forEach(question -> questions.put(question.id(), question));
        running = view.turns().stream()
                .filter(turn -> turn.end().isEmpty())
                .map(turn -> turn.id())
                .findFirst();
    }

    void add(ThreadChange change) {
        switch (change) {
            case ThreadChange.StatusChanged(var next, var _) -> status = next;
            case ThreadChange.TokensCounted(var _, var counted) -> tokens = counted;
            case ThreadChange.QuestionAsked(var question, var _) -> questions.put(question.id(), question);
            case ThreadChange.QuestionSettled(var question, var _) -> questions.remove(question.id());
            case ThreadChange.TurnBegan(var turn, var _) -> {
                running = Optional.of(turn);
                queue.began(turn);
            }
            case ThreadChange.TurnEnded ended -> {
                queue.began(ended.turn());
                questions.values().removeIf(question -> question.turn().equals(ended.turn()));
                if (running.equals(Optional.of(ended.turn()))) running = Optional.empty();
            }
            case ThreadChange.PlanChanged(var _, var next) -> plan = next;
            case ThreadChange.ItemCompleted(var turn, var item, var _) -> {
                keep(turn, item);
                if (item instanceof ItemView.UserText said) queue.said(said.text());
            }
            case ThreadChange.TurnQueued _,
                    ThreadChange.Steered _,
                    ThreadChange.TakenOver _,
                    ThreadChange.ItemBegan _,
                    ThreadChange.ItemGrew _,
                    ThreadChange.ItemUpdated _,
                    ThreadChange.DiffChanged _,
                    ThreadChange.Retrying _,
                    ThreadChange.ServerChanged _,
                    ThreadChange.Warned _,
                    ThreadChange.Compacted _,
                    ThreadChange.TurnFailed _,
                    ThreadChange.TurnsDropped _ -> {}
        }
    }

    /// Model, mode and folder in a few words, what matters most first.
    ///
    /// @param context how much the model can still hold; empty when that is not known
    List<String> summary(String context, Path home, String help) {
        var setup = thread.setup();
        var effort = setup.style().effort();
        var parts = new ArrayList<String>();
        parts.add(effort.isEmpty() ? setup.model() : setup.model() + " " + effort);
        parts.add(Mode.of(setup).label());
        if (!context.isEmpty()) parts.add(context);
        parts.add(folder(setup.cwd(), home));
        parts.add(help);
        return parts;
    }

    /// With `~` for the home folder.
    static String folder(String cwd, Path home) {
        if (cwd.isEmpty()) return "";
        var path = Path.of(cwd);
        if (!path.startsWith(home)) return cwd;
        var rest = home.relativize(path).toString();
        return rest.isEmpty() ? "~" : "~/" + rest;
    }
}
