package bohnanza;

import java.util.List;
import java.util.random.RandomGenerator;

/** Small random numbers: for one seed the same in the SDKs of all languages. */
public final class Mulberry32 implements RandomGenerator {
    private int state;

    /** Begins the numbers of a seed. */
    public Mulberry32(long seed) {
        state = (int) (seed ^ seed >>> 32);
    }

    @Override
    public int nextInt() {
        state += 0x6d2b79f5;
        int t = (state ^ state >>> 15) * (state | 1);
        t ^= t + (t ^ t >>> 7) * (t | 61);
        return t ^ t >>> 14;
    }

    /** Returns a whole number from 0 to bound - 1. */
    @Override
    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        return (int) (Integer.toUnsignedLong(nextInt()) * bound >>> 32);
    }

    @Override
    public long nextLong() {
        return (long) nextInt() << 32 | Integer.toUnsignedLong(nextInt());
    }

    /** Returns one item of a list, which must not be empty. */
    public <T> T pick(List<T> items) {
        return items.get(nextInt(items.size()));
    }
}
