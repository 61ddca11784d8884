/* convert.h -- a model on symbols (python/ivpbench/model) becomes a problem in C. */
#ifndef BENCH_PLUGIN_CONVERT_H
#define BENCH_PLUGIN_CONVERT_H

#include <stdbool.h>
#include <stddef.h>

/* Runs the converter on the model `from`, untrusted code, under confinement, and writes NAME.c
 * into this folder, over no other file. `files` is that name. `end` is the end of the interval of
 * a model in SBML, a decimal; NULL for all others. false with the converter's sentence, or with
 * what is missing: Python, SymPy, libsbml, the package ivpbench. */
bool convert_model(const char *from, const char *end, const char *name, char *files, char *why,
                   size_t size);

#endif
