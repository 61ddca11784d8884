/* naming.h -- names that a descriptor gives: words of files and tables. */
#ifndef KERNEL_PROBLEM_NAMING_H
#define KERNEL_PROBLEM_NAMING_H

#include <ivp/problem.h>

/* Events, observables, invariants and parameters have words for names: no blank and no control
 * character in them, short enough for the files that carry them, no two of a kind alike. false
 * with a sentence in why[size]. */
bool names_are_valid(const ivp_problem *p, char *why, size_t size);

#endif
