/* model.js -- what the page knows: the data of a report as runs, ladders, answers and profiles.
 *
 * No drawing and no page here: everything can be asked from node, and is (tests/page). Numbers are
 * those of the store and of `ivpbench rank`; nothing is estimated here but sums and shares.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

const Model = ((Print, Address, Terms) => {
    const CODES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const NO_NUMBER = 4095, LARGEST = 4094;
    const { isNumber, general, interval } = Print;

    /* ---- points for drawing ------------------------------------------------------------- */

    /* drawing.h says what a column is */
    function decode(column) {
        if (!column || !column[3]) return [];
        const [low, high, logs, text] = column;
        const v = new Array(Math.floor(text.length / 2));
        for (let i = 0; i < v.length; i++) {
            const k = CODES.indexOf(text[2 * i]) * 64 + CODES.indexOf(text[2 * i + 1]);
            const at = low + (high - low) * k / LARGEST;
            v[i] = k === NO_NUMBER ? NaN : logs ? Math.pow(10, at) : at;
        }
        return v;
    }

    /* ---- runs --------------------------------------------------------------------------- */

    class Run {
        constructor(data, i, ladder) {
            this.data = data;
            this.i = i;
            this.ladder = ladder;
        }
        get(name) {
            const column = this.data.columns[name];
            return column ? column[this.i] : null;
        }
        get problem() { return this.data.problems[this.ladder.problem]; }
        get ok() { return this.get('outcome') === 'ok'; }
        get wrong() { return this.get('letter') === 'W'; }
        get words() { return this.wrong ? Terms.inaccurate : Terms.outcome(this.get('outcome')); }
        get failed() { return !!this.get('letter'); }
        get rung() { return this.ladder.steps ? this.get('h') : this.get('rtol'); }
        get nominal() { return this.get('rung') || this.rung; }
        get rungText() {
            return this.ladder.steps ? `h = ${general(this.rung)}`
                                     : `rtol = ${general(this.rung, 2)}`;
        }
        get id() { return this.get('key').slice(0, 12) + this.ladder.machine; }
    }

    /* Of an element: JSON, or where there is much of it compressed (program.c). */
    async function unpack(element) {
        if (/json/.test(element.type)) return JSON.parse(element.textContent);
        const bytes = Uint8Array.from(atob(element.textContent.trim()), c => c.charCodeAt(0));
        const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
        return new Response(plain).json();
    }

    function load(data) {
        data.runs = [];
        data.ladders.forEach((ladder, index) => {
            ladder.index = index;
            ladder.name = `${ladder.solver}@${ladder.formulation}`;
            ladder.runs = [];
            ladder.plain = !ladder.options && !ladder.steps && !ladder.no_events;
            for (let i = ladder.first; i < ladder.first + ladder.n; i++) {
                const run = new Run(data, i, ladder);
                data.runs[i] = run;
                ladder.runs.push(run);
            }
        });
        data.problems.forEach((p, index) => {
            p.index = index;
            p.ladders = data.ladders.filter(l => l.problem === index);
        });
        data.solvers = [...new Set(data.ladders.map(l => l.solver))].sort();
        data.formulations = [...new Set(data.ladders.map(l => l.formulation))].sort();
        data.tags = [...new Set(data.problems.flatMap(p => p.tags.split(/[ ,]+/)))]
            .filter(t => t).sort();
        return data;
    }

    /* ---- axes of the explorer ----------------------------------------------------------- */

    const column = name => run => run.get(name);
    const positive = f => run => { const v = f(run); return v > 0 ? v : null; };
    const axes = [
        { id: 'scd', label: 'correct digits (scd)', log: false, value: column('scd'), digits: true },
        { id: 'mescd', label: 'correct digits (mescd)', log: false, value: column('mescd'),
          digits: true },
        { id: 'cpu', label: 'CPU time [s]', value: positive(column('cpu_median_s')),
          low: column('cpu_low_s'), high: column('cpu_high_s') },
        { id: 'instructions', label: 'instructions', value: positive(column('instructions')) },
        { id: 'f', label: 'evaluations of f', value: positive(column('n_f')) },
        { id: 'steps', label: 'steps', value: positive(column('steps')) },
        { id: 'lu', label: 'LU factorisations', value: positive(column('n_lu')) },
        { id: 'rtol', label: 'rtol', value: positive(column('rtol')) },
        { id: 'h', label: 'step size h', value: positive(column('h')), time: true },
        { id: 'drift', label: 'drift |g|', value: positive(column('drift_g')) },
        { id: 'driftv', label: 'drift |G u + g_t|', value: positive(column('drift_v')) },
        { id: 'drifta', label: 'drift |G a - gamma|', value: positive(column('drift_a')) },
        { id: 'event', label: 'event time error', time: true,
          value: positive(run => (run.get('events') || [])[0]) },
    ];
    axes.forEach(a => { if (a.log === undefined) a.log = true; });

    /* Those of one problem: with the errors of its quantities and its invariants, without those
     * that no run has. */
    function axesOf(data, problem) {
        const own = problem.quantities.map((q, k) => ({
            id: `e${k}`, log: true, label: `largest error of ${q.name}${q.unit ? ` [${q.unit}]` : ''}`,
            value: positive(run => ((run.get('trajectory') || [])[k] || [])[0]),
        })).concat(problem.quantities.map((q, k) => ({
            id: `r${k}`, log: true,
            label: `RMS error of ${q.name}${q.unit ? ` [${q.unit}]` : ''}`,
            value: positive(run => ((run.get('trajectory') || [])[k] || [])[2]),
        })), problem.quantities.map((q, k) => ({
            id: `p${k}`, log: true, time: true, label: `phase error of ${q.name} at the end`,
            value: positive(run => Math.abs(((run.get('trajectory') || [])[k] || [])[5])),
        })), problem.quantities.map((q, k) => ({
            id: `a${k}`, log: true,
            label: `amplitude error (RMS) of ${q.name}${q.unit ? ` [${q.unit}]` : ''}`,
            value: positive(run => ((run.get('trajectory') || [])[k] || [])[7]),
        })), problem.invariants.map((q, k) => ({
            id: `i${k}`, log: true, label: `relative drift of ${q.name}`,
            value: positive(run => (run.get('invariants') || [])[k]),
        })));
        const runs = problem.ladders.flatMap(l => l.runs);
        return axes.concat(own).filter(a => runs.some(r => isNumber(a.value(r)))).map(
            a => a.time && problem.unit ? { ...a, label: `${a.label} [${problem.unit}]` } : a);
    }

    /* Runs that others have printed of a problem, as points of two axes. */
    function printedOf(data, problem, x, y) {
        const runs = problem.parameters ? [] : data.printed.runs.filter(r => r.problem === problem.problem);
        return runs.map(r => ({ r, run: { get: name => r[name] } }))
            .map(({ r, run }) => ({ x: x.value(run), y: y.value(run), code: r.code, said: `${r.code} at rtol = ` +
                `${general(r.rtol, 2)}, printed in ${data.printed.title}, ${r.place}` }))
            .filter(p => isNumber(p.x) && isNumber(p.y));
    }

    /* ---- several runs a rung ------------------------------------------------------------ */

    /* Points {run, x, y} of a ladder by the rung that their runs belong to, in its order. */
    function rungsOf(placed) {
        const by = new Map();
        placed.forEach(p => {
            const rung = p.run.nominal;
            by.set(rung, (by.get(rung) || []).concat(p));
        });
        return [...by.values()];
    }
    const middle = (v, log) => log ? Math.exp(v.reduce((s, a) => s + Math.log(a), 0) / v.length)
                                   : v.reduce((s, a) => s + a, 0) / v.length;
    /* What the line joins: one point a rung, the mean of its runs as the axes show them. */
    const means = (rungs, xlog, ylog) => rungs.map(r => r.length === 1 ? r[0]
        : { x: middle(r.map(p => p.x), xlog), y: middle(r.map(p => p.y), ylog) });

    /* As in reports/board/rungs.c: what lies between all chords from the runs of a rung to those of the
     * next, as [x, low, high] in the axes' own measure. */
    function band(rungs, xlog, ylog) {
        const of = (v, log) => log ? Math.log(v) : v, back = (v, log) => log ? Math.exp(v) : v;
        const spots = rungs.map(r => r.map(p => [of(p.x, xlog), of(p.y, ylog)]));
        const xs = spots.flat().map(s => s[0]), from = Math.min(...xs), to = Math.max(...xs), out = [];
        for (let k = 0; k <= 96 && from < to; k++) {
            const x = k === 96 ? to : from + (to - from) * k / 96;
            let low = Infinity, high = -Infinity;
            for (let i = 0; i + 1 < spots.length; i++)
                spots[i].forEach(p => spots[i + 1].forEach(q => {
                    const w = (x - p[0]) / (q[0] - p[0]);
                    if (!(w >= 0 && w <= 1)) return;
                    const y = (1 - w) * p[1] + w * q[1];
                    low = Math.min(low, y);
                    high = Math.max(high, y);
                }));
            if (low <= high) out.push([back(x, xlog), back(low, ylog), back(high, ylog)]);
        }
        return out;
    }

    /* ---- answers ------------------------------------------------------------------------ */

    /* Those who arrive, cheapest first; answers.h says what a row is. */
    function answers(data, machine, problem, digits) {
        const rows = ((data.answers[machine] || [])[problem] || [])[digits - 1] || [];
        return rows.map(r => ({
            ladder: data.ladders[r[0]], seconds: r[1], tie: !!r[2], ratio: r[3], low: r[4],
            high: r[5], ownTie: !!r[6], ownRatio: r[7], ownLow: r[8], ownHigh: r[9],
            holds: isNumber(r[10]) ? r[10] : null,
        }));
    }

    const shown = (filter, ladder) =>
        !filter.off.has(ladder.solver) && !filter.offForms.has(ladder.formulation);

    function problemsOf(data, filter) {
        const words = (filter.search || '').toLowerCase();
        return data.problems.filter(p =>
            (!filter.tag || p.tags.split(/[ ,]+/).includes(filter.tag)) &&
            (!words || `${p.name} ${p.title} ${p.tags}`.toLowerCase().includes(words)));
    }

    /* "3 diverged, 1 timeout"; of runs */
    function outcomes(runs) {
        const count = new Map();
        runs.forEach(r => {
            const name = r.words;
            count.set(name, (count.get(name) || 0) + 1);
        });
        return [...count].sort((a, b) => b[1] - a[1]).map(([name, n]) => `${n} ${name}`).join(', ');
    }

    /* Problem x solver: of each solver its cheapest formulation, or why there is none. */
    function matrix(data, filter) {
        return problemsOf(data, filter).map(problem => {
            const row = { problem, cells: new Map(), ranked: [] };
            for (const a of answers(data, filter.machine, problem.index, filter.digits)) {
                if (!shown(filter, a.ladder) || row.cells.has(a.ladder.solver)) continue;
                row.cells.set(a.ladder.solver, a);
                row.ranked.push(a);
            }
            rebase(row.ranked);
            row.missing = missing(data, filter, problem, row.cells);
            return row;
        });
    }

    /* Against the cheapest of those shown. An interval is told only against the cheapest of all,
     * for which it was computed. */
    function rebase(ranked) {
        if (!ranked.length || ranked[0].ratio === 1) return;
        const first = ranked[0];
        ranked.forEach(a => {
            a.ratio = a.seconds / first.seconds;
            a.low = a.high = a.holds = null;
            a.tie = a === first;
        });
    }

    /* Solvers that were run on a problem and do not reach the digits, or are not timed yet:
     * or are ranked apart behind a set-up of so many seconds, or are not deterministic: {solver, how they
     * ended}. */
    function missing(data, filter, problem, cells) {
        const by = new Map();
        problem.ladders.forEach(l => {
            if (l.machine !== filter.machine || cells.has(l.solver) || !shown(filter, l)) return;
            by.set(l.solver, (by.get(l.solver) || []).concat(l.runs));
        });
        return [...by].map(([solver, runs]) => {
            const best = runs.reduce((most, r) => Math.max(most, r.get(data.head.metric) || -99), -99);
            const some = runs.some(r => r.ok && !r.wrong);
            const untimed = runs.some(r => r.ok && !r.wrong && !isNumber(r.get('cpu_median_s')) &&
                r.get(data.head.metric) >= filter.digits);
            const apart = Math.max(0, ...runs.filter(r => r.ok && r.get(data.head.metric) >= filter.digits)
                .map(r => r.get('long_setup_s')).filter(isNumber));
            const differs = runs.map(r => r.ladder.not_deterministic).find(text => text) || '';
            const open = runs.map(r => r.ladder).find(l => l.ends);
            return { solver, runs, best: best > -99 ? best : null, some, untimed, apart, differs, ends: open ? open.ends : '',
                     said: outcomes(runs) };
        });
    }

    /* Solvers with several formulations on a problem: factor between them. */
    function formulations(data, filter) {
        const rows = [];
        problemsOf(data, filter).forEach(problem => {
            const found = answers(data, filter.machine, problem.index, filter.digits)
                .filter(a => shown(filter, a.ladder));
            const solvers = new Set(problem.ladders.filter(l => l.machine === filter.machine &&
                shown(filter, l) && !l.no_events).map(l => l.solver));
            solvers.forEach(solver => {
                const ladders = problem.ladders.filter(l => l.solver === solver &&
                    l.machine === filter.machine && !l.no_events && shown(filter, l));
                if (new Set(ladders.map(l => l.formulation)).size < 2) return;
                ladders.forEach(l => rows.push({
                    problem, solver, ladder: l,
                    answer: found.find(a => a.ladder === l) || null, said: outcomes(l.runs),
                }));
            });
        });
        return rows;
    }

    /* ---- profiles ----------------------------------------------------------------------- */

    /* Has it the digits without a rank: behind a long set-up, or in runs that may differ? */
    const unranked = (data, ladder, digits) => ladder.runs.some(r => r.ok && r.get(data.head.metric) >= digits &&
        (ladder.not_deterministic || r.get('long_setup_s') > 0));

    /* Cost of a solver at a problem: that of its best ladder, events located; null: not run,
     * not asked for so many digits, or not ranked. */
    function spentOf(data, filter, problem, solver, measure) {
        const ladders = problem.ladders.filter(l => l.solver === solver && !l.no_events &&
            l.machine === filter.machine && l.judged && shown(filter, l));
        if (!ladders.length) return null;
        const least = ladders.reduce((so_far, l) => {
            const s = l[measure === 'f' ? 'spent_f' : 'spent'][filter.digits - 1];
            return s !== null && s < so_far ? s : so_far;
        }, Infinity);
        return isFinite(least) || !ladders.some(l => l.ends || unranked(data, l, filter.digits)) ? least : null;
    }

    /* Not run, not asked far enough and not ranked are three things. */
    function absentWhy(data, problem, solvers, digits) {
        const some = test => s => problem.ladders.some(l => l.solver === s && test(l));
        const apart = some(l => unranked(data, l, digits)), asked = some(l => l.ends);
        return [['not run', solvers.filter(s => !asked(s) && !apart(s))],
                ['not ranked', solvers.filter(apart)],
                ['not asked for so many digits', solvers.filter(s => asked(s) && !apart(s))]]
            .filter(([, names]) => names.length)
            .map(([why, names]) => `${why}: ${names.join(', ')}`).join('; ');
    }

    /* Dolan and More's profile, or with `absolute` a data profile (More and Wild): the share of
     * problems solved within a cost. Counted are the problems that every solver shown was run on,
     * of which the reference tells so many digits, and that somebody solves. */
    function profile(data, filter, measure, absolute) {
        const solvers = data.solvers.filter(s => !filter.off.has(s));
        const all = problemsOf(data, filter), counted = [], left = [];
        all.forEach(p => {
            const cost = new Map(solvers.map(s => [s, spentOf(data, filter, p, s, measure)]));
            const absent = solvers.filter(s => cost.get(s) === null);
            const least = Math.min(...[...cost.values()].map(v => v === null ? Infinity : v));
            if (absent.length) left.push({ problem: p, why: absentWhy(data, p, absent, filter.digits) });
            else if (!(p.limit >= filter.digits))
                left.push({ problem: p, why: 'its reference tells fewer digits' });
            else if (!isFinite(least)) left.push({ problem: p, why: 'no solver reaches it' });
            else counted.push({ problem: p, cost, least });
        });
        const curves = solvers.map(solver => {
            const x = counted.map(c => c.cost.get(solver) / (absolute ? 1 : c.least))
                .filter(isFinite).sort((a, b) => a - b);
            return { solver, points: x.map((v, i) => [v, (i + 1) / counted.length]),
                     solved: x.length };
        });
        return { curves, counted: counted.map(c => c.problem), left, solvers };
    }

    /* The largest set of solvers that share problems: beginning with those that were run on most,
     * as long as the problems in common do not fall below half of them. */
    function commonSolvers(data, filter) {
        const all = problemsOf(data, filter);
        const tried = data.solvers.map(s => ({ s, on: all.filter(p =>
            spentOf(data, { ...filter, off: new Set() }, p, s, 'cpu') !== null) }))
            .filter(x => x.on.length).sort((a, b) => b.on.length - a.on.length);
        let common = all;
        const kept = [];
        tried.forEach(x => {
            const both = common.filter(p => x.on.includes(p));
            if (both.length < Math.min(common.length, Math.max(2, all.length / 2))) return;
            common = both;
            kept.push(x.s);
        });
        return new Set(kept);
    }

    /* ---- what a run is ------------------------------------------------------------------ */

    const quoted = text => `'${text.replace(/'/g, `'\\''`)}'`;

    /* The command that makes this result again. */
    function command(run) {
        const value = name => [run.problem, run.ladder].find(x => name in x)?.[name] ?? (run.get(name) || 0);
        const cell = Object.fromEntries([...run.data.cell, ...run.data.cell_if_set.filter(value)]
            .map(name => [name, value(name)]));
        return `ivpbench run --cell ${quoted(JSON.stringify(cell))}`;
    }

    /* An axis, with other = '1' by its other scale; a logarithm takes what is positive. */
    /* Those of quantities and invariants by the first of them; `ivpbench report --figures` knows the same. */
    const axisNames = [...axes.map(a => a.id), ...[...'erpai'].map(kind => `${kind}0`)];
    const scaled = (axis, other) => other !== '1' ? axis : axis.log ? { ...axis, log: false }
        : { ...axis, log: true, value: positive(axis.value) };

    return { ...Print, ...Address, load, unpack, decode, axesOf, answers, rungsOf, means, band, matrix, missing, outcomes,
             formulations, problemsOf, profile, commonSolvers, command, scaled, shown, axisNames, printedOf };
})(typeof Print === 'undefined' ? require('./print.js') : Print,
   typeof Address === 'undefined' ? require('./address.js') : Address,
   typeof Terms === 'undefined' ? require('./terms.js') : Terms);

if (typeof module !== 'undefined') module.exports = Model;
