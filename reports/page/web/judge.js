/* judge.js -- conclusions from runs: the map, the curves in front, advice, stiffness, memory, pairs of
 * solvers. Each sentence of the page about these is made here, from conditions that tests make true and
 * false.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

const Judge = ((Model, Kinds, Terms) => {
    const { isNumber, answers, shown, time, plain } = Model;

    const asked = (data, filter, problem) =>
        problem.ladders.filter(l => l.machine === filter.machine && shown(filter, l));

    /* ---- the map ------------------------------------------------------------------------ */

    /* One tile: {state, winner, tied}; states: 'won', 'unknown' (the reference tells fewer digits),
     * 'untimed', 'none' (asked, none reaches it), 'open' (ladders end while they climb), 'not asked'. */
    function tile(data, filter, problem, digits) {
        const ladders = asked(data, filter, problem);
        if (!ladders.length) return { state: 'not asked' };
        const all = answers(data, filter.machine, problem.index, digits);
        const found = all.filter(a => shown(filter, a.ladder));
        if (found.length) {
            const same = found[0] === all[0];
            return { state: 'won', winner: found[0], others: found.slice(1),
                     tied: same && found.slice(1).some(a => a.tie) };
        }
        const untimed = ladders.some(l => l.runs.some(r => r.ok && !r.wrong && r.get(data.head.metric) >= digits &&
            !isNumber(r.get('cpu_median_s'))));
        if (untimed) return { state: 'untimed' };
        if (problem.limit !== null && problem.limit < digits) return { state: 'unknown' };
        return { state: ladders.some(l => l.ends) ? 'open' : 'none' };
    }

    /* "At 6 digits gauss is fastest on 4 of 15 problems (tied on 1), dopri5 on 3; ..." */
    function sentence(data, filter, problems) {
        const tiles = problems.map(p => tile(data, filter, p, filter.digits));
        const wins = new Map();
        tiles.filter(t => t.state === 'won').forEach(t => {
            const name = t.winner.ladder.solver, w = wins.get(name) || { n: 0, tied: 0 };
            wins.set(name, { n: w.n + 1, tied: w.tied + (t.tied ? 1 : 0) });
        });
        const list = [...wins].sort((a, b) => b[1].n - a[1].n || (a[0] < b[0] ? -1 : 1));
        const count = state => tiles.filter(t => t.state === state).length;
        const parts = list.slice(0, 4).map(([name, w], i) => (i ? `${name} on ${w.n}`
            : `${name} is fastest on ${w.n} of ${Terms.count(problems.length, 'problem')}`) +
            (w.tied ? ` (${w.tied === w.n ? w.n === 1 ? 'a statistical tie' : 'all statistical ties'
                : `${w.tied} of them ${w.tied === 1 ? 'a statistical tie' : 'statistical ties'}`})` : ''));
        const rest = list.slice(4).reduce((s, [, w]) => s + w.n, 0);
        const more = [
            ...(rest ? [`${Terms.count(list.length - 4, 'other solver')} on ${rest}`] : []),
        ];
        const notes = [
            [count('none'), n => `no solver that was run reaches ${filter.digits} digits on ${Terms.count(n, 'problem')}`],
            [count('open'), n => `no solver was asked for ${filter.digits} digits on ${Terms.count(n, 'problem')}`],
            [count('unknown'), n => `the reference tells fewer than ${filter.digits} digits on ${Terms.count(n, 'problem')}`],
            [count('untimed'), n => `timings are to come on ${Terms.count(n, 'problem')}`],
            [count('not asked'), n => `none of the solvers shown was asked on ${Terms.count(n, 'problem')}`],
        ].filter(([n]) => n).map(([n, f]) => f(n));
        const first = parts.length ? `At ${Terms.count(filter.digits, 'digit')} ${[...parts, ...more].join(', ')}` : '';
        return [first, ...(notes.length ? [notes.join('; ')] : [])].filter(t => t)
            .map(t => t[0].toUpperCase() + t.slice(1)).join('. ') + '.';
    }

    /* ---- curves in front ------------------------------------------------------------------- */

    const FRONT = 8;
    /* Of each family the ladder nearest to the fastest over all digits, the best eight of them; all
     * where there are no more. As reports/figures/front.c: being fastest anywhere counts one. */
    function front(ladders, measure = 'spent') {
        if (ladders.length <= FRONT) return new Set(ladders);
        const least = ladders.reduce((v, l) => l[measure].map((s, i) => s > 0 && !(v[i] <= s) ? s : v[i]), []);
        const score = l => l[measure].reduce((sum, s, i) => sum + (s > 0 ? least[i] / s : 0), 0);
        const best = new Map();
        ladders.forEach(l => {
            const family = l.family || l.solver, held = best.get(family);
            if (!held || score(l) > score(held)) best.set(family, l);
        });
        return new Set([...best.values()].filter(l => score(l) > 0).sort((a, b) => score(b) - score(a)).slice(0, FRONT));
    }

    const lastOf = ladders => ladders.every(l => l.steps) ? 'finest step' : ladders.some(l => l.steps) ? 'last tolerance or finest step'
        : 'last tolerance';
    /* What marks in a diagram mean: only of those that are there. */
    function caption(ladders, inFront, small) {
        const runs = ladders.flatMap(l => l.runs), letters = new Set(runs.map(r => r.get('letter')).filter(v => v));
        const behind = ladders.filter(l => !inFront.has(l)).length;
        const ended = [...inFront].filter(l => ladders.includes(l) && l.runs.some(r => !r.failed) &&
            l.runs[l.runs.length - 1].failed);
        return [
            runs.some(r => r.get('scd_hollow')) ? 'Hollow: within a factor 10 of the error bar of the reference.' : '',
            ended.length ? `Open arrow: the ${lastOf(ended)} failed.` : '',
            behind ? `Grey: ${Terms.count(behind, 'other configuration')}; a pointer on a curve names it.` : '',
            letters.size && !small ? `Letters at the left: failures (${[...letters].sort().map(k =>
                `${k} ${Terms.letters[k] || 'failed'}`).join(', ')}).` : '',
        ].filter(t => t).map(t => `${t} `).join('');
    }

    /* ---- advice ---------------------------------------------------------------------------- */

    /* Configurations on the problems of a kind: {name, ladders, rows: [{problem, ratio, answer}], solved,
     * asked, worst, mean}. Ratios are over the fastest configuration shown. */
    function candidates(data, filter, kind) {
        const problems = Model.problemsOf(data, filter).filter(p => Kinds.fits(p, kind) &&
            answers(data, filter.machine, p.index, filter.digits).length);
        const by = new Map();
        problems.forEach(problem => {
            const found = answers(data, filter.machine, problem.index, filter.digits)
                .filter(a => shown(filter, a.ladder) && !a.ladder.no_events);
            const seen = new Set();
            asked(data, filter, problem).filter(l => !l.no_events).forEach(ladder => {
                const name = ladder.name, c = by.get(name) || { name, rows: [] };
                if (seen.has(name)) return;
                seen.add(name);
                by.set(name, c);
                const answer = found.find(a => a.ladder.name === name) || null;
                c.rows.push({ problem, answer, ladder, ratio: answer ? answer.seconds / found[0].seconds : null });
            });
        });
        const list = [...by.values()].map(c => {
            const ratios = c.rows.filter(r => r.answer).map(r => r.ratio);
            return { ...c, asked: c.rows.length, solved: ratios.length, worst: Math.max(...ratios),
                     mean: Math.exp(ratios.reduce((s, v) => s + Math.log(v), 0) / Math.max(1, ratios.length)) };
        }).filter(c => c.solved);
        list.sort((a, b) => b.solved - a.solved || a.mean - b.mean);
        return { problems, list };
    }

    /* Why nobody can be advised: like is the number of problems of the kind. */
    const noAdvice = (like, digits) => !like ? 'No problem of this store is like yours.'
        : `No timed run reaches ${Terms.count(digits, 'digit')} on ${like === 1 ? 'the one problem' : `the ${like} problems`} like yours.`;

    function advice(data, filter, kind) {
        const { problems, list } = candidates(data, filter, kind);
        if (!problems.length) return { problems, list, said: noAdvice(Model.problemsOf(data, filter).filter(p =>
            Kinds.fits(p, kind)).length, filter.digits) };
        if (!list.length) return { problems, list, said: `No solver shown reaches ${filter.digits} digits on ` +
            `the ${Terms.count(problems.length, 'problem')} like yours.` };
        const c = list[0], missed = c.rows.filter(r => !r.answer);
        const failed = missed.filter(r => !r.ladder.ends).map(r => r.problem.name);
        const unasked = problems.length - c.asked + missed.length - failed.length;
        const where = problems.length === 1 ? `the one problem like yours, ${problems[0].name}`
            : `${c.solved} of ${problems.length} problems like yours`;
        const near = c.worst === 1 ? 'the fastest' : `within ${plain(Math.max(1.01, c.worst), 3)} of the fastest`;
        return { problems, list, choice: c, said: `Take ${c.name}: ${near} on ${where}` +
            (failed.length ? `; it does not reach ${filter.digits} digits on ${Terms.listed(failed)}` : '') +
            (unasked ? `; the plan did not ask it for so many digits on ${unasked}` : '') + '.' };
    }

    /* ---- stiffness ------------------------------------------------------------------------- */

    const explicit = new Set(['explicit_rk', 'adams']);
    const SHORTER = 10;
    /* Whether stability limits the steps of a ladder: its family is explicit or Adams, and at the same
     * tolerance another family finishes with ten times fewer steps. {run, other, factor, text} or null. */
    function stiffness(data, ladder) {
        if (!explicit.has(ladder.family) || ladder.steps) return null;
        const problem = data.problems[ladder.problem];
        let found = null;
        ladder.runs.filter(r => isNumber(r.get('steps')) && (r.ok || r.get('outcome') === 'too_many_steps'))
            .forEach(run => problem.ladders.filter(l => !explicit.has(l.family) && l.family && !l.steps &&
                l.machine === ladder.machine).forEach(l => l.runs.filter(o => o.ok && !o.wrong &&
                o.get('steps') > 0 && Math.abs(o.rung / run.rung - 1) < 1e-9).forEach(other => {
                const factor = run.get('steps') / other.get('steps');
                if (factor >= SHORTER && (!found || factor > found.factor)) found = { run, other, factor };
            })));
        if (!found) return null;
        const { run, other, factor } = found;
        return { ...found, text: `stiff for it: at ${run.rungText} it takes ${run.get('steps')} steps` +
            (run.ok ? '' : ' before the limit') + `, ${other.ladder.name} ${other.get('steps')} (${plain(factor, 2)} ` +
            'times fewer): stability, not accuracy, limits the steps' };
    }

    /* ---- memory ------------------------------------------------------------------------------ */

    /* Largest resident size of the processes of each configuration [MB], largest first. */
    function memory(data, filter, problem) {
        return asked(data, filter, problem).map(ladder => {
            const peaks = ladder.runs.map(r => r.get('peak_kb')).filter(v => v > 0);
            return { ladder, peak: peaks.length ? Math.max(...peaks) / 1024 : null };
        }).filter(r => r.peak !== null).sort((a, b) => b.peak - a.peak);
    }

    /* ---- two solvers --------------------------------------------------------------------------- */

    /* Problems that both solvers were asked for. */
    function together(data, filter, first, second) {
        return Model.problemsOf(data, filter).filter(problem => [first, second].every(s => problem.ladders.some(l =>
            l.solver === s && l.machine === filter.machine && !filter.offForms.has(l.formulation))));
    }
    /* Of these every number of digits that one reaches: {problem, digits, x, y}, CPU seconds of their
     * fastest configurations, null where one does not reach it. */
    function pairs(data, filter, first, second) {
        const out = [];
        together(data, filter, first, second).forEach(problem => {
            for (let digits = 1; digits <= Model.DIGITS; digits++) {
                const found = answers(data, filter.machine, problem.index, digits)
                    .filter(a => !filter.offForms.has(a.ladder.formulation));
                const of = s => { const a = found.find(b => b.ladder.solver === s); return a ? a.seconds : null; };
                const x = of(first), y = of(second);
                if (x !== null || y !== null) out.push({ problem, digits, x, y });
            }
        });
        return out;
    }
    /* n: of the problems that both were asked for */
    function pairSaid(points, first, second, n) {
        if (first === second) return `Two solvers are needed, and this store has runs of ${first} alone.`;
        if (!n) return `No problem was asked of both ${first} and ${second}.`;
        if (!points.length) return `Both ${first} and ${second} were asked for ${Terms.count(n, 'problem')}; no timed run of theirs reaches a digit there.`;
        const both = points.filter(p => p.x !== null && p.y !== null);
        const ahead = both.filter(p => p.x < p.y).length, only = k => points.filter(p => p[k] !== null).length - both.length;
        const parts = both.length ? [`Both reach ${both.length} targets (a problem and its digits): ${first} is faster at ` +
            `${ahead}, ${second} at ${both.filter(p => p.y < p.x).length}`] : ['They reach no target together'];
        if (only('x')) parts.push(`${first} alone reaches ${only('x')}`);
        if (only('y')) parts.push(`${second} alone reaches ${only('y')}`);
        return `${parts.join('; ')}.`;
    }

    /* ---- before ---------------------------------------------------------------------------------- */

    /* Of curves {solver, values} those in front: the eight that changed most, as a ratio. */
    function changedMost(curves) {
        const range = c => Math.max(...c.values) / Math.min(...c.values);
        return new Set([...curves].sort((a, b) => range(b) - range(a)).slice(0, FRONT));
    }
    /* Commits with a change, or with one of a solver: of all its cells, or of single ones. */
    function marks(history, solver) {
        const about = where => !solver || where.split(' on ')[0] === solver || ` ${where}`.includes(` ${solver}@`);
        return [...new Set(history.changes.filter(c => about(c[3])).map(c => c[0]))].sort((a, b) => a - b);
    }
    function historySaid(history) {
        const { commits, changes } = history, worse = changes.filter(c => c[1] === 'worse').length;
        const named = c => `${c[0].slice(0, 10)} (${c[1].slice(0, 10)})`;
        const span = commits.length === 1 ? `One commit, ${named(commits[0])}`
            : `${commits.length} commits, from ${named(commits[0])} to ${named(commits[commits.length - 1])}`;
        return `${span}: ` + (!changes.length ? 'nothing changed beyond noise.' : `${Terms.count(changes.length, 'change')}, ` +
            (worse ? `of which ${Terms.count(worse, 'regression')}.` : 'none of them a regression.'));
    }

    /* Stores, the oldest first: for each solver the mean of time then over time now on the cells that all of
     * them timed, and 1 for now: {solver, values}. */
    function storeCurves(data, list) {
        const times = list.map(c => new Map(c.rows.filter(r => r[7] > 0).map(r => [r[0], r[7]])));
        const by = new Map();
        data.runs.filter(r => r.get('cpu_median_s') > 0 && times.every(t => t.has(r.i))).forEach(r =>
            by.set(r.ladder.solver, (by.get(r.ladder.solver) || []).concat(r)));
        return [...by].map(([solver, runs]) => ({ solver, values: [...times.map(t => Math.exp(runs.reduce((s, r) =>
            s + Math.log(t.get(r.i) / r.get('cpu_median_s')), 0) / runs.length)), 1] }));
    }
    const VERDICTS = ['outcome changed', 'digits lost', 'slower', 'faster', 'alike'];
    /* cells: {verdict, outcome, run} of those in both stores */
    function comparedSaid(name, cells) {
        const of = v => cells.filter(c => c.verdict === v), changed = of('outcome changed');
        const lost = changed.filter(c => c.outcome === 'ok').length, n = VERDICTS.map(v => of(v).length);
        const parts = [
            n[0] ? `${n[0]} ended otherwise` + (lost ? ` (${lost} finished then, and ${lost === 1 ? 'does' : 'do'} not now)` : '') : '',
            n[1] ? `${n[1]} lost digits` : '', n[2] ? `${n[2]} ${n[2] === 1 ? 'is' : 'are'} slower` : '',
            n[3] ? `${n[3]} ${n[3] === 1 ? 'is' : 'are'} faster` : '',
        ].filter(t => t);
        if (!cells.length) return `No cell of ${name} is in this store.`;
        return `Of ${Terms.count(cells.length, 'cell that is', 'cells that are')} in ${name} too ` + (parts.length ? `${Terms.listed(parts)}.` : 'none differs.');
    }

    return { tile, sentence, front, caption, candidates, advice, stiffness, memory, together, pairs, pairSaid, changedMost, marks, historySaid,
             storeCurves, comparedSaid, VERDICTS, FRONT };
})(typeof Model === 'undefined' ? require('./model.js') : Model,
   typeof Kinds === 'undefined' ? require('./kinds.js') : Kinds,
   typeof Terms === 'undefined' ? require('./terms.js') : Terms);

if (typeof module !== 'undefined') module.exports = Judge;
