package dev.pawl.workflow.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads a plan document and finds what is wrong with it. The only reader: what is offered, run and
/// archived is what this returns.
public final class PlanText {
    private static final Pattern HEADING = Pattern.compile("^##\\s+(?:\\d+[.)]\\s*)?(.+?)\\s*#*$");
    private static final Pattern TASK = Pattern.compile("^[-*]\\s+\\[([ xX])\\]\\s+(T-\\d{3,})\\s+(\\[P\\]\\s+)?(.+)$");
    private static final Pattern BOX = Pattern.compile("^\\s*[-*]\\s+\\[[ xX]?\\].*");
    private static final Pattern REQUIREMENT = Pattern.compile("\\bR-\\d+\\b");
    private static final Pattern OPEN = Pattern.compile("\\[NEEDS CLARIFICATION", Pattern.CASE_INSENSITIVE);

    /// The sections of a plan, also by their Chinese names.
    private enum Section {
        GOAL("goal", "目标"),
        OUT_OF_SCOPE("out of scope", "不在范围内"),
        REQUIREMENTS("requirements", "需求"),
        DESIGN("design", "设计"),
        TASKS("tasks", "任务"),
        VERIFICATION("verification", "验证"),
        RISKS("risks", "风险"),
        OPEN_QUESTIONS("open questions", "待定问题");

        private final String english;
        private final String chinese;

        Section(String english, String chinese) {
            this.english = english;
            this.chinese = chinese;
        }

        static Optional<Section> of(String heading) {
            var name = heading.toLowerCase(Locale.ROOT).strip();
            for (var section : values()) {
                if (name.equals(section.english) || name.equals(section.chinese)) return Optional.of(section);
            }
            return Optional.empty();
        }
    }

    /// What a plan is held against.
    ///
    /// @param checks the ids that `verify:` may name
    /// @param earlier the tasks of the version before, whose ids are kept
    public record Rules(Set<String> checks, boolean quick, List<PlanTask> earlier) {
        public Rules {
            checks = Set.copyOf(checks);
            earlier = List.copyOf(earlier);
        }
    }

    /// A plan without faults may be offered.
    public record Reading(Plan plan, List<PlanFault> faults) {
        public Reading {
            faults = List.copyOf(faults);
        }

        public boolean isSound() {
            return faults.isEmpty();
        }
    }

    private final Rules rules;
    private final List<PlanFault> faults = new ArrayList<>();
    private final List<PlanTask> tasks = new ArrayList<>();
    private final Map<TaskId, Integer> lines = new LinkedHashMap<>();
    private final Set<String> requirements = new HashSet<>();
    private final Set<Section> seen = new LinkedHashSet<>();
    private final Set<Section> filled = new HashSet<>();
    private String title = "";

    private PlanText(Rules rules) {
        this.rules = rules;
    }

    public static Reading read(String text, Rules rules) {
        return new PlanText(rules).read(text);
    }

    private Reading read(String text) {
        var body = FrontMatter.of(text);
        title = body.value("title").orElse("");
        scan(body);
        if (!filled.contains(Section.GOAL)) fault(PlanFault.Kind.NO_GOAL, 0, "");
        if (tasks.isEmpty()) fault(PlanFault.Kind.NO_TASKS, 0, "");
        checkTasks();
        checkCycle();
        if (rules.quick() && (tasks.size() > 1 || filled.contains(Section.DESIGN)))
            fault(PlanFault.Kind.NOT_QUICK, 0, tasks.size() + " tasks");
        return new Reading(new Plan(title, tasks, (int) text.lines().count()), faults);
    }

    private void scan(FrontMatter document) {
        Optional<Section> section = Optional.empty();
        boolean code = false;
        int number = document.bodyStart();
        for (var line : document.body().lines().toList()) {
            number++;
            if (line.strip().startsWith("```")) code = !code;
            if (code) continue;
            if (OPEN.matcher(line).find()) fault(PlanFault.Kind.OPEN_QUESTION, number, line.strip());
            var heading = HEADING.matcher(line);
            if (heading.matches()) section = enter(heading.group(1), number);
            else if (line.startsWith("# "))
                title = title.isEmpty() ? line.substring(2).strip() : title;
            else if (!line.isBlank()) section.ifPresent(filled::add);
            if (section.isEmpty() || heading.matches()) continue;
            switch (section.get()) {
                case TASKS -> task(line, number);
                case REQUIREMENTS ->
                    REQUIREMENT.matcher(line).results().forEach(found -> requirements.add(found.group()));
                case GOAL, OUT_OF_SCOPE, DESIGN, VERIFICATION, RISKS, OPEN_QUESTIONS -> {}
            }
        }
    }

    private Optional<Section> enter(String heading, int number) {
        var section = Section.of(heading);
        if (section.isEmpty()) fault(PlanFault.Kind.UNKNOWN_SECTION, number, heading);
        else if (!seen.add(section.get())) fault(PlanFault.Kind.DOUBLE_SECTION, number, heading);
        return section;
    }

