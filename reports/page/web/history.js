/* history.js -- what was before: curves by commit with their changes, and earlier stores beside this one.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

/* page: what app.js hands to all sections. */
const History = page => {
    const { data, go, link, select, fill, anyLadder } = page;
    const { h, make } = Tables;
    const { plain, time, fixed, isNumber } = Model;
    const $ = id => document.getElementById(id);

    /* ---- by commit ------------------------------------------------------------------------- */

    const units = { mescd: v => fixed(v, 2), cpu_median_s: v => time(v) };
    const written = (quantity, v) => (units[quantity] || plain)(v);

    function byCommit() {
        const all = data.history, solvers = [...new Set(all.curves.map(c => c.solver))];
        const solver = solvers.includes(page.state.hs) ? page.state.hs : '';
        const quantities = [...new Map(all.curves.map(c => [c.quantity, c.title]))];
        const quantity = quantities.some(q => q[0] === page.state.hq) ? page.state.hq : (quantities[0] || [''])[0];
        const curves = all.curves.filter(c => c.quantity === quantity && (!solver || c.solver === solver));
        const front = Judge.changedMost(curves), title = (quantities.find(q => q[0] === quantity) || ['', ''])[1];
        fill('history-here', h('p', { id: 'history-said' }, Judge.historySaid(all)),
            quantities.length ? h('div', { class: 'bar' }, select('quantity', quantities, quantity, hq => go({ hq })),
                select('solver', [['', 'all'], ...solvers.map(s => [s, s])], solver, hs => go({ hs }))) : null,
            curves.length ? h('figure', null, h('div', { id: 'history-diagram', class: 'chart' }), h('figcaption', null,
                `${title}, by commit. Dashed: a change by the rules of ivpbench history.` +
                (curves.length > front.size ? ` Grey: ${Terms.count(curves.length - front.size, 'other solver')}.` : ''))) : null,
            make({ name: 'by-commit', caption: 'What changed from commit to commit, regressions first',
                header: ['commit', 'date', 'subject', 'verdict', 'kind', 'where', 'then and now'],
                rows: [...all.changes].sort((a, b) => (b[1] === 'worse') - (a[1] === 'worse') || b[0] - a[0]).map(
                    ([k, verdict, kind, where, text]) => [all.commits[k][0].slice(0, 10), all.commits[k][1].slice(0, 10),
                        { text: all.commits[k][2], kind: 's' }, verdict, kind, where, { text, kind: 's' }]) }));
        if (curves.length) Charts.history($('history-diagram'), { curves, front, ladderOf: anyLadder, ylabel: title,
            ylog: quantity !== 'mescd', labels: all.commits.map(c => c[0].slice(0, 8)),
            said: `${title} by commit. ${Judge.historySaid(all)}`, marks: Judge.marks(all, solver),
            tell: (c, k) => `${c.solver}, ${all.commits[k][0].slice(0, 10)} ${all.commits[k][2]}: ${written(quantity, c.values[k])}` });
    }

    /* ---- earlier stores ---------------------------------------------------------------------- */

    /* Time of each solver on the cells that all stores timed, over its time now; the oldest store first. */
    function overTime() {
        const list = [...data.compared].sort((a, b) => (a.date < b.date ? -1 : 1));
        return { list, curves: Judge.storeCurves(data, list) };
    }
    function drawStores() {
        const { list, curves } = overTime(), front = Judge.changedMost(curves);
        if (!curves.length) return null;
        const labels = [...list.map(c => c.commit.slice(0, 8) || c.date.slice(0, 10) || c.name), 'now'];
        return [h('figure', null, h('div', { id: 'stores-diagram', class: 'chart' }), h('figcaption', null,
            'CPU time of each store over that now, geometric mean of the cells that all of these stores timed.' +
            (curves.length > front.size ? ` Grey: ${Terms.count(curves.length - front.size, 'other solver')}.` : ''))),
        () => Charts.history($('stores-diagram'), { curves, front, ladderOf: anyLadder, ylabel: 'time over that now', ylog: true,
            labels, marks: [], said: 'CPU time by store over that now',
            tell: (c, k) => `${c.solver}, ${labels[k]}: ${plain(c.values[k])} times the time now` })];
    }

    /* What changed comes first. */
    function compared() {
        const list = data.compared, chosen = list[Math.min(Number(page.state.v) || 0, list.length - 1)];
        const cells = chosen.rows.map(([i, verdict, ratio, low, high, outcome, scd, seconds]) => ({
            run: data.runs[i], verdict, ratio, low, high, outcome, scd, seconds }))
            .sort((a, b) => Judge.VERDICTS.indexOf(a.verdict) - Judge.VERDICTS.indexOf(b.verdict));
        const drawn = drawStores();
        fill('compared-here', drawn ? drawn[0] : null, make({ name: 'history', caption: 'Time now over time then, geometric mean of ' +
            'the cells timed in both', header: ['earlier store', 'date', 'commit', 'cells in both', 'now/then',
            'outcome changed', 'digits lost', 'slower', 'faster'], sorted: { column: 1 },
            rows: list.map(c => [c.name, c.date, c.commit, c.cells, { value: c.mean, text: fixed(c.mean, 3) },
                c.changed, c.worse, c.slower, c.faster]) }),
            h('div', { class: 'bar' }, select('against', list.map((c, i) => [String(i), c.name]),
                String(list.indexOf(chosen)), v => go({ v }))),
            h('p', { id: 'compared-said' }, Judge.comparedSaid(chosen.name, cells)),
            make({ name: 'compared', caption: `Cells now and in ${chosen.name}, regressions first`, header: ['problem',
                'configuration', 'tolerance', 'verdict', 'outcome then', 'outcome now', 'scd then', 'scd now', 'now/then',
                '99.9 % interval', 'CPU then', 'CPU now'], rows: cells.map(c => [
                c.run.problem.name, { text: c.run.ladder.label, value: c.run.ladder.label,
                    node: () => link({ r: c.run.id, p: c.run.problem.name }, c.run.ladder.label) },
                { value: c.run.rung, text: c.run.rungText }, c.verdict,
                Terms.outcome(c.outcome), Terms.outcome(c.run.get('outcome')),
                { value: c.scd, text: fixed(c.scd) }, { value: c.run.get('scd'), text: fixed(c.run.get('scd')) },
                { value: c.ratio, text: fixed(c.ratio, 3) },
                isNumber(c.low) ? `${fixed(c.low, 3)} .. ${fixed(c.high, 3)}` : '',
                { value: c.seconds, text: time(c.seconds) },
                { value: c.run.get('cpu_median_s'), text: time(c.run.get('cpu_median_s')) }]) }));
        if (drawn) drawn[1]();
    }

    return { byCommit, compared };
};
