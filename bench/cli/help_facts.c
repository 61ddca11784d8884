/* help_facts.c -- what help, man page and reference page say of all verbs, and parts of
 * lines.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/help.h"

#include <string.h>

const char *const help_about[] = {
    "ivpbench runs initial value problems of ordinary and differential-algebraic equations. "
    "Most of them are problems of multibody dynamics. It runs them with many solvers, "
    "formulations, tolerances and step sizes, and compares the results with certified "
    "references.",
    "Each combination of these is a cell. A cell runs in a separate process and ends with "
    "exactly one outcome. One SQLite file, the store, holds all measurements. Scores, tables "
    "and diagrams "
    "are computed from the store.",
    NULL
};

const help_fact help_codes[] = {
    { "0", "everything is as expected" },
    { "1", "a gate or a check failed" },
    { "2", "the command line or a configuration is wrong" },
    { "3", "the infrastructure failed, or nothing was measured" },
    { "4", "a solver failed where the plan forbids it" },
    { "130", "the command was interrupted; the results so far are stored" },
    { NULL, NULL },
};

const help_fact help_variables[] = {
    { "IVPBENCH_PLUGIN_PATH",
      "folders with ARITHMETIC/problems/NAME.so and ARITHMETIC/solvers/NAME.so, separated by "
      "colons; they are searched before the installed ones" },
    { "IVPBENCH_REFERENCE",
      "folders of reference solutions, separated by colons; they are searched first, and "
      "`reference make` writes into the first" },
    { "IVPBENCH_ARCHIVE", "folder of the archive of stores" },
    { "IVPBENCH_D3", "file of D3, which draws the page of a report" },
    { "IVPBENCH_CONFINE",
      "off: run plug-ins without the protection that docs/security.md describes" },
    { "IVPBENCH_READABLE",
      "folders that plug-ins may read in addition to the usual ones, separated by colons" },
    { "IVPBENCH_VARIABLES",
      "variables that plug-ins may see in addition to the usual ones, separated by colons: "
      "docs/security.md" },
    { "IVPBENCH_AUDIT",
      "off: time runs without the checks that docs/security.md describes; each result "
      "says so" },
    { "XDG_DATA_HOME",
      "folder that holds ivpbench/reference and ivpbench/archive of a user; without it, "
      "~/.local/share" },
    { "CC", "C compiler of `plugin build`" },
    { "CXX", "C++ compiler of `plugin build`" },
    { "FC", "Fortran compiler of `plugin build`" },
    { "TMPDIR", "folder of temporary files" },
    { "NO_COLOR", "if set, the progress has no colours" },
    { NULL, NULL },
};

const help_fact help_files[] = {
    { "out/bench.db", "the store that verbs read and write by default" },
    { "reference", "references of a project, searched before those of the user" },
    { "~/.local/share/ivpbench/reference", "references of a user" },
    { "PREFIX/lib/ivpbench", "installed plug-ins" },
    { "PREFIX/share/ivpbench", "installed plans, gates and reference solutions" },
    { "PREFIX/share/doc/ivpbench",
      "documentation, and all problems and solvers as sources to learn from" },
    { "PREFIX/include/ivp", "headers for plug-ins; `pkg-config ivpbench` prints the flags" },
    { "PREFIX/lib/ivpbench/manifest",
      "list of the installed files; `make uninstall` removes these and keeps those that were "
      "changed" },
    { NULL, NULL },
};

void help_label(const option_row *row, char text[HELP_LINE])
{
    char letter[8] = "";
    if (row->letter) snprintf(letter, sizeof letter, "-%c, ", row->letter);
    snprintf(text, HELP_LINE, "%s--%s%s%s", letter, row->name, row->argument ? " " : "",
             row->argument ? row->argument : "");
}

void help_note(const option_row *row, char text[HELP_LINE])
{
    const char *value = row->initial ? row->initial : row->otherwise;
    const bool one = row->actions && row->choices;
    const bool two = value && *value && (row->actions || row->choices);
    snprintf(text, HELP_LINE, "%s%s%s%s%s%s", row->actions ? "for " : "",
             row->actions ? row->actions : "", one ? "; " : "",
             row->choices ? row->choices : "", two ? "; " : "",
             value && *value ? "default: " : "");
    if (value) snprintf(text + strlen(text), HELP_LINE - strlen(text), "%s", value);
    if (!*text) return;
    char inner[HELP_LINE];
    snprintf(inner, sizeof inner, "%s", text);
    snprintf(text, HELP_LINE, "(%.*s)", HELP_LINE - 4, inner);
}
