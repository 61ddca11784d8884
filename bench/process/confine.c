/* confine.c -- Landlock: which files a confined process reads and writes; and its entrance.
 *
 * A Landlock rule allows; there is none that forbids. What may be read is listed (readable.h);
 * what is not to be read although it lies there is left out: at each folder on the way to it,
 * all that lies beside the way is allowed. What is made there later is not. The rules are made
 * once by the parent and taken on by each worker in one call.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/fork_retry.h"
#include "bench/process/confine.h"

#include "bench/process/filter.h"
#include "bench/process/readable.h"
#include "bench/process/rights.h"
#include "bench/process/variables.h"
#include "bench/base/util.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
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
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIR = 1 << 3,
    REMOVE = 3 << 4,
    MAKE = 0x7f << 6,
    REFER = 1 << 13,
    TRUNCATE = 1 << 14,
    IOCTL_DEV = 1 << 15,
    READS = EXECUTE | READ_FILE | READ_DIR
};
enum { TCP = 3, SCOPES = 3 };

struct ruleset {
    uint64_t files, net, scoped;
};
struct beneath {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

/* ---- what is wanted, and what there is -------------------------------------------------- */

static const char *wanted(void)
{
    const char *word = getenv("IVPBENCH_CONFINE");
    return word ? word : "";
}

static bool is_off(void) { return !strcmp(wanted(), "off"); }

/* "landlock=2": as on a kernel that has this version, 0: none. */
static int landlock_version(void)
{
    static const char older[] = "landlock=";
    const long v = is_off() ? 0 : syscall(CREATE, NULL, 0, VERSION);
    const size_t n = sizeof older - 1;
    const long most = strncmp(wanted(), older, n) ? v : strtol(wanted() + n, NULL, 10);
    return (int)(v < 0 || most < 0 ? 0 : v < most ? v : most);
}

/* ---- rules ------------------------------------------------------------------------------ */

static uint64_t writes(int version)
{
    return WRITE_FILE | REMOVE | MAKE | (version >= 2 ? REFER : 0) |
           (version >= 3 ? TRUNCATE : 0) | (version >= 5 ? IOCTL_DEV : 0);
}

/* The kernel takes a shorter description where it does not know the later members. */
static int make_ruleset(int version)
{
    const struct ruleset r = { .files = writes(version) | READS,
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
        const uint64_t of_files = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV;
        const struct beneath b = { S_ISDIR(st.st_mode) ? what : what & of_files, fd };
        syscall(ADD_RULE, ruleset, PATH_BENEATH, &b, 0);
    }
    close(fd);
}

/* How a path lies to what is hidden: it is the same (or begins alike, as the journal of a store
 * does), it leads there, or it has nothing to do with it. */
static enum { APART, HIDDEN, ON_THE_WAY } relation(const char *path, char *const *hidden)
{
    const size_t n = strlen(path);
    bool way = false;
    for (; hidden && *hidden; hidden++) {
        const size_t k = strlen(*hidden);
        if (!strncmp(path, *hidden, k) && (!path[k] || path[k] == '-')) return HIDDEN;
        way |= !strncmp(*hidden, path, n) && (*hidden)[n] == '/';
    }
    return way ? ON_THE_WAY : APART;
}

static void allow_around(int ruleset, const char *path, char *const *hidden);

static void allow_entries(int ruleset, const char *folder, char *const *hidden)
{
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        char *path = text_of("%s/%s", folder, e->d_name);
        allow_around(ruleset, path, hidden);
        free(path);
    }
    if (d) closedir(d);
}

static void allow_around(int ruleset, const char *path, char *const *hidden)
{
    switch (relation(path, hidden)) {
    case HIDDEN:
        break;
    case ON_THE_WAY:
        allow_entries(ruleset, path, hidden);
        break;
    case APART:
        allow(ruleset, path, READS);
        break;
    }
}

static void show(void *context, const char *path)
{
    const confinement *c = context;
    allow_around(c->ruleset, path, c->hidden);
}

/* Their true places, so that links lead nowhere else; and references of an installation. */
static char **true_places(char *const *hidden)
{
    static const char *const installed[] = { "/usr/share/ivpbench/reference",
                                             "/usr/local/share/ivpbench/reference",
                                             PREFIX "/share/ivpbench/reference" };
    enum { INSTALLED = sizeof installed / sizeof *installed, MOST = 64 };
    char **list = need(calloc(MOST, sizeof *list));
    int n = 0;
    for (int i = 0; i < INSTALLED; i++)
        if ((list[n] = realpath(installed[i], NULL))) n++;
    for (; hidden && *hidden && n < MOST - 1; hidden++)
        if ((list[n] = realpath(*hidden, NULL))) n++;
    return list;
}

