package dev.pawl.campaign.simulate;

import java.util.List;
import java.util.SplittableRandom;

/// All chance of a schedule, from one seed.
final class Dice {
    private final SplittableRandom random;

    Dice(long seed) {
        this.random = new SplittableRandom(seed);
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
