/* ref_write.c -- a reference as text with its digest; ref.h has the grammar.
 *
 * The file is written beside its place, read back and renamed, so that nobody ever reads half
 * of it, or one that cannot be read.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/file/ref.h"
#include "reference/file/regular.h"

#include <errno.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Three digits: an error has no more. */
static void write_known(FILE *f, double x)
{
    if (x < 0)
        fputs(" ?", f);
    else
        fprintf(f, " %.3g", x);
}

static void write_names(FILE *f, const char *keyword, char (*names)[32], int n)
{
    fputs(keyword, f);
    for (int i = 0; i < n; i++) fprintf(f, " %s", names[i]);
    fputc('\n', f);
}

static void write_laws(FILE *f, const ref *r)
{
    for (int k = 0; k < r->nlaws; k++) {
        fprintf(f, "law %s", r->laws[k].name);
        write_known(f, r->laws[k].size);
        write_known(f, r->laws[k].variation[REF_A]);
        write_known(f, r->laws[k].variation[REF_B]);
        fputc('\n', f);
    }
}

static void write_witness(FILE *f, const ref_witness *w)
{
    if (!w->there) return;
    fprintf(f, "witness %d", w->times);
    write_known(f, 1.005 * w->width); /* no less by its three digits */
    write_known(f, w->defect);
    fprintf(f, " %d %d", w->events, w->jumps);
    write_known(f, w->exact);
    write_known(f, w->published);
    fputc('\n', f);
}

static void write_scan(FILE *f, const ref_scan *s)
{
    if (!s->times) return;
    fprintf(f, "scan %d", s->times);
    write_known(f, 1.005 * s->width);
    write_known(f, s->defect);
    fputc('\n', f);
}

/* What does not depend on time. */
static void write_head(FILE *f, const ref *r)
{
    fprintf(f, "ivpbench-reference 2\nproblem %s\n", r->problem);
    fprintf(f, *r->parameters ? "parameters %s\n" : "parameters%s\n", r->parameters);
    fprintf(f, "equations %s\n", r->equations);
    for (int h = 0; h < REF_HALVES; h++)
        fprintf(f, "half %c %s %s\n", 'A' + h, r->half[h].family, r->half[h].method);
    fprintf(f, "made %s\n%sinterval %.17g %.17g\n", r->made,
            r->in_double ? "grade double\n" : "", r->t0, r->t1);
    write_names(f, "components", r->components, r->ncomponents);
    write_names(f, "observables", r->observables, r->nobservables);
    write_laws(f, r);
    write_witness(f, &r->witness);
    write_scan(f, &r->scan);
}

static void write_state(FILE *f, const ref *r, const ref_state *s)
{
    fprintf(f, "state %.17g\n", s->t);
    for (int i = 0; i < s->n; i++) {
        const ref_value *v = &s->v[i];
        fprintf(f, "%c %s %s %s", i < r->ncomponents ? 'c' : 'o', v->name, v->text[REF_A],
                v->text[REF_B]);
        write_known(f, v->bar);
        write_known(f, v->shift);
        fputc('\n', f);
    }
}

static void write_event(FILE *f, const ref_event *e)
{
    fprintf(f, "event %s %d %s %s", e->name, e->direction, e->text[REF_A], e->text[REF_B]);
    write_known(f, e->bar);
    fputc('\n', f);
}

/* The fewest digits that are read as this double. */
static void write_shortest(FILE *f, double x)
{
    char text[40];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, x);
        if (strtod(text, NULL) == x) break;
    }
    fprintf(f, " %s", text);
}

static void write_pieces(FILE *f, const ref_pieces *p)
{
    const double *c = p->c;
    fprintf(f, "pieces %d %d %d\n", p->n, p->degree, p->width);
    for (int i = 0; i < p->n; i++) {
        fprintf(f, "piece %.17g %.17g %s\n", p->t[i], p->t[i + 1],
                p->seam[i] ? "seam" : "smooth");
        for (int k = 0; k < p->width; k++, fputc('\n', f)) {
            fputc('p', f);
            for (int l = 0; l <= p->degree; l++) write_shortest(f, *c++);
        }
    }
    fputs("piecebar", f);
    for (int k = 0; k < p->width; k++) write_known(f, p->bar[k]);
    fputc('\n', f);
}

/* The whole text in memory, because the digest stands behind it. */
static char *compose(const ref *r, size_t *length)
{
    char *text = NULL;
    FILE *f = open_memstream(&text, length);
    if (!f) return NULL;
    write_head(f, r);
    for (int k = 0; k < r->nstates; k++) write_state(f, r, &r->states[k]);
    for (int k = 0; k < r->nevents; k++) write_event(f, &r->events[k]);
    if (r->pieces.n) write_pieces(f, &r->pieces);
    if (fclose(f)) {
        free(text);
        return NULL;
    }
    return text;
}

static bool put(const char *path, const char *text, size_t length)
{
    char digest[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const unsigned char *)text, length, digest);
    FILE *f = fopen(path, "w");
    if (!f) return false;
    const bool written =
        fwrite(text, 1, length, f) == length && fprintf(f, "sha256 %s\n", digest) > 0;
    return fclose(f) == 0 && written;
}

/* What cannot be read does not count: a name with a blank makes another line of it. */
static bool reads_again(const char *path, reason *why)
{
    ref *again;
    *why->text = 0;
    const bool good = ref_read(&again, path, why);
    ref_free(again);
    return good;
}

bool ref_write(const ref *r, const char *path, reason *why)
{
    char partial[1200];
    snprintf(partial, sizeof partial, "%s.partial", path);
    size_t length = 0;
    char *text = compose(r, &length);
    errno = text ? 0 : ENOMEM;
    const bool put_there = text && put(partial, text, length);
    const bool done = put_there && reads_again(partial, why) && regular_place(partial, path);
    if (!put_there || (!done && !*why->text))
        reason_set(why, "%s: cannot be written: %s", path, strerror(errno ? errno : EIO));
    if (!done) unlink(partial);
    free(text);
    return done;
}
