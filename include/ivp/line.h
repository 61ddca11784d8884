/* line.h -- a program that speaks lines behind the solver interface: see docs/line-protocol.md.
 *
 * `ivpbench plugin build my.cfg` writes a file of a few lines that includes this one. The program is
 * started without a shell when the solver is created, and asked by its standard input and output;
 * what it writes to standard error is kept with the output of the worker.
 *
 *     worker:  open 1                                    program:  ready [decimal]
 *              begin n rtol h hmax atol_1 .. atol_n                ok
 *              restart t h0 y_1 .. y_n y'_1 .. y'_n                ok
 *              step tmax                                           done t y_1 .. y_n
 *              dense theta                                         y y_1 .. y_n
 *              finish                                              ok
 *
 * Before its answer the program may ask `f t y_1 .. y_n` (answer: f f_1 .. f_n), `jac t y_1 .. y_n`
 * (jac, df_i/dy_j by columns), say `count NAME k`, or give up: `fail sentence`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IVP_LINE_H
#define IVP_LINE_H

#include <ivp/line_process.h>

/* ---- questions and answers ------------------------------------------------------------------ */

/* Exactly n numbers, hexadecimal or decimal. */
static ivp_status ivp_line_parse(ivp_line *s, const char *word, const char *text, double *x,
                                 int n)
{
    for (int k = 0; k < n; k++) {
        char *end;
        x[k] = strtod(text, &end);
        if (end == text || (*end && *end != ' ' && *end != '\r'))
            return ivp_line_fail(s, "`%s` has %d numbers where %d are expected: '%.60s'", word,
                                 k, n, text);
        text = end;
    }
    text += strspn(text, " \r");
    return *text ? ivp_line_fail(s, "`%s` has more than %d numbers: '%.60s'", word, n, text)
                 : IVP_OK;
}

/* `f` and `jac`: n is their length. What does not exist is answered by `no`. */
static ivp_status ivp_line_answer(ivp_line *s, const char *word, const char *text, size_t n)
{
    const bool jac = *word == 'j';
    ivp_status st = ivp_line_parse(s, word, text, s->x, s->n + 1);
    if (st) return st;
    if (jac && !s->J)
        return ivp_line_fail(s, "`jac` needs jacobian = true in the file of the solver");
    const double *y = s->x + 1;
    double *f = s->x + 1 + s->n;
    st = jac ? ivp_rhs_jac(s->m, s->x[0], y, (ivp_mat){ s->n, s->n, s->n, s->J })
             : ivp_rhs(s->m, s->x[0], y, f);
    if (st < 0) {
        s->lost = true;
        return st;
    }
    size_t at = ivp_line_word(s, st ? "no" : word);
    if (!st) at = ivp_line_numbers(s, at, jac ? s->J : f, n);
    return ivp_line_send(s, at);
}

static ivp_status ivp_line_count(ivp_line *s, const char *text)
{
    char name[24] = "", rest;
    long k = 0;
    const bool unknown = sscanf(text, "%23s ?%c", name, &rest) == 1 && strchr(text, '?');
    if (unknown || (sscanf(text, "%23s %ld%c", name, &k, &rest) == 2 && k >= 0))
        for (int c = 0; c < IVP_NCOUNTERS; c++)
            if (!strcmp(name, ivp_counter_name((ivp_counter)c))) {
                if (unknown)
                    ivp_not_counted(s->m, (ivp_counter)c);
                else
                    ivp_count(s->m, (ivp_counter)c, k);
                return IVP_OK;
            }
    return ivp_line_fail(s, "`count` is followed by a counter and a number, not by '%.60s'",
                         text);
}

/* Answers questions until `last` comes, with n numbers for x. */
static ivp_status ivp_line_until(ivp_line *s, const char *last, double *x, int n)
{
    const size_t size = (size_t)s->n;
    ivp_status st = IVP_OK;
    while (!st) {
        char *line = ivp_line_read(s, &st);
        if (!line) return st;
        line[strcspn(line, "\r")] = '\0';
        char *text = line + strcspn(line, " ");
        if (*text) *text++ = '\0';
        if (!strcmp(line, last)) return ivp_line_parse(s, last, text, x, n);
        if (!strcmp(line, "f"))
            st = ivp_line_answer(s, "f", text, size);
        else if (!strcmp(line, "jac"))
            st = ivp_line_answer(s, "jac", text, size * size);
        else if (!strcmp(line, "count"))
            st = ivp_line_count(s, text);
        else if (!strcmp(line, "fail"))
            st = ivp_line_fail(s, "%.200s", *text ? text : "the program gave up");
        else
            st = ivp_line_fail(
                s, "the program says '%.60s', expected is %s, f, jac, count or fail", line,
                last);
    }
    return st;
}

/* ---- the solver --------------------------------------------------------------------------- */

static ivp_status ivp_line_begin(ivp_line *s)
{
    const double asked[] = { s->tol->rtol, s->tol->h, s->tol->hmax };
    size_t at = (size_t)sprintf(s->out, "begin %d", s->n);
    at = ivp_line_numbers(s, at, asked, 3);
    at = ivp_line_numbers(s, at, s->tol->atol, (size_t)s->n);
    const ivp_status st = ivp_line_send(s, at);
    return st ? st : ivp_line_until(s, "ok", NULL, 0);
}

