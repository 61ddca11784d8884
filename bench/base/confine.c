/* confine.c -- Landlock: which files a confined process reads and writes.
 *
 * A Landlock rule allows; there is none that forbids. So what is not to be read is left out: at
 * each folder on the way to it, all that lies beside the way is allowed. What is made there later
 * is not. The rules are made once by the parent and taken on by each worker in one call. */
#include "bench/base/confine.h"

#include "bench/base/util.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Numbers of the kernel's interface, of which older headers know a part. */
enum { CREATE = 444, ADD_RULE = 445, RESTRICT = 446, VERSION = 1, PATH_BENEATH = 1 };
enum {
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    REMOVE = 3 << 4,
    MAKE = 0x7f << 6,
    REFER = 1 << 13,
    TRUNCATE = 1 << 14
};
enum { TCP = 3, SCOPES = 3 };

struct ruleset {
    uint64_t files, net, scoped;
};
struct beneath {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

static int landlock_version(void)
{
    const long v = syscall(CREATE, NULL, 0, VERSION);
    return v < 0 ? 0 : (int)v;
}

static uint64_t writes(int version)
{
    return WRITE_FILE | REMOVE | MAKE | (version >= 2 ? REFER : 0) |
           (version >= 3 ? TRUNCATE : 0);
}

/* The kernel takes a shorter description where it does not know the later members. */
static int make_ruleset(int version)
{
    const struct ruleset r = { .files = writes(version) | READ_FILE,
                               .net = version >= 4 ? TCP : 0,
                               .scoped = version >= 6 ? SCOPES : 0 };
    const size_t size = version >= 6 ? sizeof r : version >= 4 ? 16 : 8;
    return version ? (int)syscall(CREATE, &r, size, 0) : -1;
}

/* Rights that only folders have are refused for files. */
static void allow(int ruleset, const char *path, uint64_t what)
{
    struct stat st;
    const int fd = open(path, O_PATH | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) return;
    if (!fstat(fd, &st) && !S_ISLNK(st.st_mode)) {
        const uint64_t of_files = WRITE_FILE | READ_FILE | TRUNCATE;
        const struct beneath b = { S_ISDIR(st.st_mode) ? what : what & of_files, fd };
        syscall(ADD_RULE, ruleset, PATH_BENEATH, &b, 0);
    }
    close(fd);
}

/* How a path lies to what is hidden: it is the same (or begins alike, as the journal of a store
 * does), it leads there, or it has nothing to do with it. */
static enum { BESIDE, HIDDEN, ON_THE_WAY } relation(const char *path, char *const *hidden)
{
    const size_t n = strlen(path);
    bool way = false;
    for (; *hidden; hidden++) {
        const size_t k = strlen(*hidden);
        if (!strncmp(path, *hidden, k) && (!path[k] || path[k] == '-')) return HIDDEN;
        way |= !strncmp(*hidden, path, n) && (*hidden)[n] == '/';
    }
    return way ? ON_THE_WAY : BESIDE;
}

static void allow_around(int ruleset, const char *folder, char *const *hidden)
{
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        char *path = text_of("%s/%s", strcmp(folder, "/") ? folder : "", e->d_name);
        switch (relation(path, hidden)) {
        case HIDDEN:
            break;
        case ON_THE_WAY:
            allow_around(ruleset, path, hidden);
            break;
        case BESIDE:
            allow(ruleset, path, READ_FILE);
            break;
        }
        free(path);
    }
    if (d) closedir(d);
}

/* Their true places, so that links lead nowhere else. */
static char **true_places(char *const *hidden)
{
    char **list = need(calloc(64, sizeof *list));
    for (int n = 0; hidden && *hidden && n < 63; hidden++)
        if ((list[n] = realpath(*hidden, NULL))) n++;
    return list;
}

/* This program and the plug-ins can be read even where a folder above them is hidden. */
static void allow_own(int ruleset, char *const *places)
{
    char own[4096];
    own_folder(own, sizeof own);
    const char *more = getenv("IVPBENCH_PLUGIN_PATH");
    char *words = text_of("%s:%s", own, more ? more : ""), *rest = words;
    for (char *word; (word = strsep(&rest, ":"));) {
        char *root = *word ? realpath(word, NULL) : NULL;
        for (char *const *p = places; root && *p; p++)
            if (!strncmp(root, *p, strlen(*p))) allow(ruleset, root, READ_FILE);
        free(root);
    }
    free(words);
}

