/* ref_read.c -- reads a reference file: digest first, then line by line, refusing what it
 * cannot read with the number of the line. */
#include "reference/ref.h"

#include <errno.h>
#include <math.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DIGEST_LINE = 7 + 64 + 1 }; /* "sha256 HEX\n" */

typedef struct reader {
    ref *r;
    char *next;       /* rest of the text */
    char *rest;       /* rest of the present line */
    const char *flaw; /* what is wrong with it */
    int line;
    int filled; /* values of the last state */
    int rows;   /* lines of the grid so far */
} reader;

/* ---- words and numbers of a line ------------------------------------------------------------
 */

static char *word(reader *in)
{
    char *w = in->rest;
    if (!w || !*w) return NULL;
    char *blank = strchr(w, ' ');
    in->rest = blank ? blank + 1 : NULL;
    if (blank) *blank = 0;
    return w;
}

static bool flawed(reader *in, const char *flaw)
{
    in->flaw = flaw;
    return false;
}

static bool number(reader *in, double *x)
{
    const char *w = word(in);
    char *end;
    if (!w) return flawed(in, "a number is missing");
    *x = strtod(w, &end);
    return (end != w && !*end && isfinite(*x)) || flawed(in, "this is not a number");
}

static bool count(reader *in, int *n)
{
    double x;
    if (!number(in, &x)) return false;
    if (x < 0 || x > 1e7 || x != floor(x)) return flawed(in, "this is not a count");
    *n = (int)x;
    return true;
}

static bool bar(reader *in, double *x)
{
    if (in->rest && *in->rest == '?' && (in->rest[1] == ' ' || !in->rest[1])) {
        word(in);
        *x = -1;
        return true;
    }
    return number(in, x) && (*x >= 0 || flawed(in, "an error bar must not be negative"));
}

static bool name(reader *in, char *to, size_t size)
{
    const char *w = word(in);
    if (!w) return flawed(in, "a name is missing");
    if (strlen(w) >= size) return flawed(in, "this name is too long");
    memcpy(to, w, strlen(w) + 1);
    return true;
}

/* The array of n elements with room for one more; the old one stays valid on failure. */
static void *grown(reader *in, void *array, int n, size_t element)
{
    void *larger = realloc(array, ((size_t)n + 1) * element);
    if (!larger) flawed(in, "there is no memory for it");
    return larger;
}

/* ---- one function per kind of line
 * ------------------------------------------------------------ */

static bool take_text(reader *in, char **to)
{
    if (*to) return flawed(in, "this line occurs twice");
    *to = strdup(in->rest ? in->rest : "");
    in->rest = NULL;
    return *to || flawed(in, "there is no memory for it");
}

static bool take_problem(reader *in) { return take_text(in, &in->r->problem); }
static bool take_parameters(reader *in) { return take_text(in, &in->r->parameters); }
static bool take_equations(reader *in) { return take_text(in, &in->r->equations); }
static bool take_method(reader *in) { return take_text(in, &in->r->method); }
static bool take_made(reader *in) { return take_text(in, &in->r->made); }

static bool take_interval(reader *in)
{
    return number(in, &in->r->t0) && number(in, &in->r->t1) &&
           (in->r->t1 > in->r->t0 || flawed(in, "the interval is empty"));
}

static bool take_names(reader *in, char (**names)[32], int *n)
{
    while (in->rest && *in->rest) {
        char(*larger)[32] = grown(in, *names, *n, sizeof *larger);
        if (!larger) return false;
        *names = larger;
        if (!name(in, larger[(*n)++], sizeof *larger)) return false;
    }
    in->rest = NULL;
    return true;
}

static bool take_components(reader *in)
{
    return take_names(in, &in->r->components, &in->r->ncomponents) &&
           (in->r->ncomponents > 0 || flawed(in, "a component is needed"));
}

static bool take_observables(reader *in)
{
    return take_names(in, &in->r->observables, &in->r->nobservables);
}

static bool state_complete(const reader *in)
{
    return in->r->nstates == 0 || in->filled == in->r->ncomponents + in->r->nobservables;
}

