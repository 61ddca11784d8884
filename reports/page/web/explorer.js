/* explorer.js -- the sections that draw runs: the explorer, figures of a reader's own, one run along time. */
'use strict';

/* page: what app.js hands to all sections. */
const Explorer = page => {
    const { data, go, link, toggle, solo, select, fill, filterOf, problemNow, chosenRun, starred } = page;
    const { h, make } = Tables;
    const { general, fixed, isNumber } = Model;
    const $ = id => document.getElementById(id);

    /* ---- explorer ----------------------------------------------------------------------- */

    const families = [...new Set(data.ladders.map(l => l.family || 'other'))].sort();
    const colourBy = {
        solver: l => l.colour,
        formulation: l => Charts.spread(data.formulations, l.formulation),
        family: l => Charts.spread(families, l.family || 'other'),
    };
    const tip = h('div', { id: 'tip', role: 'status', hidden: true });

    /* A code of others may not tell how often. */
    const counted = (run, name) => isNumber(run.get(name)) ? run.get(name) : 'unknown';
    function lineOf(run) {
        const ci = isNumber(run.get('cpu_low_s'))
            ? ` [${general(run.get('cpu_low_s'))}, ${general(run.get('cpu_high_s'))}]` : '';
        const cap = run.get('scd_capped') ? '>= ' : '';
        return [
            `${run.ladder.label}, ${run.rungText}`,
            run.failed ? `${run.wrong ? 'arrived, wrong' : run.get('outcome')}: ${run.get('detail')}`
                : `scd ${cap}${fixed(run.get('scd'))}, mescd ${fixed(run.get('mescd'))}`,
            isNumber(run.get('cpu_median_s')) ? `CPU ${general(run.get('cpu_median_s'))} s${ci}` : '',
            `${counted(run, 'steps')} steps, ${run.get('n_f')} f, ${run.get('n_jac')} Jacobians, ` +
                `${counted(run, 'n_lu')} LU`,
            run.get('remarks'),
        ].filter(t => t);
    }
    function tell(run, node) {
        const box = node.getBoundingClientRect();
        tip.replaceChildren(...lineOf(run).map((t, i) => h('div', null, i ? t : h('b', null, t))),
            h('code', null, Model.command(run)));
        tip.hidden = false;
        const wide = tip.offsetWidth, tall = tip.offsetHeight;
        tip.style.left = `${Math.max(4, Math.min(box.right + 8, innerWidth - wide - 8))}px`;
        tip.style.top = `${Math.max(4, box.bottom + tall + 12 > innerHeight ? box.top - tall - 8
                                                                            : box.bottom + 8)}px`;
    }
    const hush = () => { tip.hidden = true; };
    addEventListener('keydown', e => { if (e.key === 'Escape') hush(); });

    function runsTable(runs, name, caption) {
        return make({ name, caption, header: ['run', 'tolerance', 'scd', 'mescd', 'CPU [s]', 'steps',
            '#f', '#LU', 'outcome'], rows: runs.map(r => [
            { text: r.ladder.label, value: r.ladder.label, node: () => link({ r: r.id }, r.ladder.label) },
            { value: r.rung, text: r.rungText },
            { value: r.get('scd'), text: fixed(r.get('scd')) },
            { value: r.get('mescd'), text: fixed(r.get('mescd')) },
            { value: r.get('cpu_median_s'), text: general(r.get('cpu_median_s')) },
            r.get('steps'), r.get('n_f'), r.get('n_lu'),
            r.wrong ? 'arrived, wrong' : r.get('outcome')]) });
    }

    /* What a state shows in the explorer; null: nothing has a number. */
    function diagramOf(s) {
        const f = filterOf(s), problem = data.problems.find(p => p.name === s.p) || data.problems[0];
        const axes = Model.axesOf(data, problem);
        const plainX = axes.find(a => a.id === s.x) || axes[0];
        const plainY = axes.find(a => a.id === s.y) || axes.find(a => a.id === 'f') || axes[1] || axes[0];
        if (!plainX) return null;
        const x = Model.scaled(plainX, s.lx), y = Model.scaled(plainY, s.ly);
        const others = Model.printedOf(data, problem, x, y);
        return { problem, axes, x, y, others, printed: s.pr === '0' ? [] : others, zoom: Model.zoomOf(s.z), colour: colourBy[s.colour] || colourBy.solver,
            cut: s.cut === '' ? null : Number(s.cut),
            ladders: problem.ladders.filter(l => Model.shown(f, l) && l.machine === f.machine) };
    }

    function explorer() {
        const d = diagramOf(page.state);
        if (!d) return fill('explorer-here', h('p', null, `${problemNow().name}: no run of it has a number`));
        const { problem, axes, x, y, zoom, colour, cut, ladders, others, printed } = d;
        const scale = (axis, key, where) => h('button', { class: 'tool', id: `scale-${key}`,
            onclick: () => go({ [key]: page.state[key] ? '' : '1', z: '' }) },
            `${where}: make it ${axis.log ? 'linear' : 'logarithmic'}`);
        const names = axes.map(a => [a.id, a.label]);
        const brushed = h('div', { id: 'brushed' });
        fill('explorer-here',
            h('div', { class: 'bar' },
              select('problem', data.problems.map(p => [p.name, p.name]), problem.name,
                     p => go({ p, r: '', z: '' })),
              select('across', names, x.id, v => go({ x: v, lx: '', z: '' })),
              select('upward', names, y.id, v => go({ y: v, ly: '', z: '' })),
              scale(x, 'lx', 'across'), scale(y, 'ly', 'upward'),
              zoom ? h('button', { class: 'tool', id: 'whole', onclick: () => go({ z: '' }) },
                       'show all of it') : null,
              select('colours', Object.keys(colourBy).map(c => [c, c]), page.state.colour,
                     c => go({ colour: c })),
              h('label', null, 'fade below ', h('input', { type: 'range', id: 'cut', min: 0, max: 14,
                step: 0.5, value: cut || 0, 'aria-label': 'fade runs with fewer digits than',
                onchange: e => go({ cut: Number(e.target.value) ? e.target.value : '' }, true) }),
                ` ${cut || 0} digits`),
              others.length ? h('label', null, h('input', { type: 'checkbox', id: 'printed', checked: page.state.pr !== '0',
                onchange: e => go({ pr: e.target.checked ? '' : '0' }) }), ' printed runs') : null),
            h('figure', null, h('div', { id: 'diagram', class: 'chart' }),
              h('figcaption', null, `${problem.name}: ${y.label} against ${x.label}. Hollow: within a ` +
                'factor 10 of the error bar of the reference. ' + (ladders.some(l => l.runs.some(r =>
                r.get('rung'))) ? 'Lines join the means of the runs of a rung; bands hold all lines that ' +
                'one run a rung could give. ' : '') + (printed.length ? `Crosses: printed in ${data.printed.title}, of codes that need not be here. ` : '') +
                'Letters at the left: failures (D diverged, ' +
                'H step too small, S too many steps, I inconsistent start, E event lost, N not finite, ' +
                `T timeout, M memory, C crash, X exit, W arrived, wrong). ${starred(ladders)}` + 'Drag to list runs and to zoom in; arrows and ' +
                'Enter go from point to point and open one.')),
            h('div', { class: 'toggles', id: 'legend', role: 'group', 'aria-label': 'curves' },
              ladders.map(l => {
                  const b = h('button', { 'data-ladder': l.index, title: `switch ${l.solver} off`,
                      'aria-pressed': 'true', onclick: () => toggle('off', l.solver) });
                  Charts.marker(b, l, colour(l));
                  b.append(l.label);
                  return h('span', null, b, h('button', { class: 'solo', 'aria-label': `only ${l.solver}`,
                      title: `only ${l.solver}`, onclick: () => solo('off', l.solver, data.solvers) },
                      'only'));
              }), page.state.off ? h('button', { class: 'tool', onclick: () => go({ off: '' }) }, 'all on') : null),
            brushed);
        Charts.explorer($('diagram'), { ladders, x, y, zoom, colour, cut, printed, chosen: page.state.r, tell, hush,
            said: `${problem.name}: ${y.label} against ${x.label}, ${ladders.length} curves`,
            open: run => { hush(); go({ r: run.id }); $('run').scrollIntoView({ block: 'nearest' }); },
            brushed: (runs, part) => brushed.replaceChildren(...(runs.length
                ? [h('button', { class: 'tool', id: 'zoom', onclick: () => go({ z: part }) }, 'zoom in here'),
                   runsTable(runs, 'chosen-runs', `${runs.length} runs chosen by dragging`)] : [])) });
    }

    /* Diagrams that were kept: they do not follow what is switched above. */
    function customFigures() {
        const show = figure => {
            go({ ...Model.defaults, ...Object.fromEntries(['d', 'tag', 'q', 'fig'].map(k => [k, page.state[k]])),
                 ...figure, title: undefined, r: '' });
            $('explorer-title').scrollIntoView();
        };
        const [nodes, after] = Custom.section({
            list: Model.figuresOf(page.state.fig, data.figures), now: () => Model.figureOf({ ...page.state, p: problemNow().name }),
            change: list => go({ fig: Model.figuresText(list.slice(0, Model.MOST_FIGURES)) }), show,
            diagram: figure => {
                const s = { ...Model.defaults, ...figure }, d = diagramOf(s);
                const there = d && (!figure.p || d.problem.name === figure.p);
                const caption = !there ? `${figure.p || 'no problem'}: not in this page`
                    : `${d.problem.name}: ${d.y.label} against ${d.x.label}`;
                return { caption, legend: there ? d.ladders.map(l => {
                    const mark = h('span', { class: 'mark' });
                    Charts.marker(mark, l, d.colour(l));
                    mark.append(l.label);
                    return mark;
                }) : [], draw: box => there && Charts.explorer(box, { ...d, chosen: '', tell, hush,
                    said: `${caption}, ${d.ladders.length} curves`,
                    open: run => { hush(); go({ r: run.id }); $('run').scrollIntoView({ block: 'nearest' }); } }) };
            } });
        fill('figures-here', ...nodes);
        after();
    }

    /* ---- one run ------------------------------------------------------------------------ */

    function describe(run) {
        const p = run.problem, rows = [];
        const add = (term, text) => { if (text !== '' && text !== null) rows.push([term, String(text)]); };
        add('outcome', run.wrong ? 'arrived, with an error above ten times the reference' :
            run.get('outcome') + (run.get('status') && !run.ok ? ` (${run.get('status')})` : ''));
        add(run.ok ? 'remark' : 'reason', run.get('detail'));
        add('remarks', run.get('remarks'));
        if (!run.ok) add('reached', `t = ${general(run.get('t_reached'), 6)} of ${general(p.t1, 6)} ${p.unit}`);
        ['scd', 'mescd'].forEach(name => add(name, isNumber(run.get(name))
            ? `${run.get(`${name}_capped`) ? '>= ' : ''}${fixed(run.get(name))}` : ''));
        if (isNumber(run.get('cpu_median_s'))) add('CPU time', `${general(run.get('cpu_median_s'))} s [` +
            `${general(run.get('cpu_low_s'))}, ${general(run.get('cpu_high_s'))}], least ` +
            `${general(run.get('cpu_min_s'))} s of ${run.get('samples')} samples`);
        add('asked', run.ladder.steps ? `h = ${general(run.get('h'), 6)}` :
            `rtol = ${general(run.get('rtol'), 6)}, atol = ${general(run.get('atol'), 6)}` +
            (run.get('h0') ? `, h0 = ${general(run.get('h0'), 6)}` : ''));
        add('steps', `${counted(run, 'steps')}: ${run.get('accepted')} accepted, ` +
            `${counted(run, 'rejected')} rejected, ${counted(run, 'failed')} failed`);
        add('counters', Object.keys(data.columns).filter(k => /^n_/.test(k) && run.get(k))
            .map(k => `${run.get(k)} ${k.slice(2)}`).join(', '));
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
                `${general(e[1], 6)}, RMS ${general(e[2])}${e[4] ? ', at the bar of the reference' : ''}`);
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
            figures.push(chart(`${q.name}: computed (points) and reference (grey)`, { ylabel: q.name + unit,
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
        return [h('div', { class: 'two' }, figures), () => charts.forEach(([e, o]) => Charts.track(e, o))];
    }

    function oneRun() {
        const run = chosenRun(), box = $('run');
        box.hidden = !run;
        if (!run) return box.replaceChildren();
        const [figures, after] = along(run);
        box.replaceChildren(
            h('h3', null, `${run.problem.name}: ${run.ladder.label}, ${run.rungText}`),
            h('dl', { class: 'run' }, describe(run).map(([a, b]) => [h('dt', null, a), h('dd', null, b)])),
            h('p', null, h('code', { id: 'command' }, Model.command(run)), ' ',
              h('button', { class: 'tool', onclick: () => go({ r: '' }) }, 'close')),
            figures);
        if (after) after();
    }

    return { explorer, customFigures, oneRun, tip };
};
