/* run_plan.c -- a plan into a store, or one cell in words.
 *
 * Cells are shuffled and the timing workers of all solvers interleaved, so that a machine that
 * drifts favours nobody; the seed is in the store. What is finished there is not run again.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/run_plan.h"

#include "bench/crew/campaign.h"
#include "bench/base/clock.h"
#include "bench/base/message.h"
#include "bench/base/partial.h"
#include "bench/process/confine.h"
#include "bench/host/machine.h"
#include "bench/cli/scratch.h"
#include "bench/plan/names.h"
#include "bench/cell/cell_options.h"
#include "bench/base/util.h"
#include "bench/cell/record_print.h"
#include "reference/file/ref.h"
#include "bench/plan/fits.h"
#include "reports/board/scorer.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static void describe_run(store_run *run, const char *text, unsigned long seed)
{
    unsigned char random[16];
    const time_t t = time(NULL);
    struct tm utc;
    *run = (store_run){ .seed = seed };
    if (getrandom(random, sizeof random, 0) < 0) memset(random, 0, sizeof random);
    for (int i = 0; i < 16; i++)
        snprintf(run->uuid + strlen(run->uuid), 4, "%s%02x",
                 i >= 4 && i <= 10 && i % 2 == 0 ? "-" : "", random[i]);
    gmtime_r(&t, &utc);
    strftime(run->started, sizeof run->started, "%Y-%m-%dT%H:%M:%SZ", &utc);
    machine_digest(run->machine);
    run->plan = copied(text);
    run->environment = machine_environment();
}

/* The lock is taken after opening: a file that is no store is refused for that reason. */
static store *open_output(const char *path, reason *why)
{
    if (!folders_above(path, why)) return NULL;
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error, not an end */
    store *s = store_open(path, true, why);
    if (!s || store_lock(s, path, why)) return s;
    store_close(s);
    return NULL;
}

/* Accuracy runs use `jobs` cores at a time, timings the last `timing_jobs` of them. */
static void choose_cores(campaign *k, const run_options *o)
{
    k->ncores = machine_cores(k->cores, (int)(sizeof k->cores / sizeof *k->cores));
    k->jobs = o->jobs > 0 ? (int)o->jobs : k->ncores;
    k->timing_jobs = o->timing_jobs > 0 ? (int)o->timing_jobs : 1;
    if (k->jobs > CREW_MOST) k->jobs = CREW_MOST;
    if (k->timing_jobs > k->ncores) k->timing_jobs = k->ncores;
    if (k->timing_jobs >= CREW_MOST) k->timing_jobs = CREW_MOST - 1; /* one more is set up */
}

/* The store, and all places of references. */
static void hide(campaign *k, const char *output)
{
    char place[4096];
    const int most = (int)(sizeof k->hidden / sizeof *k->hidden) - 1;
    int n = 0;
    k->hidden[n++] = copied(output);
    for (int i = 0; n < most && ref_place(i, place, sizeof place); i++)
        k->hidden[n++] = copied(place);
}

/* It is said to be weaker before a plug-in is there to use it. */
static void warn_of_cage(void)
{
    char lacks[512];
    if (confine_lacks(confine_offers(), lacks, sizeof lacks))
        cli_say("warning: a weaker cage: plug-ins are not kept from %s (docs/security.md)",
                lacks);
}

/* The run is recorded before the first cell, so that every result has one to belong to. */
static bool open_campaign(campaign *k, const run_options *o, const char *output,
                          const char *text)
{
    if (!clocks_pass())
        return reason_set(
            &k->why,
            "a clock of this machine (CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW) " CLOCK_FAILS
            ": nothing can be timed");
    const int unknown = confine_unknown();
    if (unknown)
        return reason_set(&k->why, "what this machine keeps plug-ins from cannot be tried: %s",
                          strerror(unknown));
    k->store = open_output(output, &k->why);
    if (!k->store) return false;
    k->seed = o->seed >= 0 ? (unsigned long)o->seed : (unsigned long)time(NULL);
    store_run run;
    describe_run(&run, text, k->seed);
    warn_of_cage();
    memcpy(k->machine, run.machine, sizeof k->machine);
    const bool good = store_begin_run(k->store, &run);
    if (!good) reason_set(&k->why, "%s: %s", output, store_error(k->store));
    free(run.plan);
    free(run.environment);
    hide(k, output);
    return good && crew_open(&k->crew, k->hidden, &k->why);
}

static void set_progress(progress *p, const run_options *o)
{
    p->terminal = isatty(STDERR_FILENO);
    p->color = progress_color(o->color, p->terminal);
    p->quiet = o->quiet;
    p->verbose = o->verbose > 0;
}

/* What the command line says overrides the plan; what belongs to the key is not touched. */
static void override(cell *c, const run_options *o)
{
    cell_override(c, &o->given, CELL_RUN);
    if (o->only_accuracy) c->workers = 0;
}

/* "I/N" */
static bool read_shard(const char *text, long *i, long *n)
{
    char *slash, *end;
    *i = strtol(text, &slash, 10);
    if (slash == text || *slash != '/') return false;
    *n = strtol(slash + 1, &end, 10);
    return end != slash + 1 && !*end && *i >= 1 && *i <= *n;
}

static bool take_shard(plan *p, const char *shard)
{
    long i = 1, n = 1;
    if (shard && !read_shard(shard, &i, &n)) {
        cli_say("option --shard: \"%s\" is not I/N with 1 <= I <= N", shard);
        return false;
    }
    plan_keep_shard(p, i, n);
    return true;
}

