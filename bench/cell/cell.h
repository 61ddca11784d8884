/* cell.h -- the unit of work: problem x formulation x solver x rung, and what decides its
 * result. */
#ifndef BENCH_CELL_H
#define BENCH_CELL_H

#include <stdbool.h>
#include <stddef.h>

enum { CELL_TEXT = 256, CELL_KEY = 65, CELL_FILES = 640 };

typedef struct cell {
    char problem[CELL_TEXT];
    char parameters[CELL_TEXT];  /* "a=1 b=word": those that are no defaults, in order */
    char formulation[CELL_TEXT]; /* "projected" or with its options: "projected(newton=1)" */
    char solver[CELL_TEXT];
    char options[CELL_TEXT]; /* of the solver, as parameters */
    double rtol, atol;       /* 0 for constant steps */
    double h0, h;            /* h > 0: constant steps; h0 0: rule of the solver */
    double rung; /* rtol of the rung whose width this tolerance lies in; 0: it is the rung */
    bool no_events;
    double timeout_s;          /* CPU; limits and repetition do not belong to the key */
    long memory_mb, max_steps; /* max_steps does */
    double min_time_s;         /* repeat a short solve until this time ... */
    double precision;          /* ... and this relative half-width of the median are met */
    int workers;               /* timing processes; 0: accuracy run only */
    char series[CELL_TEXT];    /* "": all of the run; "drawn", "points": see record.h */
    char key[CELL_KEY];        /* sha-256, hex */
    char files[CELL_FILES]; /* what computes: "double/solvers/ida.so:SHA-256 libivp.so:..." */
} cell;

/* One line of JSON with everything above; what `ivpbench run --cell` takes to redo one cell. */
char *cell_to_json(const cell *c); /* caller frees */
bool cell_from_json(cell *c, const char *text, char *why, size_t size);

/* Whether texts are lines, and names words: a cell that somebody asks for; what stands in a store may be
 * otherwise, and is escaped where it is shown. Says which member is not. */
bool cell_is_plain(const cell *c, char *why, size_t size);

/* Key and files, from the fields that decide the result and the plug-ins and kernel there are. */
bool cell_make_key(cell *c, char *why, size_t size);

/* "andrews ida(linear_solver=klu)@ggl rtol=1e-06": for people, and as a plan would say it. */
void cell_title(const cell *c, char *text, size_t size);

#endif
