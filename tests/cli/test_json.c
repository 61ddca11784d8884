/* test_json.c -- documents of --json: as their schema says, with the numbers of the text, also
 * of errors.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/cli/document.h"
#include "bench/cli/verbs.h"
#include "reports/tables/rank.h"
#include "tests/bench/shell_case.h"

/* The document of a command with this exit code; errors go elsewhere. */
static json_t *answer(const char *words, int code)
{
    char *line = text_of("$BUILD/ivpbench %s 2>$HERE/errors", words);
    const int found = shell(line);
    ck_assert_msg(found == code, "%s: exit code %d, not %d: %s", line, found, code, said);
    json_t *o = json_loads(said, 0, NULL);
    ck_assert_msg(json_is_object(o), "%s: no document: %s", line, said);
    free(line);
    return o;
}

static const schema *schema_of(const json_t *o)
{
    const cli_verb *list[VERBS_MOST];
    const char *name = json_string_value(json_object_get(o, "schema"));
    const int n = verbs_all(list);
    for (int i = 0; i < n; i++)
        for (int k = 0; list[i]->documents[k]; k++) {
            const size_t length = strlen(list[i]->documents[k]->name);
            if (name && !strncmp(name, list[i]->documents[k]->name, length) &&
                name[length] == '/')
                return list[i]->documents[k];
        }
    ck_abort_msg("no verb has the schema %s", name ? name : "(none)");
    return NULL;
}

static void conforms(const json_t *o)
{
    char *wrong = schema_wrong(schema_of(o), o);
    ck_assert_msg(!wrong, "%s", wrong);
}

static const char *text(const json_t *o, const char *name)
{
    const char *value = json_string_value(json_object_get(o, name));
    ck_assert_msg(value != NULL, "no %s", name);
    return value;
}

static double number(const json_t *o, const char *name)
{
    const json_t *value = json_object_get(o, name);
    ck_assert_msg(json_is_number(value), "no number %s", name);
    return json_number_value(value);
}

/* ---- answers ----------------------------------------------------------------------------- */

#define EACH(list, one)                                                                        \
    for (size_t k_ = 0; k_ < json_array_size(list); k_++)                                      \
        for (const json_t *one = json_array_get(list, k_); one; one = NULL)

/* Is there a line that has all these words? */
static bool has_line(const char *all, const char *const *words, int n)
{
    char *copy = copied(all), *rest = copy, *line;
    bool found = false;
    while (!found && (line = strsep(&rest, "\n"))) {
        found = true;
        for (int i = 0; i < n; i++) found = found && strstr(line, words[i]);
    }
    free(copy);
    return found;
}

static void has_run(const json_t *run, const char *table)
{
    char scd[32], steps[32], n_f[32];
    snprintf(scd, sizeof scd, " %.2f ", number(run, "scd"));
    snprintf(steps, sizeof steps, " %.0f ", number(run, "steps"));
    snprintf(n_f, sizeof n_f, " %.0f ", number(run, "n_f"));
    const char *const words[] = { text(run, "label"), scd, steps, n_f };
    ck_assert_msg(has_line(table, words, 4), "no line of %s%s%s%s in %s", words[0], scd, steps,
                  n_f, table);
}

START_TEST(try_has_the_numbers_of_its_table)
{
    static const char words[] =
        "try hires -S 'dopri5,radau_iia,hht' --rtol 1e-5 --workers 0 -o $HERE/a.db";
    char *line = text_of("$BUILD/ivpbench %s", words), *asked = text_of("%s --json", words);
    ck_assert_int_eq(shell(line), 0);
    char *table = copied(said);
    json_t *o = answer(asked, 0);
    conforms(o);
    ck_assert_int_eq((int)json_array_size(json_object_get(o, "runs")), 2);
    EACH(json_object_get(o, "runs"), run) has_run(run, table);
    const json_t *out = json_array_get(json_object_get(o, "left_out"), 0);
    char *left = text_of("%s: left out: %s\n", text(out, "what"), text(out, "why"));
    ck_assert_msg(strstr(table, left) != NULL, "%s", left);
    json_decref(o);
    free(left);
    free(table);
    free(asked);
    free(line);
}
END_TEST

