/* paper_entry.c -- groups of a file of claims by their names.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "papers/paper.h"

const config_setting_t *paper_set(const paper *p, const config_setting_t *s)
{
    const char *name = NULL;
    const config_setting_t *sets = config_lookup(&p->config, "sets");
    if (!config_setting_lookup_string(s, "set", &name) || !sets) return NULL;
    return config_setting_get_member(sets, name);
}

const config_setting_t *paper_entry(const paper *p, const char *list, const char *id)
{
    const config_setting_t *all = config_lookup(&p->config, list);
    for (int i = 0; all && i < config_setting_length(all); i++) {
        const config_setting_t *s = config_setting_get_elem(all, (unsigned)i);
        const char *name = NULL;
        if (config_setting_lookup_string(s, "id", &name) && !strcmp(name, id)) return s;
    }
    return NULL;
}
