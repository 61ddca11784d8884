/* ladder.h -- free vibrations of a plane ladder of steel tube: two rails along x, four cross
 * members along y, Euler-Bernoulli beams of two nodes with consistent mass.
 *
 *     K phi = w^2 M phi,   phi^T M phi = 1,   six coordinates a node (ux, uy, uz, rx, ry, rz)
 *
 * A rail has 9 r elements, a cross member 3 r; r = 1 has 28 nodes, in the order
 *
 *     1 .. 10 right rail (y < 0) from the rear,  11 .. 20 left rail,  21, 22 ... 27, 28 inside
 *     the cross members from the rear, the right one first
 *
 * and these are the ones that shapes are told of, whatever r is. (ux, uy, rz) and (uz, rx, ry)
 * do not know of each other, and both halves of the ladder are mirrors of each other, along x
 * as along y: eight eigenproblems of an eighth of the size, in which no two frequencies are
 * close. Each is solved by M = L L^T and Jacobi's rotations of L^-1 K L^-T, to rounding level
 * in every arithmetic.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PROBLEMS_LADDER_H
#define PROBLEMS_LADDER_H

#include <ivp/base.h>
#include <stdlib.h>

enum { LADDER_NODES = 28, LADDER_CLASSES = 8, LADDER_FREEDOMS = 6 };

#define LADDER_LENGTH R(1.519)
#define LADDER_WIDTH  R(0.4105)
#define LADDER_TAKEN  R(1e300)

/* One class: in the plane or out of it, even or odd in x and in y. */
typedef struct ladder_class {
    int refine, kind, even[2];
    int n;       /* unknowns: three a node of a quarter, less those that the mirror forbids */
    int *number; /* of (ix, iy, which of three); -1: none */
    plain *K, *M, *V, *square;
} ladder_class;

static inline int ladder_modes(int refine) { return 6 * (30 * refine - 2) - 6; }

/* Which coordinates there are, and how each changes its sign in a mirror across x, and across
 * y. */
static const int ladder_which[2][3] = { { 0, 1, 5 }, { 2, 3, 4 } };
static const int ladder_parity[2][6] = { { -1, 1, 1, 1, -1, -1 }, { 1, -1, 1, -1, 1, -1 } };

static inline int ladder_cells(const ladder_class *c, int axis)
{
    return (axis ? 3 : 9) * c->refine;
}

static inline bool ladder_has(const ladder_class *c, int ix, int iy)
{
    return iy == 0 || iy == 3 * c->refine || ix % (3 * c->refine) == 0;
}

/* The unknown behind coordinate k of a node and the sign it has there, 0: it is zero. */
static inline int ladder_find(const ladder_class *c, int ix, int iy, int k, int *unknown)
{
    const int at[2] = { ix, iy };
    int sign = 1, near[2];
    for (int a = 0; a < 2; a++) {
        const int far = ladder_cells(c, a) - at[a];
        const int mirrored = c->even[a] * ladder_parity[a][ladder_which[c->kind][k]];
        near[a] = at[a] < far ? at[a] : far;
        if (at[a] > far) sign *= mirrored;
        if (at[a] == far && mirrored < 0) return 0;
    }
    *unknown = (near[0] * (ladder_cells(c, 1) + 1) + near[1]) * 3 + k;
    return sign;
}

static inline void ladder_count(ladder_class *c)
{
    const int nx = ladder_cells(c, 0), ny = ladder_cells(c, 1);
    for (int ix = 0; 2 * ix <= nx; ix++)
        for (int iy = 0; 2 * iy <= ny; iy++)
            for (int k = 0; k < 3; k++) {
                int place;
                if (ladder_has(c, ix, iy) && ladder_find(c, ix, iy, k, &place))
                    c->number[place] = c->n++;
            }
}

/* ---- elements ---------------------------------------------------------------------------- */

/* Stiffness and mass of an element along x or y, of (k of one node, k of the other). */
typedef struct ladder_beam {
    plain K[6][6], M[6][6];
} ladder_beam;

