/* test_fork_programs.c -- loops of forks of solvers that are not written in C: in Python, and
 * programs of the line protocol in a shell, Perl and Python. Each costs its own cell; no process
 * is left.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/harness_case.h"

/* Statements of Python, repeated for ever; a refusal is no reason to end. One that is gone
 * itself before anybody counts its heirs has ended, not misbehaved. */
static const struct {
    const char *name, *act;
} python[] = {
    { "fork", "os.fork() or signal.pause()" },
    { "tree", "os.fork()" },
    { "heirs", "if os.fork(): os._exit(0)" },
    { "sessions", "os.fork() or (os.fork() and os._exit(0)) or (os.setsid(), signal.pause())" },
    { "deaf", "os.fork() or (signal.signal(15, signal.SIG_IGN), signal.pause())" },
    { "threads", "threading.Thread(target=signal.pause).start()" },
    { "spawn", "os.posix_spawn('/bin/sleep', ['sleep', '1000'], {})" },
    { "programs", "subprocess.Popen(['sleep', '1000'])" },
    { "processes", "multiprocessing.Process(target=time.sleep, args=(1000,)).start()" },
};
enum { PYTHON = sizeof python / sizeof *python };

/* Programs, as `command` of a solver names them: they begin when they are started, or when they
 * are asked for a step. */
#define ASKED "read x; echo ready decimal; read x; echo ok; read x; echo ok; read x; "
static const struct {
    const char *name, *program, *option, *text;
} programs[] = {
    { "shell", "sh", "-c", "while :; do sleep 1000 & done" },
    { "bomb", "sh", "-c", "f() { f | f & wait; }; f" },
    { "asked_shell", "sh", "-c", ASKED "while :; do sleep 1000 & done" },
    { "asked_bomb", "sh", "-c", ASKED "f() { f | f & wait; }; f" },
    { "sessions", "sh", "-c", "while :; do setsid sleep 1000 & done" },
    { "again", "sh", "-c", "while :; do (while :; do sleep 1000 & done) & done" },
    { "perl", "perl", "-e", "while (1) { fork or sleep 1000 }" },
    { "perl_tree", "perl", "-e", "fork while 1" },
    { "perl_heirs", "perl", "-e", "while (1) { fork and exit }" },
    { "python", "python3", "-c", "exec('import os\\nwhile 1: os.fork() or os.read(9, 1)')" },
    { "python_tree", "python3", "-c",
      "exec('import os\\nwhile 1:\\n try: os.fork()\\n except OSError: pass')" },
};
enum { PROGRAMS = sizeof programs / sizeof *programs };

/* ---- as solvers of a campaign ------------------------------------------------------------ */

