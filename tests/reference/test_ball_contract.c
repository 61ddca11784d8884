/* test_ball_contract.c -- the second writing of each problem against the problem's own terms,
 * at random points, to the rounding of quad.
 *
 * What a system shows at a point - q, u, x, a, lambda, or y - is held against a and lambda that
 * the problem's terms give for q, u, x, against its constraints, and the derivative in time of
 * what is shown, along the system's own equations, against the problem's y'.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/model_inner.h"
#include "kernel/problem/instance.h"
#include "reference/prove/proof.h"
#include "reference/file/ref.h"

#include "tests/suite.h"
#include <glob.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 400, SMALL = 150, POINTS = 5, MOST = 200, NAMES = 64 };

/* A system and the problem, with the same parameters. */
typedef struct pair {
    proof p;
    instance *i;
    ivp_model *m;
    uint64_t seed;
    reason why;
} pair;

static double next(pair *c)
{
    c->seed = c->seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(c->seed >> 11) / (double)((uint64_t)1 << 52) - 1;
}

/* false where the problem is none of the plug-ins. */
static bool opened(pair *c, const char *name, const char *settings)
{
    *c = (pair){ .seed = 17 };
    const ivp_status status = instance_open(&c->i, name, settings, &c->why);
    if (status) return false;
    const bool ok =
        proof_open(&c->p, system_by_name(name), settings, (step_rule){ .bits = BITS });
    ck_assert_msg(ok, "%s", c->p.why.text);
    const bool mech = c->i->problem->form == IVP_MECH;
    ck_assert_msg(!model_open(&c->m, c->i, mech && c->i->sizes.ng ? IVP_INDEX1 : IVP_AS_ODE,
                              NULL, IVP_FIRST, &c->why),
                  "%s", c->why.text);
    return true;
}

static void closed(pair *c)
{
    proof_close(&c->p);
    model_close(c->m);
    instance_close(c->i);
}

static real as_real(const arb_t x)
{
    char *text = arb_get_str(x, 40, ARB_STR_NO_RADIUS);
    const real value = strtof128(text, NULL);
    flint_free(text);
    return value;
}

/* The mode whose sides the guards have. */
static int mode_at(pair *c, arb_srcptr x)
{
    const enclosed_system *s = c->p.system;
    arb_ptr g = _arb_vec_init(SYSTEM_GUARDS);
    int mode = 0;
    if (s->guards) proof_map_box(&c->p.guard, c->p.t, x, g);
    for (bool fits = false; !fits && mode < c->p.modes; mode += !fits) {
        fits = true;
        for (int k = 0; k < s->guards; k++)
            fits = fits && (arb_is_positive(g + k) != 0) == (s->side(mode, k) > 0);
    }
    _arb_vec_clear(g, SYSTEM_GUARDS);
    return mode;
}

/* Near the start, around zero as well where the start is zero; farther where there are
 * guards. */
static void random_state(pair *c, arb_ptr x)
{
    const int part = c->p.system->guards ? 1 : 8;
    for (int k = 0; k < c->p.system->n; k++) {
        arb_t d;
        arb_init(d);
        arb_set_d(d, next(c) / part);
        arb_add(x + k, c->p.state.centre + k, d, BITS);
        arb_set_d(d, 1 + next(c) / part);
        arb_mul(x + k, x + k, d, BITS);
        arb_get_mid_arb(x + k, x + k);
        arb_clear(d);
    }
    const double span = c->i->t1 - c->i->t0;
    arb_set_d(c->p.t, c->i->t0 + span * (1 + next(c)) / 2);
}

/* What is shown at x, and its derivative: over a time of 2^-150 the second order is 2^-300. */
static void show(pair *c, arb_srcptr x, int n, real *value, real *rate)
{
    const enclosed_system *s = c->p.system;
    proof_law *l = &c->p.law[mode_at(c, x)];
    arb_ptr a = _arb_vec_init(n), b = _arb_vec_init(n), y = _arb_vec_init(s->n);
    arb_t t;
    arb_init(t);
    arb_one(t);
    arb_mul_2exp_si(t, t, -SMALL);
    jets_value(&l->step.point, c->p.t, x);
    for (int k = 0; k < s->n; k++) {
        arb_mul_2exp_si(y + k, jets_entry(&l->step.point, l->slope[k]), -SMALL);
        arb_add(y + k, y + k, x + k, BITS);
    }
    arb_add(t, t, c->p.t, BITS);
    proof_map_box(&c->p.show, c->p.t, x, a);
    proof_map_box(&c->p.show, t, y, b);
    for (int k = 0; k < n; k++) {
        value[k] = as_real(a + k);
        arb_sub(b + k, b + k, a + k, BITS);
        arb_mul_2exp_si(b + k, b + k, SMALL);
        rate[k] = as_real(b + k);
    }
    _arb_vec_clear(a, n);
    _arb_vec_clear(b, n);
    _arb_vec_clear(y, s->n);
    arb_clear(t);
}

static real largest(const real *x, int n)
{
    real most = 0;
    for (int k = 0; k < n; k++)
        if (ivp_abs(x[k]) > most) most = ivp_abs(x[k]);
    return most;
}