/* Tension or torsion. */
static inline void ladder_bar(ladder_beam *b, int k, plain stiff, plain mass)
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            b->K[k + 3 * i][k + 3 * j] = i == j ? stiff : -stiff;
            b->M[k + 3 * i][k + 3 * j] = mass / (i == j ? 3 : 6);
        }
}

/* Bending: deflection v, and sign times its slope. */
static inline void ladder_bend(ladder_beam *b, int v, int slope, int sign, plain EI, plain mass,
                               plain L)
{
    const plain s = sign * L, k = EI / (L * L * L), m = mass / 420;
    const int at[4] = { v, slope, v + 3, slope + 3 };
    const plain K[4][4] = { { 12, 6 * s, -12, 6 * s },
                            { 6 * s, 4 * L * L, -6 * s, 2 * L * L },
                            { -12, -6 * s, 12, -6 * s },
                            { 6 * s, 2 * L * L, -6 * s, 4 * L * L } };
    const plain M[4][4] = { { 156, 22 * s, 54, -13 * s },
                            { 22 * s, 4 * L * L, 13 * s, -3 * L * L },
                            { 54, 13 * s, 156, -22 * s },
                            { -13 * s, -3 * L * L, -22 * s, 4 * L * L } };
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            b->K[at[i]][at[j]] = k * K[i][j];
            b->M[at[i]][at[j]] = m * M[i][j];
        }
}

/* Tube of 32 mm with a wall of 2 mm; E = 205 GPa, nu = 0.29, 7850 kg/m^3. */
static inline ladder_beam ladder_beam_of(int kind, int axis, plain L)
{
    const plain a = R(0.016), b = R(0.014), E = R(205e9), rho = R(7850.0);
    const plain A = IVP_PI * (a * a - b * b),
                bend = IVP_PI / 4 * (a * a * a * a - b * b * b * b);
    const plain GJ = E / (2 * R(1.29)) * 2 * bend, mass = rho * A * L;
    ladder_beam out = { 0 };
    if (kind == 0) {
        ladder_bar(&out, axis, E * A / L, mass);
        ladder_bend(&out, 1 - axis, 2, axis ? -1 : 1, E * bend, mass, L);
    } else {
        ladder_bar(&out, 1 + axis, GJ / L, rho * 2 * bend * L);
        ladder_bend(&out, 0, 2 - axis, axis ? 1 : -1, E * bend, mass, L);
    }
    return out;
}

static inline void ladder_add(ladder_class *c, const ladder_beam *b, int ix, int iy, int axis)
{
    int at[6], sign[6], place = 0;
    for (int i = 0; i < 6; i++) {
        const int on = i / 3;
        sign[i] = ladder_find(c, ix + (on && !axis), iy + (on && axis), i % 3, &place);
        at[i] = sign[i] ? c->number[place] : 0;
    }
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            c->K[at[i] * c->n + at[j]] += sign[i] * sign[j] * b->K[i][j];
            c->M[at[i] * c->n + at[j]] += sign[i] * sign[j] * b->M[i][j];
        }
}

static inline void ladder_assemble(ladder_class *c)
{
    const int nx = ladder_cells(c, 0), ny = ladder_cells(c, 1);
    const ladder_beam rail = ladder_beam_of(c->kind, 0, LADDER_LENGTH / nx),
                      cross = ladder_beam_of(c->kind, 1, LADDER_WIDTH / ny);
    for (int ix = 0; ix < nx; ix++)
        for (int iy = 0; iy <= ny; iy += ny) ladder_add(c, &rail, ix, iy, 0);
    for (int ix = 0; ix <= nx; ix += nx / 3)
        for (int iy = 0; iy < ny; iy++) ladder_add(c, &cross, ix, iy, 1);
}

/* ---- K phi = w^2 M phi
 * -------------------------------------------------------------------- */

