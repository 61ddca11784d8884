/* verb_worker.c -- the hidden verb behind every cell: the parent starts it, plug-ins live in
 * it. */
#include "bench/base/cli.h"
#include "bench/base/options.h"
#include "bench/base/util.h"
#include "bench/worker/worker.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static const char usage[] =
    "usage: ivpbench worker solve --cell JSON [--timing N] [--fd N --token TEXT] [--beat N]\n"
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

static evolve_beat *map_beat(long fd)
{
    if (fd < 0) return NULL;
    void *page =
        mmap(NULL, sizeof(evolve_beat), PROT_READ | PROT_WRITE, MAP_SHARED, (int)fd, 0);
    close((int)fd);
    return page == MAP_FAILED ? NULL : page;
}

static int solve(worker_task *task, const char *json)
{
    char why[256];
    if (!cell_from_json(&task->cell, json, why, sizeof why)) {
        cli_say("%s", why);
        return CLI_USAGE;
    }
    if (task->link.fd >= 0) fcntl(task->link.fd, F_SETFD, FD_CLOEXEC);
    link_say(&task->link, "ready");
    record r = { 0 };
    worker_solve(task, &r);
    bytes b = { 0 };
    record_pack(&r, &b);
    fflush(NULL);
    link_result(&task->link, &b);
    _exit(0);
}

static int run(int argc, char **argv)
{
    const char *json = "", *token = "";
    double fd = -1, beat = -1, timing = -1, parent = 0;
    const option_row rows[] = {
        { "cell", 0, OPTION_TEXT, &json, NULL },
        { "token", 0, OPTION_TEXT, &token, NULL },
        { "fd", 0, OPTION_NUMBER, &fd, NULL },
        { "beat", 0, OPTION_NUMBER, &beat, NULL },
        { "timing", 0, OPTION_NUMBER, &timing, NULL },
        { "parent", 0, OPTION_NUMBER, &parent, NULL },
        { 0 },
    };
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    prepare_process((long)parent);
    const char *what = first < argc ? argv[first] : "";
    const char *name = first + 1 < argc ? argv[first + 1] : "";
    worker_task task = { .link = { .fd = (int)fd },
                         .timing = timing > 0,
                         .worker = (int)timing - 1 };
    snprintf(task.link.token, sizeof task.link.token, "%s", token);
    task.beat = map_beat((long)beat);
    if (!strcmp(what, "solve")) return solve(&task, json);
    if (!strcmp(what, "fits")) return worker_fits();
    if (!strcmp(what, "info")) return worker_info(name);
    if (!strcmp(what, "list")) return worker_list(name);
    if (!strcmp(what, "defects")) return worker_defects();
    cli_say("worker: unknown task \"%s\"; it is started by ivpbench run, plan, info and list",
            what);
    return CLI_USAGE;
}

const cli_verb verb_worker = { .name = "worker", .summary = NULL, .usage = usage, .run = run };
