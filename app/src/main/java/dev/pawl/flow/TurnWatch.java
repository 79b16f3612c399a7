package dev.pawl.flow;

import dev.pawl.cli.Console;
import dev.pawl.cli.Console.Shade;
import dev.pawl.event.StoreDown;
import dev.pawl.follow.Subscriber;
import dev.pawl.follow.ThreadFollower;
import dev.pawl.gateway.Gateway;
import dev.pawl.runner.FlowListener;
import dev.pawl.runner.Spent;
import dev.pawl.view.ItemView;
import dev.pawl.view.ThreadChange;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowChange;
import dev.pawl.workflow.check.Check;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.plan.TaskId;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/// Shows what the agent of a workflow does, a line each, between the lines of the workflow itself:
/// what a turn did stands before what became of it.
final class TurnWatch implements FlowListener, Subscriber, AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final int LONGEST = 160;

    private final Console console;
    private final FlowListener next;
    private final Semaphore alarm = new Semaphore(0);
    private final ThreadFollower follower;
    private final Thread watcher;
    private volatile boolean over;

    /// @param follow follows the workflow's thread, and rings when there is something to show
    /// @param next shows the workflow itself
    TurnWatch(Console console, Gateway gateway, Function<Runnable, ThreadFollower> follow, FlowListener next)
            throws InterruptedException {
        this.console = console;
        this.next = next;
        this.follower = follow.apply(alarm::release);
        follower.catchUp(gateway.lastEvent(follower.thread()), _ -> {});
        follower.subscribe(this);
        this.watcher = Thread.ofPlatform().name("pawl-flow-watch").daemon(true).start(this::watch);
    }

    private void watch() {
        try {
            while (!over) {
                // Other processes ring no bell here.
                if (alarm.tryAcquire(LOOK.toMillis(), TimeUnit.MILLISECONDS)) alarm.drainPermits();
                showAll();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /// Everything that the thread's log holds by now.
    private void showAll() throws InterruptedException {
        try {
            follower.grown();
            alarm.drainPermits();
            follower.deliver();
        } catch (StoreDown away) {
            // The next look shows it.
        }
    }

    @Override
    public void on(Update update) {
        for (var change : update.changes()) {
            if (change instanceof ThreadChange.ItemBegan(var _, ItemView.CommandRun run, var _))
                line("$ " + run.plain());
            if (change instanceof ThreadChange.ItemCompleted(var _, var item, var _)) show(item);
        }
    }

    private void show(ItemView item) {
        switch (item) {
            case ItemView.FileEdit edit ->
                edit.changes()
                        .forEach(change ->
                                line(change.kind().name().toLowerCase(Locale.ROOT) + " " + edit.plain(change.path())));
            case ItemView.AgentText said -> {
                var first = said.text().lines().findFirst().orElse("");
                if (!first.isBlank()) line(first);
            }
            case ItemView.ToolUse use -> {
                if (!use.tool().equals("request_user_input")) line(use.tool());
            }
            case ItemView.McpCall call -> line(call.server() + "." + call.tool());
            case ItemView.CommandRun _,
                    ItemView.UserText _,
                    ItemView.Thinking _,
                    ItemView.Image _,
                    ItemView.WebSearch _,
                    ItemView.ReviewMark _,
                    ItemView.Compaction _,
                    ItemView.AgentCall _ -> {}
        }
    }

    private void line(String text) {
        var one = text.replace('\n', ' ');
        console.say(Shade.FAINT, "  " + (one.length() > LONGEST ? one.substring(0, LONGEST) + "…" : one));
    }

    // What the workflow does.

    @Override
    public void changed(Workflow flow, List<WorkflowChange> changes, Supplier<Spent> spent) {
        before();
        next.changed(flow, changes, spent);
    }

    @Override
    public void checking(TaskId task, Check check) {
        before();
        next.checking(task, check);
    }

    @Override
    public void checked(TaskId task, CheckResult result) {
        next.checked(task, result);
    }

    @Override
    public void warned(String words) {
        before();
        next.warned(words);
    }

    private void before() {
        try {
            showAll();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        over = true;
        alarm.release();
        try {
            watcher.join(LOOK.multipliedBy(2));
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
