/* variables.c -- a list of names; one that ends in "*" stands for all that begin so.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/process/variables.h"

#include "bench/base/util.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char kept[] =
    "IVPBENCH_*:IVPBENCH:"
    "PATH:HOME:PWD:TMPDIR:TMP:TEMP:SHELL:TERM:COLUMNS:LINES:NO_COLOR:USER:LOGNAME:XDG_DATA_HOME:"
    "LANG:LANGUAGE:LC_*:TZ:TZDIR:LOCPATH:GCONV_PATH:SOURCE_DATE_EPOCH:"
    /* the loader, allocation, sanitizers */
    "LD_*:GLIBC_TUNABLES:MALLOC_*:ASAN_OPTIONS:LSAN_OPTIONS:UBSAN_OPTIONS:VALGRIND_LIB:"
    "VALGRIND_OPTS:"
    /* compilers */
    "CC:CXX:FC:CFLAGS:CXXFLAGS:FFLAGS:CPPFLAGS:LDFLAGS:CPATH:C_INCLUDE_PATH:CPLUS_INCLUDE_PATH:"
    "LIBRARY_PATH:COMPILER_PATH:GCC_EXEC_PREFIX:CCACHE_*:"
    /* threads and linear algebra */
    "OMP_*:GOMP_*:KMP_*:OPENBLAS_*:GOTO_*:BLIS_*:VECLIB_*:MKL*:GFORTRAN_*:"
    /* interpreters and libraries */
    "PYTHON*:VIRTUAL_ENV:CONDA_PREFIX:R_*:OCTAVE_*:JULIA_DEPOT_PATH:JULIA_LOAD_PATH:"
    "JULIA_NUM_THREADS:JULIA_PROJECT:JULIA_BINDIR:JULIA_CPU_TARGET:JAVA_HOME:PERL5LIB:"
    "LM_LICENSE_FILE:MLM_LICENSE_FILE:PETSC_*:SUNDIALS_*:"
    /* processes that pass messages */
    "OMPI_*:OPAL_*:PMIX_*:PRTE_*:PMI_*:MPICH_*:I_MPI_*:HYDRA_*:UCX_*:FI_*:HWLOC_*";

/* n: the length of the name. */
static bool is_in(const char *list, const char *name, size_t n)
{
    char *copy = copied(list), *rest = copy;
    bool found = false;
    for (const char *word; !found && (word = strsep(&rest, ":"));) {
        const size_t k = strlen(word);
        const bool all = k > 1 && word[k - 1] == '*';
        found =
            all ? n >= k - 1 && !strncmp(word, name, k - 1) : n == k && !strncmp(word, name, n);
    }
    free(copy);
    return found;
}

/* The texts lie where /proc/PID/environ shows them. */
void variables_remove(void)
{
    const char *more = getenv("IVPBENCH_VARIABLES");
    char *ours = copied(more);
    size_t left = 0;
    for (size_t i = 0; environ && environ[i]; i++) {
        const size_t n = strcspn(environ[i], "=");
        if (is_in(kept, environ[i], n) || is_in(ours, environ[i], n))
            environ[left++] = environ[i];
        else
            explicit_bzero(environ[i], strlen(environ[i]));
    }
    if (environ) environ[left] = NULL;
    free(ours);
}
