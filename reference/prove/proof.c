/* proof.c -- opening a system, and what comes out of its state.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/proof.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const enclosed_system *system_by_name(const char *name)
{
    char symbol[128];
    snprintf(symbol, sizeof symbol, "system_%s", name);
    return dlsym(NULL, symbol);
}

/* ---- parameters -------------------------------------------------------------------------- */

static int count_params(const enclosed_system *s)
{
    int n = 0;
    while (s->params && s->params[n].name) n++;
    return n;
}

/* Number of the word among the choices, -1 if it is none. */
static int word_number(const char *choices, const char *word)
{
    const size_t length = strlen(word);
    int k = 0;
    for (const char *at = choices; *at; k++) {
        const size_t n = strcspn(at, " ");
        if (n == length && !strncmp(at, word, n)) return k;
        at += n + (at[n] == ' ');
    }
    return -1;
}

/* Takes the settings apart into one text for each parameter. */
static bool read_settings(const enclosed_system *s, const char *settings,
                          char values[SYSTEM_PARAMS][64], reason *why)
{
    const int n = count_params(s);
    for (int k = 0; k < n; k++) snprintf(values[k], 64, "%s", s->params[k].value);
    char copy[512];
    snprintf(copy, sizeof copy, "%s", settings ? settings : "");
    for (char *rest, *item = strtok_r(copy, " ", &rest); item;
         item = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(item, '=');
        int k = 0;
        if (value) *value++ = 0;
        while (k < n && strcmp(s->params[k].name, item) != 0) k++;
        fmpq_t number;
        fmpq_init(number);
        const char *choices = k < n ? s->params[k].choices : NULL;
        const bool good = value && k < n &&
                          (choices ? word_number(choices, value) >= 0
                                   : rational_read(number, value) && strlen(value) < 64);
        fmpq_clear(number);
        if (!good)
            return reason_set(why, "%s: \"%s%s%s\" is none of its parameters with a value",
                              s->name, item, value ? "=" : "", value ? value : "");
        snprintf(values[k], 64, "%s", value);
    }
    return true;
}

bool proof_same_settings(const enclosed_system *s, const char *a, const char *b)
{
    char x[SYSTEM_PARAMS][64], y[SYSTEM_PARAMS][64];
    reason why;
    if (!read_settings(s, a, x, &why) || !read_settings(s, b, y, &why)) return false;
    bool same = true;
    fmpq_t u, v;
    fmpq_init(u);
    fmpq_init(v);
    for (int k = 0; k < count_params(s) && same; k++)
        same = s->params[k].choices
                   ? !strcmp(x[k], y[k])
                   : rational_read(u, x[k]) && rational_read(v, y[k]) && fmpq_equal(u, v);
    fmpq_clear(u);
    fmpq_clear(v);
    return same;
}

/* ---- equations --------------------------------------------------------------------------- */

/* The scene in another formula, with the state. */
static scene scene_in(const proof *p, formula *f, int mode)
{
    scene s = p->given;
    s.f = f;
    s.mode = mode;
    s.t = formula_time(f);
    for (int i = 0; i < p->system->n; i++) s.x[i] = formula_state(f, i);
    for (int k = 0; k < count_params(p->system); k++)
        if (!p->system->params[k].choices) s.p[k] = number(f, p->values[k]);
    return s;
}

static void keep(const num *made, int n, int *at)
{
    for (int i = 0; i < n; i++) at[i] = made[i].at;
}

static void open_law(proof *p, int mode)
{
    proof_law *l = &p->law[mode];
    num made[SYSTEM_STATES];
    formula_init(&l->f);
    const scene s = scene_in(p, &l->f, mode);
    p->system->slope(&s, made);
    keep(made, p->system->n, l->slope);
    if (p->system->guards) p->system->guard(&s, made);
    keep(made, p->system->guards, l->guard);
    step_init(&l->step, &l->f, l->slope, p->system->n, p->rule);
    l->step.longest = strtod(p->system->t1, NULL) - strtod(p->system->t0, NULL);
}

static void close_map(proof_map *m)
{
    if (m->n) jets_clear(&m->value);
    formula_clear(&m->f);
}

static void open_map(proof *p, proof_map *m, const num *made, int n)
{
    m->n = n;
    keep(made, n, m->at);
    jets_init(&m->value, &m->f, m->at, p->system->n, 0, 0, p->rule.bits);
}

void proof_map_box(proof_map *m, const arb_t t, arb_srcptr box, arb_ptr out)
{
    jets_value(&m->value, t, box);
    for (int i = 0; i < m->n; i++) arb_set(out + i, jets_entry(&m->value, m->at[i]));
}

const char *proof_components(const proof *p)
{
    return p->system->components ? p->system->components(&p->given) : NULL;
}

int proof_ncomponents(const proof *p)
{
    const char *names = proof_components(p);
    int n = names != NULL;
    if (!names) return p->system->n;
    for (const char *c = names; *c; c++) n += *c == ' ';
    return n;
}

