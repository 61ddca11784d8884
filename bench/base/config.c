/* config.c -- one form for all complaints: an editor finds the line. */
#include "bench/base/config.h"

#include "bench/base/util.h"

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
