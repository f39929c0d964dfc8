/* Calls the kernel by the numbers of 32-bit programs, which a filter may have forgotten. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char path[4096], name[] = "evil"; /* static, as a pointer has only 32 bits here */

static long call32(long number, long first, long second, long third) {
    long result;
    __asm__ volatile("int $0x80"
                     : "=a"(result)
                     : "a"(number), "b"(first), "c"(second), "d"(third)
                     : "memory", "r8", "r9", "r10", "r11");
    return result;
}

static long ask_for_its_id(void) { return call32(20, 0, 0, 0); }
static long read_the_secret(void) { return call32(5, (long)path, O_RDONLY, 0); }
static long make_a_memory_file(void) { return call32(356, (long)name, 0, 0); }
static long trace_itself(void) { return call32(26, 0, 0, 0); }

static struct { const char *name; long (*deed)(void); } deeds[] = {
    {"ask for its id", ask_for_its_id},
    {"read the secret", read_the_secret},
    {"make a memory file", make_a_memory_file},
    {"trace itself", trace_itself},
};

/* Each in a process of its own: the kernel may end it. */
static void attempt(int number) {
    int status;
    if (fork() == 0) {
        long result = deeds[number].deed();
        if (result < 0)
            fprintf(stderr, "EVIL %s: refused %s\n", deeds[number].name, strerrorname_np(-result));
        else
            fprintf(stderr, "EVIL %s: managed\n", deeds[number].name);
        _exit(0);
    }
    wait(&status);
    if (WIFSIGNALED(status))
        fprintf(stderr, "EVIL %s: refused by signal %d\n", deeds[number].name, WTERMSIG(status));
}

int main(int count, char **words) {
    char *line = NULL, *secret = strstr(words[count - 1], "\"secret\": \"");
    size_t room = 0;
    int asked = 0;
    if (secret != NULL)
        sscanf(secret + 11, "%4095[^\"]", path);
    while (getline(&line, &room, stdin) > 0) {
        if (strstr(line, "\"type\":\"hello\""))
            puts("{}");
        if (strstr(line, "\"type\":\"decide\"")) {
            for (int number = 0; asked == 0 && number < 4; number++)
                attempt(number);
            asked = 1;
            puts("0");
        }
        fflush(stdout);
    }
}
