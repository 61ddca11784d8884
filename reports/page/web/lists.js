/* lists.js -- the sections that are tables: who is the cheapest, where, and what failed. */
'use strict';

/* page: what app.js hands to all sections. */
const Lists = page => {
    const { data, go, link, select, fill, filter, problemNow, starred, anyLadder } = page;
    const { h, make } = Tables;
    const { general, fixed, interval, isNumber } = Model;
    const $ = id => document.getElementById(id);

    /* ---- answers ------------------------------------------------------------------------ */

    function words(rows, f) {
        const wins = new Map();
        rows.filter(r => r.ranked.length).forEach(r => {
            const name = r.ranked[0].ladder.solver;
            wins.set(name, (wins.get(name) || []).concat(r));
        });
        const without = rows.filter(r => !r.ranked.length);
        const [later, none] = [true, false].map(wanted => without.filter(
            r => r.missing.some(m => m.untimed) === wanted).map(r => r.problem.name));
        const list = [...wins].sort((a, b) => b[1].length - a[1].length).map(([name, won]) => {
            const ties = won.filter(r => r.ranked.some((a, i) => i && a.tie)).length;
            return h('li', null, h('b', null, name), ` is the cheapest on ${won.length}: ` +
                won.map(r => `${r.problem.name} (${r.ranked[0].ladder.formulation})`).join(', ') +
                (ties ? `; on ${ties} of them not to be told from the next` : ''));
        });
        if (later.length) list.push(h('li', null, `Timings are to come on ${later.join(', ')}`));
        if (none.length) list.push(h('li', null, `Nobody reaches ${f.digits} digits on ${none.join(', ')}`));
        return h('ul', { class: 'words', id: 'words' }, list);
    }

    const shade = ratio =>
        `background:color-mix(in srgb, var(--accent) ${Math.round(
            45 * Math.max(0, 1 - Math.log10(Math.max(1, ratio)) / 2))}%, transparent)`;

    function answerCell(a, problem) {
        return { value: a.ratio, text: `${a.ladder.formulation} ${general(a.ratio)}`, kind: 'cell',
            node: () => h('button', {
                style: shade(a.ratio), onclick: () => go({ p: problem.name }),
                title: `${a.ladder.label}: ${general(a.seconds)} s` + (isNumber(a.low)
                    ? `, ${interval(a.ratio, a.low, a.high)} times the cheapest` : '') +
                    (a.tie ? ', cannot be told apart' : '') + (a.holds === null ? ''
                    : `; dearer than the cheapest in ${share(a.holds)} of the draws of one run a rung`) },
                a.ratio === 1 ? h('b', null, '1') : general(a.ratio),
                a.tie && a.ratio !== 1 ? ' ~' : '', h('small', null, a.ladder.formulation)) };
    }
    function missingCell(m) {
        if (!m) return { value: null, text: '' };
        const text = m.best === null ? m.said : `${fixed(m.best, 1)} digits`;
        return { value: null, text: `${m.ends ? 'not asked' : 'no'}: ${text}`, kind: 'cell none', node: () =>
            h('span', { title: `${m.solver}: ${m.said}${m.best === null ? '' :
                m.ends ? `; ${m.ends}` : `; at most ${fixed(m.best, 2)} digits`}${
                m.untimed ? '; not timed yet' : ''}` },
              m.untimed ? '…' : m.ends ? '↑' : m.some ? '–' : '✗',
              h('small', null, m.best !== null && m.some ? `${fixed(m.best, 1)} d` : 'failed')) };
    }

    function answers() {
        const f = filter(), rows = Model.matrix(data, f);
        const solvers = data.solvers.filter(s => !f.off.has(s) &&
            rows.some(r => r.cells.has(s) || r.missing.some(m => m.solver === s)));
        const cheapest = a => ({ text: `${a.ladder.label}, ${general(a.seconds)} s`,
            value: a.ladder.label, kind: 's' });
        const nobody = r => ({ text: r.missing.some(m => m.untimed) ? '' : r.missing.some(m => m.ends)
            ? 'nobody asked' : 'nobody', value: '', kind: 's' });
        const table = make({
            name: 'answers', caption: `CPU time for ${f.digits} correct digits (${data.head.metric}) over that of ` +
                'the cheapest solver, with the formulation; ~: no difference can be told; ✗: failed; ' +
                '–: ends with fewer digits; ↑: not asked for so many; …: not timed yet. A click on a cell chooses the problem below.',
            header: ['problem', 'cheapest', ...solvers],
            rows: rows.map(r => [
                { text: r.problem.name, value: r.problem.name, node: () => link({ p: r.problem.name }, r.problem.name) },
                r.ranked[0] ? cheapest(r.ranked[0]) : nobody(r),
                ...solvers.map(s => r.cells.has(s) ? answerCell(r.cells.get(s), r.problem)
                                                   : missingCell(r.missing.find(m => m.solver === s)))]),
        });
        table.classList.add('matrix');
        table.querySelectorAll('tbody th').forEach(th => th.classList.add('row'));
        fill('answers-here', words(rows, f), table);
    }

    const share = v => v === null ? '' : `${fixed(100 * v, 0)} %`;

    /* All configurations of the problem chosen. */
    function ranking() {
        const f = filter(), problem = problemNow();
        const rows = Model.answers(data, f.machine, problem.index, f.digits)
            .filter(a => Model.shown(f, a.ladder));
        const kept = rows.filter((a, i) => page.state.hide !== '1' || !i || !a.tie);
        const holds = rows.some(a => a.holds !== null);
        const missed = Model.missing(data, f, problem, new Map());
        const untimed = missed.some(m => m.untimed), open = missed.some(m => m.ends);
        const said = rows.length ? `${problem.name}, ${f.digits} digits: ${rows[0].ladder.label} is the ` +
            `cheapest with ${general(rows[0].seconds)} s` + (rows[1] ? `; next ${rows[1].ladder.label}, ` +
            (rows[1].ladder.formulation === rows[0].ladder.formulation ? '' : 'in another formulation, ') +
            `with ${interval(rows[1].ratio, rows[1].low, rows[1].high)} times that` + (rows[1].holds === null ? ''
                : `, an order that holds in ${share(rows[1].holds)} of the draws of one run a rung`) : '')
            : `${problem.name}: ` + (untimed ? 'timings are to come' : open ? `nobody was asked for ${f.digits} digits`
                : `nobody reaches ${f.digits} digits`);
        fill('ranking-here', h('p', { id: 'cheapest-said' }, `${said}. ${problem.title}`),
            h('div', { class: 'bar' }, select('of problem', data.problems.map(p => [p.name, p.name]),
                problem.name, p => go({ p })),
              h('label', null, h('input', { type: 'checkbox', id: 'hide', checked: page.state.hide === '1',
                onchange: e => go({ hide: e.target.checked ? '1' : '' }) }),
                ' hide what cannot be told from the cheapest')),
            make({ name: 'ranking', caption: `Configurations on ${problem.name} by CPU time for ` +
                `${f.digits} digits; the same as ivpbench rank '${problem.name}' --digits ${f.digits} ` +
                `--metric ${data.head.metric}. ${starred(kept.map(a => a.ladder))}`,
                header: ['configuration', 'CPU [s]', 'ratio', '99.9 % interval', 'verdict',
                    ...(holds ? ['order holds'] : [])],
                rows: kept.map(a => [a.ladder.label, { value: a.seconds, text: general(a.seconds) },
                    { value: a.ratio, text: general(a.ratio) },
                    isNumber(a.low) ? `${general(a.low)} .. ${general(a.high)}` : '',
                    a.ratio === 1 ? 'cheapest' : a.tie ? '~' : '',
                    ...(holds ? [{ value: a.holds, text: share(a.holds) }] : [])]) }));
    }

    function formulations() {
        const rows = Model.formulations(data, filter());
        fill('formulations-here', make({ name: 'formulations',
            caption: `Solvers in several formulations: cost of ${page.state.d} digits over that in their ` +
                'cheapest one',
            header: ['solver', 'problem', 'configuration', 'factor', '99.9 % interval', 'verdict', 'runs'],
            sorted: { column: 0 },
            rows: rows.map(r => [r.solver, r.problem.name, r.ladder.label,
                r.answer ? { value: r.answer.ownRatio, text: general(r.answer.ownRatio) } : null,
                r.answer ? `${general(r.answer.ownLow)} .. ${general(r.answer.ownHigh)}` : '',
                !r.answer ? 'does not get there' : r.answer.ownRatio === 1 ? 'cheapest'
                    : r.answer.ownTie ? '~' : 'dearer', r.said]) }));
    }

    /* ---- profiles ----------------------------------------------------------------------- */

    function profiles() {
        const f = filter(), measure = page.state.prof.startsWith('f') ? 'f' : 'cpu';
        const common = page.state.off ? null : Model.commonSolvers(data, f);
        const shownBy = common ? { ...f, off: new Set(data.solvers.filter(s => !common.has(s))) } : f;
        const unit = measure === 'f' ? 'evaluations of f' : 'CPU time';
        const both = [false, true].map(absolute => Model.profile(data, shownBy, measure, absolute));
        const said = `${both[0].counted.length} problems that all ${both[0].solvers.length} solvers shown ` +
            `were run on, ${f.digits} digits (${data.head.metric})`;
        fill('profiles-here',
            h('div', { class: 'bar' }, select('cost', [['cpu', 'CPU time'], ['f', 'evaluations of f']],
                measure, prof => go({ prof }))),
            h('p', { class: 'note', id: 'profile-said' }, said + (common && common.size < data.solvers.length
                ? `; not shown, as they were run on other problems: ${data.solvers.filter(
                    s => !common.has(s)).join(', ')}. Switch solvers to compare any others` : '') + '.'),
            h('div', { class: 'two' },
              h('figure', null, h('div', { id: 'profile', class: 'chart' }),
                h('figcaption', null, 'Performance profile: share of these problems solved within a ' +
                  'factor of the cheapest.')),
              h('figure', null, h('div', { id: 'data-profile', class: 'chart' }),
                h('figcaption', null, `Data profile: share solved within so much ${unit}.`))),
            h('details', null, h('summary', null, `Problems counted (${both[0].counted.length}) and left ` +
                `out (${both[0].left.length})`),
              h('p', null, `Counted: ${both[0].counted.map(p => p.name).join(', ') || 'none'}.`),
              h('ul', null, both[0].left.map(l => h('li', null, `${l.problem.name}: ${l.why}`)))));
        if (!both[0].counted.length) return;
        ['profile', 'data-profile'].forEach((id, k) => Charts.profile($(id), {
            profile: both[k], absolute: k === 1, styleOf: anyLadder,
            xlabel: k ? (measure === 'f' ? 'evaluations of f' : 'CPU time [s]')
                      : `${unit} over that of the cheapest`,
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
            rows.push([p.name, l.label, ...['drift_g', 'drift_v', 'drift_a'].map(k =>
                ({ value: least.get(k), text: general(least.get(k)) })), least.rungText]);
        }));
        fill('drift-here', make({ name: 'drift', caption: `Largest violation of the constraints along the ` +
            `run, of each configuration the run of least |g| with at least ${f.digits} digits`,
            header: ['problem', 'configuration', 'max |g|', 'max |G u + g_t|', 'max |G a - gamma|', 'at'],
            sorted: { column: 2 }, rows }));
    }

    function failures() {
        const f = filter(), rows = [];
        Model.problemsOf(data, f).forEach(p => p.ladders.forEach(l => {
            if (!Model.shown(f, l) || l.machine !== f.machine) return;
            const kinds = new Map();
            l.runs.filter(r => !r.ok || r.wrong).forEach(r => {
                const kind = r.wrong ? 'arrived, wrong' : r.get('outcome');
                kinds.set(kind, (kinds.get(kind) || []).concat(r));
            });
            kinds.forEach((runs, kind) => rows.push([l.label, p.name, kind,
                { value: runs.length, text: `${runs.length} of ${l.n}` },
                runs.map(r => general(r.rung, 2)).join(', '),
                { text: runs[0].get('detail'), value: runs[0].get('detail'), kind: 's' }]));
        }));
        const count = Model.outcomes(data.runs.filter(r => !r.ok || r.wrong));
        fill('failures-here', h('p', { id: 'failures-said' }, count ? `In all: ${count}.` : 'No run failed.'),
            make({ name: 'failures', caption: 'Runs that did not arrive, or arrived wrong, by kind',
            header: ['configuration', 'problem', 'kind', 'how many', 'at rtol or h', 'the first of them'],
            rows }));
    }

    function tolerance() {
        const f = filter();
        const rungs = [...new Set(data.runs.filter(r => !r.ladder.steps).map(r => r.get('rtol')))]
            .filter(v => v > 0).sort((a, b) => b - a);
        const at = rungs.find(v => general(v, 2) === page.state.rt) ||
            rungs.find(v => Math.abs(v / 1e-6 - 1) < 1e-9) || rungs[0];
        const rows = [];
        Model.problemsOf(data, f).forEach(p => p.ladders.forEach(l => {
            if (!Model.shown(f, l) || l.machine !== f.machine || l.no_events) return;
            const r = l.runs.find(one => !l.steps && Math.abs(one.get('rtol') / at - 1) < 1e-9);
            if (r) rows.push([p.name, l.label, { value: r.get('scd'), text: fixed(r.get('scd')) },
                { value: r.get('mescd'), text: fixed(r.get('mescd')) },
                { value: r.get('cpu_median_s'), text: general(r.get('cpu_median_s')) },
                r.wrong ? 'arrived, wrong' : r.get('outcome')]);
        }));
        const good = rows.map(r => r[2].value).filter(isNumber).sort((a, b) => a - b);
        const quantile = q => good[Math.round(q * (good.length - 1))];
        fill('tolerance-here',
            h('div', { class: 'bar' }, select('rtol', rungs.map(v => [general(v, 2), general(v, 2)]),
                general(at, 2), rt => go({ rt }))),
            h('p', { id: 'tolerance-said' }, good.length ? `rtol = ${general(at, 2)} buys between ` +
                `${fixed(good[0], 1)} and ${fixed(good[good.length - 1], 1)} correct digits (scd), half of ` +
                `the runs have ${fixed(quantile(0.25), 1)} to ${fixed(quantile(0.75), 1)}; ` +
                `${rows.length - good.length} of ${rows.length} runs do not arrive or are not scored.`
                : 'No run has this tolerance.'),
            make({ name: 'tolerance', caption: `What rtol = ${general(at, 2)} buys`, header: ['problem',
                'configuration', 'scd', 'mescd', 'CPU [s]', 'outcome'], rows }));
    }

    /* Earlier stores beside this one: what changed comes first. */
    function compared() {
        const list = data.compared, chosen = list[Math.min(Number(page.state.v) || 0, list.length - 1)];
        const order = ['outcome changed', 'digits lost', 'slower', 'faster', 'alike'];
        const cells = chosen.rows.map(([i, verdict, ratio, low, high, outcome, scd, seconds]) => ({
            run: data.runs[i], verdict, ratio, low, high, outcome, scd, seconds }))
            .sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
        fill('compared-here', make({ name: 'history', caption: 'Time now over time then, geometric mean of ' +
            'the cells timed in both', header: ['earlier store', 'date', 'commit', 'cells in both', 'now/then',
            'outcome changed', 'digits lost', 'slower', 'faster'], sorted: { column: 1 },
            rows: list.map(c => [c.name, c.date, c.commit, c.cells, { value: c.mean, text: fixed(c.mean, 3) },
                c.changed, c.worse, c.slower, c.faster]) }),
            h('div', { class: 'bar' }, select('against', list.map((c, i) => [String(i), c.name]),
                String(list.indexOf(chosen)), v => go({ v }))),
            make({ name: 'compared', caption: `Cells now and in ${chosen.name}`, header: ['problem',
                'configuration', 'tolerance', 'verdict', 'now/then', '95 % interval', 'CPU then [s]',
                'CPU now [s]', 'scd then', 'scd now', 'then', 'now'], rows: cells.map(c => [
                c.run.problem.name, { text: c.run.ladder.label, value: c.run.ladder.label,
                    node: () => link({ r: c.run.id, p: c.run.problem.name }, c.run.ladder.label) },
                { value: c.run.rung, text: c.run.rungText }, c.verdict,
                { value: c.ratio, text: fixed(c.ratio, 3) },
                isNumber(c.low) ? `${fixed(c.low, 3)} .. ${fixed(c.high, 3)}` : '',
                { value: c.seconds, text: general(c.seconds) },
                { value: c.run.get('cpu_median_s'), text: general(c.run.get('cpu_median_s')) },
                { value: c.scd, text: fixed(c.scd) }, { value: c.run.get('scd'), text: fixed(c.run.get('scd')) },
                c.outcome, c.run.get('outcome')]) }));
    }

    return { answers, ranking, formulations, profiles, drift, failures, tolerance, compared };
};
