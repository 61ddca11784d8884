/* plugin_lanes.c -- one line in place of a compiler's errors: a problem without lanes is a
 * whole one.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plugin/plugin_lanes.h"

#include "bench/base/message.h"

#include <stdlib.h>
#include <string.h>

/* The line of the first error in what a compiler said, "PATH:LINE:COLUMN: error: ..."; 0:
 * none. */
static long first_error(FILE *said, const char *path)
{
    char line[1024];
    const size_t n = strlen(path);
    rewind(said);
    while (fgets(line, sizeof line, said))
        if (!strncmp(line, path, n) && line[n] == ':' && strstr(line, "error: "))
            return strtol(line + n + 1, NULL, 10);
    return 0;
}

void plugin_no_lanes(const char *path, FILE *said)
{
    char where[64] = "";
    const long line = said ? first_error(said, path) : 0;
    if (line > 0) snprintf(where, sizeof where, "line %ld of ", line);
    cli_say(
        "built without lanes, which make some solvers faster: %s%s does not compile in them; "
        "write ivp_of(0) where a number becomes a real, or `#define IVP_NO_LANES` above the "
        "includes",
        where, path);
}
