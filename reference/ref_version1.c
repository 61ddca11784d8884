/* ref_version1.c -- reads version 1 as version 2: one half, and degree 7 between its points. */
#include "reference/ref_reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/ref_version1.h"

enum { DEGREE = 7 };

static bool next_is(ref_reader *in, const char *keyword, const char *a)
{
    (void)in;
    return !strcmp(keyword, a);
}

static bool old_value(ref_reader *in)
{
    /* NAME VALUE BAR -> NAME VALUE ? BAR ? */
    char line[256], name[64] = "", value[80] = "", bar[40] = "";
    sscanf(in->rest ? in->rest : "", "%63s %79s %39s", name, value, bar);
    snprintf(line, sizeof line, "%s %s ? %s ?", name, value, bar);
    in->rest = line;
    const bool ok = ref_take_line(in, "c");
    in->rest = NULL;
    return ok;
}

static bool old_event(ref_reader *in)
{
    char line[256], t[80] = "", name[64] = "", direction[40] = "", bar[40] = "";
    sscanf(in->rest ? in->rest : "", "%79s %63s %39s %39s", t, name, direction, bar);
    snprintf(line, sizeof line, "%s %s %s ? %s", name, direction, t, bar);
    in->rest = line;
    const bool ok = ref_take_line(in, "event");
    in->rest = NULL;
    return ok;
}

static bool old_grid(ref_reader *in, ref_version1 *old)
{
    if (!ref_count(in, &old->n) || !ref_count(in, &old->width)) return false;
    old->t = calloc((size_t)old->n + 1, sizeof *old->t);
    old->v = calloc((size_t)old->n * (size_t)old->width + 1, sizeof *old->v);
    return true;
}

static bool old_point(ref_reader *in, ref_version1 *old)
{
    const int k = old->rows++;
    if (k >= old->n || !ref_number(in, &old->t[k])) return false;
    for (int i = 0; i < old->width; i++)
        if (!ref_number(in, &old->v[k * old->width + i])) return false;
    return true;
}

static double lagrange(const double *t, const double *v, int stride, int m, double x)
{
    double sum = 0;
    for (int i = 0; i < m; i++) {
        double w = v[i * stride];
        for (int k = 0; k < m; k++)
            if (k != i) w *= (x - t[k]) / (t[i] - t[k]);
        sum += w;
    }
    return sum;
}

/* Chebyshev coefficients of the polynomial through the neighbours of interval k. */
static void fit(const ref_version1 *old, int first, int last, int k, int column, double *c)
{
    const int m = last - first + 1 < DEGREE + 1 ? last - first + 1 : DEGREE + 1;
    int low = k - m / 2 + 1;
    low = low < first ? first : low + m - 1 > last ? last - m + 1 : low;
    double f[DEGREE + 1];
    const double a = old->t[k], b = old->t[k + 1];
    for (int i = 0; i <= DEGREE; i++) {
        const double s = cos(3.14159265358979323846 * (i + 0.5) / (DEGREE + 1));
        f[i] = lagrange(old->t + low, old->v + low * old->width + column, old->width, m,
                        (a + b) / 2 + (b - a) / 2 * s);
    }
    for (int l = 0; l <= DEGREE; l++) {
        c[l] = 0;
        for (int i = 0; i <= DEGREE; i++)
            c[l] += (l ? 2.0 : 1.0) / (DEGREE + 1) * f[i] *
                    cos(3.14159265358979323846 * l * (i + 0.5) / (DEGREE + 1));
    }
}

static bool convert(ref_reader *in, ref_version1 *old, char *bars)
{
    char line[64];
    int n = 0;
    for (int k = 0; k + 1 < old->n; k++) n += old->t[k + 1] > old->t[k];
    snprintf(line, sizeof line, "%d %d %d", n, DEGREE, old->width);
    in->rest = line;
    if (!ref_take_line(in, "pieces")) return false;
    ref_pieces *p = &in->r->pieces;
    int i = 0;
    for (int first = 0, last; first < old->n; first = last + 1) {
        for (last = first; last + 1 < old->n && old->t[last + 1] > old->t[last];) last++;
        for (int k = first; k < last; k++, i++) {
            p->t[i] = old->t[k];
            p->t[i + 1] = old->t[k + 1];
            p->seam[i] = k == first && first > 0;
            for (int w = 0; w < old->width; w++)
                fit(old, first, last, k, w, p->c + (i * old->width + w) * (DEGREE + 1));
        }
    }
    in->pieces = n;
    in->columns = old->width;
    in->rest = bars;
    const bool ok = n == 0 || ref_take_line(in, "piecebar");
    in->rest = NULL;
    return ok;
}

bool ref_take_line_1(ref_reader *in, const char *keyword, ref_version1 *old)
{
    if (next_is(in, keyword, "c") || next_is(in, keyword, "o")) return old_value(in);
    if (next_is(in, keyword, "event")) return old_event(in);
    if (next_is(in, keyword, "grid")) return old_grid(in, old);
    if (next_is(in, keyword, "g")) return old_point(in, old);
    if (next_is(in, keyword, "gridbar")) return convert(in, old, in->rest);
    if (next_is(in, keyword, "method")) {
        in->r->half[REF_A].family = strdup("extrapolation");
        in->r->half[REF_A].method = strdup(in->rest);
        in->r->half[REF_B].family = strdup("none");
        in->r->half[REF_B].method = strdup("");
        in->rest = NULL;
        return true;
    }
    return ref_take_line(in, keyword);
}
