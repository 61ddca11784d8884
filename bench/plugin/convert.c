/* convert.c -- the converter is a Python program: it is started in a cage, since it executes
 * the model's file. It prints the C file; what it says of a refusal is read from its other
 * stream.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plugin/convert.h"

#include "bench/process/confine.h"
#include "bench/process/process.h"
#include "bench/base/util.h"
#include "bench/plugin/skeleton.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAID = 1000 };
enum { REFUSED = 2, MISSING = 3 }; /* exit codes of the converter */

static const process_patience patience = { .seconds = 300, .memory_mb = 4096 };

/* What a process has written, as one printable line. */
static void read_message(FILE *f, char *message, size_t size)
{
    rewind(f);
    const size_t n = fread(message, 1, size - 1, f);
    message[n] = '\0';
    for (char *c = message; *c; c++)
        if (!isprint((unsigned char)*c)) *c = ' ';
    for (char *end = message + strlen(message); end > message && end[-1] == ' ';) *--end = '\0';
}

static int run(const char *python, const char *package, const char *from, const char *name,
               int out, FILE *said, char *why, size_t size)
{
    static const char program[] = "import sys; sys.path.insert(0, sys.argv.pop(1)); "
                                  "from ivpbench.model.__main__ import main; "
                                  "sys.exit(main(sys.argv[1:]))";
    char *argv[] = { "python3",       "-B",         "-c",         (char *)program,
                     (char *)package, (char *)from, (char *)name, NULL };
    int status = 0;
    sandbox w = sandbox_open();
    confine_show(&w.cage, from);
    confine_show(&w.cage, package);
    const process_limits limits = { .core = -1,
                                    .cpu_s = (long)patience.seconds,
                                    .address_mb = patience.memory_mb,
                                    .cage = &w.cage,
                                    .program = python,
                                    .here = true,
                                    .announce = w.reaper.groups };
    const pid_t pid = process_start(argv, -1, out, fileno(said), NULL, 0, &limits);
    bool good = pid > 0 || fail(why, size, "%s cannot be started", python);
    good = good && process_wait(&w, pid, &patience, &status, why, size);
    sandbox_close(&w);
    if (!good) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Debian's own Python has Debian's packages; another one comes first on PATH at times. */
static bool convert(const char *from, const char *name, int out, FILE *said, char *why,
                    size_t size)
{
    char message[SAID], *package = python_package("ivpbench/model/__main__.py");
    if (!package)
        return fail(why, size, "the Python package ivpbench is not beside this program");
    int code = access("/usr/bin/python3", X_OK)
                   ? MISSING
                   : run("/usr/bin/python3", package, from, name, out, said, why, size);
    if (code == MISSING && !ftruncate(fileno(said), 0)) {
        rewind(said);
        code = run("python3", package, from, name, out, said, why, size);
    }
    free(package);
    if (code <= 0) return code == 0;
    read_message(said, message, sizeof message);
    if (code == REFUSED || code == MISSING) return fail(why, size, "%s", message);
    return fail(why, size, "the converter ended with code %d: %s", code, message);
}

bool convert_model(const char *from, const char *name, char *files, char *why, size_t size)
{
    if (!skeleton_name("problem", name, why, size)) return false;
    if (access(from, R_OK) != 0) return fail(why, size, "%s: %s", from, strerror(errno));
    char *path = text_of("%s.c", name);
    const int out = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    FILE *said = tmpfile();
    bool good =
        out >= 0 || fail(why, size, "%s %s", path,
                         errno == EEXIST ? "is there already and stays as it is: another "
                                           "name, or another folder"
                                         : strerror(errno));
    good = good && (said || fail(why, size, "no temporary file: %s", strerror(errno)));
    good = good && convert(from, name, out, said, why, size);
    if (out >= 0 && (close(out) || !good)) unlink(path);
    if (said) fclose(said);
    if (good) snprintf(files, size, "%s", path);
    free(path);
    return good;
}
