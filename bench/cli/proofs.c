/* proofs.c -- see proofs.h; ivpbench-prove is there only where FLINT was at building.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/proofs.h"

#include "bench/base/message.h"
#include "bench/base/util.h"
#include "bench/process/companion.h"
#include "reference/file/enclosure.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int proofs_make(const proofs_request *q)
{
    if (!companion_exists("ivpbench-prove")) {
        cli_say(
            "reference prove: ivpbench-prove is not built, for it needs a package: install "
            "libflint-arb-dev (Debian 12) or libflint-dev (Debian 13), then run make again");
        return CLI_INFRA;
    }
    char option[] = "--parameters", from[] = "--reference", to[] = "--output", quiet[] = "-q";
    char *problem = copied(q->problem), *given = copied(q->parameters ? q->parameters : "");
    char *folder = copied(q->folder), *output = copied(q->output ? q->output : "");
    char *arguments[10] = { option, given, from, folder };
    int n = 4;
    if (q->output) arguments[n++] = to, arguments[n++] = output;
    if (q->quiet) arguments[n++] = quiet;
    char end[] = "--";
    arguments[n++] = end;
    arguments[n++] = problem;
    const int code =
        companion_run("ivpbench-prove", arguments, q->output ? q->output : q->folder);
    free(problem);
    free(given);
    free(folder);
    free(output);
    return code;
}

/* ---- the table --------------------------------------------------------------------------- */

/* The reference beside an enclosure, NULL where there is none. */
static ref *reference_of(const char *path)
{
    reason why;
    ref *r = NULL;
    char *plain = text_of("%.*s.ref", (int)(strlen(path) - strlen(".enclosure")), path);
    if (access(plain, R_OK) == 0 && !ref_read(&r, plain, &why)) cli_say("%s", why.text);
    free(plain);
    return r;
}

static double largest_radius(const enclosure *e)
{
    double most = 0;
    for (int k = 0; k < e->nstates; k++)
        for (int i = 0; i < e->ncomponents; i++) most = fmax(most, e->states[k].v[i].radius);
    return most;
}

static void print_row(const enclosure *e, const char *path)
{
    double there, largest;
    ref *r = reference_of(path);
    enclosure_digits(e, &there, &largest);
    printf("| %s | %s | %.8g | %.1f (%.1f) | %.1e | %d | %.1f | ", e->problem, e->parameters,
           e->states[e->nstates - 1].t, there, largest, largest_radius(e), e->steps,
           e->seconds);
    if (r) {
        enclosure_verdict v;
        enclosure_compare(e, r, &v);
        printf("%d inside, %d outside, %d not enclosed", v.inside, v.outside, v.missing);
    }
    printf(" | %s |\n", e->ends ? e->ends : "");
    ref_free(r);
}

bool proofs_in(const char *folder)
{
    glob_t files = { 0 };
    char *pattern = text_of("%s/*.enclosure", folder);
    const bool any = glob(pattern, 0, NULL, &files) == 0;
    globfree(&files);
    free(pattern);
    return any;
}

int proofs_table(const char *folder)
{
    reason why;
    int code = CLI_OK;
    glob_t files;
    char *pattern = text_of("%s/*.enclosure", folder);
    const bool none = glob(pattern, 0, NULL, &files) != 0;
    free(pattern);
    if (none) {
        cli_say("no enclosures in %s; `ivpbench reference prove PROBLEM` makes one", folder);
        return CLI_INFRA;
    }
    puts("| problem | parameters | up to | digits (of the largest value) | largest radius | "
         "steps | CPU s | values of the reference | ends "
         "|\n|---|---|---|---|---|---|---|---|---|");
    for (size_t k = 0; k < files.gl_pathc; k++) {
        enclosure *e;
        if (enclosure_read(&e, files.gl_pathv[k], &why)) {
            print_row(e, files.gl_pathv[k]);
            enclosure_free(e);
        } else {
            cli_say("%s", why.text);
            code = CLI_CHECK;
        }
    }
    globfree(&files);
    return code;
}
