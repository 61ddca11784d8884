/* explorer.js -- the sections that draw many runs: the explorer and figures of a reader's own.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

/* page: what app.js hands to all sections. */
const Explorer = page => {
    const { data, go, link, toggle, solo, select, fill, filterOf, problemNow, starred } = page;
    const { h, make } = Tables;
    const { general, fixed, time, isNumber } = Model;
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
            ? ` [${time(run.get('cpu_low_s'))}, ${time(run.get('cpu_high_s'))}]` : '';
        const cap = run.get('scd_capped') ? '>= ' : '';
        return [
            `${run.ladder.label}, ${run.rungText}`,
            run.failed ? `${run.words}: ${run.get('detail')}`
                : `scd ${cap}${fixed(run.get('scd'))}, mescd ${fixed(run.get('mescd'))}`,
            isNumber(run.get('cpu_median_s')) ? `CPU ${time(run.get('cpu_median_s'))}${ci}` : '',
            `${counted(run, 'steps')} steps, ${run.get('n_f')} f, ${run.get('n_jac')} Jacobians, ` +
                `${counted(run, 'n_lu')} LU`,
            run.get('remarks'),
        ].filter(t => t);
    }
    function tell(run, node) {
        tip.replaceChildren(...lineOf(run).map((t, i) => h('div', null, i ? t : h('b', null, t))),
            h('code', null, Model.command(run)));
        placeTip(node.getBoundingClientRect());
    }
    function placeTip(box) {
        tip.hidden = false;
        const wide = tip.offsetWidth, tall = tip.offsetHeight;
        tip.style.left = `${Math.max(4, Math.min(box.right + 8, innerWidth - wide - 8))}px`;
        tip.style.top = `${Math.max(4, box.bottom + tall + 12 > innerHeight ? box.top - tall - 8
                                                                            : box.bottom + 8)}px`;
    }
    const hush = () => { tip.hidden = true; };
    function tellText(text, node) {
        tip.replaceChildren(text);
        placeTip(node.getBoundingClientRect());
    }

    function runsTable(runs, name, caption) {
        return make({ name, caption, header: ['run', 'tolerance', 'scd', 'mescd', 'CPU time', 'steps',
            '#f', '#LU', 'outcome'], rows: runs.map(r => [
            { text: r.ladder.label, value: r.ladder.label, node: () => link({ r: r.id }, r.ladder.label) },
            { value: r.rung, text: r.rungText },
            { value: r.get('scd'), text: fixed(r.get('scd')) },
            { value: r.get('mescd'), text: fixed(r.get('mescd')) },
            { value: r.get('cpu_median_s'), text: time(r.get('cpu_median_s')) },
            r.get('steps'), r.get('n_f'), r.get('n_lu'),
            r.words]) });
    }

    /* What a state shows in the explorer; null: nothing has a number. */
    function diagramOf(s) {
        const f = filterOf(s), problem = data.problems.find(p => p.name === s.p) || data.problems[0];
        const axes = Model.axesOf(data, problem);
        const plainX = axes.find(a => a.id === s.x) || axes[0];
        const plainY = axes.find(a => a.id === s.y) || axes.find(a => a.id === 'f' && a !== plainX) || axes.find(a => a !== plainX) || plainX;
        if (!plainX) return null;
        const x = Model.scaled(plainX, s.lx), y = Model.scaled(plainY, s.ly);
        const others = Model.printedOf(data, problem, x, y);
        const ladders = problem.ladders.filter(l => Model.shown(f, l) && l.machine === f.machine);
        return { problem, axes, x, y, others, ladders, front: Judge.front(ladders, y.id === 'f' ? 'spent_f' : 'spent'), printed: s.pr === '0' ? [] : others, zoom: Model.zoomOf(s.z), colour: colourBy[s.colour] || colourBy.solver,
            cut: s.cut === '' ? null : Number(s.cut) };
    }

    /* Digits against cost of one problem, beside the map. */
    function smallDiagram(box, problem) {
        const d = diagramOf({ ...page.state, p: problem.name, x: 'scd', y: 'cpu', lx: '', ly: '', z: '', cut: '' });
        const there = d && d.ladders.some(l => l.runs.some(r => !r.failed && [d.x, d.y].every(a => isNumber(a.value(r)))));
        if (!there) return box.replaceChildren(h('p', { class: 'note' }, `${problem.name}: no run that is shown has digits and a cost to draw.`));
        Charts.explorer(box, { ...d, printed: [], small: true, height: 330, chosen: page.state.r, tell, hush,
            colour: colourBy.solver, said: `${problem.name}: ${d.y.label} against ${d.x.label}`, open: openRun });
        box.append(h('p', { class: 'note' }, `${problem.name}: ${d.y.label} against ${d.x.label}. ` +
            Judge.caption(d.ladders, d.front, true)));
    }
    const openRun = run => { hush(); page.openRun(run); };

    function explorer() {
        const d = diagramOf(page.state);
        if (!d) return fill('explorer-here', h('p', null, `${problemNow().name}: no run of it has a number`));
        const { problem, axes, x, y, zoom, colour, cut, ladders, others, printed, front } = d;
        const scale = (axis, key, where) => axis.digits ? null : h('button', { class: 'tool', id: `scale-${key}`,
            onclick: () => go({ [key]: page.state[key] ? '' : '1', z: '' }) },
            `${where}: make it ${axis.log ? 'linear' : 'logarithmic'}`);
        const names = axes.map(a => [a.id, a.label]);
        const brushed = h('div', { id: 'brushed' });
        fill('explorer-here',
            h('div', { class: 'bar' },
              select('problem', data.problems.map(p => [p.name, p.name]), problem.name,
                     p => go({ p, r: '', z: '' })),
              select('x axis', names, x.id, v => go({ x: v, lx: '', z: '' })),
              select('y axis', names, y.id, v => go({ y: v, ly: '', z: '' })),
              scale(x, 'lx', 'x axis'), scale(y, 'ly', 'y axis'),
              zoom ? h('button', { class: 'tool', id: 'whole', onclick: () => go({ z: '' }) },
                       'show all of it') : null,
              select('colours', Object.keys(colourBy).map(c => [c, c]), page.state.colour,
                     c => go({ colour: c })),
              h('label', null, 'fade below ', h('input', { type: 'range', id: 'cut', min: 0, max: 14,
                step: 0.5, value: cut || 0, 'aria-label': 'fade runs with fewer digits than',
                onchange: e => go({ cut: Number(e.target.value) ? e.target.value : '' }, true) }),
                ` ${cut || 0} digits`),
              others.length ? h('label', null, h('input', { type: 'checkbox', id: 'printed', checked: page.state.pr !== '0',
                onchange: e => go({ pr: e.target.checked ? '' : '0' }) }), ' published results') : null),
            h('figure', null, h('div', { id: 'diagram', class: 'chart' }),
              h('figcaption', null, `${problem.name}: ${y.label} against ${x.label}. ` +
                Sentences.rungs(ladders.some(l => l.runs.some(r => r.get('rung')))) + Sentences.published(printed.length, data.printed.title) +
                `${Judge.caption(ladders, front)}${starred(ladders)}Drag to list runs and ` +
                'to zoom in; arrow keys go from point to point, and Enter opens one.')),
            h('div', { class: 'toggles', id: 'legend', role: 'group', 'aria-label': 'curves' },
              ladders.map(l => {
                  const b = h('button', { 'data-ladder': l.index, title: `switch ${l.solver} off`,
                      'aria-pressed': 'true', onclick: () => toggle('off', l.solver) });
                  Charts.marker(b, l, colour(l));
                  b.append(l.label);
                  return h('span', null, b, h('button', { class: 'solo', 'aria-label': `only ${l.solver}`,
                      title: `only ${l.solver}`, onclick: () => solo('off', l.solver, data.solvers) },
                      'solo'));
              }), page.state.off ? h('button', { class: 'tool', onclick: () => go({ off: '' }) }, 'all on') : null),
            brushed);
        Charts.explorer($('diagram'), { ladders, front, x, y, zoom, colour, cut, printed, chosen: page.state.r, tell, hush,
            said: `${problem.name}: ${y.label} against ${x.label}, ${ladders.length} curves`,
            open: openRun,
            brushed: (runs, part) => brushed.replaceChildren(...(runs.length
                ? [h('button', { class: 'tool', id: 'zoom', onclick: () => go({ z: part }) }, 'zoom in here'),
                   runsTable(runs, 'chosen-runs', `${runs.length} runs chosen by dragging`)] : [])) });
    }

    /* Diagrams that were kept: they do not follow what is switched above. */
    function customFigures() {
        const show = figure => {
            go({ ...Model.defaults, ...Object.fromEntries(['d', 'tag', 'q', 'fig'].map(k => [k, page.state[k]])),
                 ...figure, title: undefined, r: '' });
            page.show('explorer');
        };
        const [nodes, after] = Custom.section({
            list: Model.figuresOf(page.state.fig, data.figures), now: () => Model.figureOf({ ...page.state, p: problemNow().name }),
            change: list => go({ fig: Model.figuresText(list.slice(0, Model.MOST_FIGURES)) }), show,
            diagram: figure => {
                const s = { ...Model.defaults, ...figure }, d = diagramOf(s);
                const there = d && (!figure.p || d.problem.name === figure.p);
                const caption = Sentences.figure(figure, d);
                return { caption, legend: there ? d.ladders.map(l => {
                    const mark = h('span', { class: 'mark' });
                    Charts.marker(mark, l, d.colour(l));
                    mark.append(l.label);
                    return mark;
                }) : [], draw: box => there && Charts.explorer(box, { ...d, chosen: '', tell, hush,
                    said: `${caption}, ${d.ladders.length} curves`,
                    open: openRun }) };
            } });
        fill('figures-here', ...nodes);
        after();
    }

    return { explorer, customFigures, smallDiagram, tip, tell, tellText, hush };
};