static void expect(const pair *c, const char *what, int k, real found, real own, real size)
{
    char name[32];
    instance_component_name(c->i, k, name, sizeof name);
    ck_assert_msg(ivp_abs(found - own) <= R(3e-31) * (1 + size),
                  "%s: %s of %s is %.20g here, %.20g there, apart %.2g of %.2g",
                  c->p.system->name, what, name, (double)found, (double)own,
                  (double)(found - own), (double)size);
}

/* Sizes of forces, which cancel in a and lambda. */
static real scale(const pair *c, const real *z, int n)
{
    const int nq = c->i->sizes.nq;
    real most = largest(z, n);
    for (int k = 0; k < c->i->nparams && nq; k++)
        if (most < ivp_abs(c->i->p[k])) most = ivp_abs(c->i->p[k]);
    return most;
}

static void check_point(pair *c, arb_srcptr x)
{
    real z[MOST] = { 0 }, rate[MOST] = { 0 }, own[MOST], f[MOST], drift[3];
    const int n = instance_ncomponents(c->i);
    const int nu = ivp_n(c->m);
    ck_assert_int_eq(n, proof_ncomponents(&c->p));
    show(c, x, n, z, rate);
    memcpy(own, z, (size_t)n * sizeof *z);
    const real t = as_real(c->p.t), size = scale(c, z, n);
    if (c->i->problem->form == IVP_MECH) {
        ck_assert_int_eq(instance_complete(c->i, t, own), IVP_OK);
        const ivp_state s = instance_view(c->i, t, z, NULL);
        ck_assert_int_eq(instance_drift(c->i, &s, drift), IVP_OK);
        ck_assert_msg(drift[0] < R(1e-32) && drift[1] < R(1e-30) * (1 + size),
                      "%s: constraints %.2g, %.2g", c->p.system->name, (double)drift[0],
                      (double)drift[1]);
    }
    for (int k = 0; k < n; k++) expect(c, "value", k, z[k], own[k], size);
    ck_assert_int_eq(ivp_rhs(c->m, t, z, f), IVP_OK);
    for (int k = 0; k < nu; k++)
        expect(c, "derivative", k, rate[k], f[k], largest(f, nu) + size);
}

static void check_start(pair *c)
{
    real z[MOST] = { 0 }, rate[MOST];
    const int n = ivp_n(c->m);
    show(c, c->p.state.centre, proof_ncomponents(&c->p), z, rate);
    for (int k = 0; k < n; k++) expect(c, "start", k, z[k], c->i->start[k], 0);
    ck_assert(as_real(c->p.t) == (real)c->i->t0);
}

/* One pair of settings: random points lie where the problem is defined. */
static void check_settings(const char *name, const char *settings, bool *found)
{
    pair c;
    *found = opened(&c, name, settings);
    if (!*found) return;
    check_start(&c);
    arb_ptr x = _arb_vec_init(c.p.system->n);
    for (int k = 0; k < POINTS; k++) {
        random_state(&c, x);
        check_point(&c, x);
    }
    _arb_vec_clear(x, c.p.system->n);
    closed(&c);
}

static char systems[NAMES][64];

static int list_systems(void)
{
    static const char folder[] = "reference/prove/systems/";
    glob_t files;
    int n = 0;
    if (glob("reference/prove/systems/*.c", 0, NULL, &files) != 0) return 0;
    for (; n < (int)files.gl_pathc && n < NAMES; n++) {
        const char *name = files.gl_pathv[n] + strlen(folder);
        snprintf(systems[n], sizeof *systems, "%.*s", (int)strcspn(name, "."), name);
    }
    globfree(&files);
    return n;
}

/* Every name of "a=1 b=2" is a parameter of the second writing: one of a fixed number of links
 * does not know "N". */
static bool knows(const enclosed_system *s, const char *settings)
{
    for (; *settings; settings += strcspn(settings, " "), settings += strspn(settings, " ")) {
        const size_t length = strcspn(settings, "=");
        const system_param *p = s->params;
        while (p && p->name &&
               (strlen(p->name) != length || strncmp(p->name, settings, length)))
            p++;
        if (!p || !p->name) return false;
    }
    return true;
}

/* With the defaults, and with the parameters of every reference on file that it knows. */
START_TEST(both_writings_agree)
{
    const char *name = systems[_i];
    char pattern[128];
    glob_t files;
    bool found;
    ck_assert_msg(system_by_name(name) != NULL, "%s.c defines no system_%s", name, name);
    check_settings(name, "", &found);
    snprintf(pattern, sizeof pattern, "reference/data/%s--*.ref", name);
    if (glob(pattern, 0, NULL, &files) != 0) return;
    for (size_t k = 0; k < files.gl_pathc; k++) {
        ref *r;
        reason why;
        ck_assert_msg(ref_read(&r, files.gl_pathv[k], &why), "%s", why.text);
        if (knows(system_by_name(name), r->parameters)) {
            check_settings(name, r->parameters, &found);
            ck_assert_msg(found, "%s: %s", name, r->parameters);
        }
        ref_free(r);
    }
    globfree(&files);
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("contract");
    tcase_add_loop_test(tc, both_writings_agree, 0, list_systems());
    return suite_run("second writing", tc);
}
