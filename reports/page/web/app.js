/* app.js -- the page: one state, kept in its address, from which every section is drawn. */
'use strict';

(async () => {
    const { h, make, enhance } = Tables;
    const { general, fixed, interval, isNumber } = Model;
    const $ = id => document.getElementById(id);
    const known = await Model.unpack($('data')).catch(e => {
        $('app').textContent = `The data in this page cannot be read here (${e.message}); figures and ` +
            'tables below can.';
        throw e;
    });
    const data = Model.load(known);
    let state = Model.parse(location.hash);

    /* ---- state -------------------------------------------------------------------------- */

    /* A change is a step that "back" takes back; of a slider only the last one. */
    function go(change, replace) {
        state = { ...state, ...change };
        const hash = `#${Model.encode(state)}`;
        if (hash !== (location.hash || '#')) {
            if (replace) history.replaceState(null, '', hash);
            else history.pushState(null, '', hash);
        }
        draw();
    }
    const listed = text => new Set(text ? text.split(',') : []);
    const filterOf = s => ({
        machine: Math.min(Number(s.m) || 0, data.head.machines.length - 1),
        digits: Number(s.d), tag: s.tag, search: s.q, off: listed(s.off), offForms: listed(s.offf),
    });
    const filter = () => filterOf(state);
    const problemNow = () => data.problems.find(p => p.name === state.p) || data.problems[0];
    const chosenRun = () => data.runs.find(r => r.id === state.r) || null;

    const link = (change, text) => h('a', { href: `#${Model.encode({ ...state, ...change })}`,
        onclick: e => {
            e.preventDefault();
            go(change);
        } }, text);

    function toggle(key, name) {
        const off = listed(state[key]);
        if (!off.delete(name)) off.add(name);
        go({ [key]: [...off].sort().join(',') });
    }
    function solo(key, name, all) {
        const off = listed(state[key]), others = all.filter(n => n !== name);
        const alone = !off.has(name) && others.every(n => off.has(n));
        go({ [key]: alone ? '' : others.join(',') });
    }

    /* ---- controls ----------------------------------------------------------------------- */

    const select = (label, options, value, change) => h('label', null, `${label} `,
        h('select', { name: label, onchange: e => change(e.target.value) }, options.map(([v, text]) =>
            h('option', { value: v, selected: v === value }, text))));

    function toggles(key, names, label, ladderOf, colourOf) {
        const off = listed(state[key]);
        return h('div', { class: 'toggles', role: 'group', 'aria-label': label }, names.map(name => {
            const button = h('button', { 'aria-pressed': String(!off.has(name)), 'data-name': name,
                                         onclick: () => toggle(key, name) });
            const l = ladderOf ? ladderOf(name) : null;
            if (l) Charts.marker(button, l, colourOf(l));
            button.append(name);
            return h('span', null, button, h('button', { class: 'solo', title: `only ${name}`,
                'aria-label': `only ${name}`, onclick: () => solo(key, name, names) }, 'only'));
        }), off.size ? h('button', { class: 'tool all', onclick: () => go({ [key]: '' }) },
                         'all on') : null);
    }
    const anyLadder = solver => data.ladders.find(l => l.solver === solver);

    function controls() {
        const f = filter();
        const slider = h('input', { type: 'range', min: 1, max: Model.DIGITS, step: 1, value: state.d,
            id: 'digits', 'aria-label': 'correct digits asked for',
            oninput: e => go({ d: e.target.value }, true) });
        return [
            h('div', { class: 'bar' },
              h('label', null, 'at least ', slider, h('output', { id: 'digits-now' }, ` ${state.d}`),
                ' correct digits'),
              data.head.machines.length > 1 ? select('machine', data.head.machines.map((m, i) =>
                  [String(i), `${i + 1}: ${m.slice(0, 8)}`]), String(f.machine), m => go({ m })) : null,
              select('tag', [['', 'all'], ...data.tags.map(t => [t, t])], state.tag, tag => go({ tag })),
              h('label', null, 'problem ', h('input', { type: 'search', id: 'find', value: state.q,
                size: 12, onchange: e => go({ q: e.target.value }) }))),
            h('details', { id: 'who', open: !!(state.off || state.offf) },
              h('summary', null, 'Solvers and formulations shown'),
              toggles('off', data.solvers, 'solvers', anyLadder, l => l.colour),
              toggles('offf', data.formulations, 'formulations')),
        ];
    }

    /* ---- answers ------------------------------------------------------------------------ */

    function words(rows, f) {
        const wins = new Map();
        rows.filter(r => r.ranked.length).forEach(r => {
            const name = r.ranked[0].ladder.solver;
            wins.set(name, (wins.get(name) || []).concat(r));
        });
        const none = rows.filter(r => !r.ranked.length).map(r => r.problem.name);
        const list = [...wins].sort((a, b) => b[1].length - a[1].length).map(([name, won]) => {
            const ties = won.filter(r => r.ranked.some((a, i) => i && a.tie)).length;
            return h('li', null, h('b', null, name), ` is the cheapest on ${won.length}: ` +
                won.map(r => `${r.problem.name} (${r.ranked[0].ladder.formulation})`).join(', ') +
                (ties ? `; on ${ties} of them not to be told from the next` : ''));
        });
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
        return { value: null, text: `no: ${text}`, kind: 'cell none', node: () =>
            h('span', { title: `${m.solver}: ${m.said}${m.best === null ? '' :
                `; at most ${fixed(m.best, 2)} digits`}` }, m.some ? '–' : '✗',
              h('small', null, m.best !== null && m.some ? `${fixed(m.best, 1)} d` : 'failed')) };
    }

    function answers() {
        const f = filter(), rows = Model.matrix(data, f);
        const solvers = data.solvers.filter(s => !f.off.has(s) &&
            rows.some(r => r.cells.has(s) || r.missing.some(m => m.solver === s)));
        const cheapest = a => a ? { text: `${a.ladder.label}, ${general(a.seconds)} s`,
            value: a.ladder.label, kind: 's' } : { text: 'nobody', value: '', kind: 's' };
        const table = make({
            name: 'answers', caption: `CPU time for ${f.digits} correct digits (scd) over that of ` +
                'the cheapest solver, with the formulation; ~: no difference can be told; ✗: failed; ' +
                '–: ends with fewer digits. A click on a cell chooses the problem below.',
            header: ['problem', 'cheapest', ...solvers],
            rows: rows.map(r => [
                { text: r.problem.name, value: r.problem.name, node: () => link({ p: r.problem.name }, r.problem.name) },
                cheapest(r.ranked[0]),
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
        const kept = rows.filter((a, i) => state.hide !== '1' || !i || !a.tie);
        const holds = rows.some(a => a.holds !== null);
        const said = rows.length ? `${problem.name}, ${f.digits} digits: ${rows[0].ladder.label} is the ` +
            `cheapest with ${general(rows[0].seconds)} s` + (rows[1] ? `; next ${rows[1].ladder.label}, ` +
            (rows[1].ladder.formulation === rows[0].ladder.formulation ? '' : 'in another formulation, ') +
            `with ${interval(rows[1].ratio, rows[1].low, rows[1].high)} times that` + (rows[1].holds === null ? ''
                : `, an order that holds in ${share(rows[1].holds)} of the draws of one run a rung`) : '')
            : `${problem.name}: nobody reaches ${f.digits} digits`;
        fill('ranking-here', h('p', { id: 'cheapest-said' }, `${said}. ${problem.title}`),
            h('div', { class: 'bar' }, select('of problem', data.problems.map(p => [p.name, p.name]),
                problem.name, p => go({ p })),
              h('label', null, h('input', { type: 'checkbox', id: 'hide', checked: state.hide === '1',
                onchange: e => go({ hide: e.target.checked ? '1' : '' }) }),
                ' hide what cannot be told from the cheapest')),
            make({ name: 'ranking', caption: `Configurations on ${problem.name} by CPU time for ` +
                `${f.digits} digits; the same as ivpbench rank '${problem.name}' --digits ${f.digits} ` +
                `--metric scd. ${starred(kept.map(a => a.ladder))}`,
                header: ['configuration', 'CPU [s]', 'ratio', '95 % interval', 'verdict',
                    ...(holds ? ['order holds'] : [])],
                rows: kept.map(a => [a.ladder.label, { value: a.seconds, text: general(a.seconds) },
                    { value: a.ratio, text: general(a.ratio) },
                    isNumber(a.low) ? `${general(a.low)} .. ${general(a.high)}` : '',
                    a.ratio === 1 ? 'cheapest' : a.tie ? '~' : '',
                    ...(holds ? [{ value: a.holds, text: share(a.holds) }] : [])]) }));
    }

    /* What the stars behind labels mean. */
    function starred(ladders) {
        const said = [...new Set(ladders.map(l => l.times_contain).filter(t => t))];
        return said.length ? `A star: times contain ${said.join('; ')}. ` : '';
    }

    function formulations() {
        const rows = Model.formulations(data, filter());
        fill('formulations-here', make({ name: 'formulations',
            caption: `Solvers in several formulations: cost of ${state.d} digits over that in their ` +
                'cheapest one',
            header: ['solver', 'problem', 'configuration', 'factor', '95 % interval', 'verdict', 'runs'],
            sorted: { column: 0 },
            rows: rows.map(r => [r.solver, r.problem.name, r.ladder.label,
                r.answer ? { value: r.answer.ownRatio, text: general(r.answer.ownRatio) } : null,
                r.answer ? `${general(r.answer.ownLow)} .. ${general(r.answer.ownHigh)}` : '',
                !r.answer ? 'does not get there' : r.answer.ownRatio === 1 ? 'cheapest'
                    : r.answer.ownTie ? '~' : 'dearer', r.said]) }));
    }

    /* ---- profiles ----------------------------------------------------------------------- */

    function profiles() {
        const f = filter(), measure = state.prof.startsWith('f') ? 'f' : 'cpu';
        const common = state.off ? null : Model.commonSolvers(data, f);
        const shownBy = common ? { ...f, off: new Set(data.solvers.filter(s => !common.has(s))) } : f;
        const unit = measure === 'f' ? 'evaluations of f' : 'CPU time';
        const both = [false, true].map(absolute => Model.profile(data, shownBy, measure, absolute));
        const said = `${both[0].counted.length} problems that all ${both[0].solvers.length} solvers shown ` +
            `were run on, ${f.digits} digits (scd)`;
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

    /* ---- explorer ----------------------------------------------------------------------- */

    const families = [...new Set(data.ladders.map(l => l.family || 'other'))].sort();
    const colourBy = {
        solver: l => l.colour,
        formulation: l => Charts.spread(data.formulations, l.formulation),
        family: l => Charts.spread(families, l.family || 'other'),
    };
    const tip = h('div', { id: 'tip', role: 'status', hidden: true });

    function lineOf(run) {
        const ci = isNumber(run.get('cpu_low_s'))
            ? ` [${general(run.get('cpu_low_s'))}, ${general(run.get('cpu_high_s'))}]` : '';
        const cap = run.get('scd_capped') ? '>= ' : '';
        return [
            `${run.ladder.label}, ${run.rungText}`,
            run.failed ? `${run.wrong ? 'arrived, wrong' : run.get('outcome')}: ${run.get('detail')}`
                : `scd ${cap}${fixed(run.get('scd'))}, mescd ${fixed(run.get('mescd'))}`,
            isNumber(run.get('cpu_median_s')) ? `CPU ${general(run.get('cpu_median_s'))} s${ci}` : '',
            `${run.get('steps')} steps, ${run.get('n_f')} f, ${run.get('n_jac')} Jacobians, ` +
                `${run.get('n_lu')} LU`,
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
        const d = diagramOf(state);
        if (!d) return fill('explorer-here', h('p', null, `${problemNow().name}: no run of it has a number`));
        const { problem, axes, x, y, zoom, colour, cut, ladders, others, printed } = d;
        const scale = (axis, key, where) => h('button', { class: 'tool', id: `scale-${key}`,
            onclick: () => go({ [key]: state[key] ? '' : '1', z: '' }) },
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
              select('colours', Object.keys(colourBy).map(c => [c, c]), state.colour,
                     c => go({ colour: c })),
              h('label', null, 'fade below ', h('input', { type: 'range', id: 'cut', min: 0, max: 14,
                step: 0.5, value: cut || 0, 'aria-label': 'fade runs with fewer digits than',
                onchange: e => go({ cut: Number(e.target.value) ? e.target.value : '' }, true) }),
                ` ${cut || 0} digits`),
              others.length ? h('label', null, h('input', { type: 'checkbox', id: 'printed', checked: state.pr !== '0',
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
              }), state.off ? h('button', { class: 'tool', onclick: () => go({ off: '' }) }, 'all on') : null),
            brushed);
        Charts.explorer($('diagram'), { ladders, x, y, zoom, colour, cut, printed, chosen: state.r, tell, hush,
            said: `${problem.name}: ${y.label} against ${x.label}, ${ladders.length} curves`,
            open: run => { hush(); go({ r: run.id }); $('run').scrollIntoView({ block: 'nearest' }); },
            brushed: (runs, part) => brushed.replaceChildren(...(runs.length
                ? [h('button', { class: 'tool', id: 'zoom', onclick: () => go({ z: part }) }, 'zoom in here'),
                   runsTable(runs, 'chosen-runs', `${runs.length} runs chosen by dragging`)] : [])) });
    }

    /* Diagrams that were kept: they do not follow what is switched above. */
    function ownFigures() {
        const show = figure => {
            go({ ...Model.defaults, ...Object.fromEntries(['d', 'tag', 'q', 'fig'].map(k => [k, state[k]])),
                 ...figure, title: undefined, r: '' });
            $('explorer-title').scrollIntoView();
        };
        const [nodes, after] = Own.section({
            list: Model.figuresOf(state.fig, data.figures), now: () => Model.figureOf({ ...state, p: problemNow().name }),
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
        add('reason', run.get('detail'));
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
        add('steps', `${run.get('steps')}: ${run.get('accepted')} accepted, ${run.get('rejected')} ` +
            `rejected, ${run.get('failed')} failed`);
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

    /* ---- tables ------------------------------------------------------------------------- */

    function drift() {
        const f = filter(), rows = [];
        Model.problemsOf(data, f).forEach(p => p.ladders.forEach(l => {
            if (!Model.shown(f, l) || l.machine !== f.machine) return;
            const good = l.runs.filter(r => r.ok && r.get('scd') >= f.digits && isNumber(r.get('drift_g')));
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
        const at = rungs.find(v => general(v, 2) === state.rt) ||
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
        const list = data.compared, chosen = list[Math.min(Number(state.v) || 0, list.length - 1)];
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

    /* ---- the whole ---------------------------------------------------------------------- */

    function fill(id, ...children) { $(id).replaceChildren(...children); }

    function section(id, title, ...inside) {
        return h('section', { 'aria-labelledby': `${id}-title` }, h('h2', { id: `${id}-title` }, title),
            ...inside, h('div', { id: `${id}-here` }));
    }
    const sections = [
        ['answers', 'The cheapest', answers], ['ranking', 'One problem', ranking],
        ['explorer', 'Explorer', explorer], ['figures', 'My figures', ownFigures], ['profiles', 'Profiles', profiles],
        ['formulations', 'Formulations', formulations], ['drift', 'Drift', drift],
        ['failures', 'Failures', failures], ['tolerance', 'What a tolerance buys', tolerance],
        ...(data.compared.length ? [['compared', 'Earlier stores', compared]] : []),
    ];

    function build() {
        const app = $('app');
        app.append(h('nav', { 'aria-label': 'sections' }, sections.map(([id, title]) => h('a', {
            href: `#${id}-title`, onclick: e => {
                e.preventDefault();
                $(`${id}-title`).scrollIntoView();
            } }, title)), h('a', { href: '#static', onclick: e => {
                e.preventDefault();
                $('static').open = true;
                $('static').scrollIntoView();
            } }, 'All figures and tables')),
            h('div', { id: 'controls' }),
            ...sections.map(([id, title]) => section(id, title)), tip);
        $('explorer-here').after(h('section', { id: 'run', 'aria-label': 'one run', hidden: true }));
        document.querySelectorAll('details').forEach(d => d.addEventListener('toggle', () => {
            if (d.open) d.querySelectorAll('table[data-name]').forEach(t => {
                if (t.closest('details').open) enhance(t);
            });
        }));
    }

    /* A section is drawn anew where something that it reads has changed. */
    const reads = {
        controls: ['d', 'm', 'tag', 'q', 'off', 'offf'], answers: ['d', 'm', 'tag', 'q', 'off', 'offf'],
        ranking: ['d', 'm', 'p', 'off', 'offf', 'hide'],
        explorer: ['p', 'x', 'y', 'z', 'lx', 'ly', 'm', 'colour', 'cut', 'off', 'offf', 'r', 'pr'],
        profiles: ['d', 'm', 'tag', 'q', 'off', 'offf', 'prof'],
        formulations: ['d', 'm', 'tag', 'q', 'off', 'offf'], drift: ['d', 'm', 'tag', 'q', 'off', 'offf'],
        failures: ['m', 'tag', 'q', 'off', 'offf'], tolerance: ['rt', 'm', 'tag', 'q', 'off', 'offf'],
        run: ['r'], compared: ['v'], figures: ['fig'],
    };
    const drawn = {};
    function drawIf(id, draw) {
        const now = reads[id].map(k => state[k]).join('\u0001');
        if (drawn[id] === now) return;
        drawn[id] = now;
        draw();
    }
    function drawControls() {
        const held = document.activeElement && document.activeElement.id;
        fill('controls', ...controls());
        if (held && $(held)) $(held).focus();
    }
    function draw() {
        /* a slider that is being dragged stays the same element */
        if (document.activeElement && document.activeElement.id === 'digits') {
            $('digits').value = state.d;
            $('digits-now').textContent = ` ${state.d}`;
        } else {
            drawIf('controls', drawControls);
        }
        sections.forEach(([id, , f]) => drawIf(id, f));
        drawIf('run', oneRun);
    }
    const again = () => {
        state = Model.parse(location.hash);
        draw();
    };
    addEventListener('popstate', again);
    addEventListener('hashchange', again);
    let wait = null, width = innerWidth;
    addEventListener('resize', () => {
        if (innerWidth === width) return;
        width = innerWidth;
        clearTimeout(wait);
        wait = setTimeout(() => {
            ['explorer', 'figures', 'profiles', 'run'].forEach(id => { drawn[id] = null; });
            draw();
        }, 150);
    });

    document.documentElement.classList.add('js');
    $('static').open = false;
    build();
    draw();
})();
