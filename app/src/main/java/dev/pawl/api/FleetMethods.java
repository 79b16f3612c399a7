package dev.pawl.api;

import dev.pawl.host.AgentReport.AgentLine;
import dev.pawl.host.Host.WorkerLine;
import dev.pawl.id.WorkerTarget;
import dev.pawl.json.Json;
import dev.pawl.status.Waiting;
import dev.pawl.thread.SpawnedAgent;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// `pawl/agents/list` and `pawl/workers/list`: who called whom, and who runs turns.
record FleetMethods(ApiHost host) {
    void addTo(Map<String, ApiMethod> methods) {
        methods.put("pawl/agents/list", this::agents);
        methods.put("pawl/workers/list", this::workers);
    }

    private Json agents(ApiParams params) {
        var thread = StatusMethods.thread(host, params.only("threadId"));
        return StatusMethods.list(host.agents().tree(thread.id(), host.now()).stream()
                .map(FleetMethods::agent)
                .toList());
    }

    private static Json.Obj agent(AgentLine line) {
        var wait = line.view().waits().stream().findFirst();
        return Json.object()
                .with("thread", line.thread().id().value())
                .with("parent", text(line.agent().map(agent -> agent.parent().value())))
                .with("depth", line.depth())
                .with("nickname", text(line.agent().map(SpawnedAgent::nickname)))
                .with("role", text(line.agent().map(SpawnedAgent::role)))
                .with("place", line.place())
                .with("model", line.thread().setup().model())
                .with("effort", line.thread().setup().style().effort())
                .with("status", line.view().status().id())
                .with("header", StatusJson.phrase(line.view().header()))
                .with("waits_for", text(wait.map(FleetMethods::word)))
                .with("since", wait.map(one -> StatusJson.time(one.since())).orElseGet(Json.Null::new))
                .with("deadline", wait.map(one -> StatusJson.time(one.until())).orElseGet(Json.Null::new))
                .with("tokens", line.used().total())
                .with(
                        "cost_usd",
                        line.cost()
                                .<Json>map(usd -> new Json.Num(Double.toString(usd)))
                                .orElseGet(Json.Null::new));
    }

    private static String word(Waiting wait) {
        return wait.why().name().toLowerCase(Locale.ROOT);
    }

    private static Json text(Optional<String> text) {
        return text.<Json>map(Json::of).orElseGet(Json.Null::new);
    }

    private Json workers(ApiParams params) {
        params.only();
        return StatusMethods.list(
                host.workers().stream().map(FleetMethods::worker).toList());
    }

    private static Json.Obj worker(WorkerLine line) {
        var worker = line.listed().worker();
        var targets = worker.targets().stream().map(WorkerTarget::value).toList();
        return Json.object()
                .with("worker", worker.id().value())
                .with("target", String.join(",", targets))
                .with("host", worker.host())
                .with("pid", worker.pid())
                .with("slots", worker.slots())
                .with("busy", line.busy())
                .with("version", worker.version())
                .with("draining", Json.of(worker.draining()))
                .with("seen_at", StatusJson.time(line.listed().seenAt()))
                .with("lease_until", StatusJson.time(line.listed().leaseUntil()))
                .with("process", line.process().name().toLowerCase(Locale.ROOT));
    }
}
