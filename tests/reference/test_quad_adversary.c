/* test_quad_adversary.c -- problems drawn from seeds, made to be certified wrongly: undeclared
 * pulses, grazing guards, two roots in one step, branch switches told and untold, wrong closed
 * forms and invariants.
 *
 * Each is refused, or right by a solution of its own, or its file names a width below which the
 * pulse that was missed may lie. The solution of its own is piece by piece in closed form:
 * about m = force / w^2
 *
 *     y1 = m + r cos(w t - phi),    y2 = -r w sin(w t - phi)
 *
 * so that y1 = level at w t = phi +- acos((level - m) / r).
 *
 * SEEDS=N draws N problems (default 20); FIRST=K begins with seed K.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/make/equations.h"
#include "reference/make/generate.h"
#include "reference/make/scan.h"
#include "reference/job/quad_text.h"
#include "reference/witness/witness.h"

#include "tests/suite.h"
#include "tests/reference/scan_case.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PULSE, GRAZE, TWINS, SWITCH, HIDDEN, CLOSED_FORM, INVARIANT, KINDS };
static const char *const kinds[KINDS] = { "pulse",  "graze", "twins",    "switch",
                                          "hidden", "exact", "invariant" };

#define D(x) ((double)R(x))

/* ---- what is drawn ----------------------------------------------------------------------- */

typedef struct draw {
    int kind;
    uint64_t state;
    double w, at, width, size, level, slip;
    char settings[400];
} draw;

static double uniform(draw *d)
{
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (double)(d->state >> 11) / D(9007199254740992.0);
}

static double decades(draw *d, double from, double to)
{
    return pow(10, from + (to - from) * uniform(d));
}

static draw drawn(int seed)
{
    draw d = { .kind = seed % KINDS,
               .state = (uint64_t)seed * 2654435761u + 88172645463325252u };
    for (int k = 0; k < 8; k++) uniform(&d);
    d.w = D(0.2) + 12 * uniform(&d);
    d.at = D(0.02) + D(0.85) * uniform(&d);
    d.width = decades(&d, d.kind == PULSE ? -6 : -12, -1);
    d.size = (uniform(&d) < D(0.5) ? 1 : -1) * decades(&d, -2, 1);
    d.level = uniform(&d) * D(1.6) - D(0.8);
    if (d.kind == GRAZE) { /* the top is met again after a turn */
        d.w = 7 + 12 * uniform(&d);
        d.level = 1 + (uniform(&d) < D(0.5) ? 1 : -1) * decades(&d, -12, -1);
    }
    d.slip = uniform(&d) < D(0.3) ? 0 : decades(&d, -9, 0);
    if (d.kind < CLOSED_FORM)
        snprintf(d.settings, sizeof d.settings,
                 "kind=%s w=%.17g at=%.17g width=%.17g size=%.17g level=%.17g", kinds[d.kind],
                 d.w, d.at, d.width, d.size, d.level);
    else
        snprintf(d.settings, sizeof d.settings, "wrong=%s slip=%.17g", kinds[d.kind], d.slip);
    return d;
}

/* ---- the solution ------------------------------------------------------------------------ */

/* A parameter as the problem reads it: the decimal of the settings, not the double. */
static real said(double x)
{
    char text[40];
    snprintf(text, sizeof text, "%.17g", x);
    return decimal_read(text);
}

typedef struct swing {
    real t, y1, y2, force;
} swing;

static void carry(swing *s, real w, real to)
{
    const real m = s->force / (w * w), c = cos(w * (to - s->t)), n = sin(w * (to - s->t));
    const real y1 = m + (s->y1 - m) * c + s->y2 / w * n, y2 = s->y2 * c - w * (s->y1 - m) * n;
    s->t = to;
    s->y1 = y1;
    s->y2 = y2;
}

/* Time of the next passage through the level behind `least`, rising only or either way;
 * INFINITY: none. */
static real passage(const swing *s, real w, real level, bool rising, real least)
{
    const real m = s->force / (w * w), x = s->y1 - m, v = s->y2 / w, r = sqrt(x * x + v * v);
    real best = INFINITY;
    if (!(ivp_abs(level - m) <= r)) return best;
    const real phi = atan2(v, x), alpha = acos((level - m) / r);
    for (int k = -2; k < 8; k++)
        for (int sign = -1; sign <= (rising ? -1 : 1); sign += 2) {
            const real t = s->t + (phi + sign * alpha + 2 * k * IVP_PI) / w;
            if (t > s->t + least && t < best) best = t;
        }
    return best;
}

static void pulses(const draw *d, swing *s)
{
    carry(s, said(d->w), said(d->at));
    s->force = said(d->size) / said(d->width);
    carry(s, said(d->w), ivp_min(said(d->at) + said(d->width), 1));
    s->force = 0;
}

static void twins(const draw *d, swing *s)
{
    carry(s, said(d->w), said(d->at));
    s->y1 *= 2;
    if (said(d->at) + said(d->width) >= 1) return;
    carry(s, said(d->w), said(d->at) + said(d->width));
    s->y1 += said(d->size);
}

