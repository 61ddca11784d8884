/* verb_worker.c -- the hidden verb behind every cell: the parent starts it, plug-ins live in
 * it. */
#include "bench/base/message.h"
#include "bench/base/options.h"
#include "bench/base/util.h"
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

static const char usage[] =
    "usage: ivpbench worker solve --cell JSON [--timing N] [--fd N --beat N]\n"
    "                             [--columns N --record N]\n"
    "       ivpbench worker reduce --cell JSON --fd N --beat N --columns N --record N\n"
    "       ivpbench worker count --cell JSON --solves N\n"
    "       ivpbench worker fits | defects | info NAME | list problems|solvers\n"
    "\n"
    "Runs plug-in code on behalf of another ivpbench; not meant to be called by hand.\n";

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

static int run(int argc, char **argv)
{
    const char *json = "";
    char why[256];
    double fd = -1, beat = -1, timed = -1, parent = 0, columns = -1, packed = -1, solves = 1;
    const option_row rows[] = {
        { "cell", 0, OPTION_TEXT, &json, NULL },
        { "fd", 0, OPTION_NUMBER, &fd, NULL },
        { "beat", 0, OPTION_NUMBER, &beat, NULL },
        { "timing", 0, OPTION_NUMBER, &timed, NULL },
        { "parent", 0, OPTION_NUMBER, &parent, NULL },
        { "columns", 0, OPTION_NUMBER, &columns, NULL },
        { "record", 0, OPTION_NUMBER, &packed, NULL },
        { "solves", 0, OPTION_NUMBER, &solves, NULL },
        { 0 },
    };
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    prepare_process((long)parent);
    const char *what = first < argc ? argv[first] : "";
    const char *name = first + 1 < argc ? argv[first + 1] : "";
    worker_task task = { .link = { .fd = (int)fd },
                         .timing = timed > 0,
                         .worker = (int)timed - 1,
                         .columns = (int)columns,
                         .packed = (int)packed };
    task.beat = map_page((long)beat, task.link.token);
    const bool of_a_cell =
        !strcmp(what, "solve") || !strcmp(what, "reduce") || !strcmp(what, "count");
    if (of_a_cell && !cell_from_json(&task.cell, json, why, sizeof why)) {
        cli_say("%s", why);
        return CLI_USAGE;
    }
    if (!strcmp(what, "solve")) solve(&task);
    if (!strcmp(what, "reduce")) return reduce(&task);
    if (!strcmp(what, "count")) return worker_count(&task.cell, (int)solves);
    if (!strcmp(what, "fits")) return worker_fits();
    if (!strcmp(what, "info")) return said(&task, worker_info(name));
    if (!strcmp(what, "list")) return said(&task, worker_list(name));
    if (!strcmp(what, "defects")) return said(&task, worker_defects());
    cli_say("worker: unknown task \"%s\"; it is started by ivpbench run, plan, info and list",
            what);
    return CLI_USAGE;
}

const cli_verb verb_worker = { .name = "worker", .summary = NULL, .usage = usage, .run = run };
