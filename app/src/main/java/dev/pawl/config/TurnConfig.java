package dev.pawl.config;

import dev.pawl.agent.Bound;
import dev.pawl.agent.Bound.Measure;
import dev.pawl.agent.Bound.Scope;
import dev.pawl.agent.Prices;
import dev.pawl.cli.UsageError;
import dev.pawl.delegation.DelegationTerms;
import dev.pawl.delegation.DelegationTerms.Version;
import dev.pawl.delegation.Role;
import dev.pawl.host.ThreadSpending;
import dev.pawl.toml.TomlValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;

/// What turns may use, and which agents they may call, by the settings.
public record TurnConfig(Settings settings) {
    /// Agents called in a row; the kernel refuses longer chains.
    private static final int DEEPEST = 15;

    private static final int MOST_AT_ONCE = 64;

    public ThreadSpending.Terms spending() {
        var bounds = new ArrayList<Bound>();
        add(bounds, "pawl.limits.steps", Scope.TURN, Measure.STEPS);
        add(bounds, "pawl.limits.seconds", Scope.TURN, Measure.SECONDS);
        add(bounds, "pawl.limits.tokens", Scope.TURN, Measure.TOKENS);
        add(bounds, "pawl.budget.tokens", Scope.THREAD, Measure.TOKENS);
        add(bounds, "pawl.budget.usd", Scope.THREAD, Measure.USD);
        add(bounds, "pawl.budget.turns", Scope.THREAD, Measure.TURNS);
        for (var scope : Scope.values()) {
            var table = "pawl.budget." + scope.name().toLowerCase(Locale.ROOT);
            add(bounds, table + ".tokens", scope, Measure.TOKENS);
            add(bounds, table + ".usd", scope, Measure.USD);
            add(bounds, table + ".turns", scope, Measure.TURNS);
            add(bounds, table + ".seconds", scope, Measure.SECONDS);
        }
        return new ThreadSpending.Terms(bounds, prices());
    }

    private void add(List<Bound> bounds, String key, Scope scope, Measure measure) {
        var most = number(key);
        if (most > 0) bounds.add(new Bound(key, scope, measure, most));
    }

    private double number(String key) {
        if (!settings.isSet(key)) return 0;
        return switch (settings.value(key)) {
            case TomlValue.Whole(var whole) -> whole;
            case TomlValue.Decimal(var decimal) -> decimal;
            case TomlValue _ -> 0;
        };
    }

    private Prices prices() {
        var models = new HashMap<String, double[]>();
        for (var setting : settings.all()) {
            var path = setting.path();
            if (path.size() != 4 || !path.get(0).equals("pawl") || !path.get(1).equals("prices")) continue;
            var place = List.of("input", "cached", "output").indexOf(path.get(3));
            if (place < 0) continue;
            var price = setting.value() instanceof TomlValue.Whole(var whole)
                    ? (double) whole
                    : setting.value() instanceof TomlValue.Decimal(var decimal) ? decimal : 0;
            models.computeIfAbsent(path.get(2), _ -> new double[] {0, -1, 0})[place] = price;
        }
        var prices = new HashMap<String, Prices.Price>();
        models.forEach((model, price) ->
                prices.put(model, new Prices.Price(price[0], price[1] < 0 ? price[0] : price[1], price[2])));
        return new Prices(prices);
    }

    /// Throws [UsageError] when a bound could not hold.
    public void check(String model) {
        spending().unpriced(model).ifPresent(bound -> {
            throw new UsageError(bound.key() + " is set, but the price of " + model
                    + " is not: a limit in USD could not hold.\n  Set pawl.prices.\"" + model
                    + "\".input and .output (USD for a million tokens), or use a limit in tokens.");
        });
    }

    public DelegationTerms delegation(String model) {
        if (settings.isSet("agents.enabled") && !settings.isOn("agents.enabled")) return DelegationTerms.NONE;
        if (settings.isSet("features.multi_agent") && !settings.isOn("features.multi_agent")) {
            return DelegationTerms.NONE;
        }
        var paths = (settings.isSet("features.multi_agent_v2") && settings.isOn("features.multi_agent_v2"))
                || model.matches("gpt-5\\.6-(sol|terra).*");
        return new DelegationTerms(
                paths ? Version.V2 : Version.V1,
                Math.clamp(settings.whole("agents.max_threads"), 1, MOST_AT_ONCE),
                Math.clamp(settings.whole("agents.max_depth"), 0, DEEPEST),
                settings.text("agents.default_subagent_model").orElse(""),
                settings.text("agents.default_subagent_reasoning_effort").orElse(""),
                roles());
    }

    private List<Role> roles() {
        var roles = new ArrayList<Role>();
        for (var name : settings.names("agents")) {
            var key = "agents." + name + ".";
            if (!settings.isSet(key + "description")) continue;
            roles.add(new Role(
                    name,
                    settings.text(key + "description").orElse(""),
                    settings.text(key + "developer_instructions").orElse(""),
                    settings.text(key + "model").orElse(""),
                    settings.text(key + "model_reasoning_effort").orElse(""),
                    settings.text(key + "model_reasoning_summary").orElse(""),
                    settings.text(key + "model_verbosity").orElse(""),
                    settings.isSet(key + "nickname_candidates")
                            ? settings.texts(key + "nickname_candidates")
                            : List.of()));
        }
        return roles;
    }
}
