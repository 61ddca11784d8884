/* verb_worker.c -- the hidden verb behind every cell: the parent starts it, plug-ins live in
 * it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "bench/base/util.h"
#include "bench/cell/request.h"
#include "bench/worker/worker.h"
#include "reports/board/board.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/* Dies with its parent, leaves no core. */
static void prepare_process(long parent)
{
    const struct rlimit none = { 0, 0 };
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (parent && getppid() != parent) _exit(CLI_INFRA);
}

/* The token is taken away before any plug-in is there to read it. */
static evolve_beat *map_page(long fd, char token[TOKEN_BYTES])
{
    *token = '\0';
    if (fd < 0) return NULL;
    char *page = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, (int)fd, 0);
    close((int)fd);
    if ((void *)page == MAP_FAILED) return NULL;
    memcpy(token, page + PAGE_TOKEN, TOKEN_BYTES);
    memset(page + PAGE_TOKEN, 0, TOKEN_BYTES);
    token[TOKEN_BYTES - 1] = '\0';
    return (evolve_beat *)(void *)page;
}

_Noreturn static void send_and_leave(const worker_task *task, const record *r)
{
    bytes b = { 0 };
    record_pack(r, &b);
    link_result(&task->link, &b);
    _exit(0);
}

_Noreturn static void solve(worker_task *task)
{
    const int descriptors[] = { task->link.fd, task->columns, task->packed };
    for (int i = 0; i < 3; i++)
        if (descriptors[i] >= 0) fcntl(descriptors[i], F_SETFD, FD_CLOEXEC);
    link_say(&task->link, "ready");
    record r = { 0 };
    whole_rows *rows;
    worker_solve(task, &r, &rows);
    fflush(NULL);
    if (rows && r.outcome == OUTCOME_OK && task->link.fd >= 0) worker_reduce(task, &r, rows);
    send_and_leave(task, &r);
}

/* What a worker left, from its beginning. */
static bytes slurp(int fd)
{
    bytes b = { 0 };
    char block[65536];
    lseek(fd, 0, SEEK_SET);
    for (ssize_t k; (k = read(fd, block, sizeof block)) > 0;) bytes_add(&b, block, (size_t)k);
    close(fd);
    return b;
}

/* Without plug-ins: worker_reduce.c. */
static int reduce(const worker_task *task)
{
    const bytes b = slurp(task->packed);
    record r;
    if (!record_unpack(&r, b.at, b.n)) return CLI_INFRA;
    r.cell = task->cell;
    whole_rows *rows = whole_open(task->columns);
    if (rows) board_reduce(&r, rows, NULL);
    whole_free(rows);
    send_and_leave(task, &r);
}

/* Everything has been printed. */
static int said(const worker_task *task, int code)
{
    fflush(NULL);
    link_say(&task->link, "done");
    return code;
}

typedef struct parts {
    const char *cell;
    double fd, beat, parent, columns, record, solves;
} parts;

enum { HIGH_FD = 100 }; /* out of the way of plug-ins that scribble on 3 or 4 */

/* The parent's pipe is nobody else's: plug-ins and what they start read nothing. */
static int take_input(void)
{
    const int in = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, HIGH_FD),
              nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing >= 0) dup2(nothing, STDIN_FILENO);
    if (nothing >= 0) close(nothing);
    return in;
}

/* By the option, where one starts a worker by hand; else from the standard input. */
static bool hear(const parts *q, worker_task *task, reason *why)
{
    task->input = -1;
    if (*q->cell) return cell_from_json(&task->cell, q->cell, why);
    request requested;
    task->input = take_input();
    if (!request_read(&requested, task->input, why)) return false;
    task->cell = requested.cell;
    task->timing = requested.timing > 0;
    task->worker = requested.timing - 1;
    task->check = requested.check;
    return true;
}

static int run(int argc, char **argv)
{
    reason why;
    parts q = { .cell = "", .fd = -1, .beat = -1, .columns = -1, .record = -1 };
    const int first = verb_read(&verb_worker, &q, argc, argv);
    if (first < 0) return CLI_USAGE;
    prepare_process((long)q.parent);
    const char *what = argv[first];
    const char *name = first + 1 < argc ? argv[first + 1] : "";
    worker_task task = { .link = { .fd = (int)q.fd },
                         .columns = (int)q.columns,
                         .packed = (int)q.record };
    task.beat = map_page((long)q.beat, task.link.token);
    const bool of_a_cell =
        !strcmp(what, "solve") || !strcmp(what, "reduce") || !strcmp(what, "count");
    if (of_a_cell && !hear(&q, &task, &why)) {
        cli_say("%s", why.text);
        return CLI_USAGE;
    }
    if (!strcmp(what, "solve")) solve(&task);
    if (!strcmp(what, "reduce")) return reduce(&task);
    if (!strcmp(what, "count")) return worker_count(&task.cell, (int)q.solves);
    if (!strcmp(what, "fits")) return worker_fits();
    if (!strcmp(what, "info")) return said(&task, worker_info(name));
    if (!strcmp(what, "list")) return said(&task, worker_list(name));
    return said(&task, worker_defects());
}

#define NUMBER_ROW(name, member, text)                                                         \
    {                                                                                          \
        name, 0, OPTION_NUMBER, offsetof(parts, member), "N", WORD_TEXT, .meaning = (text)     \
    }

static const option_row options[] = {
    { "cell", 0, OPTION_TEXT, offsetof(parts, cell), "JSON", WORD_TEXT,
      .meaning = "cell to run", .otherwise = "a line of the standard input" },
    NUMBER_ROW("fd", fd, "descriptor of the link to the parent"),
    NUMBER_ROW("beat", beat, "descriptor of the shared page"),
    NUMBER_ROW("parent", parent, "process that must be the parent"),
    NUMBER_ROW("columns", columns, "descriptor of the columns of the trajectory"),
    NUMBER_ROW("record", record, "descriptor of the packed record"),
    { "solves", 0, OPTION_NUMBER, offsetof(parts, solves), "N", WORD_TEXT,
      .meaning = "solves to count", .initial = "1" },
    { 0 },
};

const cli_verb verb_worker = {
    .name = "worker",
    .summary = "run plug-in code for another ivpbench",
    .synopsis = { "worker solve [--cell JSON] [options]", "worker reduce [options]",
                  "worker count [--cell JSON] [--solves N]", "worker fits", "worker defects",
                  "worker info NAME", "worker list WHAT" },
    .description = { "Another ivpbench starts this command. Users do not call it." },
    .actions = { { "solve", "solve a cell and send its result", { { 0 } } },
                 { "reduce", "reduce the trajectory of a solved cell", { { 0 } } },
                 { "count", "solve a cell for a counter of instructions", { { 0 } } },
                 { "fits", "answer which combinations are possible", { { 0 } } },
                 { "defects",
                   "name plug-ins that do not load",
                   { { "WHAT", WORD_TEXT, .optional = true, .meaning = "ignored" } } },
                 { "info",
                   "describe a plug-in",
                   { { "NAME", WORD_PLUGIN, .meaning = "problem or solver" } } },
                 { "list",
                   "list plug-ins",
                   { { "WHAT", WORD_TEXT,
                       .meaning = "problems or solvers, and a condition" } } } },
    .options = options,
    .run = run,
};