/* M := L, lower; K := L^-1 K L^-T */
static inline void ladder_reduce(int n, plain *K, plain *M)
{
    for (int j = 0; j < n; j++) {
        for (int i = j; i < n; i++) {
            for (int k = 0; k < j; k++) M[i * n + j] -= M[i * n + k] * M[j * n + k];
            M[i * n + j] = i == j ? sqrt(M[j * n + j]) : M[i * n + j] / M[j * n + j];
        }
    }
    for (int turn = 0; turn < 2; turn++)
        for (int c = 0; c < n; c++)
            for (int i = 0; i < n; i++) {
                plain *x = turn ? K + c * n : K + c, *at = x + (turn ? i : i * n);
                for (int k = 0; k < i; k++) *at -= M[i * n + k] * x[turn ? k : k * n];
                *at /= M[i * n + i];
            }
}

/* One rotation of rows and columns p and q of K, and of the rows of V. */
static inline void ladder_rotate(int n, plain *K, plain *V, int p, int q)
{
    const plain theta = (K[q * n + q] - K[p * n + p]) / (2 * K[p * n + q]);
    const plain t =
        (theta < 0 ? -1 : 1) / ((theta < 0 ? -theta : theta) + sqrt(theta * theta + 1));
    const plain c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < n; k++) {
        const plain a = K[p * n + k], b = K[q * n + k], v = V[p * n + k], w = V[q * n + k];
        K[p * n + k] = c * a - s * b;
        K[q * n + k] = s * a + c * b;
        V[p * n + k] = c * v - s * w;
        V[q * n + k] = s * v + c * w;
    }
    for (int k = 0; k < n; k++) {
        const plain a = K[k * n + p], b = K[k * n + q];
        K[k * n + p] = c * a - s * b;
        K[k * n + q] = s * a + c * b;
    }
}

/* Cyclic, until nothing outside the diagonal is above rounding level. V: eigenvectors as
 * rows. */
static inline void ladder_jacobi(int n, plain *K, plain *V)
{
    plain largest = 0;
    for (int i = 0; i < n; i++) {
        V[i * n + i] = 1;
        largest = K[i * n + i] > largest ? K[i * n + i] : largest;
    }
    bool turned = true;
    for (int sweep = 0; sweep < 40 && turned; sweep++) {
        turned = false;
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) {
                const plain off = K[p * n + q], level = largest * (plain)IVP_EPS / 64;
                if (off <= level && off >= -level) continue;
                ladder_rotate(n, K, V, p, q);
                turned = true;
            }
    }
}

/* V := L^-T V, the largest of each with a plus (the first one, of those as large but for
 * rounding) */
static inline void ladder_shapes(ladder_class *c)
{
    const int n = c->n;
    for (int m = 0; m < n; m++) {
        plain *v = c->V + m * n, most = 0;
        c->square[m] = c->K[m * n + m];
        for (int i = n - 1; i >= 0; i--) {
            for (int k = i + 1; k < n; k++) v[i] -= c->M[k * n + i] * v[k];
            v[i] /= c->M[i * n + i];
        }
        for (int i = 0; i < n; i++) {
            const plain size = most < 0 ? -most : most;
            if (v[i] > size * R(1.000001) || -v[i] > size * R(1.000001)) most = v[i];
        }
        for (int i = 0; i < n && most < 0; i++) v[i] = -v[i];
    }
}

/* ---- the ladder -------------------------------------------------------------------------- */

static inline void ladder_close(ladder_class *c)
{
    free(c->number), free(c->K), free(c->M), free(c->V), free(c->square);
}

