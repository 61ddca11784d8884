/* test_problem_contract.c -- contract of every problem: it documents itself, starts
 * consistently, its functions are pure, and its events keep their sides. */
#include "problem_cases.h"

/* ---- documentation ----------------------------------------------------------------- */

static bool said(const char *text) { return text && *text; }

static bool documented(const ivp_observable *list)
{
    for (const ivp_observable *o = list; o && o->name; o++) {
        if (!said(o->name) || !said(o->unit) || !said(o->meaning) || !o->value) return false;
        for (const ivp_observable *other = list; other < o; other++)
            if (strcmp(other->name, o->name) == 0) return false;
    }
    return true;
}

START_TEST(descriptor_is_documented)
{
    instance *i = open_case(_i);
    const ivp_problem *p = i->problem;
    REQUIRE(said(p->title) && said(p->source) && said(p->tags), "no title, source or tags");
    REQUIRE(documented(p->observables), "an observable lacks a part or has a name twice");
    REQUIRE(documented(p->invariants), "an invariant lacks a part or has a name twice");
    for (const ivp_param *q = p->params; q->name; q++)
        ck_assert_msg(said(q->value) && said(q->meaning) &&
                          (q->choices || strchr(q->meaning, '[')),
                      "%s: parameter %s lacks its value, meaning or [unit]", p->name, q->name);
    for (const ivp_event *e = p->events; e && e->name; e++)
        ck_assert_msg(said(e->name) && e->guard && abs(e->direction) <= 1 && e->spacing >= 0,
                      "%s: event %s lacks its guard or has a bad direction", p->name, e->name);
    for (const double *t = p->breaks; t && *t != 0; t++)
        ck_assert_msg(*t > (t == p->breaks ? i->t0 : t[-1]),
                      "%s: break points must ascend inside the interval", p->name);
    instance_close(i);
}
END_TEST

START_TEST(scoring_names_components)
{
    instance *i = open_case(_i);
    bool *mask = calloc((size_t)instance_ncomponents(i), sizeof *mask);
    char why[PLUGIN_WHY_MAX];
    const char *const words[] = { i->problem->scd, i->problem->mescd };
    for (int k = 0; k < 2; k++)
        if (words[k]) {
            REQUIRE(*words[k], "an empty list of scored components: NULL means the default");
            ck_assert_msg(instance_mask(i, words[k], mask, why), "%s", why);
        }
    double *weight = vector(i->sizes.n);
    for (int k = 0; k < i->sizes.n; k++) weight[k] = 1;
    if (i->problem->weights) i->problem->weights(i->p, weight);
    for (int k = 0; k < i->sizes.n; k++)
        REQUIRE(weight[k] > 0 && isfinite(weight[k]), "a tolerance weight is not positive");
    for (int k = 0; i->problem->index && k < i->sizes.n; k++)
        REQUIRE(i->problem->index[k] >= 1 && i->problem->index[k] <= 3,
                "an index beyond 1 .. 3");
    free(weight);
    free(mask);
    instance_close(i);
}
END_TEST

static bool has_component(const instance *i, const char *name, size_t length)
{
    char known[32];
    for (int k = 0; k < instance_ncomponents(i); k++) {
        instance_component_name(i, k, known, sizeof known);
        if (strlen(known) == length && strncmp(known, name, length) == 0) return true;
    }
    return false;
}

/* "q1=0.5 q2=..": every component exists, every value is a number. */
static bool published_values_exist(const instance *i, const char *text)
{
    if (!*text) return false;
    for (char *end; *text; text = end + strspn(end, " ")) {
        const size_t length = strcspn(text, "= ");
        const char *value = text + length + 1;
        if (text[length] != '=' || !has_component(i, text, length)) return false;
        if (!isfinite(strtod(value, &end)) || end == value || (*end && *end != ' '))
            return false;
    }
    return true;
}

START_TEST(published_components_exist)
{
    instance *i = open_case(_i);
    for (const ivp_published *r = i->problem->published; r && r->values; r++) {
        REQUIRE(said(r->source) && r->params, "published values without source or parameters");
        instance *of = open_settings(cases[_i].name, r->params);
        REQUIRE(published_values_exist(of, r->values), "published values name no component");
        instance_close(of);
    }
    instance_close(i);
}
END_TEST

/* ---- start ------------------------------------------------------------------------- */

/* What init() says, before the kernel completes it; the printed digits may end early. */
START_TEST(start_satisfies_all_levels)
{
    instance *i = open_case(_i);
    const int n = i->sizes.n;
    double *y = vector(instance_ncomponents(i)), *yp = vector(n), drift[3];
    ck_assert_int_eq(i->problem->init(i->t0, y, yp, i->p), IVP_OK);
    if (i->mech) {
        const double scale = 1e-10 * fmax(1, largest(y, n));
        ck_assert_int_eq(instance_complete(i, i->t0, y), IVP_OK);
        const ivp_state s = instance_view(i, i->t0, y, NULL);
        const double forces = fmax(1, largest(s.a, i->sizes.nq));
        ck_assert_int_eq(instance_drift(i, &s, drift), IVP_OK);
        REQUIRE(drift[0] <= scale, "the start violates g = 0");
        REQUIRE(drift[1] <= scale, "the start violates G u + g_t = 0");
        REQUIRE(drift[2] <= 1e-10 * forces, "the start violates G u' = gamma");
    }
    REQUIRE(all_finite(i->start, instance_ncomponents(i)) && all_finite(i->start_yp, n),
            "the start is not finite");
    free(y);
    free(yp);
    instance_close(i);
}
END_TEST

