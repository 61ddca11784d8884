/* ref.c -- a reference solution in memory: finding, freeing; reading is in ref_read.c,
 * writing in ref_write.c.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/file/ref.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ref_free(ref *r)
{
    if (!r) return;
    for (int k = 0; k < r->nstates; k++) free(r->states[k].v);
    for (int h = 0; h < REF_HALVES; h++) {
        free(r->half[h].family);
        free(r->half[h].method);
    }
    void *const parts[] = { r->problem,      r->parameters, r->equations,   r->made,
                            r->states,       r->components, r->observables, r->events,
                            r->laws,         r->pieces.t,   r->pieces.seam, r->pieces.c,
                            r->pieces.names, r->pieces.bar, r->file };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) free(parts[i]);
    free(r);
}

double ref_unseen(const ref *r)
{
    const double width = r->witness.times ? r->witness.width : r->t1 - r->t0;
    return r->scan.times ? fmin(width, r->scan.width) : width;
}

static int told(const ref *r, char *text, size_t size)
{
    const ref_witness *w = &r->witness;
    char more[80] = "";
    if (r->scan.times)
        snprintf(more, sizeof more, " in quad, and %.1e at %d in double", r->scan.defect,
                 r->scan.times);
    return snprintf(
        text, size,
        "equations off by %.1e of what is allowed at %d times%s: nothing wider than "
        "%.2g of %.4g is unseen; %d events, %d jumps",
        w->defect, w->times, more, ref_unseen(r), r->t1 - r->t0, w->events, w->jumps);
}

void ref_witnessed(const ref *r, char *text, size_t size)
{
    const ref_witness *w = &r->witness;
    int at = 0;
    if (r->in_double)
        at = snprintf(text, size,
                      "nowhere: two families of solvers in double agree, and that is all");
    else if (!w->there)
        at = snprintf(text, size, "nothing on file; `ivpbench reference check %s` looks",
                      r->problem);
    else if (!w->times)
        at = snprintf(text, size, "the equations were checked only at the steps of the runs");
    else
        at = told(r, text, size);
    if (!w->there) return;
    if (w->exact >= 0 && at > 0 && (size_t)at < size)
        at += snprintf(text + at, size - (size_t)at, "; closed form to %.1f digits", w->exact);
    if (w->published >= 0 && at > 0 && (size_t)at < size)
        snprintf(text + at, size - (size_t)at, "; published values to %.1f", w->published);
}

/* ---- finding ----------------------------------------------------------------------------- */

void ref_path(const char *folder, const char *problem, const char *settings, char *path,
              size_t size)
{
    size_t used = (size_t)snprintf(path, size, "%s/%s", folder, problem);
    const char *word = settings ? settings : "";
    for (word += strspn(word, " "); *word && used < size; word += strspn(word, " ")) {
        const size_t length = strcspn(word, " ");
        used += (size_t)snprintf(path + used, size - used, "--%.*s", (int)length, word);
        word += length;
    }
    if (used < size) snprintf(path + used, size - used, ".ref");
}

const ref_state *ref_at(const ref *r, double t)
{
    const ref_state *best = NULL;
    double gap = 1e-12 * fabs(r->t1 - r->t0);
    for (int k = 0; k < r->nstates; k++) {
        const double d = fabs(r->states[k].t - t);
        if (d <= gap) {
            gap = d;
            best = &r->states[k];
        }
    }
    return best;
}

const char *ref_plain_name(const char *name)
{
    return strncmp(name, "obs:", 4) ? name : name + 4;
}

/* Observables stand behind the components. */
const ref_value *ref_find(const ref_state *s, const char *name)
{
    const char *plain = ref_plain_name(name);
    const ref_value *found = NULL;
    for (int i = 0; i < s->n && (!found || plain != name); i++)
        if (!strcmp(s->v[i].name, plain)) found = &s->v[i];
    return found;
}
