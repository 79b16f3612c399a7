package dev.pawl.tool;

import dev.pawl.resource.Resource;

/// Texts for the model that lie beside their tool as resources.
public final class Description {
    private Description() {}

    /// The text of the resource beside the tool, without the newline at its end.
    public static String of(Class<?> tool, String resource) {
        return Resource.text(tool, resource).stripTrailing();
    }
}
