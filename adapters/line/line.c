/* line.c -- the line protocol, version 1: docs/line-protocol.md.
 *
 *     worker:  open 1                                    program:  ready [decimal]
 *              begin n rtol h hmax atol_1 .. atol_n                ok
 *              restart t h0 y_1 .. y_n y'_1 .. y'_n                ok
 *              step tmax                                           done t y_1 .. y_n
 *              dense theta                                         y y_1 .. y_n
 *              finish                                              ok
 *
 * Before its answer the program may ask `f t y_1 .. y_n` (answer: f f_1 .. f_n), `jac t y_1 ..
 * y_n` (jac, df_i/dy_j by columns), say `count NAME k`, or give up: `fail sentence`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/line/session.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- questions and answers --------------------------------------------------------------- */

/* Exactly n numbers, hexadecimal or decimal. */
static ivp_status parse(ivp_line *s, const char *word, const char *text, double *x, int n)
{
    for (int k = 0; k < n; k++) {
        char *end;
        x[k] = strtod(text, &end);
        if (end == text || (*end && *end != ' ' && *end != '\r'))
            return LINE_FAILS(s, "`%s` has %d numbers where %d are expected: '%.60s'", word, k,
                              n, text);
        text = end;
    }
    text += strspn(text, " \r");
    return *text ? LINE_FAILS(s, "`%s` has more than %d numbers: '%.60s'", word, n, text)
                 : IVP_OK;
}

/* Sends n numbers; where they do not exist, `no`. A failure for good is handed on. */
static ivp_status answer(ivp_line *s, ivp_status st, const char *word, const double *x,
                         size_t n)
{
    if (st < 0) {
        s->lost = true;
        return st;
    }
    size_t at = ivp_line_word(s, st ? "no" : word);
    if (!st) at = ivp_line_numbers(s, at, x, n);
    return ivp_line_send(s, at);
}

static ivp_status answer_f(ivp_line *s, const char *text)
{
    ivp_status st = parse(s, "f", text, s->x, s->n + 1);
    if (st) return st;
    double *f = s->x + 1 + s->n;
    st = ivp_rhs(s->m, s->x[0], s->x + 1, f);
    return answer(s, st, "f", f, (size_t)s->n);
}

static ivp_status answer_jac(ivp_line *s, const char *text)
{
    const int n = s->n;
    ivp_status st = parse(s, "jac", text, s->x, n + 1);
    if (st) return st;
    if (!s->J) return LINE_FAILS(s, "`jac` needs jacobian = true in the file of the solver");
    st = ivp_rhs_jac(s->m, s->x[0], s->x + 1, (ivp_mat){ n, n, n, s->J });
    return answer(s, st, "jac", s->J, (size_t)n * (size_t)n);
}

/* "n_lu 3" */
static ivp_status count(ivp_line *s, const char *text)
{
    const size_t length = strcspn(text, " ");
    const bool unknown = !strcmp(text + length, " ?"); /* the code does not tell */
    char *end;
    errno = 0;
    const long k = strtol(text + length, &end, 10);
    const bool good = unknown || (end != text + length && !*end && !errno && k >= 0);
    for (int c = 0; good && c < IVP_NCOUNTERS; c++) {
        const char *name = ivp_counter_name((ivp_counter)c);
        if (strlen(name) != length || strncmp(name, text, length)) continue;
        if (unknown)
            ivp_not_counted(s->m, (ivp_counter)c);
        else
            ivp_count(s->m, (ivp_counter)c, k);
        return IVP_OK;
    }
    return LINE_FAILS(s, "`count` is followed by a counter and a number, not by '%.60s'", text);
}

static ivp_status give_up(ivp_line *s, const char *text)
{
    return LINE_FAILS(s, "%.200s", *text ? text : "the program gave up");
}

