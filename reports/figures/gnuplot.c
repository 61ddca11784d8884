/* gnuplot.c -- runs gnuplot in batch: start-up is slow, so each process draws many figures. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/base/util.h"
#include "reports/figures/figure.h"

enum { PROCESSES = 2 };

/* In the child: both outputs into the log (or away), then gnuplot. */
static void become_gnuplot(const char *folder, char *const *argv, const char *log)
{
    const int to = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    const int none = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (to < 0 || none < 0 || dup2(none, 0) < 0 || dup2(to, 1) < 0 || dup2(to, 2) < 0)
        _exit(126);
    unsetenv("DISPLAY");
    if (folder && chdir(folder)) _exit(126);
    execvp("gnuplot", argv);
    _exit(127);
}

static pid_t start(const char *folder, char *const *argv, const char *log)
{
    const pid_t child = fork();
    if (!child) become_gnuplot(folder, argv, log);
    return child;
}

/* Exit code, or -1 after a signal. */
static int finish(pid_t child)
{
    int status = -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool figure_gnuplot(void)
{
    char name[] = "gnuplot", version[] = "--version";
    char *argv[] = { name, version, NULL };
    const pid_t child = start(NULL, argv, "/dev/null");
    return child > 0 && finish(child) == 0;
}

/* Scripts k, k + PROCESSES, k + 2 PROCESSES ... */
static pid_t draw_share(const char *folder, char *const *names, int n, int k, const char *log)
{
    char **argv = need(calloc((size_t)n + 2, sizeof *argv));
    int argc = 0;
    argv[argc++] = copied("gnuplot");
    for (int i = k; i < n; i += PROCESSES) argv[argc++] = text_of("./%s.gp", names[i]);
    const pid_t child = argc > 1 ? start(folder, argv, log) : 0;
    for (int i = 0; i < argc; i++) free(argv[i]);
    free(argv);
    return child;
}

bool figure_draw(const char *folder, char *const *names, int n, char *why, size_t size)
{
    pid_t child[PROCESSES];
    char *log = realpath(folder, NULL);
    char *path = text_of("%s/gnuplot.log", log ? log : folder);
    bool good = true;
    unlink(path);
    for (int k = 0; k < PROCESSES; k++) child[k] = draw_share(folder, names, n, k, path);
    for (int k = 0; k < PROCESSES; k++)
        if (child[k] && (child[k] < 0 || finish(child[k]))) good = false;
    if (!good) {
        char *text = file_text(path);
        fail(why, size, "gnuplot failed in %s; it said: %.300s", folder,
             text ? text : "nothing");
        free(text);
    } else {
        unlink(path);
    }
    free(path);
    free(log);
    return good;
}