static bool take_state(reader *in)
{
    ref *r = in->r;
    if (!state_complete(in)) return flawed(in, "the state before lacks components");
    ref_state *states = grown(in, r->states, r->nstates, sizeof *states);
    if (!states) return false;
    r->states = states;
    ref_state *s = &states[r->nstates];
    *s = (ref_state){ .n = r->ncomponents + r->nobservables };
    s->v = calloc((size_t)s->n + 1, sizeof *s->v);
    r->nstates++;
    in->filled = 0;
    if (!s->v) return flawed(in, "there is no memory for it");
    if (!number(in, &s->t)) return false;
    return r->nstates == 1 || s->t > s[-1].t || flawed(in, "states must ascend in time");
}

static bool take_value(reader *in)
{
    ref *r = in->r;
    if (r->nstates == 0) return flawed(in, "a value stands before the first state");
    const ref_state *s = &r->states[r->nstates - 1];
    if (in->filled >= s->n) return flawed(in, "the state has too many values");
    ref_value *v = &s->v[in->filled];
    const int nc = r->ncomponents;
    const char *expected =
        in->filled < nc ? r->components[in->filled] : r->observables[in->filled - nc];
    if (!name(in, v->name, sizeof v->name)) return false;
    if (strcmp(v->name, expected)) return flawed(in, "another component is due here");
    const char *w = in->rest;
    snprintf(v->text, sizeof v->text, "%.*s", w ? (int)strcspn(w, " ") : 0, w ? w : "");
    in->filled++;
    return number(in, &v->value) && bar(in, &v->bar);
}

static bool take_event(reader *in)
{
    ref *r = in->r;
    ref_event *events = grown(in, r->events, r->nevents, sizeof *events);
    if (!events) return false;
    r->events = events;
    ref_event *e = &events[r->nevents++];
    *e = (ref_event){ 0 };
    const char *w = in->rest;
    snprintf(e->text, sizeof e->text, "%.*s", w ? (int)strcspn(w, " ") : 0, w ? w : "");
    double direction;
    if (!number(in, &e->t) || !name(in, e->name, sizeof e->name) || !number(in, &direction))
        return false;
    e->direction = direction > 0 ? 1 : direction < 0 ? -1 : 0;
    return bar(in, &e->bar);
}

/* Components without accelerations and multipliers, then observables. */
static bool name_grid(reader *in)
{
    ref *r = in->r;
    const int nc = r->ncomponents, n = nc + r->nobservables;
    r->grid_names = calloc((size_t)n + 1, sizeof *r->grid_names);
    if (!r->grid_names) return flawed(in, "there is no memory for it");
    int w = 0;
    for (int i = 0; i < n; i++) {
        const char *s = i < nc ? r->components[i] : r->observables[i - nc];
        if (i >= nc || !strchr("al", *s))
            memcpy(r->grid_names[w++], s, sizeof r->grid_names[0]);
    }
    return w == r->width || flawed(in, "the width does not fit the components");
}

static bool take_grid(reader *in)
{
    ref *r = in->r;
    if (r->grid_t) return flawed(in, "this line occurs twice");
    if (!count(in, &r->ngrid) || !count(in, &r->width) || !name_grid(in)) return false;
    r->grid_t = calloc((size_t)r->ngrid + 1, sizeof *r->grid_t);
    r->grid = calloc((size_t)r->ngrid * (size_t)r->width + 1, sizeof *r->grid);
    r->grid_bar = calloc((size_t)r->width + 1, sizeof *r->grid_bar);
    if (!r->grid_t || !r->grid || !r->grid_bar) return flawed(in, "there is no memory for it");
    for (int i = 0; i < r->width; i++) r->grid_bar[i] = -1;
    return true;
}

static bool take_point(reader *in)
{
    ref *r = in->r;
    const int k = in->rows++;
    if (k >= r->ngrid) return flawed(in, "the grid has more points than announced");
    if (!number(in, &r->grid_t[k])) return false;
    for (int i = 0; i < r->width; i++)
        if (!number(in, &r->grid[(size_t)k * (size_t)r->width + (size_t)i])) return false;
    return k == 0 || r->grid_t[k] >= r->grid_t[k - 1] ||
           flawed(in, "grid points must ascend in time");
}