static void allow_all(confinement *c, int version)
{
    static const char *const devices[] = { "/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                           "/dev/urandom" };
    const uint64_t basic = READ_FILE | WRITE_FILE | (version >= 5 ? IOCTL_DEV : 0);
    sight_each(show, c);
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        allow(c->ruleset, devices[i], basic);
    if (c->scratch) allow(c->ruleset, c->scratch, READS | writes(version));
}

/* Of a call that failed: for want of something that may be there later; 0: for another reason. */
static int want(bool good)
{
    static const int wants[] = { EMFILE, ENFILE, ENOMEM, EAGAIN };
    for (size_t i = 0; !good && i < sizeof wants / sizeof *wants; i++)
        if (errno == wants[i]) return errno;
    return 0;
}

/* Without a rule: nothing may be read. */
static confinement without_rules(void)
{
    confinement c = { .ruleset = -1 };
    if (is_off()) return c;
    c.calls = filter_get();
    c.lacks = want(c.calls);
    c.version = landlock_version();
    c.ruleset = make_ruleset(c.version);
    if (!c.lacks && c.version) c.lacks = want(c.ruleset >= 0);
    if (c.ruleset >= 0) fcntl(c.ruleset, F_SETFD, FD_CLOEXEC);
    return c;
}

confinement confine_open(const char *scratch, char *const *hidden)
{
    const int unknown = confine_unknown();
    confinement c = without_rules();
    if (unknown) c.lacks = unknown;
    if (scratch && (!mkdir(scratch, 0700) || errno == EEXIST))
        c.scratch = realpath(scratch, NULL);
    if (c.ruleset < 0) return c;
    c.hidden = true_places(hidden);
    allow_all(&c, c.version);
    return c;
}

void confine_show(confinement *c, const char *path)
{
    char *place = c->ruleset < 0 ? NULL : realpath(path, NULL);
    if (place) allow(c->ruleset, place, READS);
    free(place);
}

void confine_allow(confinement *c, const char *folder)
{
    free(c->writes);
    c->writes = realpath(folder, NULL);
    if (c->writes && c->ruleset >= 0) allow(c->ruleset, c->writes, READS | writes(c->version));
}

void confine_close(confinement *c)
{
    if (c->scratch) confine_remove(c->scratch);
    if (c->writes) rights_take_back(c->writes);
    if (c->ruleset >= 0) close(c->ruleset);
    for (char **p = c->hidden; p && *p; p++) free(*p);
    free(c->hidden);
    free(c->scratch);
    free(c->writes);
    *c = (confinement){ .ruleset = -1 };
}

/* ---- inside ------------------------------------------------------------------------------ */

/* Where the folder stays HOME stays, too: references are looked for there. */
static void enter_scratch(const char *folder, bool here)
{
    if (!here && chdir(folder)) return;
    if (!here) setenv("HOME", folder, 1);
    setenv("TMPDIR", folder, 1);
}

static unsigned enter(const confinement *c, bool here)
{
    enum { KNOWS_SIGNALS = 6 };
    unsigned took = 0;
    if (c->scratch) enter_scratch(c->scratch, here);
    if (is_off()) return 0;
    variables_remove();
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return 0;
    if (c->ruleset >= 0 && !syscall(RESTRICT, c->ruleset, 0)) took |= CONFINE_FILES;
    const rights_kept kept = { c->scratch, took & CONFINE_FILES, c->writes };
    if (rights_enter(&kept)) took |= CONFINE_RIGHTS;
    const int version = took & CONFINE_FILES ? c->version : 0;
    if (version >= KNOWS_SIGNALS) took |= CONFINE_SIGNALS;
    if (filter_enter(c->calls, version)) took |= CONFINE_CALLS | CONFINE_SIGNALS;
    return took;
}

static unsigned all_that_takes_hold(const confinement *c)
{
    const unsigned took = enter(c, false);
    return took | (took && rights_count_processes() ? CONFINE_PROCESSES : 0);
}

static struct {
    bool known;
    int lacks; /* errno of the last trial; 0: it has shown what this machine offers */
    unsigned offers;
} machine;

static void try_offers(void)
{
    confinement c = without_rules();
    int status = 0;
    fflush(NULL);
    const pid_t pid = c.lacks ? -1 : forked(FORKED_PATIENCE_S);
    if (!pid) _exit((int)all_that_takes_hold(&c));
    machine.lacks = c.lacks ? c.lacks : pid < 0 ? errno : 0;
    machine.known = !machine.lacks;
    confine_close(&c);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    machine.offers = pid > 0 && WIFEXITED(status) ? (unsigned)WEXITSTATUS(status) : 0;
}

int confine_unknown(void)
{
    if (!machine.known) try_offers();
    return machine.lacks;
}

unsigned confine_offers(void)
{
    confine_unknown();
    return machine.offers;
}

/* What a process in it starts finds another machine. */
bool confine_enter(const confinement *c, bool here)
{
    const unsigned offers = confine_offers() & ~(unsigned)CONFINE_PROCESSES;
    const bool complete = !(offers & ~enter(c, here));
    machine.known = false;
    return complete;
}

/* Those of `bits`, with commas. */
static void list_names(unsigned bits, const char *const names[], char *text, size_t size)
{
    size_t n = 0;
    *text = '\0';
    for (int i = 0; i < CONFINE_KINDS && n < size; i++)
        if (bits & 1u << i)
            n += (size_t)snprintf(text + n, size - n, "%s%s", n ? ", " : "", names[i]);
}

void confine_text(unsigned offers, char *text, size_t size)
{
    static const char *const names[] = { "files", "signals", "system calls", "rights of root",
                                         "number of processes" };
    list_names(offers, names, text, size);
    if (!offers) snprintf(text, size, "nothing");
}

bool confine_lacks(unsigned offers, char *text, size_t size)
{
    static const char *const names[] = {
        "files (no Landlock: Linux 5.13 or newer, with landlock among its security modules)",
        "signals to other processes", "system calls (no seccomp in this kernel)",
        "rights of root",
        ("any number of processes (root without CAP_SETUID, CAP_SETGID, CAP_SETPCAP,"
         " CAP_CHOWN or CAP_KILL)") /* one string */
    };
    const unsigned lacking = CONFINE_ALL & ~offers;
    list_names(lacking, names, text, size);
    if (is_off()) snprintf(text, size, "anything: IVPBENCH_CONFINE=off");
    return lacking != 0;
}
