/* verb_speed.c -- `ivpbench speed`: what single calls cost here, and what runs cost beside them. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "bench/base/message.h"
#include "bench/base/options.h"
#include "bench/process/process.h"
#include "bench/base/util.h"
#include "bench/crew/counting.h"
#include "bench/speed/speed.h"
#include "bench/cli/verb_board.h"
#include "reports/speed/shares.h"
#include "reports/speed/speed_page.h"

static const char usage[] =
    "usage: ivpbench speed calls PROBLEM ... [--loop SOLVER@PROBLEM] [--memory PROBLEM]\n"
    "                            [--output FILE]\n"
    "       ivpbench speed count STORE [--problems GLOBS] [--shares]\n"
    "       ivpbench speed report --store FILE --calls FILE --requirements FILE --output FOLDER\n"
    "\n"
    "calls: times single calls on this machine, as CSV: the equations of the problems in double and in\n"
    "lanes, each elimination and solution of the saddle point, whole evaluations; what the loop\n"
    "over steps adds to those of an explicit method; what solvers hold in memory.\n"
    "count: counts the instructions of every run of a store that arrived, by valgrind, into the\n"
    "store, for `compare` and `rank` with --cost instructions. On the machine and with the files\n"
    "that the store was made by. With --shares: of the runs of the page's figure that ask for Jacobians, and\n"
    "whose they are: the model's, linear algebra's, the kernel's, the method's.\n"
    "report: a page of what is asked of the speed of runs and calls beside what was measured, and\n"
    "of where the time of runs goes. See docs/speed.md.\n"
    "\n"
    "      --loop SOLVER@PROBLEM  ... of this method on this problem\n"
    "      --memory PROBLEM       ... of all solvers for this problem\n"
    "      --problems GLOBS       ... of these problems alone\n"
    "      --shares               ... by parts\n"
    "  -o, --output FILE          instead of standard output; the folder of the page\n"
    "      --store FILE           runs\n"
    "      --calls FILE           what `speed calls` wrote\n"
    "      --requirements FILE    what is asked of speed; --asked is the same\n"
    "      --reference DIR        folder of the reference solutions\n"
    "\n"
    "Exit code 1: something asked was measured and is not met; 3: a problem cannot be opened, a\n"
    "file not be read or written.\n";

enum { WHY = 512, NAME = 128, ROUNDS = 8 };

typedef struct request {
    const char *loop, *memory, *output, *store, *calls, *requirements, *reference, *problems;
    bool shares;
} request;

static bool measure(const request *q, int n, char **problems, speed_rows *to, char *why)
{
    bool good = true;
    for (int k = 0; good && k < ROUNDS * n; k++) good = speed_calls(problems[k % n], to, why);
    const char *at = q->loop ? strchr(q->loop, '@') : NULL;
    if (good && at) {
        char solver[NAME];
        snprintf(solver, sizeof solver, "%.*s", (int)(at - q->loop), q->loop);
        good = speed_loop(at + 1, solver, to, why);
    }
    return good && q->memory ? speed_memory(q->memory, to, why) : good;
}

typedef struct calls_task {
    const request *q;
    int n;
    char **problems;
    FILE *to;
} calls_task;

/* In a process of its own, for plug-ins are loaded. */
static int measure_there(void *context)
{
    char why[WHY] = "";
    const calls_task *t = context;
    speed_rows *rows = speed_rows_new();
    const bool good = measure(t->q, t->n, t->problems, rows, why);
    speed_rows_write(rows, t->to);
    const bool written = !fflush(t->to) && !ferror(t->to);
    if (!good) cli_say("%s", why);
    if (!written) cli_say("writing the times failed: %s", strerror(errno));
    return good && written ? CLI_OK : CLI_INFRA;
}

static int calls(const request *q, int n, char **problems)
{
    char why[WHY] = "";
    if (q->loop && !strchr(q->loop, '@')) {
        cli_say("speed: --loop %s: SOLVER@PROBLEM is expected", q->loop);
        return CLI_USAGE;
    }
    FILE *to = q->output ? fopen(q->output, "w") : stdout;
    if (!to) {
        cli_say("cannot write %s: %s", q->output, strerror(errno));
        return CLI_INFRA;
    }
    const process_patience patience = { .seconds = HUGE_VAL };
    calls_task task = { q, n, problems, to };
    int status = 0;
    if (!process_call(measure_there, &task, &patience, &status, why, sizeof why))
        cli_say("speed: %s", why);
    else if (!WIFEXITED(status))
        cli_say("speed: a plug-in died of signal %d", WTERMSIG(status));
    if (to != stdout) fclose(to);
    return WIFEXITED(status) && !*why ? WEXITSTATUS(status) : CLI_INFRA;
}

