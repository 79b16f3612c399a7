package dev.pawl.briefing;

import java.util.List;

/// The skills of a folder, and the files that look like one and are none.
public record SkillList(List<Skill> skills, List<Fault> faults) {
    public SkillList {
        skills = List.copyOf(skills);
        faults = List.copyOf(faults);
    }

    public record Fault(String path, String why) {}
}
