/* verb_export.c -- `ivpbench export`: the store for everything else in the world.
 *
 * Scores are computed while exporting: a new reference needs no new run. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/base/message.h"
#include "bench/base/options.h"
#include "bench/base/util.h"
#include "reports/tables/export.h"
#include "bench/cli/verb_board.h"

static const char usage[] =
    "usage: ivpbench export [--store FILE] [--format csv|jsonl] [--table cells|errors|series]\n"
    "                       [--output FILE]\n"
    "\n"
    "Writes every result with its scores, one row (csv) or one line (jsonl) each. Values that "
    "do\n"
    "not exist are empty (csv) or left out (jsonl). Doubles read back as the same bits.\n"
    "\n"
    "      --store FILE      results to read (out/bench.db)\n"
    "      --format WORD     csv or jsonl (csv)\n"
    "      --table WORD      cells (a row for each result), errors (along the trajectory, a row for\n"
    "                        each observable) or series (a row for each stored point); the last\n"
    "                        two in csv only\n"
    "      --output FILE     where to write (standard output)\n"
    "      --reference DIR   folder of the reference solutions\n";

static mode_t current_umask(void)
{
    const mode_t now = umask(0);
    umask(now);
    return now;
}

typedef void writer(const board *b, FILE *f);

static writer *writer_of(const char *format, const char *table)
{
    if (!strcmp(table, "errors")) return export_errors;
    if (!strcmp(table, "series")) return export_series;
    return strcmp(format, "jsonl") ? export_csv : export_jsonl;
}

static int say_failed(const char *path)
{
    cli_say("writing %s failed: %s", path ? path : "to standard output", strerror(errno));
    return CLI_INFRA;
}

static bool write_all(const board *b, writer *write, FILE *f)
{
    write(b, f);
    return !fflush(f) && !ferror(f);
}

/* A regular file is replaced only when the new one is complete and on the disk; a pipe or a
 * device is written to. */
static int write_to(const board *b, writer *write, const char *path)
{
    struct stat st;
    if (!path) return write_all(b, write, stdout) ? CLI_OK : say_failed(NULL);
    const bool direct = !stat(path, &st) && !S_ISREG(st.st_mode);
    char *place = direct ? copied(path) : text_of("%s.XXXXXX", path);
    const int fd = direct ? open(place, O_WRONLY | O_CLOEXEC) : mkostemp(place, O_CLOEXEC);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    bool good = f && write_all(b, write, f) && (direct || !fsync(fd));
    if (f && fclose(f)) good = false;
    if (good && !direct) good = !chmod(place, 0666 & ~current_umask()) && !rename(place, path);
    const int code = good ? CLI_OK : say_failed(path);
    if (!good && !direct && fd >= 0) unlink(place);
    free(place);
    return code;
}

static int run(int argc, char **argv)
{
    const char *path = "out/bench.db", *format = "csv", *output = NULL, *reference = NULL;
    const char *which = "cells";
    const option_row rows[] = { { "store", 's', OPTION_TEXT, &path, NULL },
                                { "format", 'f', OPTION_WORD, &format, "csv|jsonl" },
                                { "table", 0, OPTION_WORD, &which, "cells|errors|series" },
                                { "output", 'o', OPTION_TEXT, &output, NULL },
                                { "reference", 'R', OPTION_TEXT, &reference, NULL },
                                { 0 } };
    if (!options_alone(rows, argc, argv)) return CLI_USAGE;
    if (!strcmp(format, "jsonl") && strcmp(which, "cells") != 0) {
        cli_say("--table %s is written as csv only", which);
        return CLI_USAGE;
    }
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error, not an end */
    board *b = verb_board(path, reference);
    if (!b) return CLI_INFRA;
    const int code = write_to(b, writer_of(format, which), output);
    return verb_board_close(b, code);
}

const cli_verb verb_export = {
    .name = "export",
    .summary = "write all results as CSV or JSON lines",
    .usage = usage,
    .run = run,
};
