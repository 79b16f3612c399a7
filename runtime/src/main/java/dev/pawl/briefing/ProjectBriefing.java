package dev.pawl.briefing;

import dev.pawl.card.Item;
import dev.pawl.card.Item.Briefing;
import dev.pawl.thread.Setup;
import dev.pawl.tool.sandbox.Probe;
import dev.pawl.tool.sandbox.Tier;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.Network;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What an agent is told before its first request: what it may do, the project's own instructions,
/// and where it is.
public final class ProjectBriefing {
    private final Setup setup;
    private final String shell;
    private final String date;
    private final Words words;
    private final String skills;
    private final Limits limits;
    private final PromptFile files;

    /// What the settings add.
    ///
    /// @param developer instructions of the settings
    /// @param user      the user's own `AGENTS.md`, for all projects
    /// @param mostBytes how much of all instructions is read
    public record Words(String developer, String user, long mostBytes) {}

    /// What commands may touch, and what holds them to it.
    public record Limits(Confinement confinement, Probe probe) {}

    public ProjectBriefing(
            Setup setup, String shell, String date, Words words, String skills, Limits limits, PromptFile files) {
        this.setup = setup;
        this.shell = shell;
        this.date = date;
        this.words = words;
        this.skills = skills;
        this.limits = limits;
        this.files = files;
    }

    public List<Item> items() {
        var items = new ArrayList<Item>();
        items.add(new Briefing(Briefing.Role.DEVELOPER, permissions()));
        if (!words.developer().isEmpty()) items.add(new Briefing(Briefing.Role.DEVELOPER, words.developer()));
        if (!skills.isEmpty()) items.add(new Briefing(Briefing.Role.DEVELOPER, skills));
        var instructions = projectInstructions();
        if (!instructions.isEmpty()) items.add(new Briefing(Briefing.Role.USER, instructions));
        items.add(new Briefing(Briefing.Role.USER, environment()));
        return items;
    }

    private String permissions() {
        return "<permissions>\nSandbox mode: " + setup.sandbox() + ". Approval policy: " + setup.approval() + ".\n"
                + (setup.roots().isEmpty()
                        ? ""
                        : "Further writable folders: " + String.join(", ", setup.roots()) + ".\n")
                + sandbox()
                + "</permissions>";
    }

    private String sandbox() {
        var confinement = limits.confinement();
        if (!confinement.isConfined()) return "Commands run without a sandbox.\n";
        if (limits.probe().tier() == Tier.NONE)
            return "This machine has no sandbox (" + limits.probe().detail()
                    + "): commands and edits are refused, reading works.\n";
        var text = new StringBuilder("Commands run in a sandbox (tier "
                + limits.probe().tier().number() + ", " + limits.probe().detail() + "). ");
        text.append(
                switch (confinement.mode()) {
                    case READ_ONLY -> "Nothing can be written. ";
                    case WORKSPACE_WRITE -> writable(confinement);
                    case DANGER_FULL_ACCESS -> "";
                });
        text.append(
                confinement.network() == Network.ON
                        ? "The network can be reached.\n"
                        : "There is no network and no local sockets.\n");
        return text.toString();
    }

    private String writable(Confinement confinement) {
        var folders = confinement.writable().stream()
                .map(root -> root.named().toString())
                .toList();
        var text = "Writable: " + String.join(", ", folders)
                + "; but not .git, AGENTS.md and agent settings right below a project's folder. ";
        if (limits.probe().tier() != Tier.LANDLOCK) return text;
        return text + "In this tier commands cannot make new entries right in a project's folder, only in the"
                + " folders below it: use apply_patch for those. ";
    }

    private String environment() {
        return "<environment_context>\n  <cwd>" + setup.cwd() + "</cwd>\n  <shell>" + shell
                + "</shell>\n  <current_date>" + date + "</current_date>\n</environment_context>";
    }

    /// `AGENTS.md` (or `CLAUDE.md`) of each folder from the repository's root down to the working
    /// one.
    private String projectInstructions() {
        var text = new StringBuilder(words.user().strip());
        var folders = folders();
        for (var folder : folders) {
            for (var name : List.of("AGENTS.md", "CLAUDE.md")) {
                var read = files.read(folder, name, folders.getFirst(), words.mostBytes() - text.length());
                if (read.isBlank()) continue;
                text.append(text.isEmpty() ? "" : "\n\n").append(read.strip());
                break;
            }
        }
        if (text.isEmpty()) return "";
        return "# AGENTS.md instructions for " + setup.cwd() + "\n\n<INSTRUCTIONS>\n" + text + "\n</INSTRUCTIONS>";
    }

    private List<Path> folders() {
        var folders = new ArrayList<Path>();
        for (var folder = Path.of(setup.cwd()); folder != null; folder = folder.getParent()) {
            folders.addFirst(folder);
            if (Files.exists(folder.resolve(".git"))) return folders;
        }
        return List.of(Path.of(setup.cwd()));
    }
}
