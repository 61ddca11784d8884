/* t_cheats.c -- solvers whose numbers are not what they were asked for: tests/plugins/cheats.
 * All cheat on t_preys, whose start, equations and interval they know.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define _GNU_SOURCE
#include "tests/plugins/cheats/kinds.h"

typedef struct kind {
    void (*create)(cheat *me);
    ivp_status (*solve)(cheat *me, real tmax, const ivp_host *host);
    double (*elsewhere_s)(cheat *me);
} kind;

/* In the order of the words of the option. */
static const kind kinds[] = {
    { NULL, solve_honestly, NULL },
    { NULL, memo, NULL },
    { NULL, memo_jump, NULL },
    { NULL, memo_known, NULL },
    { NULL, memo_near, NULL },
    { create_known, show_known, NULL },
    { create_known, jump_known, NULL },
    { create_thread, show_what_the_thread_has, NULL },
    { create_child, show_what_the_child_has, NULL },
    { create_child, jump_where_the_child_is, NULL },
    { create_child, spin_for_the_child, NULL },
    { create_orphan, jump_where_the_child_is, NULL },
    { create_ignored_child, jump_where_the_child_is, NULL },
    { NULL, solve_honestly, elsewhere_back },
    { NULL, solve_honestly, elsewhere_nan },
    { create_child, jump_where_the_child_is, half_of_the_child },
    { NULL, uncounted, NULL },
    { NULL, half_counted, NULL },
    { NULL, counts_down, NULL },
    { create_fine, jump_known, NULL },
    { create_fine, oracle_tiny, NULL },
    { create_slopes, oracle_of_all_starts, NULL },
    { create_read_notes, notes_in_files, NULL },
    { NULL, notes_in_times, NULL },
    { NULL, loose_when_timed, NULL },
    { NULL, loose_when_late, NULL },
    { NULL, loose_from_moved_starts, NULL },
    { NULL, random_end, NULL },
    { NULL, sleep_meanwhile, NULL },
    { NULL, flat, NULL },
    { NULL, counts_up, NULL },
    { NULL, memo_snapped, NULL },
    { create_slow_clock, solve_by_slow_clock, NULL },
    { create_read_parent, notes_in_parent, NULL },
};

static const ivp_param cheat_options[] = {
    { "how", "honest", "what it does",
      "honest memo memojump memo_known memo_near create createjump thread child childjump "
      "child_spun orphan ignored_child elsewhere_back elsewhere_nan elsewhere_half uncounted "
      "half_counted counts_down oracle oracle_tiny oracle_moved notes_files notes_times "
      "loose_timed loose_late loose_moved random sleeps flat counts_up "
      "memo_snapped slow_clock notes_parent" },
    { 0 },
};

static ivp_status cheat_create(void **self, ivp_model *m, const ivp_tol *tol,
                               const double *option)
{
    static const double none[] = { ATTACK_NONE };
    cheat *me = calloc(1, sizeof *me);
    *self = me;
    if (!me) return IVP_E_NOMEM;
    me->m = m;
    me->kind = &kinds[(int)option[0]];
    me->known = mmap(NULL, sizeof *me->known, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (me->known == MAP_FAILED) return IVP_E_NOMEM;
    void *d = NULL;
    const ivp_status st = driven_create(&d, m, tol, none);
    me->d = d;
    if (!st && me->kind->create) me->kind->create(me);
    return st;
}

static void cheat_destroy(void *self)
{
    cheat *me = self;
    if (!me) return;
    if (me->waiting) pthread_join(me->thread, NULL);
    end_child(me);
    driven_destroy(me->d);
    if (me->known && me->known != MAP_FAILED) munmap(me->known, sizeof *me->known);
    free(me);
}

static ivp_status cheat_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    cheat *me = self;
    memcpy(me->y0, y, sizeof me->y0);
    me->solves++;
    return driven_restart(me->d, t, y, yp, h0);
}

static ivp_status cheat_drive(void *self, real tmax, const ivp_host *host)
{
    cheat *me = self;
    return me->kind->solve(me, tmax, host);
}

static double cheat_elsewhere(void *self)
{
    cheat *me = self;
    return me->kind->elsewhere_s ? me->kind->elsewhere_s(me) : 0;
}

IVP_SOLVER(t_cheats, .title = "Cheats", .source = "tests", .views = IVP_FIRST,
           .formulations = IVP_AS_ODE, .order = 5, .adaptive = true, .options = cheat_options,
           .create = cheat_create, .destroy = cheat_destroy, .restart = cheat_restart,
           .drive = cheat_drive, .elsewhere_s = cheat_elsewhere);
