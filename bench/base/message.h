/* message.h -- what all verbs of the command line share: exit codes, messages, verbs. */
#ifndef BENCH_BASE_MESSAGE_H
#define BENCH_BASE_MESSAGE_H

#include <stdbool.h>

enum cli_exit {
    CLI_OK = 0,           /* as expected */
    CLI_CHECK = 1,        /* a gate or a check failed */
    CLI_USAGE = 2,        /* usage or configuration */
    CLI_INFRA = 3,        /* infrastructure, or nothing was measured */
    CLI_SOLVER = 4,       /* solvers failed where that was not allowed */
    CLI_INTERRUPTED = 130 /* results so far are kept */
};

/* "ivpbench: ..." on stderr. Says what was wrong, where, and what would be right. */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Shell glob over a comma- or blank-separated list of patterns; an empty list matches all. */
bool cli_match(const char *patterns, const char *name);

typedef struct cli_verb {
    const char *name, *summary;
    const char *usage;                 /* text of `ivpbench VERB --help` */
    int (*run)(int argc, char **argv); /* argv[0] is the verb; returns an enum cli_exit */
} cli_verb;

/* Each verb lives in a file verb_NAME.c of the folder it belongs to. */
extern const cli_verb verb_list, verb_info, verb_plan, verb_run, verb_merge, verb_doctor,
    verb_worker, verb_plugin, verb_store, verb_submit, verb_status, verb_cancel, verb_speed,
    verb_new, verb_archive; /* bench/ */
extern const cli_verb verb_report, verb_export, verb_gate, verb_compare, verb_rank, verb_try,
    verb_papers;                      /* reports/ */
extern const cli_verb verb_reference; /* reference/ */

#endif
