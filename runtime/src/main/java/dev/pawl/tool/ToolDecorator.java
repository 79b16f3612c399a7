package dev.pawl.tool;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.Intent;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;

/// A tool around another: the other one in all that it does not say otherwise.
interface ToolDecorator extends Tool {
    Tool tool();

    @Override
    default ToolSpec spec() {
        return tool().spec();
    }

    @Override
    default Replay replay() {
        return tool().replay();
    }

    @Override
    default boolean runsBesideOthers() {
        return tool().runsBesideOthers();
    }

    @Override
    default Detail preview(Item.ToolCall call) {
        return tool().preview(call);
    }

    @Override
    default Intent intent(Item.ToolCall call) {
        return tool().intent(call);
    }
}