static inline bool ladder_open(ladder_class *c, int refine, int which)
{
    *c = (ladder_class){ .refine = refine, .kind = which & 1 };
    for (int a = 0; a < 2; a++) c->even[a] = which >> (1 + a) & 1 ? 1 : -1;
    const int places = 3 * (ladder_cells(c, 0) + 1) * (ladder_cells(c, 1) + 1);
    c->number = calloc((size_t)places, sizeof *c->number);
    if (!c->number) return false;
    ladder_count(c);
    const size_t n = (size_t)c->n;
    c->K = calloc(n * n, sizeof *c->K);
    c->M = calloc(n * n, sizeof *c->M);
    c->V = calloc(n * n, sizeof *c->V);
    c->square = calloc(n, sizeof *c->square);
    if (!c->K || !c->M || !c->V || !c->square) return false;
    ladder_assemble(c);
    ladder_reduce(c->n, c->K, c->M);
    ladder_jacobi(c->n, c->K, c->V);
    ladder_shapes(c);
    return true;
}

/* Mode m of the class at node 0 .. 27. */
static inline void ladder_node(const ladder_class *c, int m, int node, plain shape[6])
{
    const int r = c->refine, k = node - 20;
    const int ix = node < 20 ? r * (node % 10) : 3 * r * (k / 2),
              iy = node < 20 ? 3 * r * (node / 10) : r * (1 + k % 2);
    for (int i = 0; i < 6; i++) shape[i] = 0;
    for (int i = 0; i < 3; i++) {
        int place;
        const int sign = ladder_find(c, ix, iy, i, &place);
        if (sign) shape[ladder_which[c->kind][i]] = sign * c->V[m * c->n + c->number[place]];
    }
}

/* The mode of least frequency that is left, which then is no longer: its class, -1: none; *m,
 * *square. */
static inline int ladder_next(ladder_class *c, int *m, plain *square)
{
    int best = -1;
    for (int k = 0; k < LADDER_CLASSES; k++)
        for (int i = 0; i < c[k].n; i++)
            if (c[k].square[i] < (best < 0 ? LADDER_TAKEN : c[best].square[*m])) {
                best = k;
                *m = i;
            }
    if (best < 0) return -1;
    *square = c[best].square[*m];
    c[best].square[*m] = LADDER_TAKEN;
    return best;
}

/* The elastic modes of least frequency: w^2 of each, and shape[(node * modes + mode) * 6 ..];
 * false: memory is short. */
static inline bool ladder_vibrations(int refine, int modes, plain *square, plain *shape)
{
    ladder_class c[LADDER_CLASSES] = { 0 };
    bool fine = true;
    for (int k = 0; k < LADDER_CLASSES && fine; k++) fine = ladder_open(&c[k], refine, k);
    for (int mode = -6; mode < modes && fine; mode++) { /* six move it as a rigid body */
        int m = 0;
        plain w2 = 0;
        const int k = ladder_next(c, &m, &w2);
        fine = k >= 0;
        for (int node = 0; mode >= 0 && fine && node < LADDER_NODES; node++)
            ladder_node(&c[k], m, node,
                        shape + ((size_t)node * (size_t)modes + (size_t)mode) * 6);
        if (mode >= 0 && fine) square[mode] = w2;
    }
    for (int k = 0; k < LADDER_CLASSES; k++) ladder_close(&c[k]);
    return fine;
}

/* Mass of the ladder and its moments of inertia about its centre: those of rods of mass m and
 * length L, m L^2 / 12, to which torsional inertia 2 I rho is added about their own axes. */
static inline void ladder_inertia(plain mass[4])
{
    const plain a = R(0.016), b = R(0.014), rho = R(7850.0);
    const plain m = rho * IVP_PI * (a * a - b * b),
                twist = rho * IVP_PI / 2 * (a * a * a * a - b * b * b * b);
    const plain L = LADDER_LENGTH, W = LADDER_WIDTH, square = W * W / 4;
    const plain away =
        2 * (L * L / 4 + L * L / 36); /* of cross members from the middle, squared */
    mass[0] = m * (2 * L + 4 * W);
    mass[1] = 2 * L * (m * square + twist) + 4 * m * W * W * W / 12;
    mass[2] = 2 * m * L * L * L / 12 + W * (m * away + 4 * twist);
    mass[3] = m * (2 * L * (L * L / 12 + square) + 4 * W * W * W / 12 + W * away);
}

#endif
