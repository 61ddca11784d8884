/* config.c -- one form for all complaints: an editor finds the line. */
#include "bench/base/config.h"

#include "bench/base/util.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool fail_parsing(const config_t *c, const char *path, char *why, size_t size)
{
    const char *file = config_error_file(c); /* another one: included */
    return fail(why, size, "%s:%d: %s", file ? file : path, config_error_line(c),
                config_error_text(c));
}

bool fail_at(const config_setting_t *s, const char *path, char *why, size_t size,
             const char *sentence)
{
    const char *name = config_setting_name(s);
    return fail(why, size, "%s:%u: %s%s%s", path, config_setting_source_line(s),
                name ? name : "", name ? ": " : "", sentence);
}

static bool is_file(const char *path)
{
    struct stat st;
    return !stat(path, &st) && S_ISREG(st.st_mode);
}

static bool includes_files(const char *path, int depth, char *why, size_t size)
{
    enum { DEEP = 10 }; /* libconfig follows no further */
    char *text = depth < DEEP && is_file(path) ? file_text(path) : NULL;
    bool good = true;
    int line = 1;
    for (const char *at = text; good && at; line++) {
        const char *word = at + strspn(at, " \t");
        char name[4096];
        if (sscanf(word, "@include \"%4095[^\"\n]\"", name) == 1)
            good = is_file(name) ? includes_files(name, depth + 1, why, size)
                                 : fail(why, size, "%s:%d: there is no file %s to include",
                                        path, line, name);
        at = strchr(at, '\n');
        at += at != NULL;
    }
    free(text);
    return good;
}

bool config_includes(const char *path, char *why, size_t size)
{
    return includes_files(path, 0, why, size);
}

bool config_load(config_t *c, const char *path, char *why, size_t size)
{
    return config_includes(path, why, size) &&
           (config_read_file(c, path) || fail_parsing(c, path, why, size));
}