static void open_show(proof *p)
{
    num made[SYSTEM_OUTPUTS];
    const scene s = scene_in(p, &p->show.f, 0);
    const int n = proof_ncomponents(p);
    if (p->system->show)
        p->system->show(&s, made);
    else
        for (int i = 0; i < n; i++) made[i] = s.x[i];
    open_map(p, &p->show, made, n);
}

static void open_guards(proof *p)
{
    num made[SYSTEM_GUARDS];
    if (!p->system->guards) return;
    const scene s = scene_in(p, &p->guard.f, 0);
    p->system->guard(&s, made);
    open_map(p, &p->guard, made, p->system->guards);
}

static void open_resets(proof *p)
{
    for (int k = 0; k < p->system->guards && p->system->reset; k++) {
        num made[SYSTEM_STATES];
        const scene s = scene_in(p, &p->reset[k].f, 0);
        p->system->reset(&s, k, made);
        open_map(p, &p->reset[k], made, p->system->n);
    }
}

static void begin(proof *p)
{
    proof_map start = { 0 };
    num made[SYSTEM_STATES];
    arb_ptr box = _arb_vec_init(p->system->n);
    fmpq_t t0;
    fmpq_init(t0);
    const scene s = scene_in(p, &start.f, 0);
    p->system->start(&s, made);
    open_map(p, &start, made, p->system->n);
    proof_map_box(&start, p->t, box, box);
    cloud_set(&p->state, box);
    rational_read(t0, p->system->t0);
    arb_set_fmpq(p->t, t0, p->rule.bits); /* systems start at whole times */
    fmpq_clear(t0);
    _arb_vec_clear(box, p->system->n);
    close_map(&start);
}

/* The time of the start is exact, and the signs of the guards hold there. */
static bool begins_well(proof *p)
{
    bool good = true;
    arb_ptr box = _arb_vec_init(p->system->n), g = _arb_vec_init(SYSTEM_GUARDS);
    cloud_box(&p->state, box, p->rule.bits);
    if (p->system->guards) proof_map_box(&p->guard, p->t, box, g);
    for (int k = 0; k < p->system->guards; k++)
        good = good && (p->system->side(0, k) > 0 ? arb_is_positive : arb_is_negative)(g + k);
    if (!arb_is_exact(p->t))
        reason_set(&p->why,
                   "%s: %s is no sum of powers of two, as the time of the start must be",
                   p->system->name, p->system->t0);
    else if (!good)
        reason_set(&p->why, "%s: a guard has not the sign of mode 0 at the start",
                   p->system->name);
    _arb_vec_clear(box, p->system->n);
    _arb_vec_clear(g, SYSTEM_GUARDS);
    return good && arb_is_exact(p->t);
}

/* What the system asks for, where a member is 0. */
static step_rule rule_for(const enclosed_system *s, step_rule requested)
{
    step_rule r = requested;
    if (!r.goal) r.goal = s->goal ? s->goal : 130;
    if (!r.order) r.order = s->order ? s->order : (int)lround((s->stiff ? 0.6 : 0.4) * r.goal);
    if (!r.bits) r.bits = s->bits ? s->bits : r.goal + 64;
    if (!r.low) r.low = s->stiff ? 64 : 128;
    if (!r.pieces) r.pieces = s->stiff ? 1 : 4;
    return r;
}

bool proof_open(proof *p, const enclosed_system *s, const char *settings, step_rule rule)
{
    *p = (proof){ .system = s, .rule = rule_for(s, rule), .modes = s->modes ? s->modes : 1 };
    arb_init(p->t);
    cloud_init(&p->state, s->n, p->rule.low);
    if (!read_settings(s, settings, p->values, &p->why)) return p->modes = 0, false;
    for (int k = 0; k < count_params(s); k++)
        if (s->params[k].choices)
            p->given.choice[k] = word_number(s->params[k].choices, p->values[k]);
    for (int k = 0; k < p->modes; k++) open_law(p, k);
    open_show(p);
    open_guards(p);
    open_resets(p);
    begin(p);
    return begins_well(p);
}

void proof_close(proof *p)
{
    for (int k = 0; k < p->modes; k++) {
        step_clear(&p->law[k].step);
        formula_clear(&p->law[k].f);
    }
    for (int k = 0; k < SYSTEM_GUARDS; k++) close_map(&p->reset[k]);
    for (int k = 0; k < p->nevents; k++) arb_clear(p->event[k].t);
    close_map(&p->show);
    close_map(&p->guard);
    cloud_clear(&p->state);
    arb_clear(p->t);
    free(p->event);
}

void proof_show(proof *p, arb_ptr out)
{
    arb_ptr box = _arb_vec_init(p->system->n);
    cloud_box(&p->state, box, p->rule.bits);
    proof_map_box(&p->show, p->t, box, out);
    _arb_vec_clear(box, p->system->n);
}
