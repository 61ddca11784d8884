/* store_agree.c -- two results of one cell on one machine must agree: a shard that says
 * something else is another program, a damaged machine or a forgery.
 *
 * Compared are results that the equations decided, repeat themselves, declare nothing else, and
 * are as they were written; and of these what hangs neither on time nor on memory: outcome and
 * counts, the end state, series that both have, and events. Each is a text of both stores.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/store/store_inner.h"

#include "bench/store/seal.h"
#include "bench/base/util.h"

#include <string.h>

#define DECIDED                                                                                \
    "('ok', 'step_too_small', 'too_many_steps', 'diverged', 'inconsistent_start', "            \
    "'event_lost', 'nonfinite')"

/* m: the result here, r: there; h and t: their series. */
#define TOLD_HERE  "m.outcome || printf(' %!.17g ', m.t_reached) || m.counters"
#define TOLD_THERE "r.outcome || printf(' %!.17g ', r.t_reached) || r.counters"
#define BOTH_HAVE                                                                              \
    " AS told FROM main.series h JOIN other.series t ON t.result = r.number AND t.position = " \
    "h.position AND t.name = h.name AND t.n = h.n WHERE h.result = m.number "                  \
    "ORDER BY h.position))"
#define SERIES_HERE                                                                            \
    "(SELECT group_concat(told) FROM (SELECT h.name || ' ' || hex(h.sha256)" BOTH_HAVE
#define SERIES_THERE                                                                           \
    "(SELECT group_concat(told) FROM (SELECT h.name || ' ' || hex(t.sha256)" BOTH_HAVE
#define AN_EVENT                                                                               \
    "(SELECT group_concat(told) FROM (SELECT printf('%!.17g %s %d', t, guard, direction) AS "  \
    "told FROM "
#define EVENTS_HERE  AN_EVENT "main.event WHERE result = m.number ORDER BY n))"
#define EVENTS_THERE AN_EVENT "other.event WHERE result = r.number ORDER BY n))"
#define SEAL_THERE   SEAL_RESULT("other.")

static const char contradictions_sql[] =
    "SELECT * FROM (SELECT r.cell, c.problem || ' ' || c.solver || '@' || c.formulation"
    ", " TOLD_HERE " AS told, " TOLD_THERE " AS told_there"
    ", m.end_state AS ends, r.end_state AS ends_there"
    ", " SERIES_HERE " AS series, " SERIES_THERE " AS series_there"
    ", " EVENTS_HERE " AS events, " EVENTS_THERE " AS events_there"
    " FROM other.result r JOIN main.result m ON m.cell = r.cell AND m.machine = r.machine"
    " JOIN main.cell c ON c.key = r.cell"
    " WHERE r.finished IS NOT NULL AND m.finished IS NOT NULL"
    " AND r.outcome IN " DECIDED " AND m.outcome IN " DECIDED
    " AND NOT r.irreproducible AND NOT m.irreproducible"
    " AND NOT instr(m.scoring, '\"not_deterministic\":') AND r.seal IS " SEAL_THERE
    " ORDER BY r.cell) WHERE told IS NOT told_there OR ends IS NOT ends_there"
    " OR series IS NOT series_there OR events IS NOT events_there LIMIT 1";

/* Both rows are shown, from where they differ. */
static bool contradict(store *s, sqlite3_stmt *q)
{
    static const char *const names[] = { "outcome, time reached or counters", "the end state",
                                         "the trajectory", "the events" };
    enum { FIRST = 2, PAIRS = 4, TEXTS = FIRST + 2 * PAIRS, BEFORE = 40 };
    const char *text[TEXTS];
    int pair = 0;
    size_t same = 0;
    for (int i = 0; i < TEXTS; i++) {
        text[i] = (const char *)sqlite3_column_text(q, i);
        if (!text[i]) text[i] = "";
    }
    while (pair < PAIRS - 1 && !strcmp(text[FIRST + 2 * pair], text[FIRST + 2 * pair + 1]))
        pair++;
    const char *here = text[FIRST + 2 * pair], *there = text[FIRST + 2 * pair + 1];
    while (here[same] && here[same] == there[same]) same++;
    const size_t from = same < BEFORE ? 0 : same - BEFORE;
    return reason_set(
        &s->error,
        "store: cell %.12s (%.60s): two results of one machine contradict each other in "
        "%s: ...%.100s... here, ...%.100s... in the other store; nothing of it was merged",
        text[0], text[1], names[pair], here + from, there + from);
}

bool store_agree(store *s)
{
    sqlite3_stmt *q = store_prepare(s, contradictions_sql, "comparing both stores");
    const bool good = q && (sqlite3_step(q) != SQLITE_ROW || contradict(s, q));
    sqlite3_finalize(q);
    return good;
}
