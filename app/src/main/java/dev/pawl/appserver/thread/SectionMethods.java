package dev.pawl.appserver.thread;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.hub.Notes;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Page;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `threadSection/…` and `thread/section/move`: how clients group threads in their lists.
final class SectionMethods {
    /// Beside no thread of anybody's.
    private static final ThreadId PLACE = new ThreadId("app-server");

    private static final String NOTE = "sections";
    /// The one that is always there; clients know its id.
    private static final Json.Obj PINNED = Json.object()
            .with("id", "01984de2-8f74-7c91-a3b2-5c5e937cf318")
            .with("name", "Pinned")
            .with("appearance", Json.Null.NULL);

    private static final int USUAL = 50;
    private static final int MOST = 500;

    private final Hub hub;
    private final Notes notes;

    SectionMethods(Hub hub) {
        this.hub = hub;
        this.notes = new Notes(hub);
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("threadSection/list", this::list);
        methods.put("threadSection/create", this::create);
        methods.put("threadSection/update", this::update);
        methods.put("threadSection/delete", this::delete);
        methods.put("thread/section/move", this::move);
    }

    private List<Json> sections() {
        var all = new ArrayList<Json>(List.of(PINNED));
        all.addAll(notes.list(PLACE, NOTE));
        return all;
    }

    private Optional<Json> find(String id) {
        return sections().stream()
                .filter(section -> section.text("id").equals(id))
                .findFirst();
    }

    private void list(Call call) {
        call.answer(Page.plain(sections(), section -> section.text("id"), call.params(), USUAL, MOST));
    }

    private static Json.Obj section(String id, Params params) {
        var name = params.text("name").strip();
        if (name.isEmpty()) throw RpcError.params("thread section name must not be empty");
        return Json.object()
                .with("id", id)
                .with("name", name)
                .with("appearance", params.json().at("appearance"));
    }

    private void create(Call call) {
        var fresh = section(hub.backend().fresh(), call.params());
        notes.changeList(PLACE, NOTE, all -> {
            all.add(fresh);
            return all;
        });
        call.answer(Json.object().with("section", fresh));
    }

    /// One that clients made; the others cannot be changed.
    private String own(Params params) {
        var id = params.text("sectionId");
        if (id.equals(PINNED.text("id")) || find(id).isEmpty()) {
            throw RpcError.params("thread section not found: " + id);
        }
        return id;
    }

    private void update(Call call) {
        var next = section(own(call.params()), call.params());
        notes.changeList(PLACE, NOTE, all -> {
            all.replaceAll(each -> each.text("id").equals(next.text("id")) ? next : each);
            return all;
        });
        call.answer(Json.object().with("section", next));
    }

    private void delete(Call call) {
        var id = own(call.params());
        notes.changeList(PLACE, NOTE, all -> {
            all.removeIf(each -> each.text("id").equals(id));
            return all;
        });
        notes.all(Notes.SECTION).forEach((thread, place) -> {
            if (place.text("id").equals(id)) {
                notes.change(new ThreadId(thread), Notes.SECTION, _ -> Json.Null.NULL);
            }
        });
        call.answer(Json.object());
    }

    private void move(Call call) {
        var thread = notes.durable(call.params());
        var to = call.params().optional("sectionId");
        if (to.isPresent() && find(to.get()).isEmpty()) {
            throw RpcError.invalid("section " + to.get() + " does not exist");
        }
        var now = hub.backend().now().getEpochSecond();
        notes.change(
                thread,
                Notes.SECTION,
                _ -> to.<Json>map(id -> Json.object().with("id", id).with("at", now))
                        .orElse(Json.Null.NULL));
        call.answer(Json.object());
    }

    /// The section a thread's note names, as clients know it; null when it is gone.
    Json shown(Json place) {
        return place.isNull() ? Json.Null.NULL : find(place.text("id")).orElse(Json.Null.NULL);
    }
}
