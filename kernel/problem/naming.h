/* naming.h -- names that a descriptor gives: words of files and tables. */
#ifndef IVP_NAMING_H
#define IVP_NAMING_H

#include "kernel/problem/instance.h"

/* Events, observables, invariants, parameters and their choices are words: no blank and no control
 * character in them, short enough for the files that carry them, and no two of a kind alike. false with a
 * sentence in why[PLUGIN_WHY_MAX]. */
bool names_are_words(const instance *i, char *why);

#endif
