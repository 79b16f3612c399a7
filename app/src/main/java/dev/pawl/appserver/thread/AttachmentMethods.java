package dev.pawl.appserver.thread;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.hub.Notes;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Page;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `thread/attachment/…`: what clients tie to threads, by a type and a key of their own.
final class AttachmentMethods {
    private static final String NOTE = "attachments";
    private static final int USUAL = 50;
    private static final int MOST = 500;

    private final Hub hub;
    private final Notes notes;

    AttachmentMethods(Hub hub) {
        this.hub = hub;
        this.notes = new Notes(hub);
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("thread/attachment/add", this::add);
        methods.put("thread/attachment/list", this::list);
        methods.put("thread/attachment/remove", this::remove);
        methods.put("thread/attachmentOwner/list", this::owners);
    }

    private static boolean isNamed(Json attachment, Params params) {
        return attachment.text("attachmentType").equals(params.text("attachmentType"))
                && attachment.text("identityKey").equals(params.text("identityKey"));
    }

    private Optional<Json> find(ThreadId thread, Params params) {
        return notes.list(thread, NOTE).stream()
                .filter(each -> isNamed(each, params))
                .findFirst();
    }

    private void add(Call call) {
        var params = call.params();
        var thread = notes.durable(params);
        var known = find(thread, params);
        if (known.isPresent()) {
            call.answer(Json.object().with("outcome", "existing").with("attachment", known.get()));
            return;
        }
        var fresh = Json.object()
                .with("id", hub.backend().fresh())
                .with("attachmentType", params.text("attachmentType"))
                .with("identityKey", params.text("identityKey"))
                .with("payload", params.json().at("payload"))
                .with("createdAt", hub.backend().now().getEpochSecond());
        notes.changeList(thread, NOTE, all -> {
            if (all.stream().noneMatch(each -> isNamed(each, params))) all.add(fresh);
            return all;
        });
        call.answer(Json.object().with("outcome", "created").with("attachment", fresh));
        tell(thread, fresh, "created");
    }

    private void list(Call call) {
        var all = notes.list(notes.durable(call.params()), NOTE);
        call.answer(Page.plain(all, each -> each.text("id"), call.params(), USUAL, MOST));
    }

    private void remove(Call call) {
        var params = call.params();
        var thread = notes.durable(params);
        var known = find(thread, params);
        notes.changeList(thread, NOTE, all -> {
            all.removeIf(each -> isNamed(each, params));
            return all;
        });
        call.answer(Json.object());
        known.ifPresent(gone -> tell(thread, gone, "deleted"));
    }

    private void owners(Call call) {
        var params = call.params();
        var owners = new ArrayList<Json>();
        notes.all(NOTE).forEach((id, attachments) -> {
            var list = attachments instanceof Json.Arr(var elements) ? elements : List.<Json>of();
            if (list.stream().noneMatch(each -> isNamed(each, params))) return;
            var archived = hub.find(new ThreadId(id)).archived();
            if (params.json().at("archived").isNull() || params.flag("archived") == archived) {
                owners.add(Json.object().with("threadId", id).with("archived", Json.of(archived)));
            }
        });
        call.answer(Page.plain(owners, each -> each.text("threadId"), params, USUAL, MOST));
    }

    private void tell(ThreadId thread, Json attachment, String operation) {
        hub.tellEverybody(
                "thread/attachment/updated",
                Json.object()
                        .with("threadId", thread.value())
                        .with("attachmentId", attachment.text("id"))
                        .with("attachmentType", attachment.text("attachmentType"))
                        .with("identityKey", attachment.text("identityKey"))
                        .with("operation", operation));
    }
}
