package dev.pawl.appserver.thread;

import dev.pawl.appserver.hub.Backend;
import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.json.Json;
import java.util.List;
import java.util.Map;

/// `thread/backgroundTerminals/…`: commands of a thread that outlived their calls.
final class TerminalMethods {
    private final Hub hub;

    TerminalMethods(Hub hub) {
        this.hub = hub;
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("thread/backgroundTerminals/list", this::list);
        methods.put("thread/backgroundTerminals/clean", this::clean);
        methods.put("thread/backgroundTerminals/terminate", this::terminate);
    }

    private List<Backend.Terminal> terminals(Call call) {
        return hub.backend().terminals(hub.find(call.params().thread()).id());
    }

    private void list(Call call) {
        var all = terminals(call);
        var after = call.params().optional("cursor").orElse("");
        var known = all.stream().map(Backend.Terminal::process).toList().indexOf(after);
        if (!after.isEmpty() && known < 0) throw RpcError.invalid("invalid cursor: " + after);
        var limit = call.params().whole("limit").orElse((long) all.size());
        var end = (int) Math.min(all.size(), known + 1 + Math.max(1, limit));
        var page = all.subList(Math.min(known + 1, end), end);
        call.answer(Json.object()
                .with(
                        "data",
                        Json.array(page.stream().map(TerminalMethods::json).toList()))
                .with("nextCursor", end < all.size() ? Json.of(page.getLast().process()) : Json.Null.NULL));
    }

    private static Json.Obj json(Backend.Terminal terminal) {
        return Json.object()
                .with("itemId", terminal.call())
                .with("processId", terminal.process())
                .with("command", terminal.command())
                .with("cwd", terminal.folder())
                .with("osPid", terminal.pid())
                .with("cpuPercent", Json.Null.NULL)
                .with("rssKb", Json.Null.NULL);
    }

    private void clean(Call call) {
        terminals(call).forEach(Backend.Terminal::end);
        call.answer(Json.object());
    }

    private void terminate(Call call) {
        var process = call.params().text("processId");
        var found = terminals(call).stream()
                .filter(terminal -> terminal.process().equals(process))
                .findFirst();
        found.ifPresent(Backend.Terminal::end);
        call.answer(Json.object().with("terminated", Json.of(found.isPresent())));
    }
}
