/* peer.h -- codes of others in the hands of a test, where they are installed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PEER_H
#define PEER_H

#include "kernel/problem/plugin.h"
#include "tests/method.h"

/* Whether what the solver needs is not there; a plug-in that needs nothing is a mistake of the
 * test. */
static inline bool is_missing(const char *name)
{
    reason why = { "" };
    const ivp_solver *s = plugin_solver(name, &why);
    ck_assert_msg(s, "%s", why.text);
    ck_assert_msg(s->missing, "%s is no optional plug-in", name);
    return s->missing();
}

#endif
