/* custom.js -- figures of a reader's own: diagrams of the explorer that are kept, in the address of the
 * page, and saved and loaded as JSON, which `ivpbench report --figures` takes, too.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

const Custom = (() => {
    const { h, save } = Tables;

    /* o: {list, now(), change(list), show(figure), diagram(figure) -> {caption, legend, draw(element)}} */
    function one(figure, i, o) {
        const d = o.diagram(figure), box = h('div', { class: 'chart', id: `own-${i}` });
        const others = (k, more) => [...o.list.slice(0, k), ...more, ...o.list.slice(k + 1)];
        const name = figure.title || d.caption;
        const node = h('figure', { class: 'own' },
            h('div', { class: 'bar' },
              h('label', null, 'title ', h('input', { value: figure.title || '', maxlength: 200, size: 28,
                  onchange: e => o.change(others(i, [{ ...figure, title: e.target.value }])) })),
              h('button', { class: 'tool', 'aria-label': `${name}: to the explorer`,
                  onclick: () => o.show(figure) }, 'to the explorer'),
              i ? h('button', { class: 'tool', 'aria-label': `${name}: one up`, onclick: () => o.change(
                  [...o.list.slice(0, i - 1), figure, o.list[i - 1], ...o.list.slice(i + 1)]) }, 'up') : null,
              h('button', { class: 'tool remove', 'aria-label': `${name}: remove`,
                  onclick: () => o.change(others(i, [])) }, 'remove')),
            box, h('div', { class: 'toggles' }, d.legend),
            h('figcaption', null, (figure.title ? `${figure.title}; ` : '') + d.caption));
        return [node, () => d.draw(box)];
    }

    /* Nodes, and what draws into them once they are in the page. */
    function section(o) {
        const said = h('span', { id: 'own-said', role: 'status', class: 'note' });
        const load = h('input', { type: 'file', id: 'own-load', accept: '.json,application/json',
            onchange: async e => {
                try {
                    o.change([...o.list, ...Model.figuresIn(await e.target.files[0].text())]);
                } catch (problem) { said.textContent = `not loaded: ${problem.message}`; }
            } });
        const figures = o.list.map((f, i) => one(f, i, o));
        return [[
            h('p', { class: 'note' }, 'Diagrams of the explorer that you keep stand here and in the address of ' +
                'this page. Saved, they can be loaded into the page of another store, or drawn for print and ' +
                'in the page of whoever opens it: ivpbench report --figures figures.json'),
            h('div', { class: 'bar' },
              h('button', { class: 'tool', id: 'keep', disabled: o.list.length >= Model.MOST_FIGURES,
                  onclick: () => o.change([...o.list, o.now()]) }, 'keep the diagram of the explorer'),
              o.list.length ? h('button', { class: 'tool', id: 'own-save', onclick: () =>
                  save('figures.json', Model.figuresFile(o.list), 'application/json') }, 'save as JSON') : null,
              h('label', null, 'load ', load), said),
            ...figures.map(f => f[0]),
        ], () => figures.forEach(f => f[1]())];
    }

    return { section };
})();
