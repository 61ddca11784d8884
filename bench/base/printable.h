/* printable.h -- foreign text on its way to a terminal. */
#ifndef BENCH_BASE_PRINTABLE_H
#define BENCH_BASE_PRINTABLE_H

/* What a terminal would take for a command, or a reader of lines for another line, becomes '?',
 * in place: control characters of ASCII and of Unicode, but for those in `keep`, and bytes that
 * are no UTF-8. */
void tame(char *text, const char *keep);

#endif