static void grazes(const draw *d, swing *s)
{
    for (int k = 0; k < 1000; k++) {
        const real t = passage(s, said(d->w), said(d->level), true, R(1e-25));
        if (!(t < 1)) return;
        carry(s, said(d->w), t);
        s->y1 = said(d->level);
        s->y2 = -s->y2;
    }
}

static void switches(const draw *d, swing *s)
{
    s->force = s->y1 > said(d->level) ? said(d->size) : 0;
    for (int k = 0; k < 1000; k++) {
        const real t = passage(s, said(d->w), said(d->level), false, R(1e-25));
        if (!(t < 1)) return;
        carry(s, said(d->w), t);
        s->y1 = said(d->level);
        s->force = s->y2 > 0 ? said(d->size) : 0;
    }
}

/* y(1) */
static swing solution(const draw *d)
{
    swing s = { .y1 = 1 };
    static void (*const ways[])(const draw *d, swing *s) = { pulses, grazes, twins, switches,
                                                             switches };
    ways[d->kind](d, &s);
    carry(&s, said(d->w), 1);
    return s;
}

/* ---- the verdict ------------------------------------------------------------------------- */

typedef struct made {
    job j;
    ref *r;
    char folder[64];
    reason why;
} made;

static bool certify_it(made *m, const draw *d)
{
    char equations[EQUATIONS_MAX];
    *m = (made){ .folder = "/tmp/ivpbench-adversary-XXXXXX" };
    ck_assert_ptr_nonnull(mkdtemp(m->folder));
    const ivp_status open =
        job_open(&m->j, d->kind < CLOSED_FORM ? "t_adversary" : "t_said", d->settings, &m->why);
    ck_assert_msg(!open, "%s", m->why.text);
    equations_digest(m->j.i, equations);
    const runs_context context = { .folder = m->folder, .equations = equations, .quiet = true };
    return !generate(&m->j, &context, &m->r, &m->why) && witness(m->r, &m->j, NULL, &m->why) &&
           scan_in_double(m->r, &m->why);
}

static void drop(made *m)
{
    char command[128];
    ref_free(m->r);
    job_close(&m->j);
    snprintf(command, sizeof command, "rm -rf '%s'", m->folder);
    ck_assert_int_eq(system(command), 0);
}

static real off(const made *m, const draw *d)
{
    const swing s = solution(d);
    const ref_state *end = &m->r->states[m->r->nstates - 1];
    const real size = 1 + ivp_abs(s.y1) + ivp_abs(s.y2);
    return ivp_max(ivp_abs(decimal_read(end->v[0].text[REF_A]) - s.y1),
                   ivp_abs(decimal_read(end->v[1].text[REF_A]) - s.y2)) /
           size;
}

/* How long what may be missed lasts: the pulse, or the guard's time beyond its level. */
static double feature(const draw *d)
{
    if (d->kind == PULSE) return d->width;
    return d->kind == GRAZE && d->level < 1 ? 2 * acos(d->level) / d->w : 1;
}

/* "refused", "right", "unseen, and said", or "WRONG" */
static const char *verdict(const made *m, const draw *d, bool certified)
{
    if (!certified) return "refused";
    if (d->kind >= CLOSED_FORM) return d->slip == 0 ? "right" : "WRONG";
    if (off(m, d) < R(1e-12)) return "right";
    return feature(d) < ref_unseen(m->r) ? "unseen, and said" : "WRONG";
}

static int number(const char *name, int otherwise)
{
    const char *text = getenv(name);
    return text ? atoi(text) : otherwise;
}

/* Nothing wrong is certified; and what is right is, where nothing is hidden. */
START_TEST(no_wrong_solution_is_certified)
{
    const int first = number("FIRST", 0), n = number("SEEDS", 20);
    int wrong = 0, right = 0, refused = 0, unseen = 0, falsely = 0;
    for (int seed = first; seed < first + n; seed++) {
        const draw d = drawn(seed);
        made m;
        const bool certified = certify_it(&m, &d);
        const char *v = verdict(&m, &d, certified);
        const bool sound = d.kind >= CLOSED_FORM ? d.slip == 0 : d.kind == SWITCH;
        const bool no = *v == 'r' && v[1] == 'e';
        printf("seed %d, %s: %s%s%s\n", seed, d.settings, v, no ? ": " : "",
               no ? m.why.text : "");
        fflush(stdout);
        wrong += *v == 'W';
        right += !strcmp(v, "right");
        unseen += *v == 'u';
        refused += no;
        falsely += no && sound;
        drop(&m);
    }
    printf(
        "%d problems: %d right, %d refused (%d of them sound), %d unseen and said, %d wrong\n",
        n, right, refused, falsely, unseen, wrong);
    ck_assert_int_eq(wrong, 0);
    ck_assert_int_ge(right, n / 4);
    ck_assert_msg(10 * falsely <= n, "%d sound ones of %d are refused", falsely, n);
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("seeds");
    show_test_problems();
    tcase_set_timeout(tc, 14400);
    tcase_add_test(tc, no_wrong_solution_is_certified);
    return suite_run("adversary", tc);
}
