/* Files: read whole, written whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
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
    uint8_t more;
    if (read(fd, &more, 1) != 0) { /* still being written, or a file of /proc that claims 0 bytes */
        return err_set(e, CHERT_E_IO, "cannot read %s: it is longer than the %zu bytes it claims",
                       path, len);
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
    if (st.st_size > (off_t)MAP_INPUT_MAX) {
        return err_set(e, CHERT_E_LIMIT, "%s has %lld bytes, at most %u are read", path,
                       (long long)st.st_size, MAP_INPUT_MAX);
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
    (void)close(fd);
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
    if (fsync(fd) != 0 && errno != EINVAL) { /* EINVAL: a pipe or device */
        return err_set(e, CHERT_E_IO, "cannot write %s: %s", path, strerror(errno));
    }
    return CHERT_OK;
}

/* Where and how to write. */
struct target {
    char path[PATH_MAX];      /* links resolved, so that the file is replaced and not the link */
    char temporary[PATH_MAX]; /* template for mkstemp, beside it */
    int special;              /* a device or pipe, which is written to, not replaced */
};

static enum chert_status find_target(struct target *t, const char *path, struct err *e)
{
    struct stat st;
    t->special = 0;
    if (realpath(path, t->path) == NULL) {
        if (errno != ENOENT || lstat(path, &st) == 0) { /* lstat: a link to nowhere */
            return err_set(e, CHERT_E_IO, "cannot write %s: %s", path, strerror(errno));
        }
        if ((size_t)snprintf(t->path, sizeof t->path, "%s", path) >= sizeof t->path) {
            return err_set(e, CHERT_E_IO, "cannot write %.64s...: the path is too long", path);
        }
    } else if (stat(t->path, &st) != 0) {
        return err_set(e, CHERT_E_IO, "cannot write %s: %s", path, strerror(errno));
    } else if (S_ISDIR(st.st_mode)) {
        return err_set(e, CHERT_E_IO, "cannot write %s: it is a directory", path);
    } else {
        t->special = !S_ISREG(st.st_mode);
    }
    const int n = snprintf(t->temporary, sizeof t->temporary, "%s.XXXXXX", t->path);
    if (n < 0 || (size_t)n >= sizeof t->temporary) {
        return err_set(e, CHERT_E_IO, "cannot write %.64s...: the path is too long", path);
    }
    return CHERT_OK;
}

static enum chert_status open_temporary(struct target *t, const char *path, int *fd, struct err *e)
{
    *fd = mkostemp(t->temporary, O_CLOEXEC);
    if (*fd < 0) {
        return err_set(e, CHERT_E_IO, "cannot create a file beside %s: %s", path, strerror(errno));
    }
    return CHERT_OK;
}

enum chert_status file_probe(const char *path, struct err *e)
{
    struct target t;
    int fd;
    TRY(find_target(&t, path, e));
    if (t.special) {
        return CHERT_OK;
    }
    TRY(open_temporary(&t, path, &fd, e));
    (void)close(fd);
    (void)unlink(t.temporary);
    return CHERT_OK;
}

static enum chert_status write_special(const struct target *t, const void *bytes, size_t len,
                                       struct err *e)
{
    const int fd = open(t->path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) {
        return err_set(e, CHERT_E_IO, "cannot write %s: %s", t->path, strerror(errno));
    }
    const enum chert_status s = write_all(fd, t->path, bytes, len, e);
    (void)close(fd);
    return s;
}

/* The temporary file is open as fd: fills it, puts it in place, or removes it. */
static enum chert_status fill(const struct target *t, int fd, const char *path, const void *bytes,
                              size_t len, struct err *e)
{
    const mode_t mask = umask(0);
    (void)umask(mask);
    enum chert_status s = write_all(fd, path, bytes, len, e);
    if (s == CHERT_OK && fchmod(fd, 0666 & ~mask) != 0) {
        s = err_set(e, CHERT_E_IO, "cannot set the mode of %s: %s", path, strerror(errno));
    }
    if (close(fd) != 0 && s == CHERT_OK) {
        s = err_set(e, CHERT_E_IO, "cannot write %s: %s", path, strerror(errno));
    }
    if (s == CHERT_OK && rename(t->temporary, t->path) != 0) {
        s = err_set(e, CHERT_E_IO, "cannot put %s in place: %s", path, strerror(errno));
    }
    if (s != CHERT_OK) {
        (void)unlink(t->temporary);
    }
    return s;
}

enum chert_status file_write(const char *path, const void *bytes, size_t len, struct err *e)
{
    struct target t;
    sigset_t ending, before;
    int fd = -1;
    TRY(find_target(&t, path, e));
    if (t.special) {
        return write_special(&t, bytes, len, e);
    }
    /* Whoever ends the program meanwhile gets it a moment later, and no half file. */
    (void)sigemptyset(&ending);
    (void)sigaddset(&ending, SIGINT);
    (void)sigaddset(&ending, SIGTERM);
    (void)sigaddset(&ending, SIGHUP);
    (void)pthread_sigmask(SIG_BLOCK, &ending, &before);
    enum chert_status s = open_temporary(&t, path, &fd, e);
    if (s == CHERT_OK) {
        s = fill(&t, fd, path, bytes, len, e);
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return s;
}