static bool take_gridbar(reader *in)
{
    if (!in->r->grid_bar) return flawed(in, "the grid must stand before its bars");
    for (int i = 0; i < in->r->width; i++)
        if (!bar(in, &in->r->grid_bar[i])) return false;
    return true;
}

static const struct {
    const char *keyword;
    bool (*take)(reader *in);
} lines[] = {
    { "g", take_point },
    { "c", take_value },
    { "o", take_value },
    { "state", take_state },
    { "event", take_event },
    { "grid", take_grid },
    { "gridbar", take_gridbar },
    { "problem", take_problem },
    { "equations", take_equations },
    { "parameters", take_parameters },
    { "method", take_method },
    { "made", take_made },
    { "interval", take_interval },
    { "components", take_components },
    { "observables", take_observables },
};

static bool take_line(reader *in, char *line)
{
    in->line++;
    in->rest = line;
    const char *keyword = word(in);
    if (in->line == 1)
        return (keyword && !strcmp(keyword, "ivpbench-reference") && in->rest &&
                !strcmp(in->rest, "1")) ||
               flawed(in, "the first line must be \"ivpbench-reference 1\"");
    for (size_t i = 0; keyword && i < sizeof lines / sizeof *lines; i++)
        if (!strcmp(keyword, lines[i].keyword)) {
            if (!lines[i].take(in)) return false;
            return !in->rest || flawed(in, "there is too much on this line");
        }
    return flawed(in, "no line of a reference begins like this");
}

static bool complete(reader *in)
{
    const ref *r = in->r;
    if (!r->problem || !r->parameters || !r->equations || !r->method || !r->made)
        return flawed(in, "problem, parameters, equations, method or made is missing");
    if (r->nstates == 0 || !state_complete(in))
        return flawed(in, "the end state is incomplete");
    return in->rows == r->ngrid || flawed(in, "the grid has fewer points than announced");
}

/* ---- the file -----------------------------------------------------------------------------
 */

static char *slurp(const char *path, size_t *length)
{
    FILE *f = fopen(path, "r");
    if (!f) return NULL;
    struct stat s;
    char *text = NULL;
    *length = 0;
    if (fstat(fileno(f), &s) == 0 && S_ISREG(s.st_mode)) {
        text = malloc((size_t)s.st_size + 1);
        if (text) *length = fread(text, 1, (size_t)s.st_size, f);
        if (text) text[*length] = 0;
    } else {
        errno = EINVAL;
    }
    fclose(f);
    return text;
}

/* What is wrong with the digest in the last line, or NULL; cuts that line off. */
static const char *digest_flaw(char *text, size_t length)
{
    if (length < DIGEST_LINE || text[length - 1] != '\n' ||
        strncmp(text + length - DIGEST_LINE, "sha256 ", 7) != 0)
        return "truncated: the last line should be its sha256";
    char *last = text + length - DIGEST_LINE, digest[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const unsigned char *)text, length - DIGEST_LINE, digest);
    if (strncmp(last + 7, digest, 64) != 0)
        return "the digest does not fit: the file was changed after it was made";
    *last = 0;
    return NULL;
}

static bool parse(reader *in, char *text)
{
    in->next = text;
    while (*in->next) {
        char *line = in->next, *end = strchr(line, '\n');
        in->next = end ? end + 1 : line + strlen(line);
        if (end) *end = 0;
        if (!take_line(in, line)) return false;
    }
    return complete(in);
}

bool ref_read(ref **out, const char *path, char *why, size_t size)
{
    size_t length = 0;
    char *text = slurp(path, &length);
    reader in = { .r = calloc(1, sizeof(ref)) };
    const char *flaw = digest_flaw(text ? text : (char[]){ "" }, length);
    *out = NULL;
    if (!text || !in.r)
        snprintf(why, size, "%s: cannot be read: %s", path, strerror(errno));
    else if (flaw)
        snprintf(why, size, "%s: %s; `ivpbench reference make` makes it anew", path, flaw);
    else if (!parse(&in, text))
        snprintf(why, size, "%s:%d: %s", path, in.line, in.flaw);
    else
        *out = in.r;
    free(text);
    if (!*out) ref_free(in.r);
    return *out != NULL;
}
