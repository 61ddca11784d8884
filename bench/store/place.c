/* place.c -- names of the archive become paths here and nowhere else.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/store/place.h"

#include "bench/base/util.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool place_is_name(const char *text)
{
    const size_t n = strlen(text);
    for (size_t i = 0; i < n; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c >= 0x80 || !(isalnum(c) || (i && strchr("._-", c)))) return false;
    }
    return n > 0 && n <= PLACE_LONGEST;
}

bool place_is_kept(const char *path) { return *path == '@'; }

/* XDG base directory specification: a relative path does not count. */
char *place_folder(void)
{
    const char *given = getenv("IVPBENCH_ARCHIVE"), *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    if (given && *given) return copied(given);
    if (data && *data == '/') return text_of("%s/ivpbench/archive", data);
    return home && *home == '/' ? text_of("%s/.local/share/ivpbench/archive", home) : NULL;
}

char *place_of(const char *name, reason *why)
{
    if (place_is_kept(name)) name++;
    if (!place_is_name(name)) {
        reason_set(
            why,
            "\"%s\": a name in the archive has letters, digits, dots, dashes and underlines, "
            "begins with a letter or digit, and is no longer than %d",
            name, PLACE_LONGEST);
        return NULL;
    }
    char *folder = place_folder();
    char *path = folder ? text_of("%s/%s%s", folder, name, PLACE_SUFFIX) : NULL;
    if (!path) reason_set(why, "no folder for the archive: set IVPBENCH_ARCHIVE");
    free(folder);
    return path;
}

char *place_file(const char *path, reason *why)
{
    if (!place_is_kept(path)) return copied(path);
    char *file = place_of(path, why);
    if (!file || access(file, F_OK) == 0) return file;
    reason_set(why, "%s: not in the archive (%s); ivpbench archive list names what is", path,
               file);
    free(file);
    return NULL;
}
