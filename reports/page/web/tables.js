/* tables.js -- tables that can be searched, sorted, and taken away as CSV or Markdown.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

const Tables = (() => {
    /* An element with attributes; texts become text, never markup. */
    function h(tag, attributes, ...children) {
        const e = document.createElement(tag);
        Object.entries(attributes || {}).forEach(([k, v]) => {
            if (k.startsWith('on')) e.addEventListener(k.slice(2), v);
            else if (v !== null && v !== undefined && v !== false) e.setAttribute(k, v === true ? '' : v);
        });
        children.flat(Infinity).forEach(c => {
            if (c !== null && c !== undefined) e.append(c);
        });
        return e;
    }

    function save(name, text, type) {
        const link = h('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
        document.body.append(link);
        link.click();
        link.remove();
    }

    const copier = text => navigator.clipboard ? h('button', { class: 'tool', onclick: e => {
        navigator.clipboard.writeText(text).then(() => { e.target.textContent = 'copied'; });
    } }, 'copy') : null;

    /* What stands for a field: {text, value, node}; a plain value stands for itself. */
    const field = v => v !== null && typeof v === 'object'
        ? { text: v.text === undefined ? '' : v.text, value: v.value === undefined ? v.text : v.value,
            node: v.node, kind: v.kind }
        : { text: v === null || v === undefined ? '' : String(v), value: v };

    const plain = (header, rows) => [header, rows.map(r => r.map(f => f.text))];

    function tools(name, header, rows) {
        return [
            h('button', { class: 'tool', onclick: () =>
                save(`${name}.csv`, Model.csv(header, rows().map(r => r.map(f =>
                    typeof f.value === 'number' ? f.value : f.text))), 'text/csv') }, 'CSV'),
            h('button', { class: 'tool', onclick: () =>
                save(`${name}.md`, Model.markdown(...plain(header, rows())), 'text/markdown') },
              'Markdown'),
        ];
    }

    /* Columns that a reader shows or hides; the first stays. */
    function chooser(o, hidden, draw) {
        if (o.header.length < 5) return null;
        return h('details', { class: 'columns' }, h('summary', null, 'columns'), o.header.map((text, k) => k
            ? h('label', null, h('input', { type: 'checkbox', checked: !hidden.has(k), onchange: e => {
                if (e.target.checked) hidden.delete(k); else hidden.add(k);
                draw();
            } }), ` ${text}`) : null));
    }
    /* Pages of a long table: buttons, hidden where one page holds all. */
    function pager(state, most, draw) {
        const turn = by => () => { state.page += by; draw(); };
        const before = h('button', { class: 'tool', onclick: turn(-1) }, 'previous'),
              after = h('button', { class: 'tool next', onclick: turn(1) }, 'next');
        const node = h('span', { class: 'pager' }, before, after);
        return { node, show(n) {
            const pages = Math.max(1, Math.ceil(n / most));
            state.page = Math.max(0, Math.min(state.page, pages - 1));
            node.hidden = pages < 2;
            before.disabled = !state.page;
            after.disabled = state.page + 1 >= pages;
        } };
    }

    /* Rows that have all words searched for, sorted by the column chosen. */
    function kept(rows, state) {
        const words = state.words.toLowerCase().split(/\s+/).filter(w => w);
        const found = rows.filter(r => {
            const text = r.map(f => f.text).join(' ').toLowerCase();
            return words.every(w => text.includes(w));
        });
        if (state.column < 0) return found;
        const way = state.down ? -1 : 1, k = state.column;
        return found.map((r, i) => [r, i]).sort(([a, i], [b, j]) => {
            const none = v => v === null || v === undefined || v === '';
            const c = Model.compare(a[k].value, b[k].value);
            return (none(a[k].value) || none(b[k].value) ? c : way * c) || i - j;
        }).map(([r]) => r);
    }

    /* o: {name, caption, header: [text], rows: [[field]], sorted: {column, down}, most, hidden: [text], legend} */
    function make(o) {
        if (!o.rows.length) return h('p', { class: 'note', id: o.name }, `${o.caption.trim().replace(/\.$/, '')}: none.`);
        const rows = o.rows.map(r => r.map(field)), most = o.most || 50;
        const state = { column: o.sorted ? o.sorted.column : -1, down: !!(o.sorted && o.sorted.down),
                        words: '', page: 0 };
        const hidden = new Set((o.hidden || []).map(t => o.header.indexOf(t)));
        const body = h('tbody'), count = h('span', { class: 'note', role: 'status' });
        const heads = o.header.map((text, k) => h('th', { scope: 'col' },
            h('button', { onclick: () => {
                state.down = state.column === k ? !state.down : false;
                state.column = k;
                draw();
            } }, text)));
        const pages = pager(state, most, draw);
        const line = r => h('tr', null, r.map((f, k) => {
            const number = typeof f.value === 'number';
            return hidden.has(k) ? null : h(k ? 'td' : 'th', { class: f.kind || (number ? 'n' : null),
                scope: k ? null : 'row' }, f.node ? f.node() : f.text);
        }));
        function draw() {
            const list = kept(rows, state), from = (pages.show(list.length), state.page * most);
            heads.forEach((th, k) => {
                th.hidden = hidden.has(k);
                th.setAttribute('aria-sort', k !== state.column ? 'none' : state.down ? 'descending' : 'ascending');
            });
            body.replaceChildren(...list.slice(from, from + most).map(line));
            count.textContent = list.length > most ? `rows ${from + 1} to ${Math.min(list.length, from + most)} of ${list.length}`
                : list.length < rows.length ? `${list.length} of ${rows.length} rows`
                : Terms.count(rows.length, 'row');
        }
        draw();
        const search = rows.length > 6 ? h('label', null, 'search ', h('input', {
            type: 'search', size: 14, oninput: e => { state.words = e.target.value; state.page = 0; draw(); } })) : null;
        return h('div', { class: 'table', id: o.name },
            h('div', { class: 'bar' }, search, chooser(o, hidden, draw), tools(o.name, o.header, () => kept(rows, state)),
              count, pages.node),
            o.legend ? h('p', { class: 'note' }, o.legend) : null,
            h('div', { class: 'wide', tabindex: rows.length ? 0 : null, role: 'region',
                       'aria-label': o.caption },
              h('table', null, h('caption', null, h('span', null, o.caption)), h('thead', null, h('tr', null, heads)),
                body)));
    }

    /* The same for a table that stands in the page already. */
    function enhance(table) {
        const text = e => e.textContent.trim();
        const header = [...table.querySelectorAll('thead th')].map(text);
        if (!header.length) return;
        const numberOf = t => /^-?[\d.]+(e[+-]?\d+)?$/i.test(t) ? Number(t) : t;
        const rows = [...table.querySelectorAll('tbody tr')].map(tr => [...tr.children].map(td => {
            const t = text(td);
            return { text: t, value: numberOf(t), kind: td.className || null };
        }));
        const name = table.dataset.name || 'table';
        const wide = table.closest('.wide') || table;
        wide.replaceWith(make({ name, caption: table.dataset.title || name, header, rows }));
    }

    return { h, make, enhance, save, copier };
})();
