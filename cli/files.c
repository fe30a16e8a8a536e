/* Files: read whole, written whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

static enum chert_status read_all(int fd, const char *path, uint8_t *at, size_t len, struct err *e)
{
    for (size_t done = 0; done < len;) {
        const ssize_t n = read(fd, at + done, len - done);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return err_set(e, CHERT_E_IO, "cannot read %s: %s", path,
                           n == 0 ? "it became shorter" : strerror(errno));
        }
        done += (size_t)n;
    }
    return CHERT_OK;
}

static enum chert_status read_open(int fd, const char *path, struct arena *mem, uint8_t **bytes,
                                   size_t *len, struct err *e)
{
    struct stat st;
    if (fstat(fd, &st) != 0) {
        return err_set(e, CHERT_E_IO, "cannot read %s: %s", path, strerror(errno));
    }
    if (!S_ISREG(st.st_mode)) {
        return err_set(e, CHERT_E_IO, "%s is not a regular file", path);
    }
    *len = (size_t)st.st_size;
    TRY(arena_init(mem, *len + ARENA_ALIGN, e));
    TRY(arena_alloc(mem, *len, 1, (void **)bytes, e));
    return read_all(fd, path, *bytes, *len, e);
}

enum chert_status file_read(const char *path, struct arena *mem, uint8_t **bytes, size_t *len,
                            struct err *e)
{
    memset(mem, 0, sizeof *mem);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return err_set(e, CHERT_E_IO, "cannot open %s: %s", path, strerror(errno));
    }
    const enum chert_status s = read_open(fd, path, mem, bytes, len, e);
    close(fd);
    if (s != CHERT_OK) {
        arena_fini(mem);
    }
    return s;
}

static enum chert_status write_all(int fd, const char *path, const uint8_t *at, size_t len,
                                   struct err *e)
{
    for (size_t done = 0; done < len;) {
        const ssize_t n = write(fd, at + done, len - done);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return err_set(e, CHERT_E_IO, "cannot write %s: %s", path, strerror(errno));
        }
        done += (size_t)n;
    }
    if (fsync(fd) != 0 && errno != EINVAL) {
        return err_set(e, CHERT_E_IO, "cannot write %s: %s", path, strerror(errno));
    }
    return CHERT_OK;
}

enum chert_status file_write(const char *path, const void *bytes, size_t len, struct err *e)
{
    char temporary[4096];
    const int n = snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
    if (n < 0 || (size_t)n >= sizeof temporary) {
        return err_set(e, CHERT_E_IO, "the path %.64s... is too long", path);
    }
    const int fd = mkstemp(temporary);
    if (fd < 0) {
        return err_set(e, CHERT_E_IO, "cannot create a file beside %s: %s", path, strerror(errno));
    }
    enum chert_status s = write_all(fd, path, bytes, len, e);
    if (s == CHERT_OK && fchmod(fd, 0644) != 0) {
        s = err_set(e, CHERT_E_IO, "cannot set the mode of %s: %s", path, strerror(errno));
    }
    if (close(fd) != 0 && s == CHERT_OK) {
        s = err_set(e, CHERT_E_IO, "cannot write %s: %s", path, strerror(errno));
    }
    if (s == CHERT_OK && rename(temporary, path) != 0) {
        s = err_set(e, CHERT_E_IO, "cannot put %s in place: %s", path, strerror(errno));
    }
    if (s != CHERT_OK) {
        unlink(temporary);
    }
    return s;
}
