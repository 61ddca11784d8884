/* latex.c -- the report as a document: `pdflatex report.tex`, twice, in its folder.
 *
 * Packages are those of any installation of LaTeX (Debian: texlive-latex-base). Names of files
 * hold letters, digits, dots, dashes and underscores; all other text is escaped.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/page/latex.h"

#include <string.h>

#include "reports/text/escape.h"

enum { LONGEST = 150 };

void latex_begin(FILE *f, const char *title)
{
    if (!f) return;
    fputs(
        "\\documentclass[a4paper,10pt]{article}\n"
        "\\usepackage[utf8]{inputenc}\n"
        "\\usepackage[landscape,margin=15mm]{geometry}\n"
        "\\usepackage{graphicx}\n"
        "\\usepackage{longtable}\n"
        "\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{4pt}\\setlength{\\tabcolsep}{3pt}\n"
        "\\setlength{\\LTleft}{0pt}\\sloppy\n"
        "\\begin{document}\n\\title{",
        f);
    latex_text(f, title);
    fputs("}\n\\date{}\n\\maketitle\n\\tableofcontents\n", f);
}

void latex_end(FILE *f)
{
    if (f) fputs("\\end{document}\n", f);
}

void latex_heading(FILE *f, int level, const char *text)
{
    if (!f || level < 2) return;
    fputs(level == 2 ? "\n\\clearpage\n\\section{" : "\n\\subsection{", f);
    latex_text(f, text);
    fputs("}\n", f);
}

void latex_paragraph(FILE *f, const char *text)
{
    if (!f || !*text) return;
    fputs("\n\n", f);
    latex_text(f, text);
    fputs("\n\n", f);
}

void latex_item(FILE *f, const char *term, const char *text)
{
    if (!f) return;
    fputs("\n\n\\textbf{", f);
    latex_text(f, term);
    fputs(":} ", f);
    latex_text(f, text);
    fputs("\n\n", f);
}

/* Two beside each other, as no paragraph ends between figures. */
void latex_figure(FILE *f, const char *name, const char *caption)
{
    if (!f) return;
    fprintf(f,
            "\n\\IfFileExists{figures/%s.png}{\\begin{minipage}[t]{0.49\\linewidth}\\centering"
            "\\includegraphics[width=\\linewidth]{{figures/%s}.png}\\par\\small ",
            name, name);
    latex_text(f, caption);
    fputs("\\end{minipage}}{}", f);
}

void latex_table(FILE *f, const char *name, const char *title, const char *note, int rows)
{
    if (!f) return;
    fputs("\n\n\\textbf{", f);
    latex_text(f, title);
    fputs("} ", f);
    if (note) latex_text(f, note);
    if (rows > LONGEST)
        fprintf(f, " %d rows: \\texttt{\\detokenize{tables/%s.csv}}\n\n", rows, name);
    else
        fprintf(f, "\n{\\tiny\\input{tables/%s.tex}}\n\n", name);
}
