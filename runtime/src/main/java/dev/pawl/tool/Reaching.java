package dev.pawl.tool;

import dev.pawl.agent.Tool;
import dev.pawl.card.Item;

/// A tool that can change something, and can say beforehand whether a call stays within the limits.
public interface Reaching extends Tool {
    /// Quick and without effect. Arguments that cannot be read go nowhere: they are inside.
    Reach reach(Item.ToolCall call);
}
