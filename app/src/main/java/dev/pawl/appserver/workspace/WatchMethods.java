package dev.pawl.appserver.workspace;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Client;
import dev.pawl.appserver.rpc.ClientOutbox;
import dev.pawl.appserver.rpc.Rpc;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// `fs/watch` and `fs/unwatch`: a file, or what lies directly in a folder. Watches belong to their
/// connection.
final class WatchMethods {
    private static final int MOST = 256;
    private static final long GATHERING_MILLIS = 100;

    private final Map<Key, Watch> watches = new ConcurrentHashMap<>();

    private record Key(Client client, String id) {}

    void addTo(Map<String, Call.Method> methods) {
        methods.put("fs/watch", this::watch);
        methods.put("fs/unwatch", this::unwatch);
    }

    private void watch(Call call) {
        var key = new Key(call.client(), call.params().text("watchId"));
        if (watches.size() >= MOST) throw RpcError.overloaded();
        try {
            var path = real(FileMethods.path(call.params(), "path"));
            var watch = new Watch(key, path);
            if (watches.putIfAbsent(key, watch) != null) {
                watch.end();
                throw RpcError.invalid("watchId already exists: " + key.id());
            }
            call.client().keep(watch::end);
            call.answer(Json.object().with("path", path.toString()));
            Thread.startVirtualThread(watch::tell);
        } catch (IOException cannot) {
            throw RpcError.internal("the path cannot be watched: " + cannot.getMessage());
        }
    }

    /// Also of what is not there yet, below the folder that is.
    private static Path real(Path path) throws IOException {
        if (Files.exists(path)) return path.toRealPath();
        var parent = path.getParent();
        var name = path.getFileName();
        return parent == null || name == null ? path : real(parent).resolve(name);
    }

    private void unwatch(Call call) {
        var watch = watches.get(new Key(call.client(), call.params().text("watchId")));
        if (watch != null) watch.end();
        call.answer(Json.object());
    }

    private final class Watch {
        private final Key key;
        private final Path path;
        private final WatchService service;
        private Path place;

        Watch(Key key, Path path) throws IOException {
            this.key = key;
            this.path = path;
            this.service = path.getFileSystem().newWatchService();
            this.place = look();
        }

        /// Watches the folder that tells of the path: itself, or the nearest above it that is
        /// there.
        private Path look() throws IOException {
            var nearest = path;
            for (var next = path; next != null && !Files.isDirectory(next); next = next.getParent()) {
                var parent = next.getParent();
                nearest = parent == null ? next : parent;
            }
            nearest.register(service, ENTRY_CREATE, ENTRY_DELETE, ENTRY_MODIFY);
            return nearest;
        }

        /// Folders on the way to the path come and go.
        private void follow(WatchKey heard, SortedSet<String> changed) {
            var isThere = heard.reset();
            var wasAbove = !place.equals(path) && !place.equals(path.getParent());
            if (isThere && !wasAbove && !(Files.isDirectory(path) && !place.equals(path))) return;
            try {
                var before = place;
                place = look();
                if (place.equals(before)) return;
                if (isThere) heard.cancel();
                if (Files.exists(path)) changed.add(path.toString());
            } catch (IOException gone) {
                end();
            }
        }

        void end() {
            watches.remove(key, this);
            try {
                service.close();
            } catch (IOException gone) {
                // There is nothing left to close.
            }
        }

        void tell() {
            try {
                while (true) {
                    var changed = new TreeSet<String>();
                    for (var next = service.take();
                            next != null;
                            next = service.poll(GATHERING_MILLIS, TimeUnit.MILLISECONDS)) {
                        var folder = (Path) next.watchable();
                        for (var event : next.pollEvents()) {
                            var what = event.context() instanceof Path name ? folder.resolve(name) : folder;
                            if (folder.equals(path) || what.equals(path)) changed.add(what.toString());
                        }
                        follow(next, changed);
                    }
                    if (!changed.isEmpty()) send(changed);
                }
            } catch (ClosedWatchServiceException over) {
                // Nobody wants to know any more.
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }

        private void send(SortedSet<String> changed) {
            var params = Json.object()
                    .with("watchId", key.id())
                    .with("changedPaths", Json.strings(changed.stream().toList()));
            key.client().tell("fs/changed", ClientOutbox.bytes(Rpc.notification("fs/changed", params)));
        }
    }
}
