package dev.pawl.api;

import dev.pawl.json.Json;
import dev.pawl.log.LogFiles;
import java.util.Map;

/// `pawl/doctor/read` and `pawl/log/tail`: how the machine and the server stand.
record MachineMethods(ApiHost host) {
    void addTo(Map<String, ApiMethod> methods) {
        methods.put("pawl/doctor/read", this::doctor);
        methods.put("pawl/log/tail", this::tail);
    }

    private Json doctor(ApiParams params) {
        params.only();
        var findings = host.doctor().stream()
                .<Json>map(finding -> Json.object()
                        .with("name", finding.name())
                        .with(
                                "level",
                                switch (finding.grade()) {
                                    case OK -> "ok";
                                    case WARN -> "doubtful";
                                    case MISSING -> "missing";
                                })
                        .with("text", finding.detail())
                        .with("advice", finding.remedy()))
                .toList();
        return Json.object().with("findings", Json.array(findings));
    }

    private Json tail(ApiParams params) {
        var wanted = (int) params.only("lines").whole("lines", 200, 1, 2000);
        var lines = new LogFiles(host.logs())
                .tail(wanted).stream().map(LogFiles.Line::text).toList();
        return Json.object().with("lines", Json.strings(lines));
    }
}
