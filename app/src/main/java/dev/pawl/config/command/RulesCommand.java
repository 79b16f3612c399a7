package dev.pawl.config.command;

import dev.pawl.agent.approval.Rule;
import dev.pawl.agent.approval.Rulebook;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// `pawl approvals rules`: what the user settled beforehand, and how to take it back.
public record RulesCommand(Console console, Function<Arguments, Rulebook> rulebook) implements Subcommand {
    @Override
    public CommandUsage usage() {
        return CommandUsage.of("approvals rules", "the rules that are kept about commands; --forget takes one back")
                .with(
                        Option.flag("--forget", "take back the rule about commands that begin with WORDS"),
                        Option.flag("--json", "one JSON object for each line"))
                .taking(Operand.rest("WORDS", "with --forget: how the commands begin"))
                .example("pawl approvals rules")
                .example("pawl approvals rules --forget git push");
    }

    @Override
    public int run(Arguments arguments) {
        var rules = rulebook.apply(arguments);
        if (arguments.has("--forget")) return forget(rules, arguments.words("WORDS"));
        for (var rule : rules.rules()) {
            var effect = rule.effect().name().toLowerCase(Locale.ROOT);
            console.line(
                    arguments.has("--json")
                            ? json(rule, effect).write()
                            : effect + "  " + String.join(" ", rule.prefix()) + where(rule));
        }
        if (rules.rules().isEmpty() && !arguments.has("--json")) console.note("no rules in " + rules.place());
        return ExitCode.OK;
    }

    private static String where(Rule rule) {
        if (rule.effect() != Rule.Effect.ALLOW) return "";
        return switch (rule.scope()) {
            case Rule.Scope.Inside _ -> "   (in the sandbox; outside = true in the file lets it out)";
            case Rule.Scope.Outside _ -> "   (also without a sandbox)";
            case Rule.Scope.Within(var boundary) ->
                "   (in the sandbox " + boundary.mode() + (boundary.network() ? ", with the network" : ", no network")
                        + (boundary.roots().isEmpty() ? "" : ", and " + String.join(", ", boundary.roots())) + ")";
        };
    }

    private static Json.Obj json(Rule rule, String effect) {
        var json = Json.object()
                .with("effect", effect)
                .with("prefix", Json.strings(rule.prefix()))
                .with("outside", Json.of(rule.scope() instanceof Rule.Scope.Outside));
        if (!(rule.scope() instanceof Rule.Scope.Within(var boundary))) return json;
        return json.with("sandbox", boundary.mode())
                .with("network", Json.of(boundary.network()))
                .with("roots", Json.strings(boundary.roots()));
    }

    private int forget(Rulebook rules, List<String> prefix) {
        if (!prefix.isEmpty() && rules.forget(prefix)) return ExitCode.OK;
        console.note("no rule about commands that begin with " + String.join(" ", prefix) + " in " + rules.place());
        return ExitCode.FAILED;
    }
}
