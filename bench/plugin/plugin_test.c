/* plugin_test.c -- the contract of one plug-in, checked in a process of its own.
 *
 * The same checks as the project's tests make of its own plug-ins, so that a problem or a
 * solver written elsewhere is held to what the harness relies on before it costs cells.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plugin/plugin_test.h"

#include "bench/base/message.h"
#include "bench/process/process.h"
#include "bench/base/util.h"
#include "bench/plugin/allocations.h"

#include "kernel/contract/contract.h"
#include "kernel/contract/contract_pair.h"
#include "kernel/stepping/evolve.h"

#include <ivp/solver.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const process_patience patience = { .seconds = 310, .memory_mb = 4096 };

enum {
    LOADING_S = 20,
    PROMISE_S = 60,
    KEPT = 77,
    BROKEN = 78,
    LACKING = 79
}; /* exit codes that a plug-in does not guess */

static timer_t watch; /* ends this process: a plug-in may block every signal but that */

static void within(int seconds)
{
    timer_settime(watch, 0, &(struct itimerspec){ .it_value.tv_sec = seconds }, NULL);
}

/* Says what is being checked before it is, so that a crash can be placed. */
static void checking(const char *text)
{
    printf("%-62s", text);
    fflush(stdout);
    within(PROMISE_S);
}

static bool checked(bool kept, const char *why)
{
    printf("%s%s\n", kept ? "kept" : "BROKEN: ", kept ? "" : why);
    fflush(stdout);
    return kept;
}

/* A promise, or a note why nothing was tested: "kept" is said of nothing else. */
static bool judged(contract_verdict verdict, const char *why)
{
    if (verdict == CONTRACT_BROKEN) return checked(false, why);
    if (verdict == CONTRACT_IDLE)
        printf("not tried, because %s\n", why);
    else
        printf(*why ? "kept: %s\n" : "kept\n", why);
    fflush(stdout);
    return true;
}

static bool check_files(const char *kind, const char *name)
{
    reason why = { "" };
    checking("its files agree on ABI, arithmetic and name");
    within(LOADING_S);
    return checked(contract_files(kind, name, &why), why.text);
}

/* ---- a problem --------------------------------------------------------------------------- */

enum { MOST_SOLVERS = 512 };

static bool fiftieth(instance *i, const char *solver, const char *formulation, reason *why)
{
    evolve *e;
    const evolve_setup setup = { .solver = solver,
                                 .formulation = formulation,
                                 .rtol = 1e-6,
                                 .atol = 1e-6,
                                 .max_steps = 100000,
                                 .t1 = i->t0 + (i->t1 - i->t0) / 50 };
    if (evolve_create(&e, i, &setup, why)) return false;
    const ivp_status st = evolve_run(e, NULL, NULL);
    if (st) reason_set(why, "%s@%s: %s", solver, formulation, evolve_message(e));
    evolve_destroy(e);
    return !st;
}

/* Solvers that take tolerances and this problem, those of variable order first, for they are
 * at home on stiff problems and others: until one arrives. */
static bool short_run(instance *i, reason *why)
{
    char names[MOST_SOLVERS][PLUGIN_NAME_MAX];
    reason last = { "none takes it" };
    int n = plugin_list("solvers", names, MOST_SOLVERS), tried = 0;
    if (n > MOST_SOLVERS) n = MOST_SOLVERS;
    for (int k = 0; k < 2 * n; k++) {
        const char *name = names[k % n];
        const struct ivp_solver *s = plugin_solver(name, why);
        if (!s || !s->adaptive || !s->order != (k < n)) continue;
        const char *formulation = pair_formulation(i, name, why);
        tried += formulation != NULL;
        if (formulation && fiftieth(i, name, formulation, &last)) return true;
    }
    return reason_set(why, "of %d solvers that take it none arrives, at last: %.400s", tried,
                      last.text);
}

static bool check_instance(const char *name, const char *settings)
{
    char title[128];
    reason why = { "" };
    instance *i;
    snprintf(title, sizeof title, "it opens with %s", *settings ? settings : "its defaults");
    checking(title);
    const bool opened = instance_open(&i, name, settings, &why) == IVP_OK;
    if (!checked(opened, why.text)) return false;
    bool good = true;
    for (const problem_promise *p = problem_promises; p->text; p++) {
        checking(p->text);
        good &= judged(problem_check(p, i, &why), why.text);
    }
    checking("a fiftieth of the interval can be integrated");
    good &= checked(short_run(i, &why), why.text);
    instance_close(i);
    return good;
}

