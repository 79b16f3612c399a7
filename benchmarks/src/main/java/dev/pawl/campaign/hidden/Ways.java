package dev.pawl.campaign.hidden;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Names that lead to a file: spelt with detours, over links of every kind, over `/proc`, or as
/// another name of the same file. Makes the links it needs in a folder of the project.
final class Ways {
    private final Path work;
    private final Random random;
    private int made;

    Ways(Path work, Random random) {
        this.work = work;
        this.random = random;
    }

    /// One way to the file, as a model would write it.
    String to(Path file) throws IOException {
        var way = file.toString();
        for (var turns = random.nextInt(4); turns >= 0; turns--) {
            way = switch (random.nextInt(7)) {
                case 0 -> detour(way);
                case 1 -> link(Path.of(way));
                case 2 -> parentLink(Path.of(way));
                case 3 -> relative(Path.of(way));
                case 4 -> throughProc(way);
                case 5 -> hardLink(file, way);
                default -> way.replaceFirst("/", "//");
            };
        }
        return way;
    }

    private Path fresh() {
        return work.resolve("way" + made++);
    }

    /// Dots that lead nowhere else.
    private static String detour(String way) {
        var names = way.split("/", -1);
        var longer = new ArrayList<String>();
        for (var name : names) {
            longer.add(name);
            if (!name.isEmpty() && !name.equals("..") && longer.size() < names.length)
                longer.addAll(List.of(".", ".."));
            if (!name.isEmpty() && !name.equals("..") && longer.size() < names.length + 2) longer.add(name);
        }
        return String.join("/", longer);
    }

    private String link(Path target) throws IOException {
        return Files.createSymbolicLink(fresh(), absolute(target)).toString();
    }

    private String parentLink(Path target) throws IOException {
        var parent = absolute(target).getParent();
        if (parent == null) return target.toString();
        return Files.createSymbolicLink(fresh(), parent)
                .resolve(target.getFileName())
                .toString();
    }

    private String relative(Path target) {
        return work.relativize(absolute(target).normalize()).toString();
    }

    private static String throughProc(String way) {
        if (!way.startsWith("/") || way.startsWith("/proc")) return way;
        return "/proc/self/root" + way;
    }

    private String hardLink(Path file, String way) throws IOException {
        if (way.startsWith("/proc") || !Files.isRegularFile(file)) return way;
        return Files.createLink(fresh(), file).toString();
    }

    private Path absolute(Path path) {
        return path.isAbsolute() ? path : work.resolve(path);
    }
}
