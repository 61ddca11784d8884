/* accessors.c -- properties of a model that a solver can read without an evaluation.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/model_inner.h"

int ivp_n(const ivp_model *m) { return m->n; }
int ivp_nq(const ivp_model *m) { return m->nq; }
int ivp_nx(const ivp_model *m) { return m->nx; }
int ivp_ng(const ivp_model *m) { return m->ng; }
ivp_formulation ivp_formulation_of(const ivp_model *m) { return m->formulation; }
ivp_view ivp_view_of(const ivp_model *m) { return m->view; }
const int *ivp_index(const ivp_model *m) { return m->index; }
const bool *ivp_differential(const ivp_model *m) { return m->differential; }
bool model_looks_inside(const ivp_model *m) { return m->looks_inside; }
double model_span(const ivp_model *m) { return m->instance->t1 - m->instance->t0; }

ivp_band ivp_band_of(const ivp_model *m)
{
    const ivp_sizes *s = &m->instance->sizes;
    const bool full = m->instance->problem->form == IVP_MECH || (!s->ml && !s->mu);
    return full ? (ivp_band){ m->n - 1, m->n - 1 } : (ivp_band){ s->ml, s->mu };
}

bool ivp_has_columns(const ivp_model *m) { return m->columns; }

ivp_stabilisation model_stabilisation(const ivp_model *m) { return m->given; }
void ivp_reason(ivp_model *m, const char *sentence) { m->reason = sentence; }
void ivp_remark(ivp_model *m, const char *sentence) { m->remark = sentence; }