/* The row has the same doubles. */
static void has_place(const json_t *place, const char *csv)
{
    double v[4];
    char *row = text_of(",%.0f,%s,%s,%s,", number(place, "rank"),
                        json_is_true(json_object_get(place, "tied")) ? "true" : "false",
                        text(place, "name"), text(place, "label"));
    const char *at = strstr(csv, row);
    ck_assert_msg(at != NULL, "no row %s in %s", row, csv);
    const int n = sscanf(at + strlen(row), "%lf,%lf,%lf,%lf", &v[0], &v[1], &v[2], &v[3]);
    ck_assert_int_ge(n, 2);
    ck_assert(v[0] == number(place, "cost") && v[1] == number(place, "ratio"));
    if (number(place, "rank") > 1)
        ck_assert(n == 4 && v[2] == number(place, "ratio_low") &&
                  v[3] == number(place, "ratio_high"));
    free(row);
}

/* Both have one digit; one rung says nothing of twelve. */
START_TEST(rank_has_the_numbers_of_its_rows)
{
    ck_assert_int_eq(shell("$BUILD/ivpbench try hires -S 'dopri5,radau_iia' --rtol 1e-5 "
                           "--workers 2 -o $HERE/a.db"),
                     0);
    ck_assert_int_eq(shell("$BUILD/ivpbench rank --store $HERE/a.db -d 1 -f csv"), 0);
    char *csv = copied(said);
    json_t *o = answer("rank --store $HERE/a.db -d 1 --json", 0);
    conforms(o);
    const json_t *first = json_array_get(json_object_get(o, "rankings"), 0);
    ck_assert_str_eq(text(first, "problem"), "hires");
    ck_assert_int_eq((int)json_array_size(json_object_get(first, "places")), 2);
    EACH(json_object_get(first, "places"), place) has_place(place, csv);
    json_decref(o);
    o = answer("rank --store $HERE/a.db -d 12 --json", 0);
    conforms(o);
    first = json_array_get(json_object_get(o, "rankings"), 0);
    ck_assert_int_eq((int)json_array_size(json_object_get(first, "places")), 0);
    EACH(json_object_get(first, "others"), other)
    ck_assert_str_eq(text(other, "why"), "not asked");
    json_decref(o);
    free(csv);
}
END_TEST

static const struct {
    const char *words, *member;
} lists[] = {
    { "list problems --tags 'stiff & index1'", "tags" },
    { "list solvers", "name" },
    { "list formulations", "name" },
    { "list plans", "file" },
};

/* Each item begins a line of the text. */
START_TEST(lists_have_the_names_of_the_text)
{
    char *line = text_of("$BUILD/ivpbench %s", lists[_i].words);
    char *asked = text_of("%s --json", lists[_i].words);
    ck_assert_int_eq(shell(line), 0);
    char *all = text_of("\n%s", said);
    json_t *o = answer(asked, 0);
    conforms(o);
    ck_assert_int_gt((int)json_array_size(json_object_get(o, "items")), 0);
    EACH(json_object_get(o, "items"), item)
    {
        char *name = text_of("\n%s", text(item, "name"));
        ck_assert_msg(strstr(all, name) && strstr(all, text(item, lists[_i].member)), "%s",
                      name);
        free(name);
    }
    json_decref(o);
    free(all);
    free(asked);
    free(line);
}
END_TEST

static const char *const described[] = {
    "andrews", "bouncing_balls", "brusselator_1d", "dopri5", "ida", "radau_iia"
};

