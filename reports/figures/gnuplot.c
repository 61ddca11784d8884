/* gnuplot.c -- runs gnuplot in batch: start-up is slow, so each process draws many figures.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/base/program.h"
#include "bench/base/util.h"
#include "reports/figures/figure.h"

enum { PROCESSES = 2 };

/* Both outputs into the log, or away; gnuplot must not ask for a display. */
static pid_t start(const char *folder, char *const *argv, const char *log)
{
    const int to =
        log ? open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644) : PROGRAM_NONE;
    if (log && to < 0) return -1;
    unsetenv("DISPLAY");
    const program_setting s = { folder, .in = PROGRAM_NONE, .out = to, .err = to };
    const pid_t child = program_start(argv, &s);
    if (log) close(to);
    return child;
}

bool figure_gnuplot(void)
{
    char name[] = "gnuplot", version[] = "--version";
    char *argv[] = { name, version, NULL };
    const pid_t child = start(NULL, argv, NULL);
    return child > 0 && program_end(child) == 0;
}

/* Scripts k, k + PROCESSES, k + 2 PROCESSES ... */
static pid_t draw_share(const char *folder, char *const *names, int n, int k, const char *log)
{
    char **argv = need(calloc((size_t)n + 3, sizeof *argv));
    int argc = 0;
    argv[argc++] = copied("gnuplot");
    argv[argc++] = copied("-d"); /* not what ~/.gnuplot says: a plug-in may have written it */
    for (int i = k; i < n; i += PROCESSES) argv[argc++] = text_of("./%s.gp", names[i]);
    const pid_t child = argc > 2 ? start(folder, argv, log) : 0;
    for (int i = 0; i < argc; i++) free(argv[i]);
    free(argv);
    return child;
}

bool figure_draw(const char *folder, char *const *names, int n, reason *why)
{
    pid_t child[PROCESSES];
    char *log = realpath(folder, NULL);
    char *path = text_of("%s/gnuplot.log", log ? log : folder);
    bool good = true;
    unlink(path);
    for (int k = 0; k < PROCESSES; k++) child[k] = draw_share(folder, names, n, k, path);
    for (int k = 0; k < PROCESSES; k++)
        if (child[k] && (child[k] < 0 || program_end(child[k]))) good = false;
    if (!good) {
        char *text = file_text(path);
        reason_set(why, "gnuplot failed in %s; it said: %.300s", folder,
                   text ? text : "nothing");
        free(text);
    } else {
        unlink(path);
    }
    free(path);
    free(log);
    return good;
}
