/* t_segfault.c -- writes through a null pointer. */
#include "../euler.h"

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    volatile real *volatile nowhere = NULL;
    *nowhere = x->h + (real)s->n;
    return IVP_OK;
}

EULER(t_segfault);