/* By Cholesky, in place; semidefinite where the tags say so. */
static bool is_positive(ivp_mat M, bool semidefinite)
{
    for (int k = 0; k < M.rows; k++) {
        const double pivot = *ivp_at(M, k, k);
        if (semidefinite && fabs(pivot) < 1e-13) continue;
        if (!(pivot > 0)) return false;
        for (int j = k + 1; j < M.rows; j++)
            for (int r = j; r < M.rows; r++)
                *ivp_at(M, r, j) -= *ivp_at(M, r, k) * *ivp_at(M, j, k) / pivot;
    }
    return true;
}

START_TEST(mass_is_symmetric_and_positive)
{
    instance *i = open_case(_i);
    const layout l = layout_of(i);
    const bool semidefinite = strstr(i->problem->tags, "semidefinite") != NULL;
    double *z = vector(l.nz), *w = vector(l.nw);
    for (int k = 0; i->mech && k < POINTS; k++) {
        if (!point(i, k, z, w)) continue;
        const ivp_mat M = terms_in(i, &l, w).M;
        for (int c = 0; c < M.cols; c++)
            for (int r = 0; r < c; r++)
                REQUIRE(*ivp_at(M, r, c) == *ivp_at(M, c, r),
                        "the mass matrix is not symmetric");
        REQUIRE(is_positive(M, semidefinite), "the mass matrix is not positive definite");
    }
    free(z);
    free(w);
    instance_close(i);
}
END_TEST

/* ---- purity ------------------------------------------------------------------------ */

static bool same_bits(const double *a, const double *b, int n)
{
    return memcmp(a, b, (size_t)n * sizeof *a) == 0;
}

START_TEST(functions_are_pure)
{
    instance *i = open_case(_i);
    const layout l = layout_of(i);
    double *z = vector(l.nz), *other = vector(l.nz), *w = vector(l.nw), *again = vector(l.nw);
    for (int k = 0; k < POINTS; k++) {
        if (!point(i, k + 1, other, again) || !point(i, k, z, w)) continue;
        evaluate(i, ALL_TERMS, other, again);
        evaluate(i, ALL_TERMS, z, again);
        REQUIRE(same_bits(w, again, l.nw), "a second call gives other values");
    }
    free(z);
    free(other);
    free(w);
    free(again);
    instance_close(i);
}
END_TEST

START_TEST(blocks_alone_equal_blocks_together)
{
    static const unsigned bit[BLOCKS] = { IVP_M,  IVP_F,  IVP_D,    IVP_CON,
                                          IVP_GQ, IVP_GT, IVP_GAMMA };
    instance *i = open_case(_i);
    const layout l = layout_of(i);
    double *z = vector(l.nz), *w = vector(l.nw), *alone = vector(l.nw);
    for (int k = 0; i->mech && k < POINTS; k++)
        for (int b = 0; point(i, k, z, w) && b < BLOCKS; b++) {
            const struct block *o = &l.block[b];
            ck_assert_int_eq(evaluate(i, bit[b], z, alone), IVP_OK);
            REQUIRE(same_bits(w + o->at, alone + o->at, o->n), o->name);
        }
    free(z);
    free(w);
    free(alone);
    instance_close(i);
}
END_TEST

/* ---- events ------------------------------------------------------------------------ */

/* Side s of guard k: s = 0 leaves the decision to the guard. */
static void with_side(instance *i, int k, double side, const double *z, double *w)
{
    i->p[i->nparams + k] = side;
    ck_assert_int_eq(evaluate(i, ALL_TERMS, z, w), IVP_OK);
    i->p[i->nparams + k] = 0;
}

static ivp_state state_at(const instance *i, double *z)
{
    const int n = i->sizes.n, nq = i->sizes.nq;
    double *y = z + 1;
    if (!i->mech) return (ivp_state){ .t = z[0], .y = y, .yp = i->start_yp };
    return (ivp_state){
        .t = z[0], .q = y, .u = y + nq, .x = y + 2 * nq, .a = i->start + n, .lambda = y + n
    };
}

/* A guard's own sign as its side changes nothing, in no event; the other sign continues the
 * other branch, in events that restart without moving the state - somewhere, for contacts may
 * couple. */
START_TEST(sides_are_honoured)
{
    instance *i = open_case(_i);
    const layout l = layout_of(i);
    double *z = vector(l.nz), *w = vector(l.nw), *sided = vector(l.nw);
    for (int k = 0; k < i->nevents; k++) {
        const ivp_event *e = &i->problem->events[k];
        bool differs = false;
        for (int at = 0; at < POINTS; at++) {
            if (!point(i, at, z, w)) continue;
            const ivp_state s = state_at(i, z);
            const double guard = instance_scalar(i, e->guard, &s);
            REQUIRE(isfinite(guard), "a guard is not finite");
            with_side(i, k, guard > 0 ? 1 : -1, z, sided);
            REQUIRE(same_bits(w, sided, l.nw), "its own side changes the right-hand side");
            with_side(i, k, guard > 0 ? -1 : 1, z, sided);
            differs = differs || !same_bits(w, sided, l.nw);
        }
        if (e->then == IVP_RECORD)
            REQUIRE(!differs, "an event that only records has two sides");
        if (e->then == IVP_RESTART && !e->reset)
            REQUIRE(differs, "a guard's side has no effect");
    }
    free(z);
    free(w);
    free(sided);
    instance_close(i);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { descriptor_is_documented,
                                   scoring_names_components,
                                   published_components_exist,
                                   start_satisfies_all_levels,
                                   mass_is_symmetric_and_positive,
                                   functions_are_pure,
                                   blocks_alone_equal_blocks_together,
                                   sides_are_honoured,
                                   NULL };
    return run_on_all_cases("problem contract", tests);
}
