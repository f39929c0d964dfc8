// Two processes on one core: a question of 1200 bytes one way, an answer of 40 bytes back.
// Prints microseconds a round trip.  pingpong ROUNDS CORE
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
    static char question[1200], answer[40], got[65536];
    int rounds = atoi(argv[1]), to[2], back[2];
    cpu_set_t core;
    CPU_ZERO(&core);
    CPU_SET(atoi(argv[2]), &core);
    sched_setaffinity(0, sizeof core, &core);
    memset(question, 'q', sizeof question);
    memset(answer, 'a', sizeof answer);
    if (argc != 3 || pipe(to) || pipe(back)) return 1;
    if (fork() == 0) {
        close(to[1]);
        while (read(to[0], got, sizeof got) > 0)
            if (write(back[1], answer, sizeof answer) < 0) return 1;
        return 0;
    }
    struct timespec from, until;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (int n = 0; n < rounds; n++)
        if (write(to[1], question, sizeof question) < 0 || read(back[0], got, sizeof got) < 0)
            return 1;
    clock_gettime(CLOCK_MONOTONIC, &until);
    printf("%.3f\n", ((until.tv_sec - from.tv_sec) * 1e6 + (until.tv_nsec - from.tv_nsec) / 1e3) / rounds);
}
