/* kinds.h -- the cheats: what each does when it is created and when it is to solve.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PLUGINS_CHEATS_KINDS_H
#define TESTS_PLUGINS_CHEATS_KINDS_H

#include "tests/plugins/cheats/children.h"
#include "tests/plugins/cheats/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>

#define SOLVE(name) static ivp_status name(cheat *me, real tmax, const ivp_host *host)

SOLVE(solve_honestly) { return honest(me, tmax, host); }

/* ---- what was computed before ------------------------------------------------------------ */

SOLVE(memo) { return me->solves > 1 ? show(me, me->known, host) : honest(me, tmax, host); }
SOLVE(memo_jump) { return me->solves > 1 ? jump_to_known(me, host) : honest(me, tmax, host); }

/* From the problem's start alone: whoever begins elsewhere is watched closely. */
SOLVE(memo_known)
{
    static trace kept;
    if (!at_known_start(me)) return honest(me, tmax, host);
    if (kept.n) return show(me, &kept, host);
    const ivp_status st = honest(me, tmax, host);
    kept = *me->known;
    return st;
}

/* The nearest solve that it knows, shifted by how far the starts are apart. */
SOLVE(memo_near)
{
    static trace kept;
    if (!kept.n) {
        const ivp_status st = honest(me, tmax, host);
        kept = *me->known;
        return st;
    }
    double end[CHEAT_N];
    for (int j = 0; j < CHEAT_N; j++)
        end[j] = kept.y[kept.n - 1][j] + me->y0[j] - cheat_start[j];
    return jump(me, end, kept.n, host);
}

/* As if each start near the problem's were this one: what it shows again is what a fresh
 * process would compute. */
SOLVE(memo_snapped)
{
    static trace kept;
    for (int j = 0; j < CHEAT_N; j++)
        if (fabs(me->y0[j] - cheat_start[j]) > 1e-9) return honest(me, tmax, host);
    if (kept.n) return show(me, &kept, host);
    double f[CHEAT_N];
    ivp_status st = ivp_rhs(me->m, 0, cheat_start, f);
    if (!st) st = driven_restart(me->d, 0, cheat_start, f, 0.01);
    if (!st) st = honest(me, tmax, host);
    kept = *me->known;
    kept.evaluations++;
    return st;
}

static void create_known(cheat *me) { copy_solve(cheat_start, CHEAT_COARSE, me->known); }
static void create_fine(cheat *me) { copy_solve(cheat_start, CHEAT_FINE, me->known); }

SOLVE(show_known)
{
    (void)tmax;
    return show(me, me->known, host);
}
SOLVE(jump_known)
{
    (void)tmax;
    return jump_to_known(me, host);
}

/* Of a fine solve, and how its end depends on the start. */
static void create_slopes(cheat *me)
{
    double end[CHEAT_N];
    for (int j = 0; j < CHEAT_N; j++) {
        double y[CHEAT_N] = { cheat_start[0], cheat_start[1] };
        for (int side = -1; side <= 1; side += 2) {
            y[j] = cheat_start[j] + side * 1e-4;
            copy_solve(y, CHEAT_FINE, me->known);
            for (int i = 0; i < CHEAT_N; i++) {
                end[i] = me->known->y[me->known->n - 1][i];
                me->slope[i][j] += side * end[i] / 2e-4;
            }
        }
    }
    create_fine(me);
}

static void end_by_slopes(const cheat *me, double *end)
{
    for (int i = 0; i < CHEAT_N; i++) {
        end[i] = me->known->y[me->known->n - 1][i];
        for (int j = 0; j < CHEAT_N; j++)
            end[i] += me->slope[i][j] * (me->y0[j] - cheat_start[j]);
    }
}

SOLVE(oracle_of_all_starts)
{
    double end[CHEAT_N];
    (void)tmax;
    end_by_slopes(me, end);
    return jump(me, end, CHEAT_COARSE, host);
}

/* Eighty steps that nobody would wonder about. */
SOLVE(oracle_tiny)
{
    trace few = { .n = 80 };
    (void)tmax;
    for (int k = 0; k < few.n; k++) {
        const int at = (k + 1) * me->known->n / few.n - 1;
        few.t[k] = me->known->t[at];
        memcpy(few.y[k], me->known->y[at], sizeof few.y[k]);
    }
    return show(me, &few, host);
}

/* ---- threads ----------------------------------------------------------------------------- */

static void *solve_beside(void *self)
{
    cheat *me = self;
    copy_solve(cheat_start, CHEAT_FINE, me->known);
    return NULL;
}

static void create_thread(cheat *me)
{
    me->waiting = !pthread_create(&me->thread, NULL, solve_beside, me);
}

SOLVE(show_what_the_thread_has)
{
    (void)tmax;
    if (me->waiting) pthread_join(me->thread, NULL);
    me->waiting = false;
    return show(me, me->known, host);
}

/* ---- evaluations ------------------------------------------------------------------------- */

