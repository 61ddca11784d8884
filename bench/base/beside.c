/* beside.c -- found by the folder of this program. */
#include "bench/base/beside.h"

#include "bench/base/cli.h"
#include "bench/base/program.h"
#include "bench/base/util.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_ROOM = 1200 };

static void program_path(const char *program, char path[PATH_ROOM])
{
    char folder[PATH_ROOM - 64];
    own_folder(folder, sizeof folder);
    snprintf(path, PATH_ROOM, "%s/%s", folder, program);
}

bool beside_is(const char *program)
{
    char path[PATH_ROOM];
    program_path(program, path);
    return access(path, X_OK) == 0;
}

static int exit_code(const char *program, pid_t pid)
{
    const int code = program_end(pid);
    if (code >= 0) return code;
    if (code == -SIGINT) return CLI_INTERRUPTED;
    cli_say("%s was ended by signal %d", program, -code);
    return CLI_INFRA;
}

/* argv[0] and the arguments behind it. */
static char **with_program(char *path, char *const arguments[])
{
    size_t n = 0;
    while (arguments[n]) n++;
    char **argv = need(calloc(n + 2, sizeof *argv));
    argv[0] = path;
    memcpy(argv + 1, arguments, n * sizeof *argv);
    return argv;
}

int beside(const char *program, char *const arguments[], char *line, size_t size)
{
    char path[PATH_ROOM];
    program_path(program, path);
    char **argv = with_program(path, arguments);
    const pid_t pid =
        line ? program_ask(argv, PROGRAM_OURS, line, size) : program_start(argv, NULL);
    const int error = errno;
    free(argv);
    if (pid > 0) return exit_code(program, pid);
    cli_say("%s cannot be started: %s", path, strerror(error));
    return CLI_INFRA;
}
