/* cluster.c -- the folder of a campaign.
 *
 * Nothing that a user gave stands in a script: the plan is a file, options are lines, the
 * program is a link.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cluster/cluster.h"

#include "bench/base/config.h"
#include "bench/base/partial.h"
#include "bench/base/util.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool cannot(const char *path, reason *why)
{
    return reason_set(why, "%s: %s", path, strerror(errno));
}

static bool write_text(const char *path, const char *text, mode_t mode, reason *why)
{
    FILE *f = partial_open(path);
    if (!f) return cannot(path, why);
    fputs(text, f);
    const bool good = !fchmod(fileno(f), mode) || cannot(path, why);
    return partial_close(f, path, good, true, why);
}

/* A file that is there must say the same. */
static bool same_or_new(const char *path, const char *text, reason *why)
{
    char *there = file_text(path);
    const bool same = there && !strcmp(there, text);
    const bool other = there && !same;
    free(there);
    if (same) return true;
    if (other)
        return reason_set(
            why,
            "%s: another campaign lies here; choose another --output, or submit it with "
            "the same plan and options to go on",
            path);
    return write_text(path, text, 0644, why);
}

static char *in_folder(const cluster *c, const char *name)
{
    return text_of("%s/%s", c->folder, name);
}

static bool put(const cluster *c, const char *name, const char *text, reason *why)
{
    char *path = in_folder(c, name);
    const bool good = same_or_new(path, text, why);
    free(path);
    return good;
}

static char *lines_of(char *const options[])
{
    char *text = copied("");
    for (; *options; options++) {
        char *longer = text_of("%s%s\n", text, *options);
        free(text);
        text = longer;
    }
    return text;
}

static bool one_line_each(char *const options[], reason *why)
{
    for (; *options; options++)
        if (strchr(*options, '\n'))
            return reason_set(why, "option \"%s\" has a line break; none may", *options);
    return true;
}

/* The script lies beside the sources or beside the installed plans. */
static char *job_script(void)
{
    static const char *const places[] = { "tree/bench/cluster/job.sh",
                                          "../share/ivpbench/job.sh" };
    char programs[4000], *text = NULL;
    program_folder(programs, sizeof programs);
    for (size_t i = 0; !text && i < sizeof places / sizeof *places; i++) {
        char *path = text_of("%s/%s", programs, places[i]);
        text = file_text(path);
        free(path);
    }
    return text;
}

static bool put_script(const cluster *c, reason *why)
{
    char *path = in_folder(c, "job.sh"), *text = job_script();
    const bool good = text ? write_text(path, text, 0755, why)
                           : reason_set(why, "job.sh is missing beside this program");
    free(path);
    free(text);
    return good;
}

/* The program of today: a folder that goes on after a new build goes on with the new one. */
static bool put_link(const cluster *c, reason *why)
{
    char programs[4000], *program, *path = in_folder(c, "ivpbench");
    program_folder(programs, sizeof programs);
    program = text_of("%s/ivpbench", programs);
    const bool good =
        ((!unlink(path) || errno == ENOENT) && !symlink(program, path)) || cannot(path, why);
    free(program);
    free(path);
    return good;
}

static bool put_folders(const cluster *c, reason *why)
{
    char *shards = in_folder(c, "shards/"), *log = in_folder(c, "log/");
    const bool good = folders_above(shards, why) && folders_above(log, why);
    free(shards);
    free(log);
    return good;
}

static char *path_of_notes(const cluster *c) { return in_folder(c, "campaign.cfg"); }

/* The number of shards decides which cells a shard has: it must not change. */
static bool same_shards(const cluster *c, reason *why)
{
    cluster there;
    char *path = path_of_notes(c);
    const bool known = !access(path, F_OK);
    bool good = !known || cluster_read(&there, c->folder, why);
    if (known && good) {
        if (there.shards != c->shards)
            good = reason_set(why, "%s: this campaign has %ld shards; say --array %ld to go on",
                              path, there.shards, there.shards);
        cluster_free(&there);
    }
    free(path);
    return good;
}

bool cluster_make(cluster *c, const char *plan, char *const options[], reason *why)
{
    if (!one_line_each(options, why) || !put_folders(c, why) || !same_shards(c, why))
        return false;
    char *lines = lines_of(options);
    const bool good = put(c, "plan.cfg", plan, why) && put(c, "options", lines, why) &&
                      put_script(c, why) && put_link(c, why) && cluster_note(c, why);
    free(lines);
    return good;
}

bool cluster_note(const cluster *c, reason *why)
{
    char *path = path_of_notes(c);
    char *text = text_of("# shards of this campaign, and the Slurm array that runs them\n"
                         "shards = %ld;\njob = \"%s\";\n",
                         c->shards, c->job);
    const bool good = write_text(path, text, 0644, why);
    free(text);
    free(path);
    return good;
}

/* A number, and nothing but a number: it becomes an argument of Slurm's programs. */
static bool read_notes(cluster *c, const config_t *file, const char *path, reason *why)
{
    int shards = 0;
    const char *job = "";
    config_lookup_string(file, "job", &job);
    if (!config_lookup_int(file, "shards", &shards) || shards < 1 || shards > CLUSTER_MOST)
        return reason_set(why, "%s: shards = N is expected, N from 1 to %d", path,
                          CLUSTER_MOST);
    if (strspn(job, "0123456789") != strlen(job) || !fits_into(c->job, sizeof c->job, job))
        return reason_set(why, "%s: job = \"NUMBER\" is expected", path);
    c->shards = shards;
    return true;
}

bool cluster_read(cluster *c, const char *folder, reason *why)
{
    *c = (cluster){ .folder = copied(folder) };
    char *path = path_of_notes(c), *text = file_text(path);
    config_t file;
    config_init(&file);
    bool good =
        text || reason_set(why, "%s: %s; is it the folder of a campaign?", path, file_reason());
    if (good && !config_read_string(&file, text)) good = fail_parsing(&file, path, why);
    good = good && read_notes(c, &file, path, why);
    config_destroy(&file);
    free(text);
    free(path);
    if (!good) cluster_free(c);
    return good;
}

char *cluster_store(const cluster *c, long shard)
{
    return text_of("%s/shards/%ld.db", c->folder, shard);
}

void cluster_free(cluster *c)
{
    free(c->folder);
    c->folder = NULL;
}
