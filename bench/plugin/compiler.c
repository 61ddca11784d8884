/* compiler.c -- the words, the cage, and what becomes of the object.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plugin/compiler.h"

#include "bench/base/message.h"
#include "bench/base/partial.h"
#include "bench/base/printable.h"
#include "bench/plugin/places.h"
#include "bench/process/process.h"
#include "bench/process/readable.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_STARTED = 127 };

static const process_patience patience = { .seconds = 600, .memory_mb = 4096 };

/* ---- what it may read -------------------------------------------------------------------- */

/* The user's home, a folder above it, /tmp: what lies there has nothing to do with a source. */
static bool is_wide(const char *folder)
{
    struct stat st;
    return stat(folder, &st) || st.st_mode & S_IWOTH || sight_holds_home(folder);
}

static void show_source(confinement *c, const char *path)
{
    char *folder = copied(path), *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = '\0';
    const char *place = slash ? folder : ".";
    confine_show(c, path);
    if (!is_wide(place)) confine_show(c, place);
    free(folder);
}

static void show_word(confinement *c, const char *word)
{
    static const char *const options[] = { "-I",       "-L",         "-B",
                                           "-isystem", "-iquote",    "-idirafter",
                                           "-include", "--sysroot=", "@" };
    if (*word != '-') confine_show(c, word);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const size_t n = strlen(options[i]);
        if (!strncmp(word, options[i], n) && word[n]) confine_show(c, word + n);
    }
}

static void show_variables(confinement *c)
{
    static const char *const variables[] = { "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
                                             "LIBRARY_PATH", "COMPILER_PATH" };
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        char *list = copied(getenv(variables[i])), *rest = list;
        for (char *word; (word = strsep(&rest, ":"));)
            if (*word) confine_show(c, word);
        free(list);
    }
}

static void show(void *context, const char *path) { confine_show(context, path); }

static void show_all(confinement *c, const compiler_task *t)
{
    sight_program(t->line->word[0], show, c);
    plugin_show_places(c);
    show_variables(c);
    if (t->source) show_source(c, t->source);
    if (t->folder) confine_allow(c, t->folder);
    for (char *const *word = t->extra; word && *word; word++) show_word(c, *word);
}

/* ---- a run ------------------------------------------------------------------------------- */

/* Its exit code; -1 with a sentence. A cache of compilers would have to be written into. */
static int run(const compiler_task *t, const sandbox *w, int said, reason *why)
{
    const process_limits limits = { .core = -1,
                                    .cpu_s = (long)patience.seconds,
                                    .address_mb = 2 * patience.memory_mb,
                                    .cage = &w->cage,
                                    .program = t->line->word[0],
                                    .here = true,
                                    .announce = w->reaper.groups };
    int status = 0;
    setenv("CCACHE_DISABLE", "1", 1);
    const pid_t pid = process_start(t->line->word, -1, said, said, NULL, 0, &limits);
    const bool ended = pid > 0 ? process_wait(w, pid, &patience, &status, why)
                               : reason_set(why, "has no process: %s", strerror(errno));
    if (!ended) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* By compilers, and by assemblers, which try no further. */
static bool is_kept_from_reading(int said)
{
    char *text = tame_file(said);
    const bool is = strstr(text, "Permission denied") || strstr(text, "file not found");
    free(text);
    return is;
}

static bool judge(const compiler_task *t, int code, int said, const char *refused, reason *why)
{
    reason refusal;
    const char *compiler = t->line->word[0];
    reason_set(&refusal, "%s", why->text);
    if (code < 0) return reason_set(why, "%s: the compiler %s", refused, refusal.text);
    if (code == NOT_STARTED)
        return reason_set(why, "the compiler %s cannot be started (Debian package %s)",
                          compiler, t->package);
    if (code == 0) return true;
    return reason_set(
        why, "%s%s", refused,
        is_kept_from_reading(said)
            ? ": the compiler reads the folder of the source (but no home folder), and "
              "what is named after `--`"
            : "");
}

static void print(int said)
{
    char *text = tame_file(said);
    cli_repeat(text);
    free(text);
}

static bool run_in(sandbox *w, const compiler_task *t, FILE *said, reason *why)
{
    char *made = text_of("%s/made", w->scratch);
    reason refused;
    reason_set(&refused, "%s", why->text);
    show_all(&w->cage, t);
    add_arguments(t->line, "-o");
    add(t->line, copied(made));
    const int code = run(t, w, fileno(said), why);
    const bool good = judge(t, code, fileno(said), refused.text, why) &&
                      partial_take(made, t->object, 0777, why);
    free(made);
    return good;
}

bool compiler_run(const compiler_task *t, FILE *said, reason *why)
{
    FILE *here = said ? NULL : tmpfile();
    if (!said && !here) return reason_set(why, "no temporary file: %s", strerror(errno));
    sandbox w = sandbox_open();
    const bool good =
        w.cage.scratch ? run_in(&w, t, said ? said : here, why)
                       : reason_set(why, "no scratch folder below TMPDIR: %s", strerror(errno));
    sandbox_close(&w);
    if (here) {
        print(fileno(here));
        fclose(here);
    }
    return good;
}
