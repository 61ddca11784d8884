/* choose.js -- sections that answer what a reader asks of an own problem: which solver, what a tolerance
 * buys, two solvers beside each other, memory.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

/* page: what app.js hands to all sections. */
const Choose = page => {
    const { data, go, select, fill, filter, problemNow, anyLadder } = page;
    const { h, make, copier } = Tables;
    const { general, plain, time, fixed, isNumber } = Model;
    const $ = id => document.getElementById(id);

    /* ---- which solver ------------------------------------------------------------------------ */

    const kindNow = () => ({ index: page.state.ki, stiff: page.state.ks, events: page.state.ke, size: page.state.kn });
    const keys = { index: 'ki', stiff: 'ks', events: 'ke', size: 'kn' };

    /* The run of a configuration that reaches the digits with the least time. */
    function example(row, digits) {
        const good = row.ladder.runs.filter(r => r.ok && r.get(data.head.metric) >= digits && isNumber(r.get('cpu_median_s')));
        return good.sort((a, b) => a.get('cpu_median_s') - b.get('cpu_median_s'))[0] || null;
    }

    const unasked = (c, a) => {
        const n = a.problems.length - c.asked + c.rows.filter(r => !r.answer && r.ladder.ends).length;
        return { value: n, text: String(n) };
    };

    function advice() {
        const f = filter(), a = Judge.advice(data, f, kindNow());
        const choices = h('div', { class: 'bar', role: 'group', 'aria-label': 'my problem' }, 'My problem: ',
            Object.entries(Kinds.questions).map(([name, q]) => select(q.label, q.choices.map(c => [c[0], c[1]]),
                page.state[keys[name]], v => go({ [keys[name]]: v }))), `at ${Terms.count(f.digits, 'digit')}`);
        const best = a.choice && a.choice.rows.filter(r => r.answer).sort((x, y) => x.ratio - y.ratio)[0];
        const run = best && example(best, f.digits);
        fill('advice-here', choices, h('p', { class: 'lead', id: 'advice-said' }, a.said),
            a.choice ? h('figure', null, h('div', { id: 'advice-points', class: 'chart' }), h('figcaption', null,
                'Each point is a problem like yours: its time over that of the fastest configuration.')) : null,
            run ? h('p', null, `A run of it that has ${fixed(run.get('scd'), 1)} digits on ${run.problem.name}: `,
                h('code', { id: 'advice-command' }, Model.command(run)), ' ', copier(Model.command(run))) : null,
            a.list.length ? make({ name: 'advised', caption: `Configurations on the ${Terms.count(a.problems.length, 'problem')} ` +
                `like yours, at ${Terms.count(f.digits, 'digit')}`, most: 12,
                header: ['configuration', 'reaches the digits on', 'geometric mean of ratios', 'largest ratio', 'does not reach on', 'not asked on'],
                rows: a.list.map(c => [c.name, { value: c.solved, text: `${c.solved} of ${a.problems.length}` },
                    { value: c.mean, text: plain(c.mean) }, { value: c.worst, text: plain(c.worst) },
                    c.rows.filter(r => !r.answer && !r.ladder.ends).map(r => r.problem.name).join(', '),
                    unasked(c, a)]) }) : null);
        if (a.choice) Charts.strips($('advice-points'), { said: a.said, xlabel: 'time over that of the fastest',
            rows: a.list.slice(0, 6).map(c => ({ name: c.name, ladder: c.rows[0].ladder, points: c.rows.filter(r => r.answer)
                .map(r => ({ x: r.ratio, said: `${c.name} on ${r.problem.name}: ${plain(r.ratio)} times the fastest` })) })) });
    }
    /* ---- what a tolerance buys --------------------------------------------------------------------- */

    function tolerance() {
        const f = filter(), problem = problemNow();
        const ladders = problem.ladders.filter(l => !l.steps && !l.no_events && Model.shown(f, l) && l.machine === f.machine);
        const runs = ladders.flatMap(l => l.runs), rungs = [...new Set(runs.map(r => r.get('rtol')))].filter(v => v > 0)
            .sort((a, b) => b - a);
        const at = rungs.find(v => general(v, 2) === page.state.rt) || rungs.find(v => Math.abs(v / 1e-6 - 1) < 1e-9) || rungs[0];
        const there = runs.filter(r => Math.abs(r.get('rtol') / at - 1) < 1e-9);
        const good = there.map(r => r.get('scd')).filter(isNumber).sort((a, b) => a - b);
        fill('tolerance-here',
            h('div', { class: 'bar' }, select('of problem', data.problems.map(p => [p.name, p.name]), problem.name, p => go({ p })),
              rungs.length ? select('rtol', rungs.map(v => [general(v, 2), general(v, 2)]), general(at, 2), rt => go({ rt })) : null),
            h('p', { id: 'tolerance-said' }, Sentences.tolerance(problem, at, good, there.length)),
            good.length ? h('figure', null, h('div', { id: 'tolerance-diagram', class: 'chart' }), h('figcaption', null,
                `${problem.name}: correct digits against rtol. Dashed: digits as asked for; above it a solver gives more. ` +
                Judge.caption(ladders, Judge.front(ladders), true))) : null);
        if (good.length) Charts.explorer($('tolerance-diagram'), { ladders, front: Judge.front(ladders), printed: [], small: true,
            x: { id: 'rtol', label: 'rtol', log: true, value: r => r.get('rtol') || null },
            y: { id: 'scd', label: 'correct digits (scd)', log: false, value: r => r.get('scd') }, diagonal: true,
            colour: l => l.colour, cut: null, chosen: page.state.r, tell: page.tell, hush: page.hush, open: page.openRun,
            said: `${problem.name}: digits against rtol` });
    }

    /* ---- two solvers -------------------------------------------------------------------------------- */

    function pair() {
        const f = filter(), names = data.solvers, most = s => data.problems.filter(p => p.ladders.some(l => l.solver === s)).length;
        const usual = [...names].sort((a, b) => most(b) - most(a) || (a < b ? -1 : 1));
        const first = names.includes(page.state.s1) ? page.state.s1 : usual[0];
        const second = names.includes(page.state.s2) ? page.state.s2 : usual.find(s => s !== first) || first;
        const points = first === second ? [] : Judge.pairs(data, f, first, second);
        const both = points.filter(p => p.x !== null && p.y !== null);
        const said = Judge.pairSaid(points, first, second, Judge.together(data, f, first, second).length);
        fill('pair-here', h('div', { class: 'bar' }, select('first solver', names.map(s => [s, s]), first, s1 => go({ s1 })),
            select('second solver', names.map(s => [s, s]), second, s2 => go({ s2 }))),
            h('p', { id: 'pair-said' }, said),
            both.length ? h('figure', null, h('div', { id: 'pair-diagram', class: 'chart' }), h('figcaption', null,
                `Time of ${second} against that of ${first}, a point for each problem and number of digits that both reach, each ` +
                'in its fastest formulation. Above the dashed line the first is faster.')) : null);
        if (both.length) Charts.scatter($('pair-diagram'), { points: both, xlabel: `${first}: CPU time [s]`,
            ylabel: `${second}: CPU time [s]`, ladders: [anyLadder(first), anyLadder(second)], said,
            tell: (p, node) => page.tellText(`${p.problem.name}, ${Terms.count(p.digits, 'digit')}: ${first} ${time(p.x)}, ` +
                `${second} ${time(p.y)}`, node), hush: page.hush, open: p => go({ p: p.problem.name, d: String(p.digits) }) });
    }

    /* ---- memory --------------------------------------------------------------------------------------- */

    function memory() {
        const f = filter(), problem = problemNow(), rows = Judge.memory(data, f, problem);
        fill('memory-here', h('div', { class: 'bar' }, select('of problem', data.problems.map(p => [p.name, p.name]),
            problem.name, p => go({ p }))),
            h('p', { id: 'memory-said' }, Sentences.memory(problem, rows)),
            make({ name: 'memory', caption: `Largest resident size of the process of each configuration on ${problem.name}`,
                header: ['configuration', 'memory [MB]'], most: 20,
                rows: rows.map(r => [r.ladder.label, { value: r.peak, text: plain(r.peak) }]) }));
    }

    return { advice, tolerance, pair, memory };
};
