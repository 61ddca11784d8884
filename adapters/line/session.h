/* session.h -- a program that was started for a solver, and the lines to and from it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_LINE_SESSION_H
#define ADAPTERS_LINE_SESSION_H

#include "adapters/reason.h"

#include <ivp/line.h>

#include <sys/types.h>

enum { IVP_LINE_NUMBER = 32, IVP_LINE_WORDS = 32, IVP_LINE_PATH = 512 };

typedef struct ivp_line {
    ivp_model *m;
    const ivp_tol *tol;
    const ivp_line_program *program;
    int n, to, from;            /* unknowns; pipes, -1: closed */
    pid_t pid;                  /* 0: it does not run */
    bool decimal;               /* numbers are sent in decimal */
    bool lost;                  /* what it will answer is unknown: it is started anew */
    double before_s;            /* CPU time of its predecessors */
    char folder[IVP_LINE_PATH]; /* of the files that came with it; "": none */
    size_t room, have, used;    /* of `in`: its size, what was read, what was parsed */
    char *in, *out;
    double *x, *J; /* 2 n + 1: a question and f; n * n, where it may ask for it */
} ivp_line;

/* IVP_E_LIBRARY with a sentence */
#define LINE_FAILS(s, ...) ((s)->lost = true, adapter_fails((s)->m, IVP_E_LIBRARY, __VA_ARGS__))

#pragma GCC visibility push(hidden)

/* ---- files.c: what the command names */

/* Writes the files that came with the program into a new folder below $TMPDIR or /tmp. */
ivp_status ivp_line_unpack(ivp_line *s);
/* Removes them. */
void ivp_line_clean(ivp_line *s);
/* The path of a file that came with the program: in that folder, by its last name. */
void ivp_line_place(const ivp_line *s, const char *word, char path[IVP_LINE_PATH]);

/* ---- process.c */

/* Starts the program without a shell; it gets two pipes and standard error, and no other
 * descriptor. */
ivp_status ivp_line_launch(ivp_line *s);
/* Closes its input, at which it ends; one that does not within a second is killed. */
void ivp_line_stop(ivp_line *s);
/* The same, after its output has ended; IVP_E_LIBRARY with how the program ended. */
ivp_status ivp_line_ended(ivp_line *s);

/* ---- lines.c: `out` is filled from its beginning, and sent */

/* Begins a line with a word; its length. */
size_t ivp_line_word(ivp_line *s, const char *word);
/* Appends n numbers at `at`; the new length. */
size_t ivp_line_numbers(ivp_line *s, size_t at, const double *x, size_t n);
/* Sends what stands in `out`, and its end. */
ivp_status ivp_line_send(ivp_line *s, size_t length);
/* The next line without its end, valid until the next call; or NULL with a status. */
char *ivp_line_read(ivp_line *s, ivp_status *st);

/* ---- line.c */

/* Allocates what lines are written to and read from, for n unknowns. */
bool ivp_line_allocate(ivp_line *s, size_t n);
/* The first lines that are exchanged: version, tolerances. */
ivp_status ivp_line_greet(ivp_line *s);

#pragma GCC visibility pop

#endif
