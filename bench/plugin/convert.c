/* convert.c -- a converter is a Python program: it is started in a cage, since it executes the
 * model's file, or reads the file of a stranger. It prints the C file; what it says of it is
 * read from its other stream.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plugin/convert.h"

#include "bench/process/confine.h"
#include "bench/process/process.h"
#include "bench/base/partial.h"
#include "bench/base/util.h"
#include "bench/plugin/skeleton.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAID = 1000 };
enum { REFUSED = 2, MISSING = 3 }; /* exit codes of the converter */

static const process_patience patience = { .seconds = 300, .memory_mb = 4096 };

/* What a process has written, printable, as one line or as its lines. */
static void read_message(FILE *f, char *message, size_t size, bool lines)
{
    rewind(f);
    const size_t n = fread(message, 1, size - 1, f);
    message[n] = '\0';
    for (char *c = message; *c; c++)
        if (!isprint((unsigned char)*c) && !(lines && *c == '\n')) *c = ' ';
    for (char *end = message + strlen(message); end > message && strchr(" \n", end[-1]);)
        *--end = '\0';
}

/* arguments[0] is the file of the user: it alone is shown beside the package. */
static int run(const char *python, const char *package, const convert_task *task, FILE *said,
               reason *why)
{
    static const char program[] = "import sys, importlib; sys.path.insert(0, sys.argv.pop(1)); "
                                  "module = importlib.import_module(sys.argv.pop(1)); "
                                  "sys.exit(module.main(sys.argv[1:]))";
    char *module = text_of("ivpbench.%s.__main__", task->module);
    char *argv[8 + CONVERT_ARGUMENTS] = { "python3",       "-B",  "-c", (char *)program,
                                          (char *)package, module };
    int status = 0;
    for (int k = 0; k < CONVERT_ARGUMENTS; k++) argv[6 + k] = (char *)task->arguments[k];
    sandbox w = sandbox_open();
    confine_show(&w.cage, task->arguments[0]);
    confine_show(&w.cage, package);
    const process_limits limits = { .core = -1,
                                    .cpu_s = (long)patience.seconds,
                                    .address_mb = patience.memory_mb,
                                    .cage = &w.cage,
                                    .program = python,
                                    .here = true,
                                    .announce = w.reaper.groups };
    const pid_t pid = process_start(argv, -1, task->out, fileno(said), NULL, 0, &limits);
    bool good = pid > 0 || reason_set(why, "%s cannot be started (Debian: python3)", python);
    good = good && process_wait(&w, pid, &patience, &status, why);
    sandbox_close(&w);
    free(module);
    if (!good) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Debian's own Python has Debian's packages; another one comes first on PATH at times. */
static bool start(const convert_task *task, FILE *said, reason *why)
{
    char message[SAID], *file = text_of("ivpbench/%s/__main__.py", task->module),
                        *package = python_package(file);
    free(file);
    if (!package)
        return reason_set(why, "the Python package ivpbench is not beside this program");
    int code = access("/usr/bin/python3", X_OK)
                   ? MISSING
                   : run("/usr/bin/python3", package, task, said, why);
    if (code == MISSING && !ftruncate(fileno(said), 0)) {
        rewind(said);
        code = run("python3", package, task, said, why);
    }
    free(package);
    if (code <= 0) return code == 0;
    read_message(said, message, sizeof message, false);
    if (code == REFUSED || code == MISSING) return reason_set(why, "%s", message);
    return reason_set(why, "the converter ended with code %d: %s", code, message);
}

bool convert(const convert_task *task, char *told, size_t size, reason *why)
{
    if (access(task->arguments[0], R_OK) != 0)
        return reason_set(why, "%s: %s", task->arguments[0], strerror(errno));
    FILE *said = tmpfile();
    if (!said) return reason_set(why, "no temporary file: %s", strerror(errno));
    const bool good = start(task, said, why);
    if (good && told) read_message(said, told, size, true);
    fclose(said);
    return good;
}

bool convert_model(const char *from, const char *end, const char *name, char *files,
                   size_t size, reason *why)
{
    if (!skeleton_name("problem", name, why)) return false;
    char *path = text_of("%s.c", name);
    bool good =
        !partial_is_taken(path) ||
        reason_set(why,
                   "%s is there already and stays as it is: another name, or another folder",
                   path);
    FILE *f = good ? partial_open(path) : NULL;
    if (good && !f) good = reason_set(why, "%s: %s", path, strerror(errno));
    if (f) {
        const convert_task task = { "model", { from, name, end }, fileno(f) };
        good =
            convert(&task, NULL, 0, why) &&
            (lseek(task.out, 0, SEEK_END) > 0 ||
             reason_set(why, "%s ended the converter before it had written the problem", from));
        good = partial_close(f, path, good, false, why);
    }
    if (good) snprintf(files, size, "%s", path);
    free(path);
    return good;
}
