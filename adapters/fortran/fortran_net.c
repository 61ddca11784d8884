/* fortran_net.c -- what codes in Fortran call in the hosts that they were packed for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fortran/fortran_net.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What a model answers where f cannot be evaluated: too large to be believed, so that the step
 * fails. */
#define NET_HUGE 1e30

/* The library finds it by its name: that of the first plug-in serves all in a process. In a
 * section of its own, AddressSanitizer does not report the others as second definitions. */
extern fortran_net ivp_fortran_net;
fortran_net ivp_fortran_net __attribute__((section(".data.ivp_fortran_net")));

fortran_net *net_shared;

void net_escape(fortran_net *net, ivp_status status)
{
    net->status = status;
    longjmp(net->escape, 1);
}

/* ---- what the libraries call ------------------------------------------------------------- */

void Rprintf(const char *format, ...);
void REprintf(const char *format, ...);
void Rf_warning(const char *format, ...);
_Noreturn void Rf_error(const char *format, ...);
_Noreturn void rexit_(const char *text, size_t length);
void dblepr_(const char *text, const int *length, const double *x, const int *n, size_t hidden);
void intpr_(const char *text, const int *length, const int *x, const int *n, size_t hidden);
void xerrwd_(const char *text, const int *length, const int *number, const int *level,
             const int *ni, const int *i1, const int *i2, const int *nr, const double *r1,
             const double *r2, size_t hidden);
void xermsg_(const char *library, const char *routine, const char *text, const int *number,
             const int *level, size_t library_length, size_t routine_length, size_t length);

/* Appends a line to what was said; blank ones are left out. */
static void net_note(const char *format, va_list args)
{
    char line[120], *text = line;
    vsnprintf(line, sizeof line, format, args);
    line[strcspn(line, "\n")] = '\0';
    text += strspn(text, " ");
    const size_t at = strlen(ivp_fortran_net.said), left = sizeof ivp_fortran_net.said - at;
    if (*text) snprintf(ivp_fortran_net.said + at, left, "%s%s", at ? " " : "", text);
}

#define NET_NOTE()                                                                             \
    do {                                                                                       \
        va_list args;                                                                          \
        va_start(args, format);                                                                \
        net_note(format, args);                                                                \
        va_end(args);                                                                          \
    } while (0)

void Rprintf(const char *format, ...) { NET_NOTE(); }
void REprintf(const char *format, ...) { NET_NOTE(); }
void Rf_warning(const char *format, ...) { NET_NOTE(); }

_Noreturn void Rf_error(const char *format, ...)
{
    NET_NOTE();
    net_escape(&ivp_fortran_net, IVP_E_LIBRARY);
}

/* Fortran's text has a length and no end. */
static int net_length(const char *text, size_t length)
{
    while (length && text[length - 1] == ' ') length--;
    return (int)length;
}

_Noreturn void rexit_(const char *text, size_t length)
{
    if (!*ivp_fortran_net.said) Rprintf("%.*s", net_length(text, length), text);
    net_escape(&ivp_fortran_net, IVP_E_LIBRARY);
}

void dblepr_(const char *text, const int *length, const double *x, const int *n, size_t hidden)
{
    const int chars = net_length(text, *length < 0 ? hidden : (size_t)*length);
    if (*n > 0)
        Rprintf("%.*s %g", chars, text, x[0]);
    else
        Rprintf("%.*s", chars, text);
}

void intpr_(const char *text, const int *length, const int *x, const int *n, size_t hidden)
{
    (void)text, (void)length, (void)x, (void)n, (void)hidden;
}

/* SLATEC's message with up to two integers and two numbers; level 2 ends the run.
 * NOLINTNEXTLINE(readability-function-size) */
void xerrwd_(const char *text, const int *length, const int *number, const int *level,
             const int *ni, const int *i1, const int *i2, const int *nr, const double *r1,
             const double *r2, size_t hidden)
{
    (void)number, (void)hidden;
    const int chars = net_length(text, (size_t)*length);
    char integers[40] = "", numbers[60] = "";
    if (*ni > 0) snprintf(integers, sizeof integers, *ni > 1 ? " %d %d" : " %d", *i1, *i2);
    if (*nr > 0) snprintf(numbers, sizeof numbers, *nr > 1 ? " %g %g" : " %g", *r1, *r2);
    Rprintf("%.*s%s%s", chars, text, integers, numbers);
    if (*level == 2) net_escape(&ivp_fortran_net, IVP_E_LIBRARY);
}

/* SLATEC's newer message, whole. */
void xermsg_(const char *library, const char *routine, const char *text, const int *number,
             const int *level, size_t library_length, size_t routine_length, size_t length)
{
    (void)library, (void)routine, (void)number, (void)library_length, (void)routine_length;
    Rprintf("%.*s", net_length(text, length), text);
    if (*level == 2) net_escape(&ivp_fortran_net, IVP_E_LIBRARY);
}

/* ---- the library ------------------------------------------------------------------------- */

void *net_library(const char *path)
{
    Dl_info here;
    if (!path || !dladdr(&ivp_fortran_net, &here) ||
        !dlopen(here.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD))
        return NULL;
    void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    net_shared = library ? dlsym(RTLD_DEFAULT, "ivp_fortran_net") : NULL;
    return net_shared ? library : NULL;
}

void net_answer(ivp_status st, real *f, int n)
{
    if (st < 0) net_escape(net_shared, st);
    for (int i = 0; st && i < n; i++) f[i] = NET_HUGE;
}
