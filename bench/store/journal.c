/* journal.c -- a journal that lies beside a store. SQLite rolls it back before it reads, and then deletes the file
 * that its last bytes name, the journal of several files (https://www.sqlite.org/atomiccommit.html, section 5; its
 * last eight bytes: https://www.sqlite.org/fileformat2.html, "The Rollback Journal"). Stores are written one at a
 * time, so none of ours names a file; one that does is refused before SQLite sees it. */
#include "bench/store/store_inner.h"

#include "bench/base/util.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool names_another(const char *journal)
{
    static const unsigned char magic[8] = { 0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7 };
    unsigned char last[sizeof magic];
    const int fd = open(journal, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const off_t end = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
    const bool does = end >= (off_t)sizeof last &&
                      pread(fd, last, sizeof last, end - (off_t)sizeof last) == sizeof last &&
                      !memcmp(last, magic, sizeof magic);
    if (fd >= 0) close(fd);
    return does;
}

/* Of the file itself, wherever a link leads from. */
bool store_journal_is_ours(const char *path, char *why, size_t size)
{
    char *place = realpath(path, NULL);
    char *journal = text_of("%s-journal", place ? place : path);
    const bool good =
        !names_another(journal) ||
        fail(why, size,
             "%s: not a store of ivpbench: %s names another file, which opening it "
             "would delete; both are left as they are",
             path, journal);
    free(journal);
    free(place);
    return good;
}
