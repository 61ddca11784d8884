/* frame.js -- what all diagrams share: colours and markers, scales with labelled ticks, an empty frame,
 * names beside curves.
 *
 * The family of a solver has a colour, the solver a marker, the formulation a dash, as in the static
 * figures.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

const Frame = (() => {
    const { isNumber, general, plain } = Model;

    /* ---- styles ------------------------------------------------------------------------- */

    const turned = (n, start) => ({
        draw(context, size) {
            const r = Math.sqrt(size / 2.2);
            for (let i = 0; i < n; i++) {
                const a = start + 2 * Math.PI * i / n;
                context[i ? 'lineTo' : 'moveTo'](r * Math.cos(a), r * Math.sin(a));
            }
            context.closePath();
        },
    });
    /* by gnuplot's number of the filled point */
    const shapes = { 7: 'symbolCircle', 5: 'symbolSquare', 9: 'symbolTriangle', 13: 'symbolDiamond' };
    const others = { 11: turned(3, Math.PI / 2), 15: turned(5, -Math.PI / 2) };
    const dashes = { 1: null, 2: '8 4', 3: '2 3', 4: '10 3 2 3', 5: '10 3 2 3 2 3',
                     '(20,4)': '16 3', '(3,6)': '3 6' };
    const palette = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000',
                     '#882255'];

    const symbol = (shape, size = 46) =>
        d3.symbol().type(others[shape] || d3[shapes[shape] || 'symbolCircle']).size(size)();
    const ink = colour => colour === '#000000' ? 'var(--ink)' :
        `color-mix(in srgb, ${colour}, white var(--lift))`;
    const dashOf = ladder => dashes[ladder.dash];
    const spread = (names, name) => palette[Math.max(0, names.indexOf(name)) % palette.length];

    /* ---- frame -------------------------------------------------------------------------- */

    const powers = v => {
        const e = Math.log10(v), whole = Math.round(e);
        if (Math.abs(e - whole) > 1e-6) return '';
        const up = String(whole).replace(/./g, c => '⁰¹²³⁴⁵⁶⁷⁸⁹'[c] || (c === '-' ? '⁻' : c));
        return whole >= 0 && whole < 3 ? String(Math.pow(10, whole)) : `10${up}`;
    };

    function scaleOf(values, log, range, pad = 0.04) {
        const good = values.filter(v => isNumber(v) && (!log || v > 0));
        let [low, high] = d3.extent(good);
        if (low === undefined) [low, high] = log ? [0.1, 1] : [0, 1];
        if (!log) {
            const more = (high - low || Math.abs(high) || 1) * pad;
            return d3.scaleLinear().domain([low - more, high + more]).range(range);
        }
        if (low === high) [low, high] = [low / 2, high * 2];
        const factor = Math.pow(high / low, pad);
        return d3.scaleLog().domain([low / factor, high * factor]).range(range);
    }

    function axisOf(make, scale, log, room) {
        const axis = make(scale);
        if (!log) return axis.ticks(Math.max(2, Math.floor(room)));
        const [low, high] = scale.domain(), each = Math.ceil(Math.log10(high / low) / room);
        const ticks = [], between = [];
        for (let e = Math.floor(Math.log10(low)); e <= Math.log10(high); e++) {
            if (e % each === 0 && Math.pow(10, e) >= low) ticks.push(Math.pow(10, e));
            between.push(...[1, 2, 5].map(k => k * Math.pow(10, e)).filter(v => v >= low && v <= high));
        }
        if (ticks.length > 1) return axis.tickValues(ticks).tickFormat(powers);
        return (between.length > 1 ? axis.tickValues(between) : axis.ticks(4)).tickFormat(v => plain(v, 2));
    }

    /* Names at 0, 1, 2 ..., as many as have room. */
    function namesOf(scale, names, room) {
        const each = Math.ceil(names.length / Math.max(1, Math.floor(room)));
        return d3.axisBottom(scale).tickValues(names.map((n, k) => k).filter(k => k % each === 0)).tickFormat(k => names[k]);
    }

    /* An empty frame with axes: {svg, plot, x, y, width, height}. */
    function frame(element, o) {
        const box = d3.select(element);
        box.selectAll('svg').remove();
        const full = Math.max(280, element.clientWidth || 700);
        const height = o.height || Math.round(Math.min(520, Math.max(280, full * 0.55)));
        const m = { top: o.top || 12, right: o.right || 22, bottom: 46, left: 70 + (o.strip || 0) + (o.bare || 0) };
        const w = full - m.left - m.right, h = height - m.top - m.bottom;
        const svg = box.append('svg').attr('viewBox', `0 0 ${full} ${height}`)
            .attr('width', full).attr('height', height).attr('role', o.role || 'img')
            .attr('aria-label', o.said);
        svg.append('title').text(o.said);
        const plot = svg.append('g').attr('transform', `translate(${m.left},${m.top})`);
        const x = scaleOf(o.xs, o.xlog, [0, w], o.xpad), y = scaleOf(o.ys, o.ylog, [h, 0]);
        if (o.reversed) x.range([w, 0]);
        const bottom = plot.append('g').attr('class', 'axis').attr('transform', `translate(0,${h})`)
            .call(o.names ? namesOf(x, o.names, w / 70) : axisOf(d3.axisBottom, x, o.xlog, w / 70));
        const left = plot.append('g').attr('class', 'axis').attr('transform',
            `translate(${-(o.strip || 0)},0)`).call(axisOf(d3.axisLeft, y, o.ylog, h / 45));
        bottom.selectAll('.tick line').clone().attr('y2', -h).attr('class', 'grid');
        if (o.bare !== undefined) left.remove();
        left.selectAll('.tick line').clone().attr('x2', w + (o.strip || 0)).attr('class', 'grid');
        svg.append('text').attr('class', 'label').attr('x', m.left + w / 2).attr('y', height - 8)
            .attr('text-anchor', 'middle').text(o.xlabel);
        svg.append('text').attr('class', 'label').attr('transform',
            `translate(14,${m.top + h / 2}) rotate(-90)`).attr('text-anchor', 'middle').text(o.ylabel);
        return { svg, plot, x, y, width: w, height: h, margin: m };
    }

    /* Names at the right border in the order of the ends, pushed apart, with a line to each end.
     * ends: [{l, text, colour, x, y}] */
    function label(f, ends) {
        ends.sort((a, b) => a.y - b.y);
        const each = Math.min(14, f.height / Math.max(1, ends.length));
        let at = -Infinity;
        ends.forEach(e => { at = e.at = Math.max(e.y, at + each); });
        let most = f.height + 4;
        for (let i = ends.length - 1; i >= 0; i--) {
            ends[i].at = Math.min(ends[i].at, most);
            most = ends[i].at - each;
        }
        f.plot.append('g').selectAll('path').data(ends).enter().append('path').attr('class', 'leader')
            .attr('d', e => `M${e.x + 5},${e.y}L${f.width + 6},${e.at}`);
        const g = f.plot.append('g').attr('class', 'names').selectAll('g').data(ends).enter().append('g')
            .attr('transform', e => `translate(${f.width + 13},${e.at})`);
        g.append('path').attr('d', e => symbol(e.l.shape, 30)).attr('fill', e => ink(e.colour));
        g.append('text').attr('class', 'small').attr('x', 8).attr('y', 4).text(e => e.text);
    }

    /* A marker beside a name. */
    function marker(element, ladder, colour) {
        d3.select(element).append('svg').attr('width', 34).attr('height', 14)
            .attr('aria-hidden', 'true').call(svg => {
                svg.append('line').attr('x1', 1).attr('x2', 33).attr('y1', 7).attr('y2', 7)
                    .attr('stroke', ink(colour)).attr('stroke-width', 1.6)
                    .attr('stroke-dasharray', dashOf(ladder));
                svg.append('path').attr('d', symbol(ladder.shape)).attr('fill', ink(colour))
                    .attr('transform', 'translate(17,7)');
            });
    }

    return { symbol, ink, dashOf, spread, frame, label, marker };
})();
