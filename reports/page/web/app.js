/* app.js -- the page: one state, kept in its address, from which every section is drawn.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

(async () => {
    const { h, enhance } = Tables;
    const $ = id => document.getElementById(id);
    /* The static part is text until somebody opens it: it has many thousands of elements. */
    function unfold() {
        const kept = $('static').querySelector(':scope > noscript');
        if (!kept) return;
        const part = h('div');
        part.innerHTML = kept.textContent;
        kept.replaceWith(...part.childNodes);
    }
    const known = await Model.unpack($('data')).catch(e => {
        $('app').textContent = `The data in this page cannot be read here (${e.message}); figures and ` +
            'tables below can.';
        unfold();
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

    const link = (change, text, then) => h('a', { href: `#${Model.encode({ ...state, ...change })}`,
        onclick: e => {
            e.preventDefault();
            go(change);
            if (then) then();
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
                'aria-label': `only ${name}`, onclick: () => solo(key, name, names) }, 'solo'));
        }), off.size ? h('button', { class: 'tool all', onclick: () => go({ [key]: '' }) },
                         'all on') : null);
    }
    const anyLadder = solver => data.ladders.find(l => l.solver === solver);

    /* Made when it is opened: of many solvers it has many elements. */
    function who() {
        const open = !!(state.off || state.offf), parts = () => [toggles('off', data.solvers, 'solvers', anyLadder, l => l.colour),
            toggles('offf', data.formulations, 'formulations')];
        const box = h('details', { id: 'who', open }, h('summary', null, 'Solvers and formulations shown'), open ? parts() : null);
        box.addEventListener('toggle', () => { if (box.open && box.children.length < 2) box.append(...parts()); });
        return box;
    }

    function controls() {
        const f = filter();
        const slider = h('input', { type: 'range', min: 1, max: Model.DIGITS, step: 1, value: state.d,
            id: 'digits', 'aria-label': 'correct digits asked for',
            oninput: e => go({ d: e.target.value }, true) });
        return [
            h('div', { class: 'bar' },
              h('label', null, slider, ' ', h('output', { id: 'digits-now' }, state.d), ' correct digits'),
              data.head.machines.length > 1 ? select('machine', data.head.machines.map((m, i) =>
                  [String(i), `${i + 1}: ${m.slice(0, 8)}`]), String(f.machine), m => go({ m })) : null,
              select('tag', [['', 'all'], ...data.tags.map(t => [t, t])], state.tag, tag => go({ tag })),
              h('label', null, 'problem ', h('input', { type: 'search', id: 'find', value: state.q,
                size: 12, onchange: e => go({ q: e.target.value }) }))),
            who(),
        ];
    }

    /* What the stars behind labels mean. */
    function starred(ladders) {
        const said = [...new Set(ladders.map(l => l.times_contain).filter(t => t))];
        return said.length ? `A star: times contain ${said.join('; ')}. ` : '';
    }

    // what is null is no child: replaceChildren() would write the word
    function fill(id, ...children) { $(id).replaceChildren(...children.filter(c => c !== null)); }

    /* The first ladder of a family tells its colour; of a solver without a family its own. */
    const familyColour = l => (data.ladders.find(o => l.family ? o.family === l.family && o.plain
        : o.solver === l.solver && o.plain) || l).colour;

    /* ---- one run in a panel ------------------------------------------------------------- */

    let before = null; /* what had the focus */
    function openRun(run) {
        before = document.activeElement;
        go({ r: run.id });
        $('run').scrollIntoView({ block: 'nearest' });
        $('run').focus({ preventScroll: true });
    }
    function closeRun() {
        if (!state.r) return;
        const id = state.r;
        go({ r: '' });
        const again = before && before.isConnected ? before : document.querySelector(`[data-run="${CSS.escape(id)}"]`);
        if (again) again.focus({ preventScroll: true });
    }
    addEventListener('keydown', e => {
        if (e.key !== 'Escape') return;
        page.hush();
        closeRun();
    });

    const page = { data, go, link, toggle, solo, select, fill, filter, filterOf, problemNow, chosenRun, starred, anyLadder,
                   familyColour, openRun, closeRun, show: id => show(id), get state() { return state; } };
    const { explorer, customFigures, smallDiagram, tip, tell, tellText, hush } = Explorer(page);
    Object.assign(page, { smallDiagram, tell, tellText, hush });
    const { map } = Map_(page);
    const { answers, ranking, formulations, profiles, drift, failures } = Lists(page);
    const { byCommit, compared } = History(page);
    const { advice, tolerance, pair, memory } = Choose(page);
    const { oneRun } = RunView(page);

    /* ---- the whole ---------------------------------------------------------------------- */

    function section(id, title, ...inside) {
        return h('section', { id: `${id}-section`, 'aria-labelledby': `${id}-title`, class: id === 'map' ? null : 'later' },
            h('h2', { id: `${id}-title`, class: id === 'map' ? 'hidden' : null, tabindex: -1 }, title),
            ...inside, h('div', { id: `${id}-here` }));
    }
    /* id, title, what draws it, the words of the state that it reads */
    const filters = ['m', 'tag', 'q', 'off', 'offf'];
    const sections = [
        ['map', 'Map', map, ['d', 'p', 'mp', ...filters]],
        ['advice', 'Which solver', advice, ['d', 'ki', 'ks', 'ke', 'kn', ...filters]],
        ['ranking', 'Ranking', ranking, ['d', 'm', 'p', 'off', 'offf', 'hide']],
        ['explorer', 'Explorer', explorer, ['p', 'x', 'y', 'z', 'lx', 'ly', 'm', 'colour', 'cut', 'off', 'offf', 'r', 'pr']],
        ['answers', 'All solvers', answers, ['d', ...filters]],
        ['tolerance', 'What a tolerance buys', tolerance, ['rt', 'm', 'p', 'off', 'offf', 'r']],
        ['pair', 'Two solvers', pair, ['s1', 's2', ...filters]],
        ['profiles', 'Profiles', profiles, ['d', 'prof', ...filters]],
        ['formulations', 'Formulations', formulations, ['d', ...filters]],
        ['drift', 'Drift', drift, ['d', ...filters]],
        ['failures', 'Failures', failures, filters],
        ['memory', 'Memory', memory, ['m', 'p', 'off', 'offf']],
        ['figures', 'My figures', customFigures, ['fig']],
        ...(data.history ? [['history', 'History', byCommit, ['hq', 'hs']]] : []),
        ...(data.compared.length ? [['compared', 'Earlier stores', compared, ['v']]] : []),
    ];

    const seen = new Set(['map']), drawn = {};
    const longTitles = { answers: () => `Fastest solver for ${Terms.count(Number(state.d), 'digit')}` };
    const titleOf = id => (longTitles[id] || (() => sections.find(x => x[0] === id)[1]))();
    /* Draws a section that is not there yet, and goes to it. */
    function show(id) {
        seen.add(id);
        draw();
        $(`${id}-title`).scrollIntoView();
        $(`${id}-title`).focus({ preventScroll: true });
    }
    function openStatic() {
        unfold();
        $('static').open = true;
        $('static').scrollIntoView();
    }
    const jump = (id, title, act) => h('a', { href: `#${id}`, 'data-section': id, onclick: e => {
        e.preventDefault();
        act();
    } }, title);

    function build() {
        const app = $('app');
        app.append(h('nav', { 'aria-label': 'sections' }, sections.map(([id, title]) => jump(id, title, () => { if (state.s === id) show(id); else go({ s: id }); })),
            jump('static', 'All figures and tables', openStatic)),
            h('div', { id: 'controls' }),
            ...sections.map(([id, title]) => section(id, title)), tip);
        $('explorer-here').after(h('section', { id: 'run', 'aria-label': 'one run', hidden: true, tabindex: -1 }));
        $('static').addEventListener('toggle', () => { if ($('static').open) unfold(); });
        document.addEventListener('toggle', e => {
            if (e.target.open) e.target.querySelectorAll('table[data-name]').forEach(t => {
                if (t.closest('details').open) enhance(t);
            });
        }, true);
        addEventListener('beforeprint', () => {
            sections.forEach(([id]) => seen.add(id));
            draw();
        });
        const watch = new IntersectionObserver(list => {
            const come = list.filter(e => e.isIntersecting).map(e => e.target.id.replace(/-section$/, ''));
            if (come.every(id => seen.has(id))) return;
            come.forEach(id => seen.add(id));
            draw();
        }, { rootMargin: '250px' });
        sections.forEach(([id]) => watch.observe($(`${id}-section`)));
    }

    /* A section is drawn when it is seen, and anew where something that it reads has changed. */
    function drawIf(id, words, draw) {
        const now = words.map(k => state[k]).join('\u0001');
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
            $('digits-now').textContent = state.d;
        } else {
            drawIf('controls', ['d', ...filters], drawControls);
        }
        if (state.r) seen.add('explorer');
        sections.filter(([id]) => seen.has(id)).forEach(([id, , f, words]) => drawIf(id, words, () => {
            f();
            $(`${id}-section`).classList.remove('later');
            $(`${id}-title`).textContent = titleOf(id);
        }));
        drawIf('run', ['r', 'gh'], oneRun);
        drawIf('place', ['s'], () => {
            if (state.s && sections.some(x => x[0] === state.s)) show(state.s);
        });
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
            ['map', 'advice', 'tolerance', 'pair', 'explorer', 'figures', 'profiles', 'history', 'compared', 'run'].forEach(id => { drawn[id] = null; });
            draw();
        }, 150);
    });

    document.documentElement.classList.add('js');
    $('static').open = false;
    build();
    draw();
})();
