package dev.pawl.campaign.secrets;

import dev.pawl.agent.Redaction;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Option;
import dev.pawl.trial.Figures;
import dev.pawl.trial.Numbers;
import dev.pawl.trial.Scratch;
import dev.pawl.trial.Trial;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// `./campaign secrets`: the program itself, with secrets in its variables, its settings and its
/// project, runs turns that do all they can to lay them open; then every byte it left is searched.
public record SecretsCampaign() implements Trial {
    /// @param searched how many files
    /// @param seen what a child of the program saw of its variables
    /// @param marks places where one was taken out
    record Report(List<Planted> planted, int searched, long marks, List<String> found, String seen) {}

    @Override
    public CommandUsage usage() {
        return CommandUsage.of(
                        "secrets", "planted secrets, and what of them is found in store, logs, transcripts, children")
                .with(
                        Option.value("--seed", "N", "which secrets (1)"),
                        Option.flag("--keep", "leave the files that were searched"))
                .example("./campaign secrets");
    }

    @Override
    public Figures run(Arguments arguments) throws IOException, InterruptedException {
        var seed = new Numbers(arguments).of("--seed", 0, 1);
        var folder =
                Files.createTempDirectory(Path.of("/var/tmp"), "pawl-secrets").toRealPath();
        try {
            var report = run(folder, seed, SecretsSite.Extent.ALL);
            report.found().forEach(line -> System.out.println("FOUND " + line));
            var figures = new Figures("secrets")
                    .put("seed", seed)
                    .put("planted", report.planted().size())
                    .put("files_searched", report.searched())
                    .put("taken_out", report.marks())
                    .put("found", report.found().size());
            if (!report.found().isEmpty()) figures.miss("no secret is found");
            if (report.planted().size() < 50) figures.miss("50 secrets");
            if (report.marks() == 0) figures.miss("secrets come by");
            if (!report.seen().contains("PATH=")) figures.miss("children see plain variables");
            return figures;
        } finally {
            if (arguments.has("--keep")) System.err.println("kept in " + folder);
            else Scratch.delete(folder);
        }
    }

    static Report run(Path folder, long seed, SecretsSite.Extent extent) throws IOException, InterruptedException {
        var planted = Planted.all(seed);
        var house = new SecretsSite(folder, planted);
        house.turns(extent);
        var found = new ArrayList<String>();
        var searched = 0;
        var marks = 0L;
        for (var root : List.of(house.home(), house.left())) {
            try (var files = Files.walk(root)) {
                for (var file : files.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                        .toList()) {
                    // The user's own, where the secrets were put.
                    if (file.equals(house.home().resolve("config.toml"))) continue;
                    searched++;
                    marks += search(file, folder, planted, found);
                }
            }
        }
        return new Report(planted, searched, marks, found, Files.readString(house.seen()));
    }

    private static long search(Path file, Path folder, List<Planted> planted, List<String> found) throws IOException {
        var text = Files.readString(file, StandardCharsets.ISO_8859_1);
        for (var secret : planted) {
            if (text.contains(secret.needle()))
                found.add(secret.place() + " " + secret.name() + " in " + folder.relativize(file));
        }
        return Pattern.compile(Redaction.MARK, Pattern.LITERAL)
                .matcher(text)
                .results()
                .count();
    }
}
