/* fuzz_page.js -- changed addresses, columns and data for the program of a page: fuzz_page.js ROUNDS
 *
 * Whatever an address says, there is a state of known words and texts, which says itself again; whatever a
 * column or the data of a page hold, they are read or refused. What fails is printed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';
const assert = require('assert').strict;
const Model = require('../../reports/page/web/model.js');
const zlib = require('zlib');

let state = 7;
function below(n) { /* a linear congruential generator: Numerical Recipes, 3rd edition, 7.1 */
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 4294967296 * n);
}

const words = ['%', '%ff', '&', '=', '#', 'NaN', '1e999', '-1', '__proto__', 'constructor', 'toString', ',', '"', '\\u0000',
               '[', '{', '}', ']', 'null', '\ud800', '+', '%00', '<b>', '0x10', '\u202e'];
function changed(text) {
    const at = below(text.length + 1), n = below(Math.min(40, text.length - at + 1));
    switch (below(4)) {
    case 0: return text.slice(0, at) + words[below(words.length)] + text.slice(at);
    case 1: return text.slice(0, at) + text.slice(at + n);
    case 2: return text.slice(0, at) + String.fromCharCode(below(300)) + text.slice(at + 1);
    default: { const from = below(text.length); return text.slice(0, at) + text.slice(from, from + 30) + text.slice(at); }
    }
}
function changedOften(text) {
    for (let k = 1 + below(6); k > 0; k--) text = changed(text);
    return text;
}

const isText = v => typeof v === 'string';
const isSound = f => isText(f) || Object.entries(f).every(([k, v]) => (k === 'title' || Object.hasOwn(Model.defaults, k)) && isText(v));

const figures = '[{"title":"t","p":"andrews","x":"scd","y":"e0","z":"1,2,3,4","off":"a,b","lx":"1"},{"p":"q"}]';
const addresses = [`#d=7&m=1&tag=stiff&p=andrews&x=e0&y=cpu&z=1,2,3,4&lx=1&off=a,b&colour=solver&r=0123&sort=1&hide=x` +
                   `&fig=${encodeURIComponent(figures)}`, '#', '#constructor=1&d=0x3&__proto__=2', `#fig=${figures}`];
const column = [-1, 2.5, 0, 'AAABAC__-_z9AA'];
const data = zlib.deflateSync(JSON.stringify({ problems: [{ a: 'b'.repeat(99) }], n: [1, 2, 3] })).toString('base64');

const kinds = {
    address(text) {
        const s = Model.parse(text);
        assert.deepEqual(Object.keys(s).sort(), Object.keys(Model.defaults).sort());
        assert(Object.values(s).every(isText) && Number(s.d) >= 1 && Number(s.d) <= Model.DIGITS);
        assert.deepEqual(Model.parse(`#${Model.encode(s)}`), s);
        const list = Model.figuresOf(s.fig, [{ title: 't' }]);
        assert(list.length <= Model.MOST_FIGURES && list.every(isSound));
        assert.deepEqual(Model.figuresOf(Model.figuresText(list), null), list);
        const z = Model.zoomOf(s.z);
        assert(z === null || (isFinite(z.x[1] - z.x[0]) && isFinite(z.y[1] - z.y[0])));
        Model.scaled({ id: 'x', log: true, value: () => 1 }, s.lx).value({});
    },
    column(text) {
        const v = Model.decode([...column.slice(0, 3), text]);
        assert(v.length <= text.length / 2 && v.every(x => typeof x === 'number'));
    },
    async data(text) {
        await Model.unpack({ type: 'text/plain', textContent: text }).catch(() => null);
    },
};
const seeds = { address: addresses, column: [column[3]], data: [data] };

async function main(rounds) {
    for (const kind of Object.keys(kinds))
        for (let i = 0; i < rounds; i++) {
            const text = changedOften(seeds[kind][below(seeds[kind].length)]);
            try {
                await kinds[kind](text);
            } catch (e) {
                console.log(`${kind}: ${JSON.stringify(text)}: ${e.message}`);
                return 1;
            }
        }
    return 0;
}
main(Number(process.argv[2])).then(code => process.exit(code));
