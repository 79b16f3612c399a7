package dev.pawl.runner.folder;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.runner.FlowWorkspace.PlanDocument;
import dev.pawl.tool.RunFolder;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.plan.FrontMatter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Optional;

/// The plans of a workspace, each a file with front matter.
final class PlanFiles {
    private static final int LONGEST_NAME = 40;

    private final Path root;
    private final String folder;
    private final InstantSource clock;

    PlanFiles(Path root, String folder, InstantSource clock) {
        this.root = root;
        this.folder = folder;
        this.clock = clock;
    }

    /// A file of its own for each workflow; a modified plan keeps its file.
    String path(Workflow flow) {
        if (!flow.plan().path().isEmpty()) return flow.plan().path();
        var day = DateTimeFormatter.BASIC_ISO_DATE.format(flow.origin().at().atZone(ZoneOffset.UTC));
        var id = flow.id();
        return folder + "/" + day.substring(0, 8) + "-" + name(flow.origin().requirement()) + "-"
                + id.substring(Math.max(0, id.length() - 4)) + ".md";
    }

    private static String name(String requirement) {
        var plain = requirement
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{IsAlphabetic}\\p{IsDigit}]+", "-")
                .replaceAll("^-+|-+$", "");
        var cut = plain.substring(0, Math.min(LONGEST_NAME, plain.length())).replaceAll("-+$", "");
        return cut.isEmpty() ? "plan" : cut;
    }

    Optional<PlanDocument> read(String path) throws IOException {
        if (path.isEmpty()) return Optional.empty();
        var text = SafeFile.read(root.resolve(path));
        return text.map(found -> document(path, found));
    }

    private static PlanDocument document(String path, String text) {
        return new PlanDocument(path, text, RunFolder.hash(text.getBytes(UTF_8)));
    }

    PlanDocument write(Workflow flow, String path, String text, String status) throws IOException {
        var given = FrontMatter.of(text);
        var values = new LinkedHashMap<String, String>();
        values.put("prd", flow.id());
        values.put("title", title(given));
        values.put("status", status);
        values.put("version", Integer.toString(flow.plan().version() + 1));
        if (flow.plan().version() > 0)
            values.put("based_on", Integer.toString(flow.plan().version()));
        values.put("created", clock.instant().toString());
        var next = document(path, given.with(values).text());
        keepEarlier(flow, path);
        write(next);
        return next;
    }

    private static String title(FrontMatter plan) {
        return plan.value("title")
                .filter(found -> !found.isBlank())
                .or(() -> plan.body()
                        .lines()
                        .filter(line -> line.startsWith("# "))
                        .map(line -> line.substring(2).strip())
                        .findFirst())
                .orElse("Plan");
    }

    /// The version before this one, for who compares them.
    private void keepEarlier(Workflow flow, String path) throws IOException {
        var version = flow.plan().version();
        if (version == 0) return;
        var earlier = read(path);
        if (earlier.isEmpty()) return;
        SafeFile.write(
                root,
                root.resolve(earlierPath(flow, version)),
                withStatus(earlier.get(), "superseded").text());
    }

    static String earlierPath(Workflow flow, int version) {
        return ".agent/memory/plans/" + flow.id() + "/v" + version + ".md";
    }

    PlanDocument withStatus(PlanDocument plan, String status) {
        var text = FrontMatter.of(plan.text());
        var values = new LinkedHashMap<String, String>();
        values.put("status", status);
        return document(plan.path(), text.with(values).text());
    }

    void write(PlanDocument plan) throws IOException {
        SafeFile.write(root, root.resolve(plan.path()), plan.text());
    }
}
