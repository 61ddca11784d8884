/* plugin_build.h -- compile one plug-in outside the tree, with the flags of this program. */
#ifndef BENCH_PLUGIN_BUILD_H
#define BENCH_PLUGIN_BUILD_H

#include <stdbool.h>
#include <stddef.h>

typedef struct plugin_source {
    const char *path;
    char name[64];
    bool solver; /* else a problem */
    bool lanes;  /* a problem that does not say IVP_NO_LANES */
} plugin_source;

/* Finds IVP_PROBLEM(name) or IVP_SOLVER(name) in the file; the name must be the file's. */
bool plugin_identify(plugin_source *s, const char *path, char *why, size_t size);

/* Compiles into root/ARITHMETIC/{problems,solvers}/NAME.so: a problem in all four arithmetics,
 * and in lanes where it has them, a solver in double. `extra`: further words for the compiler,
 * ends with NULL. The compiler's own messages go to stderr. */
bool plugin_compile(const plugin_source *s, const char *root, char *const *extra, char *why,
                    size_t size);

#endif
