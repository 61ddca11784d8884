/* mechanism.js -- a mechanism that moves along its run: play, scrub, a second run as a ghost, steps as
 * ticks, and a film strip for paper.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

/* The part that needs no page: points of lines at any time, between the pictures that are there. */
const Film = ((Model) => {
    /* moving.h: {t, lines, x, y}; a coordinate that does not change is a number. */
    function of(moving) {
        if (!moving) return null;
        const t = Model.decode(moving.t), column = c => typeof c === 'number' ? t.map(() => c) : Model.decode(c);
        const x = moving.x.map(column), y = moving.y.map(column);
        const all = [x, y].map(v => v.flat().filter(Model.isNumber));
        const box = all.map(v => v.reduce(([a, b], w) => [Math.min(a, w), Math.max(b, w)], [Infinity, -Infinity]));
        return { t, box, lines: moving.lines, at: time => at({ t, x, y, lines: moving.lines }, time) };
    }
    /* Lines of [x, y] at a time; between two pictures on the straight way. */
    function at(f, time) {
        let k = 0;
        while (k + 2 < f.t.length && f.t[k + 1] <= time) k++;
        const wide = f.t[k + 1] - f.t[k], part = wide > 0 ? Math.max(0, Math.min(1, (time - f.t[k]) / wide)) : 0;
        const mix = v => (1 - part) * v[k] + part * v[k + 1];
        let point = 0;
        return f.lines.map(n => Array.from({ length: n }, () => {
            const p = [mix(f.x[point]), mix(f.y[point])];
            point++;
            return p;
        }));
    }
    /* Scale of equal units that fits all films into a rectangle: [x, y] -> [px, py]. */
    function fit(films, w, h, pad = 8) {
        const range = k => [Math.min(...films.map(f => f.box[k][0])), Math.max(...films.map(f => f.box[k][1]))];
        const [x0, x1] = range(0), [y0, y1] = range(1);
        const unit = Math.min((w - 2 * pad) / (x1 - x0 || 1), (h - 2 * pad) / (y1 - y0 || 1));
        return ([x, y]) => [w / 2 + unit * (x - (x0 + x1) / 2), h / 2 - unit * (y - (y0 + y1) / 2)];
    }
    const path = (lines, to) => lines.filter(l => l.length > 1 && l.every(p => p.every(Model.isNumber))).map(l =>
        `M${l.map(p => to(p).map(v => v.toFixed(1)).join(',')).join('L')}`).join('');
    const spots = lines => lines.filter(l => l.length === 1 && l[0].every(Model.isNumber)).map(l => l[0]);

    return { of, fit, path, spots };
})(typeof Model === 'undefined' ? require('./model.js') : Model);

const Mechanism = typeof Tables === 'undefined' ? null : (() => {
    const { h } = Tables;
    const WIDE = 520, TALL = 380, FRAMES = 6;

    function draw(svg, film, to, time, colour, kind) {
        const lines = film.at(time);
        const g = svg.selectAll(`g.${kind}`).data([0]);
        const all = g.enter().append('g').attr('class', `body ${kind}`).merge(g);
        const p = all.selectAll('path').data([0]);
        p.enter().append('path').merge(p).attr('d', Film.path(lines, to)).attr('stroke', colour);
        const c = all.selectAll('circle').data(Film.spots(lines));
        c.enter().append('circle').attr('r', 4).merge(c).attr('fill', colour)
            .attr('cx', d => to(d)[0]).attr('cy', d => to(d)[1]);
    }

    /* Six pictures along the run, in one row. */
    function strip(film, o) {
        const wide = 150, tall = 120, to = Film.fit([film], wide, tall);
        const svg = d3.create('svg').attr('class', 'strip').attr('viewBox', `0 0 ${FRAMES * (wide + 6)} ${tall + 20}`)
            .attr('width', '100%').attr('role', 'img').attr('aria-label', `${o.said}: ${FRAMES} pictures`);
        const [first, last] = [film.t[0], film.t[film.t.length - 1]];
        for (let k = 0; k < FRAMES; k++) {
            const time = first + (last - first) * k / (FRAMES - 1);
            const g = svg.append('g').attr('transform', `translate(${k * (wide + 6)},0)`);
            g.append('rect').attr('class', 'frame').attr('width', wide).attr('height', tall);
            draw(g, film, to, time, o.colour, 'own');
            g.append('text').attr('class', 'small').attr('x', 4).attr('y', tall + 14).text(`t = ${Model.general(time, 3)} ${o.unit}`);
        }
        return svg.node();
    }

    /* o: {film, ghost, colour, ghostColour, steps: [time], unit, said, choice (a node), from (a time or null),
     * moved(time)} */
    function player(element, o) {
        const films = [o.film, ...(o.ghost ? [o.ghost] : [])], to = Film.fit(films, WIDE, TALL, 16);
        const [first, last] = [o.film.t[0], o.film.t[o.film.t.length - 1]];
        const svg = d3.create('svg').attr('viewBox', `0 0 ${WIDE} ${TALL}`).attr('width', WIDE).attr('height', TALL)
            .attr('role', 'img').attr('aria-label', o.said);
        const scrub = h('input', { type: 'range', min: 0, max: 1000, value: 0, id: 'scrub', 'aria-label': 'time',
            oninput: () => { stop(); show(first + (last - first) * scrub.value / 1000); } });
        const now = h('output', { id: 'moment' }), button = h('button', { class: 'tool', id: 'play', onclick: () => turn() }, 'play');
        let time = first, since = null;
        function show(t) {
            time = t;
            if (o.ghost) draw(svg, o.ghost, to, t, o.ghostColour, 'ghost');
            draw(svg, o.film, to, t, o.colour, 'own');
            now.textContent = `t = ${Model.general(t, 4)} ${o.unit}`;
            scrub.value = Math.round(1000 * (t - first) / (last - first || 1));
            o.moved(t);
        }
        const SECONDS = 8; /* for the whole run */
        function tick(ms) {
            if (since === null || !element.isConnected) return;
            const t = time + (last - first) * (ms - since) / (1000 * SECONDS);
            since = ms;
            show(Math.min(t, last));
            if (t < last) requestAnimationFrame(tick);
            else stop();
        }
        function stop() { since = null; button.textContent = 'play'; }
        function turn() {
            if (since !== null) return stop();
            if (time >= last) show(first);
            since = performance.now();
            button.textContent = 'pause';
            requestAnimationFrame(tick);
        }
        const ticks = d3.create('svg').attr('class', 'ticks').attr('viewBox', '0 0 1000 8').attr('preserveAspectRatio', 'none')
            .attr('aria-hidden', 'true');
        ticks.append('path').attr('d', o.steps.map(t => `M${(1000 * (t - first) / (last - first || 1)).toFixed(1)},0V8`).join(''));
        element.replaceChildren(svg.node(), h('div', { class: 'bar player' }, button, h('span', { class: 'scrub' }, scrub, ticks.node()),
            now, o.choice));
        show(o.from === null ? first : o.from);
    }

    return { player, strip };
})();

if (typeof module !== 'undefined') module.exports = Film;