START_TEST(info_has_what_the_text_has)
{
    char *line = text_of("$BUILD/ivpbench info %s", described[_i]);
    char *asked = text_of("info %s --json", described[_i]);
    ck_assert_int_eq(shell(line), 0);
    char *all = copied(said);
    json_t *o = answer(asked, 0);
    conforms(o);
    ck_assert_str_eq(text(o, "name"), described[_i]);
    ck_assert_msg(strstr(all, text(o, "title")) && strstr(all, text(o, "source")), "%s", all);
    EACH(json_object_get(o, "formulations"), one)
    ck_assert_ptr_nonnull(strstr(all, json_string_value(one)));
    json_decref(o);
    free(all);
    free(asked);
    free(line);
}
END_TEST

/* Rows of a reference that is read from its file, by one that this program also has in text. */
START_TEST(a_state_has_the_digits_of_the_rows)
{
    if (shell("test -x $BUILD/ivpbench-quad")) return;
    ck_assert_int_eq(shell("$BUILD/ivpbench reference show hires --format csv"), 0);
    char *csv = copied(said);
    json_t *o = answer("reference show hires --json", 0);
    conforms(o);
    ck_assert(json_is_true(json_object_get(o, "stored")));
    ck_assert_int_eq((int)json_array_size(json_object_get(o, "values")), 8);
    EACH(json_object_get(o, "values"), value)
    {
        char *row = text_of("%s,%s,%.3g\n", text(value, "component"), text(value, "value"),
                            number(value, "bar"));
        ck_assert_msg(strstr(csv, row) != NULL, "%s is not in %s", row, csv);
        free(row);
    }
    json_decref(o);
    free(csv);
}
END_TEST

/* ---- errors ------------------------------------------------------------------------------ */

static const struct {
    const char *words;
    int code;
    const char *says;
} errors[] = {
    { "try hires -S nobody --json", 2, "unknown solver \"nobody\"" },
    { "try hires -S hht --json", 3, "left out" },
    { "rank --store $HERE/none.db --json", 3, "there is no store" },
    { "rank --digits few --json", 2, "option --digits" },
    { "info nobody --json", 2, "unknown problem or solver \"nobody\"" },
    { "list problems --tags '(' --json", 2, "" },
    { "list everything --json", 2, "everything" },
    { "reference show --json", 2, "give PROBLEM" },
    { "reference show hires --at noon --json", 2, "noon" },
    { "reference make hires --json", 2, "--json" },
    { "advise nobody --json", 2, "nobody" },
};

/* With --json the code is that without it, and what was said is in the document. */
START_TEST(errors_are_documents)
{
    char *words = copied(errors[_i].words);
    *strstr(words, " --json") = '\0';
    char *line = text_of("$BUILD/ivpbench %s", words);
    json_t *o = answer(errors[_i].words, errors[_i].code);
    const json_t *error = json_object_get(o, "error");
    ck_assert_int_eq((int)number(error, "exit_code"), errors[_i].code);
    const char *message = text(error, "message");
    ck_assert_msg(*message && strstr(message, errors[_i].says), "%s", message);
    ck_assert_ptr_nonnull(schema_of(o));
    if (!strstr(errors[_i].words, "make")) ck_assert_int_eq(shell(line), errors[_i].code);
    json_decref(o);
    free(line);
    free(words);
}
END_TEST

/* ---- schemas ----------------------------------------------------------------------------- */

static const schema_row inner[] = { { "x", SCHEMA_NUMBER, 0, "x", NULL }, { 0 } },
                        outer[] = { { "name", SCHEMA_TEXT, 0, "n", NULL },
                                    { "more", SCHEMA_OBJECT, SCHEMA_LIST | SCHEMA_OPTIONAL, "m",
                                      inner },
                                    { 0 } };
static const schema sample = { "sample", "1.2.3", "a sample", outer };