static ivp_status ivp_line_greet(ivp_line *s)
{
    ivp_status st = ivp_line_send(s, ivp_line_word(s, "open 1"));
    char *line = st ? NULL : ivp_line_read(s, &st);
    if (!line) return st;
    line[strcspn(line, "\r")] = '\0';
    s->decimal = !strcmp(line, "ready decimal");
    if (s->decimal || !strcmp(line, "ready")) return ivp_line_begin(s);
    return ivp_line_fail(s, "the program says '%.60s' at the beginning, expected is `ready`",
                         line);
}

static ivp_status ivp_line_start(ivp_line *s)
{
    int in[2] = { -1, -1 }, out[2] = { -1, -1 };
    s->lost = s->decimal = false;
    s->have = s->used = 0;
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
        return ivp_line_fail(s, "no pipe: %s", strerror(errno));
    const int error = ivp_line_spawn(s, in, out);
    close(in[0]);
    close(out[1]);
    s->to = in[1];
    s->from = out[0];
    if (error)
        return ivp_line_fail(s, "%s cannot be started: %s", s->program->command[0],
                             strerror(error));
    return ivp_line_greet(s);
}

static void ivp_line_destroy(void *self)
{
    ivp_line *s = (ivp_line *)self;
    if (!s) return;
    ivp_line_stop(s);
    ivp_line_clean(s);
    free(s->in);
    free(s->out);
    free(s->x);
    free(s->J);
    free(s);
}

/* What lines are written to and read from, of n unknowns. */
static bool ivp_line_rooms(ivp_line *s, size_t n)
{
    const size_t most = s->program->jacobian ? n * n : n;
    s->n = (int)n;
    s->room = (2 * n + 8) * 64 + 1024;
    s->in = (char *)malloc(s->room);
    s->out = (char *)malloc((most + 2 * n + 8) * IVP_LINE_NUMBER + 64);
    s->x = (double *)calloc(2 * n + 1, sizeof *s->x);
    s->J = s->program->jacobian ? (double *)calloc(n * n, sizeof *s->J) : NULL;
    return s->in && s->out && s->x && (!s->program->jacobian || s->J);
}

static ivp_status ivp_line_create(void **self, ivp_model *m, const ivp_tol *tol,
                                  const ivp_line_program *program)
{
    ivp_line *s = (ivp_line *)calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    *self = s;
    s->m = m;
    s->tol = tol;
    s->program = program;
    s->to = s->from = -1;
    if (!ivp_line_rooms(s, (size_t)ivp_n(m))) return IVP_E_NOMEM;
    signal(SIGPIPE, SIG_IGN); /* that it has ended is read from its pipe */
    if (!ivp_line_unpack(s))
        return ivp_line_fail(s, "its files cannot be written to %s", s->folder);
    return ivp_line_start(s);
}

/* One that was lost is started anew. */
static ivp_status ivp_line_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    ivp_line *s = (ivp_line *)self;
    ivp_status st = IVP_OK;
    const double begin[] = { t, h0 };
    if (s->lost) {
        ivp_line_stop(s);
        st = ivp_line_start(s);
    }
    if (st) return st;
    size_t at = ivp_line_numbers(s, ivp_line_word(s, "restart"), begin, 2);
    at = ivp_line_numbers(s, at, y, (size_t)s->n);
    at = ivp_line_numbers(s, at, yp, (size_t)s->n);
    st = ivp_line_send(s, at);
    return st ? st : ivp_line_until(s, "ok", NULL, 0);
}

static ivp_status ivp_line_advance(void *self, real tmax, real *t, real *y)
{
    ivp_line *s = (ivp_line *)self;
    ivp_status st = ivp_line_send(s, ivp_line_numbers(s, ivp_line_word(s, "step"), &tmax, 1));
    if (!st) st = ivp_line_until(s, "done", s->x, s->n + 1);
    if (st) return st;
    *t = s->x[0];
    memcpy(y, s->x + 1, (size_t)s->n * sizeof *y);
    return IVP_OK;
}

__attribute__((unused)) static ivp_status ivp_line_dense(void *self, real theta, real *y)
{
    ivp_line *s = (ivp_line *)self;
    const ivp_status st =
        ivp_line_send(s, ivp_line_numbers(s, ivp_line_word(s, "dense"), &theta, 1));
    return st ? st : ivp_line_until(s, "y", y, s->n);
}

static void ivp_line_finish(void *self)
{
    ivp_line *s = (ivp_line *)self;
    if (!s->lost && !ivp_line_send(s, ivp_line_word(s, "finish")))
        ivp_line_until(s, "ok", NULL, 0);
}

/* LINE_SOLVER(name, program, .title = ..., ...) */
#define LINE_SOLVER(id, program, ...)                                                          \
    static const char *missing(void) { return ivp_line_missing(&(program)); }                  \
    static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol,                    \
                             const double *option)                                             \
    {                                                                                          \
        (void)option;                                                                          \
        return ivp_line_create(self, m, tol, &(program));                                      \
    }                                                                                          \
    IVP_SOLVER(id, __VA_ARGS__, .views = IVP_FIRST, .h0_rule = IVP_H0_OWN, .missing = missing, \
               .create = create, .destroy = ivp_line_destroy, .restart = ivp_line_restart,     \
               .advance = ivp_line_advance, .finish = ivp_line_finish,                         \
               .elsewhere_s = ivp_line_elsewhere,                                              \
               .times_contain = "a process of its own and the pipe to it")

#endif
