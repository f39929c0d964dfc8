// The smallest bot that plays: any listed choice, by chance. Parses no more than it must.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char line[1 << 20];

int main(void) {
    unsigned chance = 1;
    size_t held = 0;
    for (;;) {
        ssize_t got = read(0, line + held, sizeof line - 1 - held);
        if (got <= 0) return 0;
        held += got;
        line[held] = 0;
        char *end;
        while ((end = memchr(line, '\n', held))) {
            *end = 0;
            char answer[80];
            int length = 0;
            if (strstr(line, "\"hello\"")) {
                length = sprintf(answer, "{}\n");
            } else if (!strncmp(line, "{\"type\":\"game_start\"", 20)) {
                char *seed = strstr(line, "\"seed\":");
                chance = seed ? strtoul(seed + 7, 0, 10) | 1 : 1;
            } else if (!strncmp(line, "{\"type\":\"decide\"", 16)) {
                unsigned choices = 0;
                char *view = strstr(line, "\"view\":");
                for (char *at = line; (at = strstr(at, "{\"do\"")) && at < view; at++) choices++;
                chance ^= chance << 13, chance ^= chance >> 17, chance ^= chance << 5;
                length = sprintf(answer, "{\"type\":\"choose\",\"id\":%d,\"choice\":%u}\n",
                                 atoi(strstr(line, "\"id\":") + 5), chance % choices);
            }
            if (length && write(1, answer, length) < 0) return 1;
            held -= end + 1 - line;
            memmove(line, end + 1, held);
            line[held] = 0;
        }
    }
}
