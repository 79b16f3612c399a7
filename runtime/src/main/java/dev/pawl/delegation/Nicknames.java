package dev.pawl.delegation;

import java.util.List;

/// Names that people tell agents apart by.
final class Nicknames {
    private static final List<String> USUAL = List.of(
            "Abacus",
            "Anchor",
            "Aspen",
            "Basalt",
            "Beacon",
            "Birch",
            "Bobbin",
            "Cedar",
            "Cobalt",
            "Compass",
            "Copper",
            "Dynamo",
            "Ember",
            "Falcon",
            "Fathom",
            "Ferrite",
            "Flint",
            "Gable",
            "Garnet",
            "Gimbal",
            "Granite",
            "Harbor",
            "Heron",
            "Hollow",
            "Indigo",
            "Ivory",
            "Jasper",
            "Juniper",
            "Kestrel",
            "Keystone",
            "Lantern",
            "Larch",
            "Lathe",
            "Linden",
            "Magnet",
            "Maple",
            "Marble",
            "Meadow",
            "Mica",
            "Needle",
            "Nickel",
            "Onyx",
            "Osprey",
            "Pebble",
            "Pinion",
            "Plover",
            "Quartz",
            "Quill",
            "Raven",
            "Ripple",
            "Rivet",
            "Sable",
            "Sextant",
            "Spindle",
            "Spruce",
            "Swift",
            "Tangent",
            "Tiller",
            "Topaz",
            "Umber",
            "Vane",
            "Willow",
            "Wren",
            "Zephyr");

    private Nicknames() {}

    /// Always the same one for the same agent.
    static String of(String agent, List<String> candidates) {
        var names = candidates.isEmpty() ? USUAL : candidates;
        return names.get(Math.floorMod(agent.hashCode(), names.size()));
    }
}