static void put(const char *name, const char *text)
{
    char *path = text_of("%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    ck_assert_int_eq(fclose(f), 0);
    free(path);
}

static void build(const char *name)
{
    char *command = text_of("cd %s && %s plugin build --root theirs %s >build.log 2>&1", folder,
                            program, name);
    const int code = system(command);
    char *path = text_of("%s/build.log", folder), *said = file_text(path);
    ck_assert_msg(code == 0, "%s: %s", name, said);
    free(command);
    free(path);
    free(said);
}

static void build_python(const char *name, const char *act)
{
    char *source = text_of("py_%s.py", name);
    char *text = text_of("import multiprocessing, os, signal, subprocess, threading, time\n"
                         "TITLE = 'forks'\nSOURCE = 'made for the tests'\nORDER = 1\n"
                         "FIXED_STEP = True\nclass Solver:\n"
                         "    def __init__(self, model, tol): pass\n"
                         "    def restart(self, t, y, yp, h0): pass\n"
                         "    def step(self, tmax):\n        while True:\n            try:\n"
                         "                %s\n            except Exception: pass\n",
                         act);
    put(source, text);
    build(source);
    free(source);
    free(text);
}

/* A backslash or a quotation mark of a text stands behind another one in a string of libconfig. */
static char *quoted(const char *text)
{
    char *to = need(calloc(2 * strlen(text) + 1, 1)), *at = to;
    for (; *text; *at++ = *text++)
        if (strchr("\\\"", *text)) *at++ = '\\';
    return to;
}

static void build_program(const char *name, const char *command, const char *option,
                          const char *what)
{
    char *source = text_of("line_%s.cfg", name), *safe = quoted(what);
    char *text = text_of("title = \"forks\";\nsource = \"made for the tests\";\norder = 1;\n"
                         "fixed_step = true;\ncommand = [ \"%s\", \"%s\", \"%s\" ];\n"
                         "needs = \"%s\";\n",
                         command, option, safe, command);
    put(source, text);
    build(source);
    free(safe);
    free(source);
    free(text);
}

static bool has(const char *command)
{
    char *line = text_of("command -v %s >/dev/null", command);
    const bool there = system(line) == 0;
    free(line);
    return there;
}

static char *with(char *list, const char *kind, const char *name)
{
    char *longer = text_of("%s, \"%s_%s\"", list, kind, name);
    free(list);
    return longer;
}

/* The names of all that could be built here, behind a good solver. */
static char *build_all(int *n)
{
    char *list = copied("\"t_good\"");
    for (int i = 0; has("python3") && i < PYTHON; i++, ++*n) {
        build_python(python[i].name, python[i].act);
        list = with(list, "py", python[i].name);
    }
    for (int i = 0; i < PROGRAMS; i++) {
        if (!has(programs[i].program)) continue;
        build_program(programs[i].name, programs[i].program, programs[i].option,
                      programs[i].text);
        list = with(list, "line", programs[i].name);
        ++*n;
    }
    return list;
}

typedef struct seen {
    int n, good, wrong;
} seen;

/* Of children of Python under AddressSanitizer the memory may be seen first. */
static bool allowed(const record *r)
{
    const bool gone = strstr(r->cell.solver, "heirs") &&
                      (r->outcome == OUTCOME_EXIT || r->outcome == OUTCOME_DIVERGED);
    return r->outcome == OUTCOME_MISBEHAVED || r->outcome == OUTCOME_MEMORY || gone;
}

static bool look(void *context, const record *r, const char *machine)
{
    seen *s = context;
    (void)machine;
    s->n++;
    if (!strcmp(r->cell.solver, "t_good")) {
        s->good += r->outcome == OUTCOME_OK;
    } else if (!allowed(r)) {
        fprintf(stderr, "%s: %s (%s)\n", r->cell.solver, outcome_name(r->outcome), r->detail);
        s->wrong++;
    }
    return true;
}

/* A row for the table of `make siege`, where it asks for one. */
static void write_row(const seen *s)
{
    const char *path = getenv("SIEGE_ROWS");
    FILE *f = path ? fopen(path, "a") : NULL;
    if (!f) return;
    fprintf(f, "hostile|fork loops of solvers in Python, Perl and a shell|%d|%d\n", s->n - 1,
            s->wrong);
    fclose(f);
}

START_TEST(each_costs_its_own_cell)
{
    int n = 0;
    seen s = { 0 };
    reason why;
    char *list = build_all(&n);
    char *path = text_of("%s/theirs:%s", folder, getenv("IVPBENCH_PLUGIN_PATH"));
    char *plan =
        text_of("defaults = { timeout_s = 5.0; memory_mb = 2000; workers = 0; };\n"
                "groups = { forks = { problems = [ \"bouncing_balls\" ]; solvers = [ %s ];\n"
                "events = false; steps = { hmax = 1e-2; halvings = 0; }; }; };\n",
                list);
    setenv("IVPBENCH_PLUGIN_PATH", path, 1);
    write_plan(plan);
    const int code = run_plan_file("-q");
    ck_assert_msg(code == 0 || !log_says("none"), "exit code %d", code);
    ck_assert_int_eq(lingering(), 0);
    store *db = store_open(file, false, &why);
    ck_assert_msg(db != NULL, "%s", why.text);
    ck_assert_msg(store_each(db, true, look, &s), "%s", store_error(db));
    store_close(db);
    write_row(&s);
    ck_assert_int_eq(s.n, n + 1);
    ck_assert_int_eq(s.good, 1);
    ck_assert_int_eq(s.wrong, 0);
    free(list);
    free(path);
    free(plan);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("fork_programs");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, each_costs_its_own_cell);
    return suite_run("fork_programs", t);
}
