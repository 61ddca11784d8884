/* verbs.h -- the list of verbs, in the order in which a user needs them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLI_VERBS_H
#define BENCH_CLI_VERBS_H

#include "bench/cli/verb.h"

/* Each lives in its file verb_NAME.c, with _ for -. */
extern const cli_verb verb_try, verb_advise, verb_list, verb_info, verb_plan, verb_run;
extern const cli_verb verb_report, verb_rank, verb_compare, verb_gate, verb_export;
extern const cli_verb verb_ci, verb_history, verb_bisect;
extern const cli_verb verb_reference, verb_papers;
extern const cli_verb verb_new, verb_plugin, verb_import, verb_export_fmu, verb_conform;
extern const cli_verb verb_submit, verb_status, verb_cancel, verb_merge;
extern const cli_verb verb_store, verb_archive, verb_speed, verb_doctor, verb_help;
extern const cli_verb verb_worker; /* not for users */

enum { GROUP_MOST = 8, VERBS_MOST = 40 };

typedef struct verb_group {
    const char *title;                 /* NULL ends the list */
    const cli_verb *verbs[GROUP_MOST]; /* ends with NULL */
} verb_group;

extern const verb_group verb_groups[];

/* Verbs for users, in the order of the groups; their number. */
int verbs_all(const cli_verb *list[VERBS_MOST]);

/* The verb of this name, also one that is not for users; NULL: there is none. */
const cli_verb *verb_find(const char *name);

/* Says what is wrong with the name, and which verb is near; the exit code. */
int verb_unknown(const char *name);

#endif