static const struct {
    const char *word;
    ivp_status (*serve)(ivp_line *s, const char *text);
} questions[] = {
    { "f", answer_f }, { "jac", answer_jac }, { "count", count }, { "fail", give_up }
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

static ivp_status serve(ivp_line *s, const char *word, const char *text, const char *last)
{
    for (int k = 0; k < QUESTIONS; k++)
        if (!strcmp(word, questions[k].word)) return questions[k].serve(s, text);
    return LINE_FAILS(s, "the program says '%.60s', expected is %s, f, jac, count or fail",
                      word, last);
}

/* Answers questions until `last` comes, with n numbers for x. */
static ivp_status serve_until(ivp_line *s, const char *last, double *x, int n)
{
    ivp_status st = IVP_OK;
    while (!st) {
        char *line = ivp_line_read(s, &st);
        if (!line) return st;
        line[strcspn(line, "\r")] = '\0';
        char *text = line + strcspn(line, " ");
        if (*text) *text++ = '\0';
        if (!strcmp(line, last)) return parse(s, last, text, x, n);
        st = serve(s, line, text, last);
    }
    return st;
}

/* Sends what stands in `out`, and serves until the answer comes. */
static ivp_status ask(ivp_line *s, size_t length, const char *last, double *x, int n)
{
    const ivp_status st = ivp_line_send(s, length);
    return st ? st : serve_until(s, last, x, n);
}

/* ---- the solver -------------------------------------------------------------------------- */

static ivp_status begin(ivp_line *s)
{
    const double requested[] = { s->tol->rtol, s->tol->h, s->tol->hmax };
    size_t at = (size_t)sprintf(s->out, "begin %d", s->n);
    at = ivp_line_numbers(s, at, requested, 3);
    at = ivp_line_numbers(s, at, s->tol->atol, (size_t)s->n);
    return ask(s, at, "ok", NULL, 0);
}

ivp_status ivp_line_greet(ivp_line *s)
{
    ivp_status st = ivp_line_send(s, ivp_line_word(s, "open 1"));
    char *line = st ? NULL : ivp_line_read(s, &st);
    if (!line) return st;
    line[strcspn(line, "\r")] = '\0';
    s->decimal = !strcmp(line, "ready decimal");
    if (s->decimal || !strcmp(line, "ready")) return begin(s);
    return LINE_FAILS(s, "the program says '%.60s' at the beginning, expected is `ready`",
                      line);
}

static ivp_status start(ivp_line *s)
{
    const ivp_status st = ivp_line_launch(s);
    return st ? st : ivp_line_greet(s);
}

void ivp_line_destroy(void *self)
{
    ivp_line *s = self;
    if (!s) return;
    ivp_line_stop(s);
    ivp_line_clean(s);
    free(s->in);
    free(s->out);
    free(s->x);
    free(s->J);
    free(s);
}

bool ivp_line_allocate(ivp_line *s, size_t n)
{
    const size_t most = s->program->jacobian ? n * n : n;
    s->n = (int)n;
    s->room = (2 * n + 8) * 64 + 1024;
    s->in = malloc(s->room);
    s->out = malloc((most + 2 * n + 8) * IVP_LINE_NUMBER + 64);
    s->x = calloc(2 * n + 1, sizeof *s->x);
    s->J = s->program->jacobian ? calloc(n * n, sizeof *s->J) : NULL;
    return s->in && s->out && s->x && (!s->program->jacobian || s->J);
}

ivp_status ivp_line_create(void **self, ivp_model *m, const ivp_tol *tol,
                           const ivp_line_program *program)
{
    ivp_line *s = *self = calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->tol = tol;
    s->program = program;
    s->to = s->from = -1;
    if (!ivp_line_allocate(s, (size_t)ivp_n(m))) return IVP_E_NOMEM;
    signal(SIGPIPE, SIG_IGN); /* that it has ended is read from its pipe */
    const ivp_status st = ivp_line_unpack(s);
    return st ? st : start(s);
}

/* One that was lost is started anew. */
ivp_status ivp_line_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    ivp_line *s = self;
    const double where[] = { t, h0 };
    if (s->lost) {
        ivp_line_stop(s);
        const ivp_status st = start(s);
        if (st) return st;
    }
    size_t at = ivp_line_numbers(s, ivp_line_word(s, "restart"), where, 2);
    at = ivp_line_numbers(s, at, y, (size_t)s->n);
    at = ivp_line_numbers(s, at, yp, (size_t)s->n);
    return ask(s, at, "ok", NULL, 0);
}

ivp_status ivp_line_advance(void *self, real tmax, real *t, real *y)
{
    ivp_line *s = self;
    const size_t at = ivp_line_numbers(s, ivp_line_word(s, "step"), &tmax, 1);
    const ivp_status st = ask(s, at, "done", s->x, s->n + 1);
    if (st) return st;
    *t = s->x[0];
    memcpy(y, s->x + 1, (size_t)s->n * sizeof *y);
    return IVP_OK;
}

ivp_status ivp_line_dense(void *self, real theta, real *y)
{
    ivp_line *s = self;
    const size_t at = ivp_line_numbers(s, ivp_line_word(s, "dense"), &theta, 1);
    return ask(s, at, "y", y, s->n);
}

void ivp_line_finish(void *self)
{
    ivp_line *s = self;
    if (!s->lost) ask(s, ivp_line_word(s, "finish"), "ok", NULL, 0);
}
