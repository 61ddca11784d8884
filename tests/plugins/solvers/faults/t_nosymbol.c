/* t_nosymbol.c -- exports a symbol that is not that of its file. */
#include "tests/plugins/euler.h"

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s;
    (void)x;
    return IVP_OK;
}

EULER(t_missing);
