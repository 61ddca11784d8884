/* run.js -- one run: what it is in words, and what it did along time.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

/* page: what app.js hands to all sections. */
const RunView = page => {
    const { data, go, chosenRun } = page;
    const { h, copier } = Tables;
    const { general, fixed, time, isNumber } = Model;
    const $ = id => document.getElementById(id);
    let cursors = []; /* lines of time in the diagrams of the run */
    const eliminated = { static: 'compiled code, in a fixed order', interpreted: 'interpreted code, in a fixed order' };
    const counted = (run, name) => isNumber(run.get(name)) ? run.get(name) : 'unknown';

    function describe(run) {
        const p = run.problem, rows = [];
        const add = (term, text) => { if (text !== '' && text !== null) rows.push([term, String(text)]); };
        add('outcome', run.wrong ? `${Terms.inaccurate} (${data.head.metric} below 0)` :
            run.words + (run.get('status') && !run.ok ? ` (${run.get('status')})` : ''));
        add(run.ok ? 'remark' : 'reason', run.get('detail'));
        add('remarks', run.get('remarks'));
        if (!run.ok) add('reached', `t = ${general(run.get('t_reached'), 6)} of ${general(p.t1, 6)} ${p.unit}`);
        ['scd', 'mescd'].forEach(name => add(name, isNumber(run.get(name))
            ? `${run.get(`${name}_capped`) ? '>= ' : ''}${fixed(run.get(name))}` : ''));
        if (isNumber(run.get('cpu_median_s'))) add('CPU time', `${time(run.get('cpu_median_s'))} [` +
            `${time(run.get('cpu_low_s'))}, ${time(run.get('cpu_high_s'))}], least ` +
            `${time(run.get('cpu_min_s'))} of ${run.get('samples')} samples`);
        add('tolerance', run.ladder.steps ? `h = ${general(run.get('h'), 6)}` :
            `rtol = ${general(run.get('rtol'), 6)}, atol = ${general(run.get('atol'), 6)}` +
            (run.get('h0') ? `, h0 = ${general(run.get('h0'), 6)}` : ''));
        add('steps', `${counted(run, 'steps')}: ${run.get('accepted')} accepted, ` +
            `${counted(run, 'rejected')} rejected, ${counted(run, 'failed')} failed`);
        add('counters', Object.keys(data.columns).filter(k => /^n_/.test(k) && run.get(k))
            .map(k => `${run.get(k)} ${k.slice(2)}`).join(', '));
        add('saddle point', eliminated[run.get('elimination')] || run.get('elimination') || '');
        if (run.get('peak_kb') > 0) add('memory', `${Model.plain(run.get('peak_kb') / 1024)} MB, largest size of its process`);
        if (isNumber(run.get('instructions'))) add('instructions', general(run.get('instructions'), 6));
        [['drift_g', '|g|'], ['drift_v', '|G u + g_t|'], ['drift_a', '|G a - gamma|']].forEach(
            ([k, name]) => { if (isNumber(run.get(k))) add(`largest ${name}`, general(run.get(k))); });
        p.invariants.forEach((q, k) => {
            const v = (run.get('invariants') || [])[k];
            if (isNumber(v)) add(`drift of ${q.name}`, `${general(v)} relative`);
        });
        p.quantities.forEach((q, k) => {
            const e = (run.get('trajectory') || [])[k];
            if (e && isNumber(e[0])) add(`error of ${q.name}`, `at most ${general(e[0])} ${q.unit} at t = ` +
                `${general(e[1], 6)}, RMS ${general(e[2])}${Sentences.bar(e[4])}`);
            if (e && isNumber(e[5])) add(`phase of ${q.name}`, `${general(Math.abs(e[5]))} ${p.unit} ${e[5] > 0 ?
                'ahead' : 'behind'} at the end, which explains ${fixed(100 * e[6], 1)} % of the error; the rest ` +
                `(amplitude) has an RMS of ${general(e[7])} ${q.unit}`);
        });
        const v = run.get('events') || [];
        if (v.length) add('events', `${v[1]} matched, ${v[2]} missed, ${v[3]} spurious or doubled; ` +
            (isNumber(v[0]) ? `time error ${general(v[0])} ${p.unit}` : ''));
        return rows;
    }

    const withUnit = (what, unit) => unit ? `${what} [${unit}]` : what;
    function along(run) {
        const d = data.drawing[run.i], p = run.problem;
        if (!d) return [h('p', { class: 'note' }, 'This run has no points for drawing in this page.')];
        const t = Model.decode(d.t), colour = Charts.ink(run.ladder.colour), time = withUnit('time t', p.unit);
        const charts = [];
        const chart = (title, o) => {
            const box = h('div', { class: 'chart' });
            charts.push([box, { xlabel: time, said: `${title} of ${run.ladder.label} on ${p.name}`, ...o }]);
            return h('figure', null, box, h('figcaption', null, title));
        };
        const mine = v => [{ t, v, colour, label: run.ladder.label }], figures = [];
        d.q.forEach((column, k) => {
            const q = p.quantities[k], reference = p.reference[k] || [], unit = q.unit ? ` [${q.unit}]` : '';
            const behind = reference.length ? [{ t: Model.decode(reference[0]),
                v: Model.decode(reference[1]), colour: 'var(--line)', width: 5, label: 'reference' }] : [];
            figures.push(chart(Sentences.computed(q.name, behind.length), { ylabel: q.name + unit,
                series: [...behind, { ...mine(Model.decode(column))[0], points: true }] }));
            const e = Model.decode(d.e[k]);
            if (e.some(v => v > 0)) figures.push(chart(`Error of ${q.name}`, { log: true,
                ylabel: `|error|${unit}`, series: mine(e) }));
        });
        figures.push(chart('Step size', { log: true, ylabel: withUnit('h', p.unit), series: mine(Model.decode(d.h)) }));
        const drift = d.drift.map(Model.decode);
        if (drift.some(v => v.some(x => x > 0))) figures.push(chart('Drift: |g| (blue), |G u + g_t| (red), ' +
            '|G a - gamma| (green)', { log: true, ylabel: 'violation', series: drift.map((v, i) =>
            ({ t, v, colour: ['#0072b2', '#d55e00', '#009e73'][i], label: ['g', 'v', 'a'][i] })) }));
        return [h('div', { class: 'two' }, figures), () => { cursors = charts.map(([e, o]) => Charts.track(e, o)); }];
    }

    /* ---- the mechanism ---------------------------------------------------------------------- */

    let shown = { id: '', t: null }; /* the time that a reader chose stays when the width changes */
    const filmOf = run => { const d = data.drawing[run.i]; return d ? Film.of(d.moving) : null; };

    /* Runs of other solvers on the problem with pictures, nearest in CPU time first. */
    function atEqualCost(run) {
        const mine = run.get('cpu_median_s'), far = r => Math.abs(Math.log(r.get('cpu_median_s') / mine));
        if (!(mine > 0)) return [];
        return run.problem.ladders.filter(l => l.solver !== run.ladder.solver && l.machine === run.ladder.machine)
            .flatMap(l => l.runs).filter(r => r.ok && r.get('cpu_median_s') > 0 && filmOf(r))
            .sort((a, b) => far(a) - far(b)).slice(0, 8);
    }
    /* Nodes, and what draws into them. */
    function mechanism(run, moved) {
        const film = filmOf(run);
        if (!film) return null;
        const others = atEqualCost(run), ghost = others.find(r => r.id === page.state.gh) || null;
        const box = h('div', { id: 'mechanism' }), p = run.problem;
        const choice = others.length ? h('label', null, 'ghost ', h('select', { id: 'ghost', onchange: e => go({ gh: e.target.value }) },
            [['', 'none'], ...others.map(r => [r.id, `${r.ladder.label}, ${r.rungText}, ${time(r.get('cpu_median_s'))}`])].map(
                ([v, text]) => h('option', { value: v, selected: ghost ? v === ghost.id : v === '' }, text)))) : null;
        const o = { film, ghost: ghost && filmOf(ghost), colour: Charts.ink(run.ladder.colour), unit: p.unit,
            ghostColour: ghost ? Charts.ink(ghost.ladder.colour) : '', steps: Model.decode(data.drawing[run.i].t), choice,
            from: shown.id === run.id ? shown.t : null, moved: t => { shown = { id: run.id, t }; moved(t); },
            said: `${p.name}: mechanism along the run of ${run.ladder.label}` };
        return [h('figure', { class: 'moving' }, box, h('div', { class: 'strip-box', id: 'strip' }, Mechanism.strip(film, o)),
            h('figcaption', null, Sentences.mechanism(p, run, ghost, r => time(r.get('cpu_median_s'))))),
            () => Mechanism.player(box, o)];
    }

    function oneRun() {
        const run = chosenRun(), box = $('run');
        box.hidden = !run;
        if (!run) return box.replaceChildren();
        cursors = [];
        const [figures, after] = along(run), moving = mechanism(run, t => cursors.forEach(c => c(t)));
        const facts = h('div', null,
            h('dl', { class: 'run' }, describe(run).map(([a, b]) => [h('dt', null, a), h('dd', null, b)])),
            h('p', null, h('code', { id: 'command' }, Model.command(run)), ' ',
              copier(Model.command(run))));
        box.replaceChildren(
            h('div', { class: 'bar' }, h('h3', null, `${run.problem.name}: ${run.ladder.label}, ${run.rungText}`),
              h('button', { class: 'tool', id: 'close-run', onclick: page.closeRun }, 'close (Esc)')),
            moving ? h('div', { class: 'first' }, moving[0], facts) : facts, figures);
        if (after) after();
        if (moving) moving[1]();
    }

    return { oneRun };
};