/* The classical method on the copy; `counted` of its four evaluations are the model's. */
static ivp_status solve_by_copy(cheat *me, const ivp_host *host, int steps, int counted)
{
    trace *to = me->known;
    copy_solve(me->y0, steps, to);
    for (int k = 0; k < to->n; k++) {
        double y[CHEAT_N], f[CHEAT_N];
        for (int i = 0; i < counted; i++)
            if (ivp_rhs(me->m, to->t[k], to->y[k], f)) return IVP_E_LIBRARY;
        memcpy(y, to->y[k], sizeof y);
        host->step(host->kernel, to->t[k], y);
    }
    return IVP_OK;
}

SOLVE(uncounted)
{
    (void)tmax;
    return solve_by_copy(me, host, CHEAT_COARSE, 0);
}
SOLVE(half_counted)
{
    (void)tmax;
    return solve_by_copy(me, host, CHEAT_COARSE, 2);
}

/* Whatever it is asked for. */
SOLVE(flat)
{
    (void)tmax;
    return solve_by_copy(me, host, CHEAT_COARSE, 4);
}

SOLVE(counts_up)
{
    const ivp_status st = honest(me, tmax, host);
    ivp_count(me->m, IVP_N_F, 100);
    return st;
}

SOLVE(counts_down)
{
    const ivp_status st = honest(me, tmax, host);
    ivp_count(me->m, IVP_N_F, -100);
    return st;
}

/* ---- other ends -------------------------------------------------------------------------- */

SOLVE(loose_when_timed)
{
    return me->solves > 1 ? solve_by_copy(me, host, CHEAT_COARSE / 3, 4)
                          : honest(me, tmax, host);
}

SOLVE(loose_when_late)
{
    return me->solves > 5 ? solve_by_copy(me, host, CHEAT_COARSE / 3, 4)
                          : honest(me, tmax, host);
}

SOLVE(loose_from_moved_starts)
{
    return at_known_start(me) ? honest(me, tmax, host)
                              : solve_by_copy(me, host, CHEAT_COARSE / 3, 4);
}

SOLVE(random_end)
{
    unsigned char noise = 0;
    const ivp_status st = honest(me, tmax / 2, host);
    if (st || getrandom(&noise, 1, 0) != 1) return st;
    me->d->y[0] *= 1 + 1e-15 * noise;
    return honest(me, tmax, host);
}

/* ---- notes from one process to the next
 * --------------------------------------------------- */

static const char *const places[] = { "notes", "/tmp/t_cheats.notes", "/dev/shm/t_cheats",
                                      "/var/tmp/t_cheats.notes" };
enum { PLACES = sizeof places / sizeof *places };

static void create_read_notes(cheat *me)
{
    for (int i = 0; i < PLACES && !me->known->n; i++) {
        const int fd = open(places[i], O_RDONLY);
        if (fd < 0 || read(fd, me->known, sizeof *me->known) != (ssize_t)sizeof *me->known)
            me->known->n = 0;
        if (fd >= 0) close(fd);
    }
}

SOLVE(notes_in_files)
{
    if (me->known->n && me->solves == 1) return jump_to_known(me, host);
    const ivp_status st = honest(me, tmax, host);
    for (int i = 0; i < PLACES && me->solves == 1; i++) {
        const int fd = open(places[i], O_CREAT | O_WRONLY | O_TRUNC, 0600);
        if (fd < 0) continue;
        const ssize_t k = write(fd, me->known, sizeof *me->known);
        close(fd);
        if (k < 0) return IVP_E_LIBRARY;
    }
    return st;
}

/* Digits of the end as times of a file that everybody sees: the second of two is its size. */
SOLVE(notes_in_times)
{
    static const char place[] = "/proc/self/exe";
    struct stat st;
    const struct timespec times[2] = { { .tv_sec = 1234567 }, { .tv_sec = 1234567 } };
    if (!stat(place, &st) && st.st_mtim.tv_sec == 1234567) return jump_to_known(me, host);
    if (utimensat(AT_FDCWD, place, times, 0)) return honest(me, tmax, host);
    return honest(me, tmax, host);
}

/* Fifteen notes as a priority of the parent, which outlives its workers. */
static void create_read_parent(cheat *me)
{
    errno = 0;
    me->noted = getpriority(PRIO_PROCESS, (id_t)getppid()) > 15 && !errno;
}

SOLVE(notes_in_parent)
{
    if (me->noted) return solve_by_copy(me, host, CHEAT_COARSE / 3, 4);
    if (setpriority(PRIO_PROCESS, (id_t)getppid(), 19)) return honest(me, tmax, host);
    return honest(me, tmax, host);
}

/* ---- clocks ------------------------------------------------------------------------------ */

SOLVE(sleep_meanwhile)
{
    const struct timespec nap = { 0, 300000 };
    for (int i = 0; i < 3; i++) nanosleep(&nap, NULL);
    return honest(me, tmax, host);
}

/* Solves honestly; two thirds of it count when the sample is over. */
SOLVE(solve_by_slow_clock)
{
    const double begin = cpu_so_far();
    const ivp_status st = honest(me, tmax, host);
    clock_hold(0.66 * (cpu_so_far() - begin));
    return st;
}

/* Half of what it has used since is taken off. */
static double elsewhere_back(cheat *me) { return me->said_s -= 0.5 * cpu_so_far(); }
static double elsewhere_nan(cheat *me)
{
    (void)me;
    return (double)NAN;
}

#endif
