/* archive.c -- a folder of stores by name.
 *
 * A copy is made beside its place and gets its name when it is whole: nothing is overwritten,
 * and a copy that was interrupted has no name.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/store/archive.h"
#include "bench/store/place.h"
#include "bench/store/store_inner.h"

#include "bench/base/partial.h"
#include "bench/base/util.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_NOTE = 1000 };

/* ---- adding ------------------------------------------------------------------------------ */

static bool write_note(const char *path, const char *note, reason *why)
{
    store *s = store_open(path, false, why);
    if (!s) return false;
    const bool good =
        store_execute(s, "INSERT OR REPLACE INTO meta VALUES ('note', ?)", "t", note) ||
        reason_set(why, "%s", store_error(s));
    store_close(s);
    return good;
}

/* Into a new file beside its place; what is damaged is no data set to compare with. */
static bool copy_whole(const char *from, const char *to, const char *note, long *kept,
                       reason *why)
{
    reason said = { "" };
    long lost = 0;
    *kept = 0;
    if (!store_rescue(from, to, kept, &lost, &said))
        return reason_set(why, "%s was not added: %s", from, said.text);
    if (lost || *said.text)
        return reason_set(
            why,
            "%s is damaged (%s) and was not added; ivpbench store repair saves what is "
            "whole",
            from, said.text);
    if (!*kept) return reason_set(why, "%s holds no results; it was not added", from);
    return write_note(to, note, why) &&
           (chmod(to, 0444) == 0 || reason_set(why, "%s: %s", to, strerror(errno)));
}

bool archive_add(const char *name, const char *from, const char *note, long *kept, reason *why)
{
    char *path = place_of(name, why);
    if (!path) return false;
    if (strlen(note) > LONGEST_NOTE) {
        free(path);
        return reason_set(why, "a note has at most %d characters", LONGEST_NOTE);
    }
    char *part = partial_name(path);
    bool good = folders_above(path, why);
    if (good && access(path, F_OK) == 0)
        good = reason_set(why, "@%s exists already; remove it by ivpbench archive remove %s",
                          name, name);
    good = good && copy_whole(from, part, note, kept, why);
    good = good && partial_finish(part, path, false, why);
    partial_drop(part);
    free(part);
    free(path);
    return good;
}

/* NAME or @NAME, which must be there. */
static char *kept_file(const char *name, reason *why)
{
    char *path = text_of("%s%s", place_is_kept(name) ? "" : "@", name);
    char *file = place_file(path, why);
    free(path);
    return file;
}

bool archive_remove(const char *name, reason *why)
{
    char *path = kept_file(name, why);
    const bool good =
        path && (!unlink(path) || reason_set(why, "%s: %s", path, strerror(errno)));
    free(path);
    return good;
}

/* ---- what there is ----------------------------------------------------------------------- */

/* The name of a file of the archive, into `name`. */
static bool name_of(const char *file, char name[PLACE_LONGEST + 1])
{
    const size_t n = strlen(file), tail = strlen(PLACE_SUFFIX);
    if (n <= tail || n - tail > PLACE_LONGEST || strcmp(file + n - tail, PLACE_SUFFIX) != 0)
        return false;
    memcpy(name, file, n - tail);
    name[n - tail] = '\0';
    return place_is_name(name);
}

static int is_kept(const struct dirent *e)
{
    char name[PLACE_LONGEST + 1];
    return name_of(e->d_name, name);
}

int archive_names(char ***names)
{
    struct dirent **found = NULL;
    char *folder = place_folder(), name[PLACE_LONGEST + 1];
    const int n = folder ? scandir(folder, &found, is_kept, alphasort) : -1;
    *names = need(calloc((size_t)(n > 0 ? n : 0) + 1, sizeof **names));
    for (int i = 0; i < n; i++) {
        name_of(found[i]->d_name, name);
        (*names)[i] = copied(name);
        free(found[i]);
    }
    free(found);
    free(folder);
    return n > 0 ? n : 0;
}

char *archive_note(const char *name, reason *why)
{
    sqlite3_stmt *q;
    char *path = kept_file(name, why), *note = NULL;
    store *s = path ? store_open(path, false, why) : NULL;
    free(path);
    if (!s) return NULL;
    if (sqlite3_prepare_v2(s->db, "SELECT value FROM meta WHERE key = 'note'", -1, &q, NULL) ==
            SQLITE_OK &&
        sqlite3_step(q) == SQLITE_ROW)
        note = column_copy(q, 0);
    sqlite3_finalize(q);
    store_close(s);
    return note ? note : copied("");
}
