/* proof_record.c -- writes an enclosure beside its place and renames it, so that nobody reads half. */
#include "reference/enclosures/proof_record.h"

#include <errno.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DIGITS = 60 };

/* " MIDDLE RADIUS", decimals that contain the ball; Arb's text is [middle +/- radius], the middle
 * left out where it is zero, or a number alone where the ball is that. */
static void write_ball(FILE *f, const arb_t x)
{
    char *text = arb_get_str(x, DIGITS, 0);
    char *radius = strstr(text, "+/- ");
    text[strcspn(text, "]")] = 0;
    if (!radius)
        fprintf(f, " %s 0\n", text);
    else if (text[1] == '+')
        fprintf(f, " 0 %s\n", radius + 4);
    else
        fprintf(f, " %.*s %s\n", (int)(radius - text - 2), text + 1, radius + 4);
    flint_free(text);
}

static void write_date(FILE *f)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    const time_t now = epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
    char text[32];
    struct tm parts;
    gmtime_r(&now, &parts);
    strftime(text, sizeof text, "%Y-%m-%d", &parts);
    fprintf(f, "made %s\n", text);
}

static void write_names(FILE *f, const proof *p)
{
    const char *names = proof_components(p);
    fputs("components", f);
    for (int i = 0; i < p->system->n && !names; i++) fprintf(f, " y%d", i + 1);
    if (names) fprintf(f, " %s", names);
    fputc('\n', f);
}

static void write_state(FILE *f, proof *p, double t)
{
    const int n = proof_ncomponents(p);
    const char *name = proof_components(p);
    arb_ptr out = _arb_vec_init(n);
    proof_show(p, out);
    fprintf(f, "state %.17g\n", t);
    for (int i = 0; i < n; i++) {
        const int length = name ? (int)strcspn(name, " ") : 0;
        if (name)
            fprintf(f, "c %.*s", length, name);
        else
            fprintf(f, "c y%d", i + 1);
        write_ball(f, out + i);
        if (name) name += length + (name[length] == ' ');
    }
    _arb_vec_clear(out, n);
}

static void write_events(FILE *f, const proof *p)
{
    for (int k = 0; k < p->nevents; k++) {
        const proof_event *e = &p->event[k];
        fprintf(f, "event %s %d", p->system->guard_names[e->guard], e->direction);
        write_ball(f, e->t);
    }
}

/* States, then events, into `body`; the number of states. */
static int write_states(const record *r, proof *p, FILE *body)
{
    int reached = 0;
    arb_t t;
    arb_init(t);
    for (int k = 0; k < r->ntimes; k++) {
        arb_set_d(t, r->times[k]);
        if (!proof_reach(p, t)) break;
        write_state(body, p, r->times[k]);
        reached++;
        if (!r->quiet) fprintf(stderr, "  t = %.15g, %ld steps\n", r->times[k], p->steps);
    }
    write_events(body, p);
    arb_clear(t);
    return reached;
}

static void write_head(FILE *f, const record *r, const proof *p, double seconds, bool whole)
{
    fprintf(f, "ivpbench-enclosure 1\nproblem %s\n", p->system->name);
    fprintf(f, *r->parameters ? "parameters %s\n" : "parameters%s\n", r->parameters);
    fprintf(f, "equations %s\n", r->against ? r->against->equations : "?");
    fprintf(f, "method Taylor series of order %d in %ld bits, remainder below 2^-%d\n",
            p->rule.order, (long)p->rule.bits, p->rule.goal);
    write_date(f);
    fprintf(f, "work %ld %.1f\n", p->steps, seconds);
    if (!whole)
        fprintf(f, "ends %s\n", p->why);
    else if (p->system->ends)
        fprintf(f, "ends %s\n", p->system->ends);
    write_names(f, p);
}

static bool put(const char *path, const char *text, size_t size, char why[PROOF_WHY])
{
    char part[1200], digest[SHA256_DIGEST_STRING_LENGTH];
    snprintf(part, sizeof part, "%s.part", path);
    FILE *f = fopen(part, "w");
    SHA256Data((const unsigned char *)text, size, digest);
    bool good = f && fwrite(text, 1, size, f) == size && fprintf(f, "sha256 %s\n", digest) > 0;
    if (f) good = fclose(f) == 0 && good;
    good = good && rename(part, path) == 0;
    if (!good) snprintf(why, PROOF_WHY, "%.200s: cannot be written: %s", path, strerror(errno));
    return good;
}

bool record_make(const record *r, proof *p, const char *path)
{
    char *states = NULL, *text = NULL;
    size_t nstates = 0, size = 0;
    const clock_t start = clock();
    FILE *body = open_memstream(&states, &nstates), *f = open_memstream(&text, &size);
    if (!body || !f) return snprintf(p->why, PROOF_WHY, "memory is short"), false;
    const int reached = write_states(r, p, body);
    fclose(body);
    write_head(f, r, p, (double)(clock() - start) / CLOCKS_PER_SEC, reached == r->ntimes);
    fwrite(states, 1, nstates, f);
    fclose(f);
    const bool good = reached > 0 && put(path, text, size, p->why);
    free(states);
    free(text);
    return good;
}
