/* survey_text.c -- a line begins with its key.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/catalogue/survey_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool survey_line(const char *survey, const char *key, int k, char *text, size_t size)
{
    const size_t n = strlen(key);
    for (const char *at = survey; at && *at; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
        if (strncmp(at, key, n) != 0 || at[n] != ' ' || k-- > 0) continue;
        snprintf(text, size, "%.*s", (int)strcspn(at + n + 1, "\n"), at + n + 1);
        return true;
    }
    *text = '\0';
    return false;
}

/* The numbers that a line begins with, `most` of them at most; how many there are. */
static int numbers(const char *line, int most, double *v)
{
    char *end;
    int n = 0;
    for (; n < most; n++, line = end) {
        v[n] = strtod(line, &end);
        if (end == line) break;
    }
    return n;
}

survey_spectrum survey_extremes(const char *survey)
{
    survey_spectrum s = { 0 };
    char line[256];
    double v[4]; /* time, least and most real part, largest imaginary part */
    for (int k = 0; survey_line(survey, "spectrum", k, line, sizeof line); k++) {
        if (numbers(line, 4, v) != 4) continue;
        s.least = s.points ? fmin(s.least, v[1]) : v[1];
        s.most = s.points ? fmax(s.most, v[2]) : v[2];
        s.turn = fmax(s.turn, v[3]);
        s.points++;
    }
    return s;
}

double survey_certified(const char *survey)
{
    char line[64];
    return survey_line(survey, "certified", 0, line, sizeof line) ? strtod(line, NULL) : NAN;
}

double survey_published(const char *survey, char *source, size_t size)
{
    char line[1024], *end;
    double best = NAN;
    for (int k = 0; survey_line(survey, "published", k, line, sizeof line); k++) {
        const double digits = strtod(line, &end);
        if (isfinite(best) && digits <= best) continue;
        best = digits;
        if (source) snprintf(source, size, "%s", end + strspn(end, " "));
    }
    return best;
}

static int highest_index(const char *survey)
{
    char line[128];
    double n[3]; /* unknowns of index 1, 2 and 3 */
    survey_line(survey, "index", 0, line, sizeof line);
    if (numbers(line, 3, n) != 3) return 0;
    return n[2] > 0 ? 3 : n[1] > 0 ? 2 : n[0] > 0 ? 1 : 0;
}

void survey_class(const char *survey, char *text, size_t size)
{
    char form[32], line[128];
    double sizes[4]; /* n, nq, nx, ng */
    survey_line(survey, "form", 0, form, sizeof form);
    survey_line(survey, "sizes", 0, line, sizeof line);
    const bool constrained = numbers(line, 4, sizes) == 4 && sizes[3] > 0;
    if (!strcmp(form, "mechanical"))
        snprintf(text, size, "mechanical, %s", constrained ? "index 3" : "no constraints");
    else if (!strcmp(form, "ode"))
        snprintf(text, size, "y' = f");
    else
        snprintf(text, size, "%s, index %d",
                 !strcmp(form, "lin") ? "M y' = f" : "F(t, y, y') = 0", highest_index(survey));
}

void survey_size(const char *survey, char *text, size_t size)
{
    char line[128];
    double sizes[4]; /* n, nq, nx, ng */
    survey_line(survey, "sizes", 0, line, sizeof line);
    *text = '\0';
    if (numbers(line, 4, sizes) != 4) return;
    if (sizes[3] > 0)
        snprintf(text, size, "%.0f + %.0f", sizes[0], sizes[3]);
    else
        snprintf(text, size, "%.0f", sizes[0]);
}
