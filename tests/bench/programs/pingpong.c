// The least that asking can cost: C on one core, asking processes in turn, with nothing to think.
// Prints microseconds a question.
//
//   pingpong CORE ROUNDS                     another process answers 1200 bytes with 40
//   pingpong CORE ROUNDS BOT QUESTION        four times BOT, asked the line in the file QUESTION
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char question[65536], got[65536];

static void echo(void) {
    char answer[40];
    memset(answer, 'a', sizeof answer);
    while (read(0, got, sizeof got) > 0)
        if (write(1, answer, sizeof answer) < 0) return;
}

int main(int argc, char **argv) {
    if (argc != 3 && argc != 5) return 2;
    int rounds = atoi(argv[2]), bots = argc == 5 ? 4 : 1, in[4], out[4];
    ssize_t length = 1200;
    memset(question, 'q', length);
    if (argc == 5) {
        int file = open(argv[4], O_RDONLY);
        length = read(file, question, sizeof question);
        if (length <= 0) return 2;
    }
    cpu_set_t core;
    CPU_ZERO(&core);
    CPU_SET(atoi(argv[1]), &core);
    sched_setaffinity(0, sizeof core, &core);
    for (int bot = 0; bot < bots; bot++) {
        int to[2], back[2];
        if (pipe2(to, O_CLOEXEC) || pipe2(back, O_CLOEXEC)) return 1;
        if (fork() == 0) {
            dup2(to[0], 0);
            dup2(back[1], 1);
            close(to[1]);
            if (argc == 5) return execl(argv[3], argv[3], (char *)0);
            echo();
            _exit(0);
        }
        close(to[0]);
        close(back[1]);
        in[bot] = to[1];
        out[bot] = back[0];
    }
    struct timespec from, until;
    for (int n = -1000; n < rounds; n++) {
        if (n == 0) clock_gettime(CLOCK_MONOTONIC, &from);
        int bot = (n + 1000) % bots;
        if (write(in[bot], question, length) < 0 || read(out[bot], got, sizeof got) <= 0) return 1;
    }
    clock_gettime(CLOCK_MONOTONIC, &until);
    double seconds = (until.tv_sec - from.tv_sec) + (until.tv_nsec - from.tv_nsec) / 1e9;
    printf("%.3f\n", seconds / rounds * 1e6);
    for (int bot = 0; bot < bots; bot++) close(in[bot]);
}
