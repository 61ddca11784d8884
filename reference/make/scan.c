/* scan.c -- ivpbench-scan on a copy of the reference in a temporary folder.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/make/scan.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reference/make/processes.h"

enum { GOOD = 0, COMPLAINTS = 1, CANNOT = 2 }; /* its exit codes */

/* Beside this program, or above it: tests lie one folder below. */
static bool find_program(char path[PATH_MAX])
{
    static const char name[] = "/ivpbench-scan";
    const ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - sizeof name);
    if (n <= 0) return false;
    path[n] = 0;
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(path, '/');
        if (!slash) return false;
        strcpy(slash, name);
        if (!access(path, X_OK)) return true;
        *slash = 0;
    }
    return false;
}

static void become(const char *program, const char *file, int to, pid_t parent)
{
    die_with(parent);
    dup2(to, STDOUT_FILENO);
    execl(program, program, file, (char *)NULL);
    _exit(CANNOT);
}

static void read_line(int fd, char *line, size_t size)
{
    const ssize_t n = pread(fd, line, size - 1, 0);
    line[n > 0 ? n : 0] = 0;
    line[strcspn(line, "\n")] = 0;
}

/* What it says, and its exit code; CANNOT where it does not end by itself. Its end is waited
 * for, not that of a pipe: what its plug-in has started would hold a pipe open for ever. */
static int ask(const char *program, const char *file, int to, reason *said)
{
    int status = 0;
    fflush(NULL);
    const pid_t parent = getpid(), pid = fork();
    if (!pid) become(program, file, to, parent);
    const bool ended = pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status);
    read_line(to, said->text, sizeof said->text);
    return ended ? WEXITSTATUS(status) : CANNOT;
}

static int ask_about(const ref *r, const char *program, reason *said)
{
    char folder[PATH_MAX - 8], file[PATH_MAX], lines[PATH_MAX];
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/ivpbench-scan-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(folder)) return reason_set(said, "no temporary folder"), CANNOT;
    snprintf(file, sizeof file, "%s/x.ref", folder);
    snprintf(lines, sizeof lines, "%s/said", folder);
    const int to = open(lines, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const int code =
        to >= 0 && ref_write(r, file, said) ? ask(program, file, to, said) : CANNOT;
    if (to >= 0) close(to);
    unlink(lines);
    unlink(file);
    rmdir(folder);
    return code;
}

bool scan_in_double(ref *r, reason *why)
{
    char program[PATH_MAX];
    r->scan = (ref_scan){ 0 };
    reason_set(why, r->pieces.n ? "ivpbench-scan is missing" : "it has no trajectory");
    if (!r->pieces.n || !find_program(program)) return true;
    *why->text = '\0';
    const int code = ask_about(r, program, why);
    if (code != GOOD) return code != COMPLAINTS;
    ref_scan s = { 0 };
    if (sscanf(why->text, "%d %lg %lg", &s.times, &s.width, &s.defect) == 3 && s.times > 0)
        r->scan = s;
    return true;
}