static void tell(const cell *c, double instructions, const char *why)
{
    char title[1024];
    cell_title(c, title, sizeof title);
    if (instructions >= 0)
        fprintf(stderr, "%14.0f  %s\n", instructions, title);
    else
        cli_say("%s: %s", title, why);
}

/* Of every ladder the run that is drawn, if it asks for Jacobians; the keys are the caller's. */
static int drawn_runs(const board *b, const char **keys)
{
    int n = 0;
    for (int i = 0; i < b->nladders; i++) {
        const entry *e = shares_run(b, &b->ladders[i], SPEED_LEVEL);
        if (e && shares_want_counting(e)) keys[n++] = copied(e->r.cell.key);
    }
    return n;
}

static int count(const request *q, const char *path)
{
    char why[WHY] = "";
    counting_tally n;
    counting_choice choice = { .problems = q->problems, .shares = q->shares, .each = tell };
    const char **keys = NULL;
    if (q->shares) {
        board *b = verb_board(path, q->reference);
        if (!b) return CLI_INFRA;
        choice.keys = keys = need(calloc((size_t)b->nladders + 1, sizeof *keys));
        choice.nkeys = drawn_runs(b, keys);
        verb_board_close(b, 0);
    }
    const bool good = counting_store(path, &choice, &n, why, sizeof why);
    for (int k = 0; keys && k < choice.nkeys; k++) free((char *)keys[k]);
    free(keys);
    if (!good) {
        cli_say("%s", why);
        return CLI_INFRA;
    }
    printf("%s: %d counted, %d failed, %d of another machine or build\n", path, n.counted,
           n.failed, n.elsewhere);
    return n.counted && !n.failed ? CLI_OK : CLI_INFRA;
}

static int report(const request *q)
{
    char why[WHY] = "";
    int missed = 0;
    calls_file *c = calls_read(q->calls, why, sizeof why);
    if (!c) cli_say("%s", why);
    board *b = c ? verb_board(q->store, q->reference) : NULL;
    int code = CLI_INFRA;
    if (b && speed_page(b, c, q->requirements, q->output, &missed, why, sizeof why)) {
        printf("%d not met; %s/index.html\n", missed, q->output);
        code = missed ? CLI_CHECK : CLI_OK;
    } else if (b)
        cli_say("%s", why);
    calls_free(c);
    return verb_board_close(b, code);
}

static int run(int argc, char **argv)
{
    request q = { 0 };
    const option_row rows[] = { { "loop", 0, OPTION_TEXT, &q.loop, NULL },
                                { "memory", 0, OPTION_TEXT, &q.memory, NULL },
                                { "store", 's', OPTION_TEXT, &q.store, NULL },
                                { "calls", 0, OPTION_TEXT, &q.calls, NULL },
                                { "requirements", 0, OPTION_TEXT, &q.requirements, NULL },
                                { "asked", 0, OPTION_TEXT, &q.requirements,
                                  NULL }, /* its older name */
                                { "reference", 'R', OPTION_TEXT, &q.reference, NULL },
                                { "shares", 0, OPTION_FLAG, &q.shares, NULL },
                                { "problems", 0, OPTION_TEXT, &q.problems, NULL },
                                { "output", 'o', OPTION_TEXT, &q.output, NULL },
                                { 0 } };
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    const char *what = first < argc ? argv[first] : "";
    if (!strcmp(what, "calls")) return calls(&q, argc - first - 1, argv + first + 1);
    if (!strcmp(what, "count") && argc - first == 2) return count(&q, argv[first + 1]);
    if (!strcmp(what, "report") && q.store && q.calls && q.requirements && q.output)
        return report(&q);
    cli_say(
        "speed: \"calls\" with problems, \"count\" with a store, or \"report\" with --store, --calls, --requirements and "
        "--output are expected");
    return CLI_USAGE;
}

const cli_verb verb_speed = {
    .name = "speed",
    .summary = "what single calls cost, and runs beside them",
    .usage = usage,
    .run = run,
};
