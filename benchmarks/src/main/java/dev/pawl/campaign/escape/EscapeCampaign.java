package dev.pawl.campaign.escape;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.json.Json;
import dev.pawl.tool.sandbox.Tier;
import dev.pawl.trial.Figures;
import dev.pawl.trial.Trial;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `./campaign escape`: every way out of the sandbox, in both tiers, as root and as a plain user,
/// on the plain machine, inside another sandbox, and where no user namespaces can be had.
public record EscapeCampaign() implements Trial {
    private static final List<String> PLAIN_USER =
            List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

    /// Where and as whom the cases are tried.
    private record Surroundings(String name, List<String> wrapper) {}

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("escape", "every way out of the sandbox, in both tiers, as root and as a plain user")
                .example("./campaign escape");
    }

    @Override
    public Figures run(Arguments arguments) throws IOException, InterruptedException {
        var figures = new Figures("escape");
        var held = 0;
        var escaped = 0;
        var broken = 0;
        var places = 0;
        for (var surroundings : surroundings()) {
            for (var tier : List.of(Tier.BUBBLEWRAP, Tier.LANDLOCK)) {
                var verdicts = elsewhere(surroundings, tier);
                if (verdicts.isEmpty()) continue;
                places++;
                for (var verdict : verdicts) {
                    switch (verdict.kind()) {
                        case HELD -> held++;
                        case ESCAPED -> escaped++;
                        case BROKEN -> broken++;
                    }
                    if (verdict.kind() != EscapeRun.Verdict.Kind.HELD)
                        System.out.println(surroundings.name() + ", tier " + tier.number() + ": " + verdict.kind() + " "
                                + verdict.name() + ": " + verdict.detail().replace("\n", " | "));
                }
            }
        }
        figures.put(
                        "cases",
                        EscapeCase.all().size()
                                + RootSwaps.names().size()
                                + OwnRepositories.names().size())
                .put("places", places)
                .put("held", held)
                .put("escaped", escaped)
                .put("broken", broken);
        if (escaped > 0) figures.miss("no escape");
        if (broken > 0) figures.miss("what must work works");
        if (places == 0) figures.miss("a sandbox on this machine");
        return figures;
    }

    private static List<Surroundings> surroundings() throws IOException {
        var root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        var nested = List.of("bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "--die-with-parent");
        var noProc = List.of("bwrap", "--dev-bind", "/", "/", "--unshare-user", "--die-with-parent");
        var noNamespaces =
                List.of("bwrap", "--dev-bind", "/", "/", "--unshare-user", "--disable-userns", "--die-with-parent");
        var all = new ArrayList<Surroundings>();
        for (var plain : root ? List.of(false, true) : List.of(true)) {
            var who = plain ? "plain user" : "root";
            List<String> as = plain && root ? PLAIN_USER : List.of();
            all.add(new Surroundings(who, as));
            all.add(new Surroundings(who + ", nested", joined(as, nested)));
            all.add(new Surroundings(who + ", nested without capabilities", joined(as, noProc)));
            all.add(new Surroundings(who + ", no user namespaces", joined(as, noNamespaces)));
        }
        return all;
    }

    private static List<String> joined(List<String> some, List<String> more) {
        var all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }

    /// Empty when this tier is not to be had there.
    private static List<EscapeRun.Verdict> elsewhere(Surroundings surroundings, Tier tier)
            throws IOException, InterruptedException {
        var words = new ArrayList<>(surroundings.wrapper());
        words.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                EscapeRun.class.getName(),
                tier.name()));
        var builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("PAWL_ESCAPE_SECRET", "you should not see this");
        var process = builder.start();
        process.getOutputStream().close();
        var verdicts = new ArrayList<EscapeRun.Verdict>();
        var said = "";
        try (var in = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (var line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.startsWith("{")) {
                    if (said.isEmpty()) said = line;
                    continue;
                }
                var json = Json.parse(line);
                if (json.at("tier").isNull()) verdicts.add(verdict(json));
                else said = json.text("detail");
            }
        }
        var code = process.waitFor();
        System.err.println(surroundings.name() + ", tier " + tier.number() + ": " + verdicts.size() + " cases"
                + (code == 0 ? "" : ", exit " + code) + "; " + said);
        return verdicts;
    }

    private static EscapeRun.Verdict verdict(Json json) {
        return new EscapeRun.Verdict(
                json.text("case"), EscapeRun.Verdict.Kind.valueOf(json.text("verdict")), json.text("detail"));
    }
}
