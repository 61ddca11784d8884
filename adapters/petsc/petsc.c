/* petsc.c -- PETSc's shared library: found, opened, started.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/petsc/petsc.h"
#include "adapters/fortran/library_path.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Found once: a process sees one installation. */
static const char *path_of_library(void)
{
    static char path[256];
    static const char *const patterns[] = { "/usr/lib/*/libpetsc_real.so.3.*",
                                            "/usr/local/lib/libpetsc_real.so.3.*", NULL };
    if (!*path) library_path(patterns, path, sizeof path);
    return *path ? path : NULL;
}

/* What MPI keeps until the end of the process would be reported as leaks. */
const char *petsc_missing(void)
{
#if defined __SANITIZE_ADDRESS__
    return "MPI, which PETSc starts, does not run under AddressSanitizer";
#endif
    return path_of_library() ? NULL : "libpetsc-real is not installed";
}

/* Open MPI 4 and 5 and the libraries under them read these; others pass them over. */
static void be_alone(void)
{
    static const char *const settings[][2] = {
        { "OMPI_MCA_ess_singleton_isolated", "1" },
        { "OMPI_MCA_btl", "self" },
        { "OMPI_MCA_pml", "ob1" },
        { "OMPI_MCA_shmem", "mmap" },
        { "OMPI_MCA_if", "linux_ipv6" }, /* which asks no socket */
        { "PMIX_MCA_pif", "linux_ipv6" },
        { "OMPI_MCA_orte_create_session_dirs", "0" },
        { "HWLOC_COMPONENTS", "-gl" },
        { "HWLOC_PLUGINS_BLACKLIST", "gl,opencl,cuda,nvml,rsmi,levelzero" },
    };
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++)
        setenv(settings[k][0], settings[k][1], 1);
}

static char said[200]; /* the last error */

const char *petsc_error(void) { return said; }
void petsc_hush(void) { *said = '\0'; }

/* Its first call is where the error arose (kind 0), the further ones follow the way back. */
static int note(void *comm, int line, const char *function, const char *file, int code,
                int kind, const char *message, void *context)
{
    (void)comm, (void)line, (void)file, (void)context;
    if (kind == 0) snprintf(said, sizeof said, "%s: %s", function, message);
    return code;
}

/* dlsym() gives an object pointer; that it is a function is known here. */
static bool find_functions(void *library, petsc_api *api)
{
    void *address;
#define PETSC_FIND(name, arguments)                                                            \
    if (!(address = dlsym(library, #name))) return false;                                      \
    memcpy(&api->name, &address, sizeof address);
    PETSC_FUNCTIONS(PETSC_FIND)
#undef PETSC_FIND
    return true;
}

static bool start(petsc_api *api, void *library)
{
    static char name[] = "ivpbench", no_file[] = "-skip_petscrc";
    static char no_signals[] = "-no_signal_handler";
    static char *arguments[] = { name, no_file, no_signals, NULL };
    char **argv = arguments;
    int count = 3;
    if (api->PetscInitialize(&count, &argv, NULL, NULL)) return false;
    void **world = dlsym(library, "PETSC_COMM_WORLD");
    if (!world) return false;
    api->comm = *world; /* one process: it is all the world */
    return api->PetscPushErrorHandler(note, NULL) == 0;
}

const petsc_api *petsc_open(void)
{
    static petsc_api api;
    static enum { NEW, READY, FAILED } state;
    if (state != NEW) return state == READY ? &api : NULL;
    state = FAILED;
    be_alone();
    void *library =
        path_of_library() ? dlopen(path_of_library(), RTLD_LAZY | RTLD_GLOBAL) : NULL;
    if (!library || !find_functions(library, &api) || !start(&api, library)) return NULL;
    state = READY;
    return &api;
}
