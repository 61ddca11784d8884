/* options.h -- the options of a verb as a table: name, letter, kind, where the value goes. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <stdbool.h>

typedef enum option_kind {
    OPTION_END = 0,
    OPTION_FLAG,   /* bool *: set to true */
    OPTION_TEXT,   /* const char **: points into argv */
    OPTION_NUMBER, /* double *: finite and positive */
    OPTION_COUNT,  /* long *: a whole number, not negative */
    OPTION_LOUDER, /* int *: one more each time */
    OPTION_WORD,   /* const char **: one of some words */
    OPTION_FIELD   /* a struct, whose field is set; fields.h */
} option_kind;

typedef struct option_row {
    const char *name;
    char letter; /* 0: none */
    option_kind kind;
    void *target;
    const void *more; /* the words, '|' between, or the const field_row * */
} option_row;

/* Reads the options of argv[1..]; the operands move to the end. Returns the position of the
 * first operand, or -1 after saying what is wrong. rows ends with { 0 }. */
int options_read(const option_row *rows, int argc, char **argv);

/* The same for a verb without operands; false after saying what is wrong. */
bool options_alone(const option_row *rows, int argc, char **argv);

/* The most similar word, or NULL if none is similar. */
const char *nearest_word(const char *word, const char *const *words, int n);

#endif
