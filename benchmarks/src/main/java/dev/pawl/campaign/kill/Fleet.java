package dev.pawl.campaign.kill;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.id.WorkerId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The worker processes. Hired and killed by one thread; others may look.
final class Fleet implements AutoCloseable {
    private static final int MOST_DEATHS = 5;
    private static final long SETTLED_NANOS = 1_000_000_000L;
    private static final String WRITER_BYTE = "120";

    private final Plan plan;
    private final List<Hand> hands = new CopyOnWriteArrayList<>();
    private final List<String> deaths = new CopyOnWriteArrayList<>();
    private int hired;

    /// One worker process.
    static final class Hand {
        private final Process process;
        private final int number;
        private volatile @Nullable WorkerId id;
        private volatile boolean stopped;
        private volatile long readySince;

        Hand(Process process, int number) {
            this.process = process;
            this.number = number;
        }

        Optional<WorkerId> id() {
            return Optional.ofNullable(id);
        }

        private boolean isReady() {
            return id != null && !stopped;
        }

        /// Whether it has been at work for a second: long enough to find what others left.
        boolean isSettled() {
            return isReady() && System.nanoTime() - readySince > SETTLED_NANOS;
        }
    }

    Fleet(Plan plan) {
        this.plan = plan;
    }

    void hire() throws IOException {
        if (deaths.size() > MOST_DEATHS) throw new IOException(deaths.getFirst() + ": see " + plan.folder());
        var number = ++hired;
        var log = plan.folder().resolve("worker-" + number + ".log");
        var process = new ProcessBuilder(command()).redirectError(log.toFile()).start();
        var hand = new Hand(process, number);
        hands.add(hand);
        Thread.ofVirtual().start(() -> listen(hand));
    }

    private List<String> command() {
        var words = new ArrayList<String>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of(
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow"));
        // The library is found unpacked, or unpacked where it is thrown away: a killed JVM leaves
        // it behind.
        var library = System.getProperty("org.sqlite.lib.path");
        words.add(library == null ? "-Dorg.sqlite.tmpdir=" + plan.folder() : "-Dorg.sqlite.lib.path=" + library);
        var cache = plan.folder().resolve("worker.aot");
        if (Files.exists(cache)) words.add("-XX:AOTCache=" + cache);
        words.addAll(List.of("-Dslf4j.provider=org.slf4j.nop.NOPServiceProvider", "-Dslf4j.internal.verbosity=WARN"));
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), KillWorker.class.getName()));
        var place = plan.place();
        words.addAll(List.of(
                place.url(),
                place.nats(),
                plan.effects().toString(),
                String.valueOf(plan.lease().toMillis())));
        return words;
    }

    /// A worker that starts from a cache of its classes is back sooner: this machine has few cores.
    /// Classes from folders cannot be cached; then nothing is done.
    void train() throws IOException, InterruptedException {
        if (System.getProperty("java.class.path").contains("classes")) return;
        var words = command();
        words.add(1, "-XX:AOTCacheOutput=" + plan.folder().resolve("worker.aot"));
        var log = plan.folder().resolve("training.txt").toFile();
        var process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        process.waitFor(3, TimeUnit.SECONDS);
        process.getOutputStream().close();
        if (!process.waitFor(60, TimeUnit.SECONDS)) process.destroyForcibly();
    }

    private void listen(Hand hand) {
        try (var lines = new BufferedReader(new InputStreamReader(hand.process.getInputStream(), UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith("ready ")) continue;
                hand.readySince = System.nanoTime();
                hand.id = new WorkerId(line.substring("ready ".length()));
            }
        } catch (IOException killed) {
            hand.stopped = false;
        }
    }

    /// The workers that can be hurt.
    List<Hand> ready() {
        replaceTheFallen();
        return hands.stream().filter(Hand::isReady).toList();
    }

    /// A worker that ended by itself is a finding, not a kill.
    private void replaceTheFallen() {
        for (var hand : List.copyOf(hands)) {
            if (hand.process.isAlive()) continue;
            hands.remove(hand);
            deaths.add("worker " + hand.number + " ended by itself with " + hand.process.exitValue());
        }
    }

    int size() {
        return hands.size();
    }

    void kill(Hand hand) throws InterruptedException {
        hands.remove(hand);
        hand.process.destroyForcibly();
        hand.process.waitFor();
    }

    void stop(Hand hand) throws IOException, InterruptedException {
        hand.stopped = true;
        signal("STOP", hand);
    }

    void goOn(Hand hand) throws IOException, InterruptedException {
        signal("CONT", hand);
        hand.readySince = System.nanoTime();
        hand.stopped = false;
    }

    /// Whether the process holds the byte of SQLite's shared memory file that stands for writing.
    boolean locksTheStore(Hand hand) throws IOException {
        var file = plan.folder().resolve("pawl.db-shm");
        if (!Files.exists(file)) return false;
        var inode = String.valueOf(Files.getAttribute(file, "unix:ino"));
        try (var locks = Files.lines(Path.of("/proc/locks"))) {
            return locks.map(line -> List.of(line.strip().split("\\s+")))
                    .anyMatch(words -> words.contains("WRITE")
                            && words.contains(String.valueOf(hand.process.pid()))
                            && words.stream().anyMatch(word -> word.endsWith(":" + inode))
                            && words.contains(WRITER_BYTE));
        }
    }

    private static void signal(String name, Hand hand) throws IOException, InterruptedException {
        var exit = new ProcessBuilder("kill", "-" + name, String.valueOf(hand.process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (exit != 0) throw new IOException("kill -" + name + " ended with " + exit);
    }

    /// What workers died of, and what they complained of on stderr.
    List<String> complaints() throws IOException {
        var found = new ArrayList<>(deaths);
        try (var logs = Files.newDirectoryStream(plan.folder(), "worker-*.log")) {
            for (var log : logs) {
                var text = Files.readString(log).strip();
                if (!text.isEmpty()) found.add(log.getFileName() + ": " + text);
            }
        }
        return found;
    }

    @Override
    public void close() {
        for (var hand : hands) hand.process.destroyForcibly();
        for (var hand : hands) hand.process.onExit().join();
        hands.clear();
    }
}
