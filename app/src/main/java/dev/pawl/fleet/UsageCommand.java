package dev.pawl.fleet;

import dev.pawl.agent.Prices;
import dev.pawl.card.Usage;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Text;
import dev.pawl.cli.ThreadWord;
import dev.pawl.cli.UsageError;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.store.StoreReports;
import dev.pawl.threads.Library;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/// `pawl usage`: what was used, by day, thread, agent, model or tool.
public record UsageCommand(Console console, Library.Opener opener, Function<Arguments, Prices> prices)
        implements Subcommand {
    private static final List<String> KEYS = List.of("day", "thread", "agent", "model", "tool");
    private static final long USUAL_DAYS = 30;

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("usage", "what was used: tokens and cost, or calls of tools")
                .with(
                        Option.value("--by", "KEYS", "day, thread, agent, model (commas between), or tool (day)"),
                        Option.value("--days", "N", "of the last days (30)"))
                .taking(Operand.atMostOne("THREAD", "only this thread: its id, the beginning of it, or last"))
                .example("pawl usage")
                .example("pawl usage --by day,model --days 7")
                .example("pawl usage last --by tool      # how often each tool was called")
                .example("pawl usage --by thread --json  # one object for each row");
    }

    /// What a row sums up.
    private record Sum(Usage usage, double cost, boolean priced) {
        Sum plus(Sum other) {
            return new Sum(usage.plus(other.usage), cost + other.cost, priced && other.priced);
        }
    }

    @Override
    public int run(Arguments arguments) {
        var by = List.of(arguments.value("--by").orElse("day").split(","));
        for (var key : by) {
            if (KEYS.contains(key)) continue;
            throw new UsageError(console.say(Text.USAGE_BAD_KEY, key, String.join(", ", KEYS)));
        }
        if (by.contains("tool") && by.size() > 1) throw new UsageError(console.say(Text.USAGE_TOOL_ALONE));
        try (var library = opener.open(arguments)) {
            var thread = arguments
                    .optionalWord("THREAD")
                    .map(word -> ThreadWord.find(library.gateway(), word).id());
            var since = library.now().minus(Duration.ofDays(days(arguments)));
            if (by.contains("tool")) {
                var calls = new TreeMap<String, Long>();
                for (var line : library.host().reports().calls(thread, since)) calls.merge(line, 1L, Long::sum);
                tools(calls, arguments.has("--json"));
            } else {
                var lines = library.host().reports().tokens(thread, since);
                tokens(by, sums(library, by, lines, prices.apply(arguments)), arguments.has("--json"));
            }
        }
        return ExitCode.OK;
    }

    private long days(Arguments arguments) {
        var given = arguments.value("--days");
        if (given.isEmpty()) return USUAL_DAYS;
        if (given.get().matches("[1-9][0-9]{0,4}")) return Long.parseLong(given.get());
        throw new UsageError(console.say(Text.OPTION_NOT_A_NUMBER, "--days", "1–99999", given.get()));
    }

    private static Map<List<String>, Sum> sums(
            Library library, List<String> by, List<StoreReports.TokensLine> lines, Prices prices) {
        var agents = new HashMap<ThreadId, String>();
        var sums = new TreeMap<List<String>, Sum>((a, b) -> String.join("\n", a).compareTo(String.join("\n", b)));
        BinaryOperator<Sum> plus = Sum::plus;
        for (var line : lines) {
            var cost = prices.cost(line.model(), line.usage());
            var key = by.stream()
                    .map(name -> switch (name) {
                        case "day" ->
                            line.at().atZone(ZoneOffset.UTC).toLocalDate().toString();
                        case "thread" -> line.thread().value();
                        case "agent" ->
                            agents.computeIfAbsent(
                                    line.thread(), id -> library.host().agents().name(id));
                        default -> line.model();
                    })
                    .toList();
            sums.merge(key, new Sum(line.usage(), cost.orElse(0.0), cost.isPresent()), plus);
        }
        return sums;
    }

    private void tokens(List<String> by, Map<List<String>, Sum> sums, boolean json) {
        var rows = new ArrayList<List<String>>();
        var header = new ArrayList<>(
                by.stream().map(key -> key.toUpperCase(Locale.ROOT)).toList());
        header.addAll(List.of(console.say(Text.USAGE_HEADER).split(" ")));
        rows.add(header);
        sums.forEach((key, sum) -> {
            if (json) console.line(json(by, key, sum).write());
            var row = new ArrayList<>(key);
            var used = sum.usage();
            row.addAll(List.of(
                    String.valueOf(used.input() - used.cachedInput()),
                    String.valueOf(used.cachedInput()),
                    String.valueOf(used.output()),
                    String.valueOf(used.reasoning()),
                    sum.priced() ? String.format(Locale.ROOT, "%.4f", sum.cost()) : "—"));
            rows.add(row);
        });
        if (json) return;
        if (sums.isEmpty()) console.note(console.say(Text.USAGE_NONE));
        else for (var line : Columns.aligned(rows)) console.line(line);
    }

    private static Json.Obj json(List<String> by, List<String> key, Sum sum) {
        var row = Json.object();
        for (var i = 0; i < by.size(); i++) row = row.with(by.get(i), key.get(i));
        Optional<Json> cost = sum.priced() ? Optional.of(new Json.Num(Double.toString(sum.cost()))) : Optional.empty();
        return row.with("input", sum.usage().input())
                .with("cached", sum.usage().cachedInput())
                .with("output", sum.usage().output())
                .with("reasoning", sum.usage().reasoning())
                .with("cost_usd", cost.orElseGet(Json.Null::new));
    }

    private void tools(Map<String, Long> calls, boolean json) {
        if (calls.isEmpty() && !json) console.note(console.say(Text.USAGE_NONE));
        calls.forEach((tool, count) -> {
            if (json)
                console.line(
                        Json.object().with("tool", tool).with("calls", count).write());
            else console.line(String.format(Locale.ROOT, "%6d  %s", count, tool));
        });
    }
}
