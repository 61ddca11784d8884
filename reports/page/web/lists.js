/* lists.js -- the sections that are tables: which solver is fastest, where, and what failed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

/* page: what app.js hands to all sections. */
const Lists = page => {
    const { data, go, link, select, fill, filter, problemNow, starred, anyLadder } = page;
    const { h, make } = Tables;
    const { general, plain, time, fixed, interval, isNumber } = Model;
    const $ = id => document.getElementById(id);

    /* ---- answers ------------------------------------------------------------------------ */

    const shade = ratio =>
        `background:color-mix(in srgb, var(--accent) ${Math.round(
            45 * Math.max(0, 1 - Math.log10(Math.max(1, ratio)) / 2))}%, transparent)`;

    function answerCell(a, problem) {
        return { value: a.ratio, text: `${a.ladder.formulation} ${plain(a.ratio)}`, kind: 'cell',
            node: () => h('button', {
                style: shade(a.ratio), onclick: () => go({ p: problem.name }),
                title: Sentences.ratio(a) },
                a.ratio === 1 ? h('b', null, '1') : plain(a.ratio),
                a.tie && a.ratio !== 1 ? ' ~' : '', h('small', null, a.ladder.formulation)) };
    }
    /* What stands where there is no ratio; "not asked" is not "failed". */
    function missingCell(m) {
        if (!m) return { value: null, text: 'not asked', kind: 'cell unasked' };
        const [text, all] = Sentences.missing(m);
        return { value: null, text, kind: m.ends ? 'cell unasked' : 'cell none', node: () => h('span', { title: all }, text) };
    }

    function answers() {
        const f = filter(), rows = Model.matrix(data, f);
        const reached = s => rows.filter(r => r.cells.has(s)).length;
        const solvers = data.solvers.filter(s => !f.off.has(s) &&
            rows.some(r => r.cells.has(s) || r.missing.some(m => m.solver === s)))
            .sort((a, b) => reached(b) - reached(a) || (a < b ? -1 : 1));
        const fastest = a => ({ text: `${a.ladder.label}, ${time(a.seconds)}`, value: a.ladder.label });
        const nobody = r => ({ text: Sentences.nobody(f.digits, r.missing), value: '' });
        const table = make({
            name: 'answers', caption: `CPU time for ${f.digits} correct digits (${data.head.metric}) over that of the fastest solver, ` +
                'with the formulation. A click on a cell chooses the problem.', most: 40,
            legend: `~: statistical tie with the fastest; best 5.9: fewer than ${Terms.count(f.digits, 'digit')}, 5.9 at most; ` +
                'long set-up: more than 5 ms and more than five solves, not ranked; failed: no run finished with digits; not asked: the plan has no such run; not asked for so many: the ladder ends while it climbs.',
            header: ['problem', 'fastest', ...solvers],
            rows: rows.map(r => [
                { text: r.problem.name, value: r.problem.name, node: () => link({ p: r.problem.name }, r.problem.name) },
                r.ranked[0] ? fastest(r.ranked[0]) : nobody(r),
                ...solvers.map(s => r.cells.has(s) ? answerCell(r.cells.get(s), r.problem)
                                                   : missingCell(r.missing.find(m => m.solver === s)))]),
        });
        table.classList.add('matrix');
        fill('answers-here', table);
    }

    /* All configurations of the problem chosen. */
    function ranking() {
        const f = filter(), problem = problemNow();
        const rows = Model.answers(data, f.machine, problem.index, f.digits)
            .filter(a => Model.shown(f, a.ladder));
        const kept = rows.filter((a, i) => page.state.hide !== '1' || !i || !a.tie);
        const holds = rows.some(a => a.holds !== null);
        const missed = Model.missing(data, f, problem, new Map());
        const said = Sentences.ranking(problem, f.digits, rows, missed);
        fill('ranking-here', h('p', { id: 'cheapest-said' }, `${said}. ${problem.title}`),
            h('div', { class: 'bar' }, select('of problem', data.problems.map(p => [p.name, p.name]),
                problem.name, p => go({ p })),
              h('label', null, h('input', { type: 'checkbox', id: 'hide', checked: page.state.hide === '1',
                onchange: e => go({ hide: e.target.checked ? '1' : '' }) }),
                ' hide statistical ties with the fastest')),
            make({ name: 'ranking', caption: `Configurations on ${problem.name} by CPU time for ` +
                `${f.digits} digits; the same as ivpbench rank '${problem.name}' --digits ${f.digits} ` +
                `--metric ${data.head.metric}. ${starred(kept.map(a => a.ladder))}`,
                header: ['configuration', 'CPU time', 'ratio', '99.9 % interval', 'verdict',
                    ...(holds ? ['order holds'] : [])],
                rows: kept.map(a => [a.ladder.label, { value: a.seconds, text: time(a.seconds) },
                    { value: a.ratio, text: plain(a.ratio) },
                    isNumber(a.low) && a.ratio !== 1 ? `${plain(a.low)} .. ${plain(a.high)}` : '',
                    a.ratio === 1 ? 'fastest' : a.tie ? 'statistical tie' : 'slower',
                    ...(holds ? [{ value: a.holds, text: Sentences.share(a.holds) }] : [])]) }));
    }

    function formulations() {
        const rows = Model.formulations(data, filter());
        fill('formulations-here', make({ name: 'formulations',
            caption: `Solvers in several formulations: cost of ${page.state.d} digits over that in their ` +
                'fastest one',
            header: ['solver', 'problem', 'configuration', 'factor', '99.9 % interval', 'verdict', 'runs'],
            sorted: { column: 0 },
            rows: rows.map(r => [r.solver, r.problem.name, r.ladder.label,
                r.answer ? { value: r.answer.ownRatio, text: plain(r.answer.ownRatio) } : null,
                r.answer ? `${plain(r.answer.ownLow)} .. ${plain(r.answer.ownHigh)}` : '',
                !r.answer ? Sentences.fewer(r.ladder, filter().digits, data.head.metric) : r.answer.ownRatio === 1 ? 'fastest'
                    : r.answer.ownTie ? 'statistical tie' : 'slower', r.said]) }));
    }

    /* ---- profiles ----------------------------------------------------------------------- */

    function profiles() {
        const f = filter(), measure = page.state.prof.startsWith('f') ? 'f' : 'cpu';
        const common = page.state.off ? null : Model.commonSolvers(data, f);
        const shownBy = common ? { ...f, off: new Set(data.solvers.filter(s => !common.has(s))) } : f;
        const unit = measure === 'f' ? 'evaluations of f' : 'CPU time';
        const both = [false, true].map(absolute => Model.profile(data, shownBy, measure, absolute));
        const counted = both[0].counted.length > 0, apart = common && common.size ? data.solvers.filter(s => !common.has(s)) : [];
        const said = Sentences.profile(both[0], f.digits, data.head.metric, apart);
        fill('profiles-here',
            h('div', { class: 'bar' }, select('cost', [['cpu', 'CPU time'], ['f', 'evaluations of f']],
                measure, prof => go({ prof }))),
            h('p', { class: 'note', id: 'profile-said' }, said),
            counted ? h('div', { class: 'two' },
              h('figure', null, h('div', { id: 'profile', class: 'chart' }),
                h('figcaption', null, 'Performance profile: share of these problems solved within a ' +
                  'factor of the fastest.')),
              h('figure', null, h('div', { id: 'data-profile', class: 'chart' }),
                h('figcaption', null, `Data profile: share solved within so much ${unit}.`))) : null,
            h('details', null, h('summary', null, `Problems counted (${both[0].counted.length}) and left ` +
                `out (${both[0].left.length})`),
              h('p', null, `Counted: ${both[0].counted.map(p => p.name).join(', ') || 'none'}.`),
              h('ul', null, both[0].left.map(l => h('li', null, `${l.problem.name}: ${l.why}`)))));
        if (!counted) return;
        ['profile', 'data-profile'].forEach((id, k) => Charts.profile($(id), {
            profile: both[k], absolute: k === 1, styleOf: anyLadder,
            xlabel: k ? (measure === 'f' ? 'evaluations of f' : 'CPU time [s]')
                      : `${unit} over that of the fastest`,
            said: `${k ? 'Data' : 'Performance'} profile of ${said}: ` + both[k].curves.map(
                c => `${c.solver} solves ${c.solved}`).join(', ') }));
    }

    /* ---- tables ------------------------------------------------------------------------- */

    function drift() {
        const f = filter(), rows = [];
        Model.problemsOf(data, f).forEach(p => p.ladders.forEach(l => {
            if (!Model.shown(f, l) || l.machine !== f.machine) return;
            const good = l.runs.filter(r => r.ok && r.get(data.head.metric) >= f.digits && isNumber(r.get('drift_g')));
            if (!good.length) return;
            const least = good.reduce((a, b) => a.get('drift_g') <= b.get('drift_g') ? a : b);
            rows.push([l.label, p.name, ...['drift_g', 'drift_v', 'drift_a'].map(k =>
                ({ value: least.get(k), text: general(least.get(k), 2) })),
                Sentences.drift(least.get('drift_g')), least.rungText]);
        }));
        fill('drift-here', make({ name: 'drift', caption: `Largest violation of the constraints along the ` +
            `run, of each configuration the run of least |g| with at least ${f.digits} digits`,
            header: ['configuration', 'problem', 'max |g|', 'max |G u + g_t|', 'max |G a - gamma|', 'verdict', 'at'],
            sorted: { column: 2 }, rows }));
    }

    /* Runs that failed or finished inaccurate, by ladder and outcome. */
    function failures() {
        const f = filter(), rows = [];
        Model.problemsOf(data, f).forEach(p => p.ladders.forEach(l => {
            if (!Model.shown(f, l) || l.machine !== f.machine) return;
            const kinds = new Map(), stiff = Judge.stiffness(data, l);
            l.runs.filter(r => !r.ok || r.wrong).forEach(r => kinds.set(r.words, (kinds.get(r.words) || []).concat(r)));
            kinds.forEach((runs, kind) => rows.push([l.label, p.name, kind,
                { value: runs.length, text: `${runs.length} of ${l.n}` },
                runs.map(r => general(r.rung, 2)).join(', '),
                { text: stiff ? stiff.text : '', value: stiff ? stiff.text : '', kind: 's' },
                { text: runs[0].get('detail'), value: runs[0].get('detail'), kind: 's' }]));
        }));
        fill('failures-here', h('p', { id: 'failures-said' }, Sentences.failures(data.runs)),
            make({ name: 'failures', caption: 'Runs that failed or finished inaccurate, by outcome',
            header: ['configuration', 'problem', 'outcome', 'how many', 'at rtol or h', 'why', 'first reason'],
            rows }));
    }

    return { answers, ranking, formulations, profiles, drift, failures };
};
