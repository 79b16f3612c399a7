package dev.pawl.fleet;

import dev.pawl.card.Visible;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.Console.Shade;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Styled;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Text;
import dev.pawl.cli.ThreadWord;
import dev.pawl.host.AgentReport;
import dev.pawl.host.AgentReport.AgentLine;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.status.View;
import dev.pawl.status.Waiting;
import dev.pawl.thread.SpawnedAgent;
import dev.pawl.threads.Library;
import dev.pawl.threads.Words;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// `pawl agents`: who called whom, how each stands, what it waits for, what it used.
public record AgentsCommand(Console console, Library.Opener opener, Words.Choice language) implements Subcommand {
    private static final int TREES = 20;

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("agents", "show the agents that threads have called, as a tree")
                .taking(Operand.atMostOne("THREAD", "a thread of the tree: its id, the beginning of it, or last"))
                .example("pawl agents                 # all trees, those used last first")
                .example("pawl agents last")
                .example("pawl agents 0192f0c1 --json # one object for each agent");
    }

    @Override
    public int run(Arguments arguments) {
        var words = new Words(language.of(arguments));
        try (var library = opener.open(arguments)) {
            var report = library.host().agents();
            var word = arguments.optionalWord("THREAD");
            var trees = word.isPresent()
                    ? List.of(ThreadWord.find(library.gateway(), word.get()).id())
                    : report.roots(TREES);
            if (trees.isEmpty() && !arguments.has("--json")) console.note(console.say(Text.AGENTS_NONE));
            for (var thread : trees) show(report, thread, library.now(), words, arguments.has("--json"));
        }
        return ExitCode.OK;
    }

    private void show(AgentReport report, ThreadId thread, Instant now, Words words, boolean json) {
        for (var line : report.tree(thread, now)) {
            if (json) console.line(json(line, words).write());
            else console.line(text(line, words));
        }
    }

    private Styled text(AgentLine line, Words words) {
        var thread = line.thread();
        var setup = thread.setup();
        var name = line.agent().map(AgentsCommand::name).orElse("");
        var model = setup.model()
                + (setup.style().effort().isEmpty() ? "" : "/" + setup.style().effort());
        var text = Styled.of("  ".repeat(line.depth()) + thread.id() + "  ")
                .plus(Styled.of(Shade.STRONG, name.isEmpty() ? Visible.heading(thread.title()) : name))
                .plus("  ")
                .plus(Styled.of(shade(line.view()), standing(line, words)))
                .plus(Styled.of(Shade.FAINT, "  " + model + "  " + tokens(line)));
        var waits = line.view().waits().stream()
                // The status itself says so.
                .filter(wait -> wait.why() != Waiting.Why.INTERRUPTED && wait.why() != Waiting.Why.WORKER)
                .map(wait -> "\n" + "  ".repeat(line.depth() + 2) + waits(wait))
                .collect(Collectors.joining());
        return text.plus(waits);
    }

    private static String name(SpawnedAgent agent) {
        var name = agent.path().isEmpty() ? agent.nickname() : agent.path();
        return agent.role().isEmpty() ? name : name + " (" + agent.role() + ")";
    }

    private String standing(AgentLine line, Words words) {
        if (line.place() > 0) return console.say(Text.AGENT_QUEUED, String.valueOf(line.place()));
        var details = words.say(line.view().details());
        var header = words.say(line.view().header());
        return details.isEmpty() ? header : header + " · " + Visible.heading(details);
    }

    private static Shade shade(View view) {
        return switch (view.status()) {
            case ERROR -> Shade.BAD;
            case WAITING -> Shade.DOUBTFUL;
            case EDITING, RUNNING, RESPONDING, THINKING -> Shade.GOOD;
            case SYNCING, STARTING, IDLE -> Shade.FAINT;
        };
    }

    private String waits(Waiting wait) {
        var what = word(wait) + (wait.detail().isEmpty() ? "" : ": " + Visible.heading(wait.detail()));
        var until = wait.until().isBefore(Instant.MAX) ? wait.until().toString() : "—";
        return console.say(Text.AGENT_WAITS, what, wait.since().toString(), until);
    }

    private static String word(Waiting wait) {
        return wait.why().name().toLowerCase(Locale.ROOT);
    }

    private String tokens(AgentLine line) {
        var used = line.used();
        var cost = line.cost()
                .map(usd -> String.format(Locale.ROOT, " ($%.4f)", usd))
                .orElse("");
        return console.say(Text.AGENT_TOKENS, String.valueOf(used.total())) + cost;
    }

    private static Json.Obj json(AgentLine line, Words words) {
        var wait = line.view().waits().stream().findFirst();
        var setup = line.thread().setup();
        return Json.object()
                .with("thread", line.thread().id().value())
                .with("parent", maybe(line.agent().map(agent -> agent.parent().value())))
                .with("depth", line.depth())
                .with("nickname", maybe(line.agent().map(SpawnedAgent::nickname)))
                .with("role", maybe(line.agent().map(SpawnedAgent::role).filter(role -> !role.isEmpty())))
                .with("path", maybe(line.agent().map(SpawnedAgent::path).filter(path -> !path.isEmpty())))
                .with(
                        "state",
                        line.agent()
                                .map(agent -> agent.state().name().toLowerCase(Locale.ROOT))
                                .orElse("open"))
                .with("place", line.place())
                .with("model", setup.model())
                .with("effort", setup.style().effort())
                .with("status", line.view().status().id())
                .with("header", words.say(line.view().header()))
                .with("details", words.say(line.view().details()))
                .with("waits_for", maybe(wait.map(AgentsCommand::word)))
                .with("since", maybe(wait.map(one -> one.since().toString())))
                .with(
                        "deadline",
                        maybe(wait.map(Waiting::until)
                                .filter(until -> until.isBefore(Instant.MAX))
                                .map(Instant::toString)))
                .with("approvals", line.view().attention().approvals())
                .with("tokens", line.used().total())
                .with(
                        "cost_usd",
                        line.cost()
                                .<Json>map(usd -> new Json.Num(Double.toString(usd)))
                                .orElseGet(Json.Null::new));
    }

    private static Json maybe(Optional<String> text) {
        return text.<Json>map(Json::of).orElseGet(Json.Null::new);
    }
}