/* 3 where nothing can be said about solvers, 4 where something is to be said. */
static int code_of(const campaign *k, campaign_end end)
{
    long measured = 0;
    for (int i = 0; i < NOUTCOMES; i++) measured += k->outcomes[i];
    if (end == CAMPAIGN_STOPPED) return CLI_INTERRUPTED;
    if (end == CAMPAIGN_BROKEN || k->outcomes[OUTCOME_INFRASTRUCTURE]) return CLI_INFRA;
    if (!measured && !k->skipped) return CLI_INFRA;
    return k->nforbidden ? CLI_SOLVER : CLI_OK;
}

static void summarise(const campaign *k, const char *output)
{
    fprintf(stderr, "%s:", output);
    for (int i = 0; i < NOUTCOMES; i++)
        if (k->outcomes[i])
            fprintf(stderr, " %ld %s,", k->outcomes[i], outcome_name((outcome)i));
    fprintf(stderr, " %ld finished before\n", k->skipped);
}

static double digits_of(void *of, const record *r, bool *limit)
{
    const digits d = scorer_digits(of, r);
    *limit = d.known && d.hollow;
    return d.known ? d.value : NAN;
}

int run_cells(const plan *p, const run_options *o, const char *output)
{
    campaign k = { .crew.signals = -1 };
    campaign_end end = CAMPAIGN_BROKEN;
    k.rerun = !o->rerun ? 0 : !strcmp(o->rerun, "all") ? 2 : 1;
    choose_cores(&k, o);
    set_progress(&k.progress, o);
    k.page = (renewal){ .store = output,
                        .folder = o->page,
                        .every_s = o->renew > 0 ? o->renew : 60,
                        .ended = now_s() };
    scorer *s = scorer_new(NULL);
    k.scorer = (campaign_scorer){ s, digits_of };
    if (open_campaign(&k, o, output, p->text)) end = campaign_run(&k, p);
    scorer_free(s);
    if (end == CAMPAIGN_BROKEN) cli_say("%s", k.why.text);
    if (end == CAMPAIGN_STOPPED)
        cli_say(k.rerun ? "interrupted" : "interrupted; the same command goes on from here");
    if (k.outcomes[OUTCOME_INFRASTRUCTURE])
        cli_say(
            "%ld cells failed for reasons of this machine, not of a solver; the same command "
            "tries them again; the first: %s",
            k.outcomes[OUTCOME_INFRASTRUCTURE], k.infrastructure);
    if (!o->quiet && k.store) summarise(&k, o->store ? o->store : output);
    if (!p->ncells) cli_say("no cell is left to run: see ivpbench plan");
    store_close(k.store);
    for (int i = 0; k.hidden[i]; i++) free(k.hidden[i]);
    const int code = code_of(&k, end);
    for (int i = 0; code == CLI_SOLVER && i < k.nforbidden; i++)
        cli_say("group %s forbids failures, %ld of its cells failed; the first: %s",
                k.forbidden[i].group, k.forbidden[i].n, k.forbidden[i].first);
    campaign_free(&k);
    return code;
}

int run_plan(const char *file, const run_options *o)
{
    reason why;
    plan p;
    if (!plan_read(&p, file, &o->choice, &why)) {
        cli_say("%s", why.text);
        return p.unasked ? CLI_INFRA : CLI_USAGE;
    }
    int code = CLI_USAGE;
    if ((o->first && !plan_put_first(&p, o->first, &why)) || !names_lanes_are_built(&p, &why)) {
        cli_say("%s", why.text);
        plan_free(&p);
        return CLI_USAGE;
    }
    if (!o->quiet) names_say_hidden(&p);
    for (int i = 0; i < p.ncells; i++) override(&p.cells[i].cell, o);
    if (take_shard(&p, o->shard)) {
        code = CLI_OK;
        if (o->dry_run)
            plan_print(&p, NULL, "", o->jobs > 0 ? (int)o->jobs : 1);
        else
            code = run_cells(&p, o, o->output ? o->output : "out/bench.db");
    }
    plan_free(&p);
    return code;
}

static bool show(void *context, const record *r, const char *machine)
{
    (void)machine;
    if (!strcmp(r->cell.key, context)) words_print(r);
    return true;
}

/* The plug-ins tell the one spelling of all settings; where they do not, the cell says why. */
static void spell(cell *c)
{
    fits *f = fits_start();
    fits_answer a;
    fits_ask(f, c, &a);
    fits_stop(f);
    if (a.verdict != FITS_YES) return;
    cell_copy(c, &a.cell, CELL_QUERIED);
}

static bool read_cell(cell *c, const char *json, reason *why)
{
    if (!cell_from_json(c, json, why) || !cell_is_plain(c, why)) return false;
    spell(c);
    return cell_make_key(c, why);
}

/* One cell, always anew; without --output its store is a file that goes away. */
int run_cell(const run_options *o)
{
    reason why;
    plan_cell one = { .group = "cell" };
    if (!read_cell(&one.cell, o->cell, &why)) {
        cli_say("%s", why.text);
        return CLI_USAGE;
    }
    override(&one.cell, o);
    char *scratch = o->output ? NULL : scratch_store(&why);
    if (!o->output && !scratch) {
        cli_say("%s", why.text);
        return CLI_INFRA;
    }
    const char *output = o->output ? o->output : scratch;
    run_options again = *o;
    again.rerun = "all";
    again.quiet = true;
    const plan p = { .text = (char *)o->cell, .ncells = 1, .cells = &one };
    int code = run_cells(&p, &again, output);
    store *s = store_open(output, false, &why);
    if (s) store_each(s, true, show, one.cell.key);
    store_close(s);
    if (scratch) partial_drop(scratch);
    free(scratch);
    return code;
}
