/* described.c -- the members of what plug-ins document, and lines of JSON read.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/worker/described.h"

#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/base/util.h"

static const schema_row params[] = {
    { "name", SCHEMA_TEXT, 0, "name", NULL },
    { "value", SCHEMA_TEXT, 0, "default", NULL },
    { "meaning", SCHEMA_TEXT, 0, "meaning with its unit; may be empty", NULL },
    { "choices", SCHEMA_TEXT, SCHEMA_OPTIONAL, "words that it takes, separated by blanks",
      NULL },
    { "kind", SCHEMA_TEXT, 0,
      "`real`, `integer`, or `structural`: an integer that sizes depend on", NULL },
    { 0 }
};

static const schema_row events[] = {
    { "name", SCHEMA_TEXT, 0, "name of the guard", NULL },
    { "direction", SCHEMA_TEXT, 0, "`rising`, `falling` or `both`", NULL },
    { "then", SCHEMA_TEXT, 0, "what happens: recorded, restart, stop, kink", NULL },
    { "jumps", SCHEMA_TRUTH, 0, "the state jumps", NULL },
    { 0 }
};

static const schema_row observables[] = {
    { "name", SCHEMA_TEXT, 0, "name", NULL },
    { "unit", SCHEMA_TEXT, 0, "unit; may be empty", NULL },
    { "meaning", SCHEMA_TEXT, 0, "meaning; may be empty", NULL },
    { 0 }
};

static const schema_row published[] = {
    { "source", SCHEMA_TEXT, 0, "where the end values stand", NULL },
    { "parameters", SCHEMA_TEXT, 0, "of these parameters; empty: the defaults", NULL },
    { 0 }
};

static const schema_row settings[] = { { "name", SCHEMA_TEXT, 0, "name", NULL },
                                       { "options", SCHEMA_TEXT, 0, "the options", NULL },
                                       { "meaning", SCHEMA_TEXT, 0, "what they are for", NULL },
                                       { 0 } };

#define WHO                                                                                    \
    { "name", SCHEMA_TEXT, 0, "its name", NULL },                                              \
        { "title", SCHEMA_TEXT, 0, "one clause", NULL },                                       \
        { "source", SCHEMA_TEXT, 0, "where it was published", NULL },                          \
        { "file", SCHEMA_TEXT, 0, "file of the plug-in", NULL },                               \
        { "hides", SCHEMA_TEXT, SCHEMA_OPTIONAL,                                               \
          "another file of this name, which is not used", NULL },                              \
    {                                                                                          \
        "not_used_yet", SCHEMA_TEXT, SCHEMA_LIST,                                              \
            "members of its descriptor that this program does not use", NULL                   \
    }

#define MAY_DIFFER                                                                             \
    {                                                                                          \
        "not_deterministic", SCHEMA_TEXT, SCHEMA_OPTIONAL,                                     \
            "why two runs may differ; its results are not ranked", NULL                        \
    }

static const schema_row problem[] = {
    WHO,
    { "tags", SCHEMA_TEXT, 0, "words of its descriptor", NULL },
    { "form", SCHEMA_TEXT, 0, "form of its equations", NULL },
    MAY_DIFFER,
    { "n", SCHEMA_COUNT, SCHEMA_OPTIONAL, "unknowns; of a mechanism nq, nx, ng", NULL },
    { "nq", SCHEMA_COUNT, SCHEMA_OPTIONAL, "positions", NULL },
    { "nx", SCHEMA_COUNT, SCHEMA_OPTIONAL, "first-order states", NULL },
    { "ng", SCHEMA_COUNT, SCHEMA_OPTIONAL, "constraints", NULL },
    { "derived", SCHEMA_TEXT, SCHEMA_OPTIONAL,
      "blocks that the kernel derives, and at what price", NULL },
    { "interval", SCHEMA_TEXT, 0, "as declared", NULL },
    { "t0", SCHEMA_NUMBER, 0, "start", NULL },
    { "t1", SCHEMA_NUMBER, 0, "end", NULL },
    { "formulations", SCHEMA_TEXT, SCHEMA_LIST, "those that fit", NULL },
    { "scd_over", SCHEMA_TEXT, 0, "components that scd scores", NULL },
    { "mescd_over", SCHEMA_TEXT, 0, "components that mescd scores", NULL },
    { "scd_absolute", SCHEMA_TRUTH, 0, "scd counts absolute errors", NULL },
    { "parameters", SCHEMA_OBJECT, SCHEMA_LIST, "its parameters", params },
    { "events", SCHEMA_OBJECT, SCHEMA_LIST, "its events", events },
    { "observables", SCHEMA_OBJECT, SCHEMA_LIST, "its observables", observables },
    { "invariants", SCHEMA_OBJECT, SCHEMA_LIST, "its invariants", observables },
    { "published", SCHEMA_OBJECT, SCHEMA_LIST, "published end values", published },
    { 0 }
};

static const schema_row solver[] = {
    WHO,
    { "library", SCHEMA_TEXT, SCHEMA_OPTIONAL, "library that it wraps", NULL },
    { "times_contain", SCHEMA_TEXT, SCHEMA_OPTIONAL, "what its times hold beside the method",
      NULL },
    MAY_DIFFER,
    { "missing", SCHEMA_TEXT, SCHEMA_OPTIONAL, "what it lacks on this machine", NULL },
    { "family", SCHEMA_TEXT, SCHEMA_OPTIONAL, "family of its method", NULL },
    { "order", SCHEMA_COUNT, SCHEMA_OPTIONAL, "order; left out: variable", NULL },
    { "formulations", SCHEMA_TEXT, SCHEMA_LIST, "those that it takes", NULL },
    { "works_through", SCHEMA_TEXT, SCHEMA_LIST, "forms of equations that it calls", NULL },
    { "takes", SCHEMA_TEXT, 0, "tolerances, constant steps, or both", NULL },
    { "step_control", SCHEMA_TEXT, 0, "who chooses step sizes", NULL },
    { "dense_output", SCHEMA_TRUTH, 0, "it has dense output", NULL },
    { "options", SCHEMA_OBJECT, SCHEMA_LIST, "its options", params },
    { "settings", SCHEMA_OBJECT, SCHEMA_LIST, "settings that it recommends", settings },
    { 0 }
};

static const schema_row items[] = {
    { "name", SCHEMA_TEXT, 0, "its name", NULL },
    { "title", SCHEMA_TEXT, SCHEMA_OPTIONAL, "one clause; of plug-ins that can be used", NULL },
    { "tags", SCHEMA_TEXT, SCHEMA_OPTIONAL, "tags of a problem, also those that follow from it",
      NULL },
    { "missing", SCHEMA_TEXT, SCHEMA_OPTIONAL, "what a solver lacks on this machine", NULL },
    { "unusable", SCHEMA_TEXT, SCHEMA_OPTIONAL, "why a plug-in cannot be used", NULL },
    { "file", SCHEMA_TEXT, SCHEMA_OPTIONAL,
      "file of a plug-in that hides another, or of a plan", NULL },
    { "hides", SCHEMA_TEXT, SCHEMA_OPTIONAL, "another file of this name, which is not used",
      NULL },
    { 0 }
};

static const schema_row list[] = {
    { "kind", SCHEMA_TEXT, 0, "`problems`, `solvers`, `formulations` or `plans`", NULL },
    { "items", SCHEMA_OBJECT, SCHEMA_LIST, "what there is, in the order of the names", items },
    { 0 }
};

const schema problem_schema = { "ivpbench.problem", "1.0.0", "what a problem documents",
                                problem },
             solver_schema = { "ivpbench.solver", "1.0.0", "what a solver documents", solver },
             list_schema = { "ivpbench.list", "1.0.0", "what this installation can run", list };

/* Lines that are no objects come from plug-ins. */
static json_t *next_object(char **rest)
{
    for (char *line; (line = strsep(rest, "\n"));) {
        json_t *o = json_loads(line, 0, NULL);
        if (json_is_object(o)) return o;
        json_decref(o);
    }
    return NULL;
}

json_t *described_document(const char *text)
{
    char *copy = copied(text), *rest = copy, *wrong = NULL;
    json_t *o = next_object(&rest);
    const char *kind = json_string_value(json_object_get(o, "schema"));
    const schema *s =
        kind && strstr(kind, solver_schema.name) ? &solver_schema : &problem_schema;
    if (o) wrong = schema_wrong(s, o);
    if (!o || wrong)
        cli_say("a plug-in changed what is said of it%s%s", wrong ? ": " : "",
                wrong ? wrong : "");
    if (wrong) json_decref(o);
    const bool good = o && !wrong;
    free(wrong);
    free(copy);
    return good ? o : NULL;
}

char *described_items(json_t *to, const char *text)
{
    char *copy = copied(text), *rest = copy, *last = NULL;
    for (json_t *o; (o = next_object(&rest));) {
        const char *loading = json_string_value(json_object_get(o, "loading"));
        if (loading) {
            free(last);
            last = copied(loading);
            json_decref(o);
        } else
            json_array_append_new(to, o);
    }
    free(copy);
    return last;
}
