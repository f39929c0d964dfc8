// The random numbers of Python (Mersenne Twister), so that a bot in both languages has the same taste.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace trader {

class PythonRandom {
  public:
    // As random.Random(seed), for a seed of at most 64 bits.
    explicit PythonRandom(std::uint64_t seed) : state_(seeded(seed)) {}

    // From 0 to below 1.
    double random() {
        std::uint32_t high = word() >> 5, low = word() >> 6;
        return (high * 67108864.0 + low) / 9007199254740992.0;
    }
    template <class Item>
    void shuffle(std::vector<Item>& items) {
        for (size_t n = items.size(); n > 1; n--) std::swap(items[n - 1], items[below(std::uint32_t(n))]);
    }

  private:
    static constexpr size_t WORDS = 624;
    std::vector<std::uint32_t> state_;
    size_t at_ = WORDS;

    static std::vector<std::uint32_t> seeded(std::uint64_t seed) {
        std::vector<std::uint32_t> key{std::uint32_t(seed)};
        if (seed >> 32) key.push_back(std::uint32_t(seed >> 32));
        std::vector<std::uint32_t> mt(WORDS);
        mt[0] = 19650218;
        for (size_t i = 1; i < WORDS; i++)
            mt[i] = std::uint32_t(1812433253 * (mt[i - 1] ^ mt[i - 1] >> 30) + i);
        size_t i = 1, j = 0;
        auto wrap = [&] {
            if (++i >= WORDS) mt[0] = mt[WORDS - 1], i = 1;
        };
        for (size_t k = std::max(WORDS, key.size()); k; k--) {
            mt[i] = std::uint32_t((mt[i] ^ (mt[i - 1] ^ mt[i - 1] >> 30) * 1664525) + key[j] + j);
            wrap();
            if (++j >= key.size()) j = 0;
        }
        for (size_t k = WORDS - 1; k; k--) {
            mt[i] = std::uint32_t((mt[i] ^ (mt[i - 1] ^ mt[i - 1] >> 30) * 1566083941) - i);
            wrap();
        }
        mt[0] = 0x80000000;
        return mt;
    }

    std::uint32_t word() {
        if (at_ == WORDS) {
            for (size_t i = 0; i < WORDS; i++) {
                std::uint32_t y = (state_[i] & 0x80000000) | (state_[(i + 1) % WORDS] & 0x7fffffff);
                state_[i] = state_[(i + 397) % WORDS] ^ y >> 1 ^ (y & 1 ? 0x9908b0df : 0);
            }
            at_ = 0;
        }
        std::uint32_t y = state_[at_++];
        y ^= y >> 11;
        y ^= y << 7 & 0x9d2c5680;
        y ^= y << 15 & 0xefc60000;
        return y ^ y >> 18;
    }
    size_t below(std::uint32_t n) {
        int bits = 0;
        while (n >> bits) bits++;
        std::uint32_t drawn = word() >> (32 - bits);
        while (drawn >= n) drawn = word() >> (32 - bits);
        return drawn;
    }
};

}  // namespace trader
