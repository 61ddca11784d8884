/* t_heap.c -- writes beyond what it has allocated. */
#include "tests/plugins/euler.h"

#include <string.h>

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)x;
    volatile size_t n = (size_t)s->n * sizeof *s->f;
    memset(s->f, 0x5a, n + 256);
    return IVP_OK;
}

EULER(t_heap);
