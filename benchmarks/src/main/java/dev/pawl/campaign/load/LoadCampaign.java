package dev.pawl.campaign.load;

import dev.pawl.bench.ReportPage;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Option;
import dev.pawl.trial.Figures;
import dev.pawl.trial.Numbers;
import dev.pawl.trial.Scratch;
import dev.pawl.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// `./campaign load`: many threads stream at once through a real `pawl serve`, and subscribers of
/// its event stream read along.
public record LoadCampaign() implements Trial {
    private static final double MOST_P99_MS = 150;
    private static final double MOST_RSS_MB = 600;

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("load", "many threads stream at once while subscribers read along, some slowly")
                .with(
                        Option.value("--threads", "N", "threads at once, each 25 notifications a second (200)"),
                        Option.value("--subscribers", "N", "of one thread each (50)"),
                        Option.value(
                                "--slow", "N", "of these, how many read nothing for three quarters of a minute (10)"),
                        Option.value("--minutes", "N", "how long (3)"))
                .example("./campaign load --minutes 30");
    }

    @Override
    public Figures run(Arguments arguments) throws IOException, InterruptedException {
        var numbers = new Numbers(arguments);
        var bounds = new LoadRun.Bounds(
                (int) numbers.of("--threads", 1, 200),
                (int) numbers.of("--subscribers", 1, 50),
                (int) numbers.of("--slow", 0, 10),
                (int) numbers.of("--minutes", 1, 3),
                60);
        var folder = Files.createTempDirectory("pawl-load").toRealPath();
        try {
            var report = LoadRun.run(folder, bounds);
            if (System.getProperty("pawl.root") != null) page(bounds, report);
            return figures(bounds, report);
        } finally {
            Scratch.delete(folder);
        }
    }

    private static Figures figures(LoadRun.Bounds bounds, LoadRun.Report report) {
        var tally = report.tally();
        var figures = new Figures("load")
                .put("threads", bounds.threads())
                .put("subscribers", bounds.subscribers())
                .put("slow", bounds.slow())
                .put("seconds", (long) bounds.rounds() * bounds.messages())
                .put("messages_stored", report.stored())
                .put("notifications_read", tally.notifications.get())
                .put("lost", tally.lost.get() + report.missing())
                .put("doubled", tally.doubled.get())
                .put("reordered", tally.reordered.get())
                .put("broken", tally.broken.get())
                .put("slow_readers_cut", tally.cuts.get())
                .put("words_p50_ms", tally.words.percentile(0.5))
                .put("words_p99_ms", tally.words.percentile(0.99))
                .put("stored_p50_ms", tally.messages.percentile(0.5))
                .put("stored_p99_ms", tally.messages.percentile(0.99))
                .put("heap_after_gc_first_mb", report.heapMb().getFirst())
                .put("heap_after_gc_last_mb", report.heapMb().getLast())
                .put("rss_mb", report.rssMb());
        if (tally.faults() + report.missing() > 0) figures.miss("nothing lost, doubled, reordered or broken");
        if (tally.messages.percentile(0.99) > MOST_P99_MS) figures.miss("append to subscriber p99 within 150 ms");
        if (report.rssMb() > MOST_RSS_MB) figures.miss("RSS within 600 MB");
        if (!isFlat(report.heapMb())) figures.miss("heap after collection flat");
        if (bounds.slow() > 0 && tally.cuts.get() == 0) figures.miss("slow readers are cut and come back");
        return figures;
    }

    /// The first sample is taken when all threads run.
    private static boolean isFlat(List<Double> heapMb) {
        return heapMb.getLast() <= heapMb.getFirst() * 1.25 + 16;
    }

    private static void page(LoadRun.Bounds bounds, LoadRun.Report report) throws IOException {
        var tally = report.tally();
        new ReportPage("Load", "./campaign load")
                .line(bounds.threads()
                        + " threads at once through one `pawl serve`, each 25 notifications a second for "
                        + bounds.rounds() * bounds.messages() + " s: each second a")
                .line("message begins, streams in 23 pieces and is stored (SQLite, FULL). " + bounds.subscribers()
                        + " subscribers of `/api/events`, one thread each;")
                .line(bounds.slow()
                        + " of them read nothing for three quarters of a minute, are cut when they are 1 MB behind and"
                        + " come back with `Last-Event-ID`.")
                .line("The model's server and all subscribers are one process on the same machine; one clock dates both"
                        + " ends.\n")
                .line("| what | figure | target |")
                .line("|---|---|---|")
                .line("| threads run | " + tally.threads.get() + " | |")
                .line("| messages stored | " + report.stored() + " | |")
                .line("| notifications read | " + tally.notifications.get() + " | |")
                .line("| lost, doubled, reordered, broken | " + (tally.lost.get() + report.missing()) + ", "
                        + tally.doubled.get() + ", " + tally.reordered.get() + ", " + tally.broken.get() + " | 0 |")
                .line("| slow readers cut, all came back | " + tally.cuts.get() + " | |")
                .line("| model's byte → append → subscriber, p50 and p99 | " + tally.messages.percentile(0.5) + " ms, "
                        + tally.messages.percentile(0.99) + " ms | p99 ≤ 150 ms |")
                .line("| model's byte → subscriber (words in flight), p50 and p99 | " + tally.words.percentile(0.5)
                        + " ms, " + tally.words.percentile(0.99) + " ms | |")
                .line("| heap after a full collection, in order | "
                        + String.join(
                                ", ",
                                report.heapMb().stream()
                                        .map(mb -> Math.round(mb) + "")
                                        .toList())
                        + " MB | flat |")
                .line("| most memory of the process (VmHWM) | " + Math.round(report.rssMb()) + " MB | ≤ 600 MB |")
                .write(Path.of(System.getProperty("pawl.root")), "load");
    }
}