static const struct {
    const char *document, *wrong; /* NULL: nothing is */
} documents[] = {
    { "{'schema':'sample/1.2.3','name':'a'}", NULL },
    { "{'schema':'sample/1.2.3','name':'a','more':[{'x':1},{'x':1.5}]}", NULL },
    { "{'schema':'sample/1.2.4','name':'a'}", "schema is not sample/1.2.3" },
    { "{'name':'a'}", "schema is not" },
    { "{'schema':'sample/1.2.3'}", "sample.name is missing" },
    { "{'schema':'sample/1.2.3','name':1}", "sample.name is not of type text" },
    { "{'schema':'sample/1.2.3','name':'a','other':1}", "sample.other is no member" },
    { "{'schema':'sample/1.2.3','name':'a','more':{'x':1}}", "sample.more is no list" },
    { "{'schema':'sample/1.2.3','name':'a','more':[{'x':1},{'x':'1'}]}",
      "sample.more[1].x is not of type number" },
    { "{'schema':'sample/1.2.3','name':'a','more':[{}]}", "sample.more[0].x is missing" },
    { "[]", "no object" },
};

START_TEST(a_document_is_held_against_its_schema)
{
    char *document = copied(documents[_i].document);
    for (char *c = document; *c; c++)
        if (*c == '\'') *c = '"';
    json_t *o = json_loads(document, 0, NULL);
    ck_assert_ptr_nonnull(o);
    char *wrong = schema_wrong(&sample, o);
    ck_assert_msg(documents[_i].wrong ? wrong && strstr(wrong, documents[_i].wrong) : !wrong,
                  "%s: %s", document, wrong ? wrong : "nothing is wrong");
    json_decref(o);
    free(wrong);
    free(document);
}
END_TEST

START_TEST(what_does_not_fit_is_not_printed)
{
    ck_assert_int_eq(document_give(&rank_schema, json_object(), CLI_OK), CLI_INFRA);
}
END_TEST

/* Of three numbers, each without a zero before it. */
static bool is_semantic(const char *version)
{
    int n[3], length = 0;
    char again[32];
    if (sscanf(version, "%d.%d.%d%n", &n[0], &n[1], &n[2], &length) != 3) return false;
    snprintf(again, sizeof again, "%d.%d.%d", n[0], n[1], n[2]);
    return !version[length] && !strcmp(again, version) && n[0] > 0;
}

static void check_rows(const schema_row *r, const char *of)
{
    for (; r->name; r++) {
        ck_assert_msg(r->meaning && *r->meaning, "%s: %s has no meaning", of, r->name);
        ck_assert_msg((r->type == SCHEMA_OBJECT) == (r->members != NULL), "%s: members of %s",
                      of, r->name);
        if (r->members) check_rows(r->members, of);
    }
}

static void check_schema(const schema *s)
{
    ck_assert_msg(is_semantic(s->version), "%s: %s", s->name, s->version);
    check_rows(s->rows, s->name);
}

START_TEST(schemas_are_complete)
{
    const cli_verb *list[VERBS_MOST];
    const int n = verbs_all(list);
    int found = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; list[i]->documents[k]; k++, found++)
            check_schema(list[i]->documents[k]);
        for (int k = 0; list[i]->files[k]; k++, found++) check_schema(list[i]->files[k]);
    }
    ck_assert_int_eq(found, 8);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("json");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, try_has_the_numbers_of_its_table);
    tcase_add_test(t, rank_has_the_numbers_of_its_rows);
    tcase_add_loop_test(t, lists_have_the_names_of_the_text, 0, 4);
    tcase_add_loop_test(t, info_has_what_the_text_has, 0, 6);
    tcase_add_test(t, a_state_has_the_digits_of_the_rows);
    tcase_add_loop_test(t, errors_are_documents, 0, 11);
    tcase_add_loop_test(t, a_document_is_held_against_its_schema, 0, 11);
    tcase_add_test(t, what_does_not_fit_is_not_printed);
    tcase_add_test(t, schemas_are_complete);
    return suite_run("json", t);
}