static void allow_all(int ruleset, const char *scratch, char *const *hidden, int version)
{
    static const char *const devices[] = { "/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                           "/dev/urandom" };
    char **places = true_places(hidden);
    if (*places)
        allow_around(ruleset, "/", places);
    else
        allow(ruleset, "/", READ_FILE);
    allow_own(ruleset, places);
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        allow(ruleset, devices[i], READ_FILE | WRITE_FILE);
    if (scratch) allow(ruleset, scratch, READ_FILE | writes(version));
    for (char **p = places; *p; p++) free(*p);
    free(places);
}

static bool wanted(void)
{
    const char *word = getenv("IVPBENCH_CONFINE");
    return !word || strcmp(word, "off");
}

confinement confine_open(const char *scratch, char *const *hidden)
{
    confinement c = { .ruleset = -1 };
    const int version = wanted() ? landlock_version() : 0;
    if (scratch && (!mkdir(scratch, 0700) || errno == EEXIST))
        c.scratch = realpath(scratch, NULL);
    c.ruleset = make_ruleset(version);
    if (c.ruleset < 0) return c;
    fcntl(c.ruleset, F_SETFD, FD_CLOEXEC);
    allow_all(c.ruleset, c.scratch, hidden, version);
    return c;
}

void confine_allow(confinement *c, const char *folder)
{
    char *place = realpath(folder, NULL);
    c->writes = place && c->ruleset >= 0;
    if (c->writes) allow(c->ruleset, place, READ_FILE | writes(landlock_version()));
    free(place);
}

/* ---- scratch folders --------------------------------------------------------------------- */

char *confine_base(void)
{
    const char *place = getenv("TMPDIR");
    char *path = text_of("%s/ivpbench-scratch-XXXXXX", place && *place ? place : "/tmp");
    if (mkdtemp(path)) return path;
    free(path);
    return NULL;
}

enum { NAME_ROOM = 300 };

/* A folder that its owner may not read or write (made so, for modes cannot be changed in a cage) is
 * given to its owner; a link is not followed. */
static void give_to_owner(int at, const char *name)
{
    char path[64];
    const int fd = openat(at, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    chmod(path, 0700);
    close(fd);
}

/* What lies in a folder of the scratch folder comes up into that, so that no path grows however
 * deep somebody has built. Links are names here, and not followed. false: nothing has changed. */
static bool lift(int top, const char *name, unsigned long *number)
{
    give_to_owner(top, name);
    const int fd = openat(top, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *d = fd < 0 ? NULL : fdopendir(fd);
    bool moved = false;
    for (struct dirent *e; d && (e = readdir(d));) {
        char new[NAME_ROOM];
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        snprintf(new, sizeof new, "lifted-%lu", ++*number);
        give_to_owner(fd, e->d_name); /* whoever moves a folder writes into it */
        moved |= !unlinkat(fd, e->d_name, 0) || !unlinkat(fd, e->d_name, AT_REMOVEDIR) ||
                 !renameat(fd, e->d_name, top, new);
    }
    if (d) closedir(d);
    return !unlinkat(top, name, AT_REMOVEDIR) || moved;
}

/* One round; false: nothing is left, or nothing can be removed. */
static bool empty_once(const char *folder, unsigned long *number)
{
    bool changed = false;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        const int top = dirfd(d);
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        changed |= !unlinkat(top, e->d_name, 0) || !unlinkat(top, e->d_name, AT_REMOVEDIR) ||
                   lift(top, e->d_name, number);
    }
    if (d) closedir(d);
    return changed;
}

static void empty(const char *folder)
{
    unsigned long number = 0;
    give_to_owner(AT_FDCWD, folder);
    while (empty_once(folder, &number)) continue;
}

void confine_remove(const char *folder)
{
    empty(folder);
    rmdir(folder);
}

void confine_clean(const confinement *c)
{
    if (c->scratch) empty(c->scratch);
}

void confine_close(confinement *c)
{
    if (c->scratch) confine_remove(c->scratch);
    if (c->ruleset >= 0) close(c->ruleset);
    free(c->scratch);
    *c = (confinement){ .ruleset = -1 };
}

/* ---- inside ------------------------------------------------------------------------------ */

/* Root reads everything, and writes in other people's folders where it is held to some; whatever
 * else root may it does not. */
static bool drop_rights(bool writes)
{
    enum { OVERRIDE = 1, READ_SEARCH = 2 };
    struct __user_cap_header_struct head = { _LINUX_CAPABILITY_VERSION_3, 0 };
    struct __user_cap_data_struct data[2];
    if (syscall(SYS_capget, &head, data)) return false;
    const unsigned keep[2] = { 1u << READ_SEARCH | (unsigned)writes << OVERRIDE, 0 };
    for (int i = 0; i < 2; i++) {
        data[i].permitted &= keep[i];
        data[i].effective &= keep[i];
        data[i].inheritable = 0;
    }
    return !syscall(SYS_capset, &head, data);
}

unsigned confine_enter(const confinement *c)
{
    unsigned took = 0;
    if (c->scratch && !chdir(c->scratch)) {
        setenv("HOME", c->scratch, 1);
        setenv("TMPDIR", c->scratch, 1);
    }
    if (!wanted() || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return 0;
    if (drop_rights(c->writes)) took |= CONFINE_RIGHTS;
    if (c->ruleset >= 0 && !syscall(RESTRICT, c->ruleset, 0)) {
        took |= CONFINE_FILES;
        if (landlock_version() >= 6) took |= CONFINE_SIGNALS;
    }
    if (filter_enter(!(took & CONFINE_SIGNALS))) took |= CONFINE_CALLS;
    return took;
}

unsigned confine_offers(void)
{
    confinement c = confine_open(NULL, NULL);
    int status = 0;
    fflush(NULL);
    const pid_t pid = fork();
    if (!pid) _exit((int)confine_enter(&c));
    confine_close(&c);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    return pid > 0 && WIFEXITED(status) ? (unsigned)WEXITSTATUS(status) : 0;
}

void confine_words(unsigned offers, char *text, size_t size)
{
    static const char *const names[] = { "files", "signals", "system calls", "rights of root" };
    size_t n = 0;
    *text = '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names && n < size; i++)
        if (offers & 1u << i)
            n += (size_t)snprintf(text + n, size - n, "%s%s", n ? ", " : "", names[i]);
    if (!offers) snprintf(text, size, "nothing");
}
