package dev.pawl.api;

import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import java.util.List;
import java.util.Map;

/// `pawl/ping`, `pawl/wake`, `pawl/status/read`, `pawl/thread/seen`, `pawl/thread/pin`.
record StatusMethods(ApiHost host, StatusBoard board) {
    private static final int MOST_THREADS = 500;

    void addTo(Map<String, ApiMethod> methods) {
        methods.put("pawl/ping", params -> {
            params.only();
            return Json.object().with("now", host.now().toEpochMilli());
        });
        methods.put("pawl/wake", params -> {
            params.only();
            host.wake();
            return Json.object();
        });
        methods.put("pawl/status/read", this::status);
        methods.put("pawl/thread/seen", this::seen);
        methods.put("pawl/thread/pin", this::pin);
    }

    private Json status(ApiParams params) {
        var ids = params.only("threadIds").texts("threadIds");
        if (ids.size() > MOST_THREADS) throw ApiError.of("threadIds", "names more than " + MOST_THREADS);
        var data = ids.isEmpty()
                ? board.notable()
                : ids.stream()
                        .map(id -> ApiParams.thread("threadIds", id))
                        .map(id -> host.gateway().thread(id).orElseThrow(() -> unknown("threadIds", id.value())))
                        .<Json>map(board::read)
                        .toList();
        return Json.object().with("data", Json.array(data));
    }

    static ApiError unknown(String field, String id) {
        return ApiError.of(field, "there is no thread " + id);
    }

    /// The thread that a request is about.
    static ChatThread thread(ApiHost host, ApiParams params) {
        var id = params.thread("threadId");
        return host.gateway().thread(id).orElseThrow(() -> unknown("threadId", id.value()));
    }

    private Json seen(ApiParams params) {
        var thread = thread(host, params.only("threadId", "seq"));
        board.see(thread.id(), params.wholeNeeded("seq", 0, Long.MAX_VALUE / 2));
        return Json.object();
    }

    private Json pin(ApiParams params) {
        var thread = thread(host, params.only("threadId", "pinned"));
        board.pin(thread.id(), params.flag("pinned", true));
        return Json.object();
    }

    static Json list(List<? extends Json> data) {
        return Json.object().with("data", Json.array(List.copyOf(data)));
    }
}
