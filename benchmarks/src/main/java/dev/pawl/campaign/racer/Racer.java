package dev.pawl.campaign.racer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Random;

/// The other process: swaps what lies on the way of patches for links to the outside and back, as
/// fast as it can, until somebody types. Says how often. It has a tree of its own, and one link at
/// a time: else it would be led outside itself.
public final class Racer {
    private final Path project;
    private final Path outside;
    private final Random random;
    private long rounds;
    private long swaps;

    private Racer(Path project, Path outside, long seed) {
        this.project = project;
        this.outside = outside;
        this.random = new Random(seed);
    }

    public static void main(String[] args) throws IOException {
        var racer = new Racer(Path.of(args[0]), Path.of(args[1]), Long.parseLong(args[2]));
        System.out.println("ready");
        while (System.in.available() == 0) racer.round();
        System.out.println(racer.swaps);
    }

    private void round() {
        rounds++;
        var target = RacerCampaign.SWAPPED.get(random.nextInt(RacerCampaign.SWAPPED.size()));
        var path = project.resolve(target);
        var aside = path.resolveSibling("." + path.getFileName() + ".aside" + rounds);
        var link = path.resolveSibling("." + path.getFileName() + ".link");
        try {
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, outside.resolve(target));
            Files.move(path, aside, StandardCopyOption.ATOMIC_MOVE);
            try {
                Files.move(link, path, StandardCopyOption.ATOMIC_MOVE);
                swaps++;
                for (var i = random.nextInt(2000); i > 0; i--) Thread.onSpinWait();
            } finally {
                back(path, aside);
            }
        } catch (IOException lostThisRound) {
            // A patch was faster; the next round finds things as they are.
        }
    }

    /// The link goes, and what was there comes back, unless a patch has made a new one meanwhile.
    private static void back(Path path, Path aside) throws IOException {
        if (Files.isSymbolicLink(path)) Files.delete(path);
        Files.move(aside, path, StandardCopyOption.ATOMIC_MOVE);
    }
}
