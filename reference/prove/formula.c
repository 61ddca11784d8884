/* formula.c -- recording: constants are folded at evaluation, equal operands are not merged.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/formula.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void formula_init(formula *f) { *f = (formula){ 0 }; }

void formula_clear(formula *f)
{
    for (int k = 0; k < f->n; k++) fmpq_clear(f->entry[k].value);
    free(f->entry);
    formula_init(f);
}

static void out_of_memory(void)
{
    fputs("ivpbench-prove: memory is short\n", stderr);
    exit(3);
}

static num append(formula *f, formula_op op, int a, int b)
{
    if (f->n == f->room) {
        f->room = f->room ? 2 * f->room : 64;
        f->entry = realloc(f->entry, (size_t)f->room * sizeof *f->entry);
        if (!f->entry) out_of_memory();
    }
    formula_entry *e = &f->entry[f->n];
    *e = (formula_entry){ .op = op, .a = a, .b = b };
    fmpq_init(e->value);
    return (num){ f, f->n++ };
}

/* Dependence follows the operands. */
static num combine(formula_op op, num a, num b)
{
    const formula_entry x = a.of->entry[a.at], y = b.of->entry[b.at];
    const num made = append(a.of, op, a.at, b.at);
    made.of->entry[made.at].fixed = x.fixed && y.fixed;
    made.of->entry[made.at].varies = x.varies || y.varies;
    return made;
}

/* ---- constants --------------------------------------------------------------------------- */

/* Digits of [text, end) without the point, times 10^exponent. */
static bool assemble(fmpq_t q, const char *digits, long exponent)
{
    fmpz_t m, power;
    fmpz_init(m);
    fmpz_init(power);
    const bool good = *digits && fmpz_set_str(m, digits, 10) == 0;
    fmpz_ui_pow_ui(power, 10, (ulong)labs(exponent));
    if (good && exponent < 0) fmpq_set_fmpz_frac(q, m, power);
    if (good && exponent >= 0) {
        fmpz_mul(m, m, power);
        fmpq_set_fmpz(q, m);
    }
    fmpz_clear(m);
    fmpz_clear(power);
    return good;
}

bool rational_read(fmpq_t q, const char *text)
{
    enum { LONGEST = 200, FARTHEST = 5000 };
    char digits[LONGEST], *out = digits;
    long exponent = 0;
    bool behind = false;
    const bool minus = *text == '-';
    if (*text == '-' || *text == '+') text++;
    for (; isdigit((unsigned char)*text) || (*text == '.' && !behind); text++) {
        if (out == digits + LONGEST - 1) return false;
        if (*text == '.')
            behind = true;
        else
            *out++ = *text, exponent -= behind;
    }
    *out = 0;
    if (*text == 'e' || *text == 'E') {
        char *end;
        const long more = strtol(text + 1, &end, 10);
        if (end == text + 1 || labs(more) > FARTHEST) return false;
        exponent += more;
        text = end;
    }
    if (*text || !assemble(q, digits, exponent)) return false;
    if (minus) fmpq_neg(q, q);
    return true;
}

static num rational(formula *f, const fmpq_t value)
{
    const num made = append(f, OP_NUMBER, 0, 0);
    fmpq_set(f->entry[made.at].value, value);
    f->entry[made.at].fixed = true;
    return made;
}

num number(formula *f, const char *decimal)
{
    fmpq_t value;
    fmpq_init(value);
    if (!rational_read(value, decimal)) {
        fprintf(stderr, "ivpbench-prove: \"%s\" is no decimal number\n", decimal);
        exit(2);
    }
    const num made = rational(f, value);
    fmpq_clear(value);
    return made;
}

num integer(formula *f, long value)
{
    fmpq_t q;
    fmpq_init(q);
    fmpq_set_si(q, value, 1);
    const num made = rational(f, q);
    fmpq_clear(q);
    return made;
}

num number_pi(formula *f)
{
    const num made = append(f, OP_PI, 0, 0);
    f->entry[made.at].fixed = true;
    return made;
}

num formula_time(formula *f) { return append(f, OP_TIME, 0, 0); }

num formula_state(formula *f, int k)
{
    const num made = append(f, OP_STATE, k, 0);
    f->entry[made.at].varies = true;
    return made;
}

/* ---- operations -------------------------------------------------------------------------- */

num add(num a, num b) { return combine(OP_ADD, a, b); }
num sub(num a, num b) { return combine(OP_SUB, a, b); }
num mul(num a, num b) { return combine(OP_MUL, a, b); }
num divide(num a, num b) { return combine(OP_DIV, a, b); }
num neg(num a) { return times(-1, a); }
num sqr(num a) { return mul(a, a); }
num times(long k, num a) { return mul(integer(a.of, k), a); }
num over(num a, long k) { return divide(a, integer(a.of, k)); }
num root(num a) { return combine(OP_SQRT, a, a); }
num angle_of(num x, num y) { return combine(OP_ANGLE, x, y); }

void turn(num angle, num *sine, num *cosine)
{
    const num rate = combine(OP_RATE, angle, angle);
    *sine = combine(OP_SIN, angle, rate);
    *cosine = combine(OP_COS, angle, rate);
}

num sum(const num *a, int n)
{
    num s = a[0];
    for (int k = 1; k < n; k++) s = add(s, a[k]);
    return s;
}