    private void task(String line, int number) {
        if (line.isBlank()) return;
        var found = TASK.matcher(line.stripTrailing());
        if (!found.matches()) {
            if (BOX.matcher(line).matches() || line.contains("T-"))
                fault(PlanFault.Kind.BAD_TASK_LINE, number, line.strip());
            return;
        }
        var id = new TaskId(found.group(2));
        var parts = found.group(4).split("\\s*\\|\\s*", -1);
        var keys = new LinkedHashMap<String, List<String>>();
        for (int i = 1; i < parts.length; i++) key(parts[i], number, keys);
        if (!keys.containsKey("verify")) fault(PlanFault.Kind.NO_VERIFY, number, id.value());
        if (lines.putIfAbsent(id, number) != null) fault(PlanFault.Kind.DUPLICATE_ID, number, id.value());
        tasks.add(new PlanTask(
                id,
                found.group(3) != null,
                parts[0].strip(),
                keys.getOrDefault("deps", List.of()).stream().map(TaskId::new).toList(),
                keys.getOrDefault("files", List.of()),
                keys.getOrDefault("req", List.of()),
                keys.getOrDefault("verify", List.of())));
    }

    private void key(String part, int number, Map<String, List<String>> keys) {
        int colon = part.indexOf(':');
        var key = colon < 0 ? part : part.substring(0, colon).strip().toLowerCase(Locale.ROOT);
        if (!Set.of("deps", "files", "req", "verify").contains(key)) {
            fault(PlanFault.Kind.UNKNOWN_KEY, number, part);
            return;
        }
        var values = new ArrayList<String>();
        for (var word : part.substring(colon + 1).split(",", -1)) {
            var value = word.strip();
            if (!value.isEmpty() && !value.equals("-") && !value.equalsIgnoreCase("none")) values.add(value);
        }
        var isNamed = !values.isEmpty() || part.toLowerCase(Locale.ROOT).contains("none") || !key.equals("verify");
        if (isNamed) keys.put(key, values);
    }

    private void checkTasks() {
        for (var task : tasks) {
            int line = lines.getOrDefault(task.id(), 0);
            for (var dep : task.deps()) {
                if (!lines.containsKey(dep))
                    fault(PlanFault.Kind.UNKNOWN_DEPENDENCY, line, task.id() + " depends on " + dep);
            }
            for (var check : task.checks()) {
                if (!rules.checks().contains(check)) fault(PlanFault.Kind.UNKNOWN_CHECK, line, check + known());
            }
            for (var requirement : task.requirements()) {
                if (!requirements.contains(requirement))
                    fault(PlanFault.Kind.UNKNOWN_REQUIREMENT, line, task.id() + ": " + requirement);
            }
            for (var before : rules.earlier()) {
                var isSame = before.title().equals(task.title());
                if (isSame && !before.id().equals(task.id()) && isOnly(before.title()))
                    fault(PlanFault.Kind.RENUMBERED, line, before.id() + " became " + task.id());
            }
        }
    }

    private boolean isOnly(String name) {
        return rules.earlier().stream().filter(one -> one.title().equals(name)).count() == 1
                && tasks.stream().filter(one -> one.title().equals(name)).count() == 1;
    }

    private String known() {
        return rules.checks().isEmpty()
                ? "; this workspace has none: write `verify: none`"
                : "; known: "
                        + String.join(", ", rules.checks().stream().sorted().toList());
    }

    private void checkCycle() {
        var byId = new LinkedHashMap<TaskId, PlanTask>();
        for (var task : tasks) byId.putIfAbsent(task.id(), task);
        var done = new HashSet<TaskId>();
        for (var task : byId.keySet()) {
            var cycle = cycle(task, byId, new ArrayList<>(), done);
            if (cycle.isEmpty()) continue;
            fault(
                    PlanFault.Kind.CYCLE,
                    lines.getOrDefault(task, 0),
                    String.join(" → ", cycle.stream().map(TaskId::value).toList()));
            return;
        }
    }

    private static List<TaskId> cycle(TaskId task, Map<TaskId, PlanTask> byId, List<TaskId> way, Set<TaskId> done) {
        if (done.contains(task) || !byId.containsKey(task)) return List.of();
        int at = way.indexOf(task);
        way.add(task);
        if (at >= 0) return List.copyOf(way.subList(at, way.size()));
        for (var dep : byId.get(task).deps()) {
            var cycle = cycle(dep, byId, way, done);
            if (!cycle.isEmpty()) return cycle;
        }
        way.removeLast();
        done.add(task);
        return List.of();
    }

    private void fault(PlanFault.Kind kind, int line, String detail) {
        faults.add(new PlanFault(kind, line, detail));
    }
}
