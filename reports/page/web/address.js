/* address.js -- what an address of the page says: a state, a part of a diagram, figures of a reader's own. Whatever
 * is written there, what comes back are texts under known names.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

const Address = (() => {
    const DIGITS = 12;

    /* What lies behind a link: text of a state, and back. Unknown and damaged parts are dropped. */
    const defaults = { d: '6', m: '0', tag: '', q: '', p: '', x: 'scd', y: 'cpu', off: '', offf: '',
                       colour: 'solver', z: '', lx: '', ly: '', r: '', rt: '', sort: '', hide: '', prof: 'cpu', cut: '',
                       v: '', fig: '', pr: '', mp: '', s: '', s1: '', s2: '', ki: '', ks: '', ke: '', kn: '', gh: '', hq: '', hs: '' };
    function encode(state) {
        const out = new URLSearchParams();
        Object.keys(defaults).forEach(k => {
            if (state[k] !== undefined && state[k] !== defaults[k]) out.set(k, state[k]);
        });
        return out.toString();
    }
    function parse(hash) {
        const state = { ...defaults };
        new URLSearchParams(hash.replace(/^#/, '')).forEach((v, k) => {
            if (Object.hasOwn(defaults, k)) state[k] = v.slice(0, k === 'fig' ? 40000 : 2000);
        });
        if (!(Number(state.d) >= 1 && Number(state.d) <= DIGITS)) state.d = defaults.d;
        state.d = String(Math.round(Number(state.d)));
        return state;
    }

    /* ---- figures of one's own ----------------------------------------------------------- */

    /* What of a state makes a diagram of the explorer. */
    const drawn = ['p', 'x', 'y', 'z', 'lx', 'ly', 'm', 'off', 'offf', 'colour', 'cut', 'pr'];
    const MOST_FIGURES = 24;

    const figureOf = (state, title = '') => Object.fromEntries([['title', title], ...drawn.map(
        k => [k, state[k]])].filter(([k, v]) => v !== '' && v !== defaults[k]));
    /* Texts under known names, whatever was there. */
    function soundFigures(list) {
        if (!Array.isArray(list)) return [];
        return list.filter(f => f !== null && typeof f === 'object').slice(0, MOST_FIGURES).map(f =>
            Object.fromEntries(['title', ...drawn].filter(k => Object.hasOwn(f, k) && typeof f[k] === 'string')
                .map(k => [k, f[k].slice(0, 2000)])));
    }
    /* Those of a file; an error where it has none. */
    function figuresIn(text) {
        const o = JSON.parse(text);
        if (!o || !Array.isArray(o.figures)) throw new Error('no list "figures" in it');
        return soundFigures(o.figures);
    }
    const figuresFile = list => `${JSON.stringify({ figures: list }, null, 1)}\n`;
    const figuresText = list => JSON.stringify(list);
    /* Those of an address; without any those that came with the page. */
    function figuresOf(text, given) {
        if (!text) return soundFigures(given);
        try { return soundFigures(JSON.parse(text)); } catch (e) { return []; }
    }

    /* A part of a diagram, "x0,x1,y0,y1"; null where the text is none. */
    function zoomOf(text) {
        const v = text ? text.split(',').map(Number) : [];
        return v.length === 4 && v.every(Number.isFinite) && v[0] < v[1] && v[2] < v[3]
            ? { x: [v[0], v[1]], y: [v[2], v[3]] } : null;
    }
    return { DIGITS, defaults, encode, parse, figureOf, figuresIn, figuresFile, figuresText, figuresOf, MOST_FIGURES,
             zoomOf };
})();

if (typeof module !== 'undefined') module.exports = Address;
