package dev.pawl.tool.agents;

import dev.pawl.delegation.DelegationTerms;
import dev.pawl.json.Json;
import dev.pawl.tool.Description;

/// What the model is told of the tools about agents. Names and types are Codex's.
final class Schemas {
    private static final String ITEMS = """
            {"type":"array","description":"What the agent is told, in parts, instead of message.",\
            "items":{"type":"object","properties":{\
            "type":{"type":"string","description":"text, image, local_image, skill or mention."},\
            "text":{"type":"string"},"image_url":{"type":"string"},"audio_url":{"type":"string"},\
            "path":{"type":"string"},"name":{"type":"string"}},"additionalProperties":false}}""";
    private static final String MESSAGE = """
            {"type":"string","description":"What the agent is told, in words. Give this or items."}""";

    static final String SEND_INPUT = """
            {"type":"object","properties":{\
            "target":{"type":"string","description":"The agent's id, from spawn_agent."},\
            "message":%s,"items":%s,\
            "interrupt":{"type":"boolean","description":"Whether to stop what the agent does now. \
            Otherwise it reads this in the middle of its work, or when it has ended."}},\
            "required":["target"],"additionalProperties":false}""".formatted(MESSAGE, ITEMS);

    static final String RESUME_AGENT = """
            {"type":"object","properties":{"id":{"type":"string","description":"The id of a closed agent."}},\
            "required":["id"],"additionalProperties":false}""";

    static final String WAIT_V1 = """
            {"type":"object","properties":{\
            "targets":{"type":"array","items":{"type":"string"},"description":"Ids of agents. The call returns when \
            any of them has ended."},\
            "timeout_ms":{"type":"number","description":"How long to wait: 30000 by default, 10000 at least, 3600000 \
            at most. A long time costs nothing."}},\
            "required":["targets"],"additionalProperties":false}""";

    static final String CLOSE_AGENT = """
            {"type":"object","properties":{"target":{"type":"string","description":"The agent's id."}},\
            "required":["target"],"additionalProperties":false}""";

    static final String TARGET_AND_MESSAGE = """
            {"type":"object","properties":{\
            "target":{"type":"string","description":"The agent's task name, from here or in full (/root/…)."},\
            "message":{"type":"string","description":"The message."}},\
            "required":["target","message"],"additionalProperties":false}""";

    static final String WAIT_V2 = """
            {"type":"object","properties":{\
            "timeout_ms":{"type":"number","description":"How long to wait: 30000 by default, 10000 at least, 3600000 \
            at most."}},"required":[],"additionalProperties":false}""";

    static final String TARGET = """
            {"type":"object","properties":{\
            "target":{"type":"string","description":"The agent's task name, from here or in full (/root/…)."}},\
            "required":["target"],"additionalProperties":false}""";

    static final String LIST_AGENTS = """
            {"type":"object","properties":{\
            "path_prefix":{"type":"string","description":"Only agents whose full name begins so."}},\
            "required":[],"additionalProperties":false}""";

    private Schemas() {}

    static String description(String tool) {
        return Description.of(Schemas.class, tool + ".md");
    }

    static String spawnV1(DelegationTerms terms) {
        return """
                {"type":"object","properties":{\
                "message":%s,"items":%s,"agent_type":%s,\
                "fork_context":{"type":"boolean","description":"Whether the agent reads this conversation first."},\
                %s},"additionalProperties":false}""".formatted(MESSAGE, ITEMS, type(terms), MODEL);
    }

    private static final String MODEL = """
            "model":{"type":"string","description":"Another model than yours; leave it out unless the user asks."},\
            "reasoning_effort":{"type":"string","description":"Another effort than yours; leave it out unless the \
            user asks."},\
            "service_tier":{"type":"string"}""";

    static String spawnV2(DelegationTerms terms) {
        return """
                {"type":"object","properties":{\
                "task_name":{"type":"string","description":"The agent's name: lower-case letters, digits and _."},\
                "message":{"type":"string","description":"What the agent is to do."},"agent_type":%s,\
                "fork_turns":{"type":"string","description":"How much of this conversation the agent reads first: \
                none, all (the default), or a number of turns."},\
                %s},"required":["task_name","message"],"additionalProperties":false}""".formatted(type(terms), MODEL);
    }

    static String runAgents(DelegationTerms terms) {
        var most = DelegationTerms.MOST_OPEN;
        var type = type(terms);
        var atOnce = terms.mostAtOnce();
        return """
                {"type":"object","properties":{\
                "tasks":{"type":"array","minItems":1,"maxItems":%d,"items":{"type":"object","properties":{\
                "name":{"type":"string","description":"A few words that tell the task apart."},\
                "message":{"type":"string","description":"All the agent needs to know: it reads nothing else."}},\
                "required":["name","message"],"additionalProperties":false}},\
                "agent_type":%s,\
                "concurrency":{"type":"number","description":"How many work at the same time; at most %d."},\
                "output_schema":{"type":"object","description":"A JSON schema that each agent's last message must \
                match."},\
                "on_failure":{"type":"string","enum":["collect","stop"],"description":"What a failed task means for \
                the others: collect (the default) lets them go on, stop ends them."}},\
                "required":["tasks"],"additionalProperties":false}""".formatted(most, type, atOnce);
    }

    private static String type(DelegationTerms terms) {
        var text = new StringBuilder("The kind of agent; the usual one when left out.");
        for (var role : terms.roles()) {
            text.append('\n').append(role.name()).append(": ").append(role.description());
        }
        return Json.object()
                .with("type", "string")
                .with("description", text.toString())
                .write();
    }
}
