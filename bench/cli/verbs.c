/* verbs.c -- see verbs.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/verbs.h"

#include <string.h>

#include "bench/base/message.h"

const verb_group verb_groups[] = {
    { "Run", { &verb_try, &verb_advise, &verb_list, &verb_info, &verb_plan, &verb_run } },
    { "Read results", { &verb_report, &verb_rank, &verb_compare, &verb_gate, &verb_export } },
    { "References and papers", { &verb_reference, &verb_papers } },
    { "Plug-ins", { &verb_new, &verb_plugin, &verb_conform } },
    { "Repositories of solvers", { &verb_ci, &verb_history, &verb_bisect } },
    { "Campaigns on many machines", { &verb_submit, &verb_status, &verb_cancel, &verb_merge } },
    { "Maintenance", { &verb_store, &verb_archive, &verb_speed, &verb_doctor, &verb_help } },
    { NULL, { NULL } },
};

int verbs_all(const cli_verb *list[VERBS_MOST])
{
    int n = 0;
    for (const verb_group *g = verb_groups; g->title; g++)
        for (int i = 0; g->verbs[i]; i++) list[n++] = g->verbs[i];
    return n;
}

const cli_verb *verb_find(const char *name)
{
    const cli_verb *list[VERBS_MOST];
    const int n = verbs_all(list);
    for (int i = 0; i < n; i++)
        if (!strcmp(list[i]->name, name)) return list[i];
    return strcmp(verb_worker.name, name) ? NULL : &verb_worker;
}

int verb_unknown(const char *name)
{
    const cli_verb *list[VERBS_MOST];
    const char *names[VERBS_MOST];
    const int n = verbs_all(list);
    for (int i = 0; i < n; i++) names[i] = list[i]->name;
    const char *near = nearest_word(name, names, n);
    if (near)
        cli_say("unknown verb \"%s\"; did you mean %s?", name, near);
    else
        cli_say("unknown verb \"%s\"; `ivpbench help` lists the verbs", name);
    return CLI_USAGE;
}