/* The defaults, then every word of every parameter that takes words. */
static bool check_problem(const char *name)
{
    const void *twin;
    reason why = { "" };
    bool good = check_files("problems", name);
    checking("its descriptor is taken");
    const ivp_problem *p = plugin_problem(name, &twin, &why);
    if (!checked(p, why.text)) return false;
    if (p->tags && strstr(p->tags, "double_only"))
        puts("it is in double alone: derivatives may be differences, no reference in quad can "
             "be made");
    good &= check_instance(name, "");
    for (const ivp_param *q = p->params; q && q->name; q++)
        for (const char *word = q->choices; word && *word; word += strspn(word, " ")) {
            char settings[128];
            const int length = (int)strcspn(word, " ");
            snprintf(settings, sizeof settings, "%s=%.*s", q->name, length, word);
            good &= check_instance(name, settings);
            word += length;
        }
    return good;
}

/* ---- a solver ---------------------------------------------------------------------------- */

static bool check_solver(const char *name)
{
    reason why = { "" };
    bool good = check_files("solvers", name);
    checking("its descriptor is taken");
    const struct ivp_solver *s = plugin_solver(name, &why);
    if (!checked(s, why.text)) return false;
    for (const solver_promise *p = solver_promises; p->text; p++) {
        checking(p->text);
        *why.text = 0;
        good &= judged(solver_check(p, s, &why), why.text);
    }
    return good;
}

/* ---- the process ------------------------------------------------------------------------- */

static bool known(const char *kind, const char *name)
{
    char path[1200];
    return plugin_path(kind, "double", name, path, sizeof path);
}

/* Whether a package that it runs on is not there: then nothing of it can be judged. */
static bool lacks(const char *name)
{
    const void *twin;
    reason why = { "" };
    if (known("problems", name) && plugin_lacks(name)) {
        plugin_problem(name, &twin, &why);
    } else if (known("solvers", name)) {
        const ivp_solver *s = plugin_solver(name, &why);
        const char *missing = s && s->missing ? s->missing() : NULL;
        reason_set(&why, "%s", missing ? missing : "");
    }
    if (*why.text) printf("%s cannot be tested here: %s\n", name, why.text);
    fflush(stdout);
    return *why.text;
}

static int check(void *context)
{
    const char *name = context;
    bool good = true;
    struct sigevent end = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL };
    timer_create(CLOCK_MONOTONIC, &end, &watch);
    contract_allocations = allocations_counter();
    contract_memory = allocations_held();
    within(LOADING_S);
    if (lacks(name)) return LACKING;
    if (known("problems", name)) good &= check_problem(name);
    if (known("solvers", name)) good &= check_solver(name);
    return good ? KEPT : BROKEN;
}

static int verdict(const char *name, int status)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == KEPT) return CLI_OK;
    if (WIFEXITED(status) && WEXITSTATUS(status) == LACKING) return CLI_INFRA;
    if (WIFEXITED(status) && WEXITSTATUS(status) == BROKEN) {
        cli_say("plugin test: %s breaks its contract", name);
        return CLI_CHECK;
    }
    putchar('\n');
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        cli_say("plugin test: %s takes too long for this: loading has %d s, a promise %d s",
                name, LOADING_S, PROMISE_S);
    else if (WIFSIGNALED(status))
        cli_say("plugin test: %s died of signal %d (%s)", name, WTERMSIG(status),
                strsignal(WTERMSIG(status)));
    else
        cli_say("plugin test: %s left the process by exit(%d)", name, WEXITSTATUS(status));
    return CLI_CHECK;
}

int plugin_test(const char *name)
{
    if (!known("problems", name) && !known("solvers", name)) {
        cli_say("plugin test: there is neither a problem nor a solver '%s' in the search path; "
                "`ivpbench plugin build %s.c` makes one",
                name, name);
        return CLI_USAGE;
    }
    char *copy = copied(name);
    reason why;
    int status = 0;
    const bool in_time = process_call(check, copy, &patience, &status, &why);
    free(copy);
    if (in_time) return verdict(name, status);
    cli_say("plugin test: %s %s", name, why.text);
    return CLI_CHECK;
}
