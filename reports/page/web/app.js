/* app.js -- the page: one state, kept in its address, from which every section is drawn. */
'use strict';

(async () => {
    const { h, enhance } = Tables;
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

    /* What the stars behind labels mean. */
    function starred(ladders) {
        const said = [...new Set(ladders.map(l => l.times_contain).filter(t => t))];
        return said.length ? `A star: times contain ${said.join('; ')}. ` : '';
    }

    function fill(id, ...children) { $(id).replaceChildren(...children); }

    const page = { data, go, link, toggle, solo, select, fill, filter, filterOf, problemNow, chosenRun, starred, anyLadder,
                   get state() { return state; } };
    const { answers, ranking, formulations, profiles, drift, failures, tolerance, compared } = Lists(page);
    const { explorer, customFigures, oneRun, tip } = Explorer(page);

    /* ---- the whole ---------------------------------------------------------------------- */

    function section(id, title, ...inside) {
        return h('section', { 'aria-labelledby': `${id}-title` }, h('h2', { id: `${id}-title` }, title),
            ...inside, h('div', { id: `${id}-here` }));
    }
    const sections = [
        ['answers', 'The cheapest', answers], ['ranking', 'One problem', ranking],
        ['explorer', 'Explorer', explorer], ['figures', 'My figures', customFigures], ['profiles', 'Profiles', profiles],
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
