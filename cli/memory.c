/* How much memory a proof may take, unless --max-ram says it: past it the system would kill the
 * process without a word. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli.h"

/* A number in a file of its own; 0 if there is none ("max"). */
static size_t number_in(const char *path)
{
    char text[32];
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return 0;
    }
    const ssize_t n = read(fd, text, sizeof text - 1);
    (void)close(fd);
    if (n <= 0) {
        return 0;
    }
    text[n] = '\0';
    return (size_t)strtoull(text, NULL, 10);
}

size_t memory_limit(void)
{
    static const char *const cgroups[] = {
        "/sys/fs/cgroup/memory.max",                   /* version 2, as containers see it */
        "/sys/fs/cgroup/memory/memory.limit_in_bytes", /* version 1 */
    };
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    size_t most = pages > 0 && page > 0 ? (size_t)pages * (size_t)page : SIZE_MAX;
    for (size_t i = 0; i < sizeof cgroups / sizeof cgroups[0]; i++) {
        const size_t bytes = number_in(cgroups[i]);
        most = bytes != 0 && bytes < most ? bytes : most;
    }
    return most;
}
