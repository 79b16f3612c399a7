package dev.pawl.config;

import dev.pawl.briefing.ProjectBriefing;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.UsageError;
import dev.pawl.host.ToolEnvironments;
import dev.pawl.thread.Setup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How a thread is set up by the settings and the command line.
public final class SetupConfig {
    private static final long WINDOW = 272_000;

    private final Settings settings;
    private final Arguments arguments;

    public SetupConfig(Settings settings, Arguments arguments) {
        this.settings = settings;
        this.arguments = arguments.shared();
    }

    public Setup setup() {
        var free = arguments.has("--dangerously-bypass-approvals-and-sandbox");
        var window = settings.whole("model_context_window", WINDOW);
        return new Setup(
                cwd(),
                settings.text("model_provider").orElse("openai"),
                settings.text("model").orElse("gpt-5.5"),
                style(),
                free ? "danger-full-access" : sandbox(),
                free ? "never" : approval(),
                roots(),
                window,
                Math.min(settings.whole("model_auto_compact_token_limit", window * 9 / 10), window * 9 / 10));
    }

    /// The options that name one thing win over the mode, and the mode over the settings.
    private String sandbox() {
        var mode = mode();
        if (mode.isEmpty() || arguments.value("--sandbox").isPresent()) {
            return settings.text("sandbox_mode").orElse("workspace-write");
        }
        return mode.get().equals("suggest") ? "read-only" : "workspace-write";
    }

    private String approval() {
        var mode = mode();
        if (mode.isEmpty() || arguments.value("--ask-for-approval").isPresent()) {
            return settings.text("approval_policy").orElse("on-request");
        }
        return mode.get();
    }

    private Optional<String> mode() {
        return arguments.has("--full-auto") ? Optional.of("full-auto") : arguments.value("--mode");
    }

    private Setup.Style style() {
        return new Setup.Style(
                settings.text("model_reasoning_effort").orElse(""),
                settings.text("model_reasoning_summary").orElse(""),
                settings.text("model_verbosity").orElse(""));
    }

    /// The folders that this command line names.
    public List<Path> namedFolders() {
        var folders = new ArrayList<Path>();
        if (arguments.value("--cd").isPresent()) folders.add(Path.of(cwd()));
        for (var folder : arguments.values("--add-dir"))
            folders.add(Path.of(folder).toAbsolutePath().normalize());
        return folders;
    }

    /// Where an earlier thread goes on: in its folder, unless another one is given, or only a file
    /// says which one it was.
    public String folder(Setup earlier) {
        return arguments.value("--cd").isPresent() || earlier.isUnsettled() ? cwd() : earlier.cwd();
    }

    /// An earlier thread keeps its folder unless another one is given; the rest is as it is set
    /// now.
    public Setup adjusted(Setup earlier) {
        var now = setup();
        var cwd = folder(earlier);
        return new Setup(
                cwd,
                now.provider(),
                now.model(),
                new Setup.Style(
                        now.style().effort(),
                        now.style().summary(),
                        now.style().verbosity(),
                        earlier.style().instructions(),
                        earlier.style().tools()),
                now.sandbox(),
                now.approval(),
                now.roots(),
                now.window(),
                now.compactAt());
    }

    private String cwd() {
        var given = arguments.value("--cd");
        var folder = Path.of(given.orElse("")).toAbsolutePath().normalize();
        if (!Files.isDirectory(folder)) throw new UsageError("not a folder: " + given.orElse(folder.toString()));
        return folder.toString();
    }

    public boolean mayWorkHere() {
        if (arguments.has("--skip-git-repo-check") || arguments.has("--dangerously-bypass-approvals-and-sandbox"))
            return true;
        for (var folder = Path.of(cwd()); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(".git"))) return true;
        }
        return false;
    }

    /// A folder that the person names. A link on the way that commands can make is not followed: it
    /// may lead elsewhere than the person thinks.
    private Path writable(String folder) {
        var path = Path.of(folder).toAbsolutePath().normalize();
        if (ToolEnvironments.isReachedByLink(path, List.of(Path.of(cwd()), Path.of("/tmp"))))
            throw new UsageError("--add-dir " + folder + " leads over a symbolic link that commands can change, to "
                    + ToolEnvironments.real(path) + ". Name that folder itself if you mean it");
        return path;
    }

    private List<String> roots() {
        var roots = new ArrayList<String>();
        for (var folder : arguments.values("--add-dir"))
            roots.add(writable(folder).toString());
        roots.addAll(settings.texts("sandbox_workspace_write.writable_roots"));
        return roots;
    }

    /// @param user the user's own instructions for all projects
    public ProjectBriefing.Words words(String user) {
        return new ProjectBriefing.Words(
                settings.text("developer_instructions").orElse(""), user, settings.whole("project_doc_max_bytes"));
    }
}
