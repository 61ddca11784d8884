/* noise.h -- how much processes differ that do the same work.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_NOISE_H
#define REPORTS_NOISE_H

/* What is known of the variance of the log of a process's time before a cell is measured: worth
 * `freedom` degrees of freedom. */
typedef struct noise {
    double variance, freedom;
} noise;

/* A spread of log times, with its degrees of freedom (processes - 1 > 0). */
typedef struct spread {
    double variance;
    int freedom;
} spread;

/* What many cells of one machine say of each of them; too few say nothing, and noise_usual() is
 * assumed. */
noise noise_fit(const spread *v, int n);
noise noise_usual(void);

/* The variance of one cell, with its degrees of freedom; freedom 0: one process, nothing
 * seen. */
noise noise_of(const noise *prior, spread seen);

#endif
