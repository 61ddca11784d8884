/* verb_doctor.c -- `ivpbench doctor`: what makes measurements on this machine worth less.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/process/query.h"
#include "bench/base/message.h"
#include "bench/host/doctor.h"
#include "bench/cli/described_text.h"
#include "bench/cli/verbs.h"
#include "bench/worker/described.h"

#include <stdio.h>
#include <stdlib.h>

static int print_defects(void)
{
    char *text;
    const int code = ask_worker_text("defects", "plug-ins", &text);
    json_t *items = json_array();
    free(described_items(items, text));
    described_print_items(items);
    json_decref(items);
    free(text);
    return code;
}

static int run(int argc, char **argv)
{
    static const char *const signs[] = { [DOCTOR_FINE] = "ok",
                                         [DOCTOR_NOTE] = "note",
                                         [DOCTOR_WARN] = "warning",
                                         [DOCTOR_BAD] = "bad" };
    if (verb_read(&verb_doctor, NULL, argc, argv) < 0) return CLI_USAGE;
    int count[4] = { 0 };
    for (const struct doctor_row *row = doctor_rows; row->name; row++) {
        char text[DOCTOR_TEXT] = "";
        const doctor_verdict v = row->check(text);
        count[v]++;
        printf("%-8s  %-13s %s\n", signs[v], row->name, text);
        fflush(stdout);
    }
    const int code = print_defects();
    printf("%-8s  %-13s %s\n", code ? "bad" : "ok", "plug-ins",
           code ? "see the sentences above" : "all load");
    if (count[DOCTOR_WARN])
        printf(
            "%d warnings: times measured here are to be taken with care; counters, errors and "
            "outcomes are not affected\n",
            count[DOCTOR_WARN]);
    return code ? CLI_INFRA : CLI_OK;
}

const cli_verb verb_doctor = {
    .name = "doctor",
    .summary = "check this machine and this build",
    .synopsis = { "doctor" },
    .description = { "The command checks the build, the plug-ins and the machine, and measures "
                     "how much its timings vary. It warns of everything that makes timings "
                     "unreliable. Warnings do not change the exit code." },
    .exits = { { CLI_INFRA, "a plug-in does not load" } },
    .examples = { { "ivpbench doctor", "Check a machine before a long run." } },
    .run = run,
};
