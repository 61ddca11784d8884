/* charts.js -- drawing by D3: the explorer's diagram, profiles, and what a run did along time.
 *
 * Each function fills an element anew. A solver has a colour and a marker, a formulation a dash,
 * as in the static figures; every point can be reached by keyboard and says what it is. */
'use strict';

const Charts = (() => {
    const { isNumber, general } = Model;

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
        const ticks = [];
        for (let e = Math.ceil(Math.log10(low)); e <= Math.log10(high); e++)
            if (e % each === 0) ticks.push(Math.pow(10, e));
        return ticks.length > 1 ? axis.tickValues(ticks).tickFormat(powers)
                                : axis.ticks(4).tickFormat(v => general(v, 2));
    }

    /* An empty frame with axes: {svg, plot, x, y, width, height}. */
    function frame(element, o) {
        const box = d3.select(element);
        box.selectAll('svg').remove();
        const full = Math.max(280, element.clientWidth || 700);
        const height = o.height || Math.round(Math.min(520, Math.max(280, full * 0.55)));
        const m = { top: o.top || 12, right: o.right || 22, bottom: 46, left: 70 + (o.strip || 0) };
        const w = full - m.left - m.right, h = height - m.top - m.bottom;
        const svg = box.append('svg').attr('viewBox', `0 0 ${full} ${height}`)
            .attr('width', full).attr('height', height).attr('role', o.role || 'img')
            .attr('aria-label', o.said);
        svg.append('title').text(o.said);
        const plot = svg.append('g').attr('transform', `translate(${m.left},${m.top})`);
        const x = scaleOf(o.xs, o.xlog, [0, w], o.xpad), y = scaleOf(o.ys, o.ylog, [h, 0]);
        if (o.reversed) x.range([w, 0]);
        const bottom = plot.append('g').attr('class', 'axis').attr('transform', `translate(0,${h})`)
            .call(axisOf(d3.axisBottom, x, o.xlog, w / 70));
        const left = plot.append('g').attr('class', 'axis').attr('transform',
            `translate(${-(o.strip || 0)},0)`).call(axisOf(d3.axisLeft, y, o.ylog, h / 45));
        bottom.selectAll('.tick line').clone().attr('y2', -h).attr('class', 'grid');
        left.selectAll('.tick line').clone().attr('x2', w + (o.strip || 0)).attr('class', 'grid');
        svg.append('text').attr('class', 'label').attr('x', m.left + w / 2).attr('y', height - 8)
            .attr('text-anchor', 'middle').text(o.xlabel);
        svg.append('text').attr('class', 'label').attr('transform',
            `translate(14,${m.top + h / 2}) rotate(-90)`).attr('text-anchor', 'middle').text(o.ylabel);
        return { svg, plot, x, y, width: w, height: h, margin: m };
    }

    /* ---- the explorer ------------------------------------------------------------------- */

    const STRIP = 84;
    let clips = 0; /* names of what cuts curves off: several diagrams stand in a page */

    /* o: {ladders, x, y, colour(ladder), said, cut, chosen, tell(run, node) and hush(),
     * open(run), brushed(runs)} */
    function explorer(element, o) {
        const all = [], failed = new Map();
        o.ladders.forEach(l => l.runs.forEach(run => {
            const x = o.x.value(run), y = o.y.value(run), letter = run.get('letter');
            if (run.ok && !letter && isNumber(x) && isNumber(y)) all.push({ run, x, y });
            else if (letter) {
                const key = `${l.index} ${letter}`;
                failed.set(key, (failed.get(key) || { ladder: l, letter, runs: [] }));
                failed.get(key).runs.push(run);
            }
        }));
        const z = o.zoom, placed = all.filter(p => !z || (p.x >= z.x[0] && p.x <= z.x[1] &&
                                                          p.y >= z.y[0] && p.y <= z.y[1]));
        const strip = failed.size ? STRIP : 0;
        const f = frame(element, {
            xs: z ? z.x : [...all, ...o.printed].map(p => p.x), ys: z ? z.y : [...all, ...o.printed].map(p => p.y), xlog: o.x.log, ylog: o.y.log,
            xlabel: o.x.label, ylabel: o.y.label, said: o.said, strip, role: 'group',
        });
        const inside = `inside-${++clips}`;
        f.plot.append('clipPath').attr('id', inside).append('rect').attr('width', f.width).attr('height', f.height);
        const curves = f.plot.append('g').attr('clip-path', `url(#${inside})`);
        if (o.brushed) drawBrush(f, o, placed);
        drawCut(f, o);
        const lines = d3.line().x(p => f.x(p.x)).y(p => f.y(p.y));
        o.ladders.forEach(l => {
            const mine = all.filter(p => p.run.ladder === l);
            const rungs = Model.rungsOf(mine);
            if (rungs.some(r => r.length > 1)) curves.append('path').attr('class', 'band')
                .attr('fill', ink(o.colour(l))).attr('d', d3.area().x(b => f.x(b[0]))
                    .y0(b => f.y(b[1])).y1(b => f.y(b[2]))(Model.band(rungs, o.x.log, o.y.log)));
            curves.append('path').attr('class', 'curve')
                .attr('d', lines(Model.means(rungs, o.x.log, o.y.log)))
                .attr('stroke', ink(o.colour(l))).attr('stroke-dasharray', dashOf(l));
        });
        drawPrinted(f, o);
        drawIntervals(f, o, placed);
        drawPoints(f, o, placed);
        if (strip) drawFailures(f, o, [...failed.values()]);
        steer(element, o);
    }

    /* What others printed: no runs of this store, so nothing to open. */
    function drawPrinted(f, o) {
        const inside = p => p.x >= f.x.domain()[0] && p.x <= f.x.domain()[1] && p.y >= f.y.domain()[0] &&
            p.y <= f.y.domain()[1];
        const g = f.plot.append('g').selectAll('g').data(o.printed.filter(inside)).enter().append('g')
            .attr('class', 'printed').attr('role', 'img').attr('aria-label', p => p.said)
            .attr('transform', p => `translate(${f.x(p.x)},${f.y(p.y)})`);
        g.append('title').text(p => p.said);
        g.append('path').attr('d', 'M-4,-4L4,4M-4,4L4,-4');
        g.append('text').attr('class', 'small').attr('x', 6).attr('y', 4).text(p => p.code);
    }

    function drawIntervals(f, o, placed) {
        if (!o.y.low) return;
        f.plot.append('g').selectAll('line').data(placed.filter(p => isNumber(o.y.low(p.run))))
            .enter().append('line').attr('class', 'interval')
            .attr('stroke', p => ink(o.colour(p.run.ladder)))
            .attr('x1', p => f.x(p.x)).attr('x2', p => f.x(p.x))
            .attr('y1', p => f.y(o.y.low(p.run))).attr('y2', p => f.y(o.y.high(p.run)));
    }

    const hollowOf = (o, run) => (o.x.id === 'mescd' || o.y.id === 'mescd')
        ? run.get('mescd_hollow') : run.get('scd_hollow');

    function drawPoints(f, o, placed) {
        f.plot.append('g').attr('class', 'points').selectAll('path').data(placed).enter()
            .append('path').attr('class', 'point').attr('d', p => symbol(p.run.ladder.shape))
            .attr('transform', p => `translate(${f.x(p.x)},${f.y(p.y)})`)
            .attr('stroke', p => ink(o.colour(p.run.ladder)))
            .attr('fill', p => hollowOf(o, p.run) ? 'var(--paper)' : ink(o.colour(p.run.ladder)))
            .classed('dim', p => o.cut !== null && !(p.run.get('scd') >= o.cut))
            .classed('chosen', p => p.run.id === o.chosen)
            .attr('data-run', p => p.run.id).attr('tabindex', -1).attr('role', 'button')
            .attr('aria-label', p => `${p.run.ladder.label}, ${p.run.rungText}: ` +
                `${o.x.label} ${general(p.x)}, ${o.y.label} ${general(p.y)}`)
            .call(bind, o, p => p.run);
        const first = f.plot.select('.point');
        first.attr('tabindex', 0);
    }

    function bind(selection, o, runOf) {
        selection
            .on('mouseenter', function (p) { o.tell(runOf(p), this); })
            .on('focus', function (p) { o.tell(runOf(p), this); })
            .on('mouseleave', o.hush).on('blur', o.hush)
            .on('click', p => { d3.event.stopPropagation(); o.open(runOf(p)); });
    }

    /* Left of the axis, as in the static figures: marker, letter, number. */
    function drawFailures(f, o, groups) {
        const g = f.plot.append('g').attr('class', 'failures')
            .attr('transform', `translate(${-STRIP},0)`);
        g.append('line').attr('x1', STRIP - 6).attr('x2', STRIP - 6).attr('y2', f.height)
            .attr('class', 'border');
        g.append('text').attr('x', 6).attr('y', f.height + 18).attr('class', 'small').text('failed');
        const columns = groups.length * 15 > f.height ? 2 : 1, rows = Math.ceil(groups.length / columns);
        const each = Math.min(18, f.height / (rows + 0.5));
        const marks = g.selectAll('g').data(groups).enter().append('g')
            .attr('transform', (d, i) => `translate(${10 + Math.floor(i / rows) * 38},` +
                `${each * (i % rows + 0.7)})`)
            .attr('class', 'failure').attr('tabindex', -1).attr('role', 'button')
            .attr('data-run', d => d.runs[0].id)
            .attr('aria-label', d => `${d.ladder.label}: ${Model.outcomes(d.runs)}`)
            .call(bind, o, d => d.runs[0]);
        marks.append('path').attr('d', d => symbol(d.ladder.shape, 38)).attr('fill', 'var(--paper)')
            .attr('stroke', d => ink(o.colour(d.ladder)));
        marks.append('text').attr('x', 8).attr('y', 4).attr('class', 'small')
            .text(d => `${d.letter} ${d.runs.length}`);
    }

    function drawBrush(f, o, placed) {
        const brush = d3.brush().extent([[0, 0], [f.width, f.height]]).on('end', () => {
            const s = d3.event.selection;
            if (!d3.event.sourceEvent) return;
            const part = s && [f.x.invert(s[0][0]), f.x.invert(s[1][0]), f.y.invert(s[1][1]),
                               f.y.invert(s[0][1])].map(v => general(v, 6)).join(',');
            o.brushed(!s ? [] : placed.filter(p => {
                const x = f.x(p.x), y = f.y(p.y);
                return x >= s[0][0] && x <= s[1][0] && y >= s[0][1] && y <= s[1][1];
            }).map(p => p.run), part);
        });
        f.plot.append('g').attr('class', 'brush').call(brush);
    }

    function drawCut(f, o) {
        if (o.cut === null || o.x.id !== 'scd') return;
        const at = f.x(o.cut);
        if (at < 0 || at > f.width) return;
        f.plot.append('line').attr('class', 'cut').attr('x1', at).attr('x2', at).attr('y2', f.height);
        f.plot.append('text').attr('class', 'small').attr('x', at + 4).attr('y', 10)
            .text(`${general(o.cut)} digits`);
    }

    /* Arrows go from point to point, Enter opens. */
    function steer(element, o) {
        const list = [...element.querySelectorAll('.point, .failure')];
        d3.select(element).select('svg').on('keydown', () => {
            const event = d3.event, at = list.indexOf(document.activeElement);
            const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
            if (at < 0) return;
            if (way) {
                const next = list[(at + way + list.length) % list.length];
                list[at].setAttribute('tabindex', -1);
                next.setAttribute('tabindex', 0);
                next.focus();
                event.preventDefault();
            } else if (event.key === 'Enter' || event.key === ' ') {
                const datum = d3.select(list[at]).datum();
                event.preventDefault();
                o.open(datum.run || datum.runs[0]);
            }
        });
    }

    /* ---- profiles ----------------------------------------------------------------------- */

    /* o: {profile, xlabel, absolute, styleOf(solver) -> ladder, said, tell, hush} */
    function profile(element, o) {
        const xs = o.profile.curves.flatMap(c => c.points.map(p => p[0]));
        const top = Math.max(...xs, o.absolute ? 0 : 10), low = o.absolute ? Math.min(...xs) : 1;
        const f = frame(element, { xs: [low, top], ys: [0, 1], xlog: true, ylog: false,
            xlabel: o.xlabel, ylabel: 'share of problems solved', said: o.said,
            right: 26 + 6.4 * Math.max(...o.profile.curves.map(c => c.solver.length)), xpad: o.absolute ? 0.02 : 0.0001, height: 320 });
        const [left, right] = f.x.domain();
        const step = d3.line().curve(d3.curveStepAfter).x(p => f.x(p[0])).y(p => f.y(p[1]));
        const ends = [];
        o.profile.curves.forEach(c => {
            const l = o.styleOf(c.solver);
            const last = c.points.length ? c.points[c.points.length - 1][1] : 0;
            const start = c.points.filter(p => p[0] <= left * 1.0001).length;
            const path = [[left, start ? c.points[start - 1][1] : 0], ...c.points.slice(start),
                          [right, last]];
            f.plot.append('path').attr('class', 'curve').attr('d', step(path))
                .attr('stroke', ink(l.colour)).append('title')
                .text(`${c.solver}: solves ${c.solved} of ${o.profile.counted.length}`);
            f.plot.append('g').selectAll('path').data(c.points).enter().append('path')
                .attr('d', symbol(l.shape, 26)).attr('fill', ink(l.colour))
                .attr('transform', p => `translate(${f.x(Math.max(p[0], left))},${f.y(p[1])})`);
            ends.push({ c, l, y: f.y(last) });
        });
        label(f, ends);
    }

    /* Names at the right ends, pushed apart. */
    function label(f, ends) {
        ends.sort((a, b) => a.y - b.y);
        const each = Math.min(13, f.height / Math.max(1, ends.length));
        let at = -Infinity;
        ends.forEach(e => { at = e.at = Math.max(e.y, at + each); });
        let most = f.height + 4;
        for (let i = ends.length - 1; i >= 0; i--) {
            ends[i].at = Math.min(ends[i].at, most);
            most = ends[i].at - each;
        }
        const g = f.plot.append('g').selectAll('g').data(ends).enter().append('g')
            .attr('transform', e => `translate(${f.width + 10},${e.at})`);
        g.append('path').attr('d', e => symbol(e.l.shape, 30)).attr('fill', e => ink(e.l.colour));
        g.append('text').attr('class', 'small').attr('x', 8).attr('y', 4).text(e => e.c.solver);
    }

    /* ---- along time --------------------------------------------------------------------- */

    /* series: [{t, v, colour, width, label}] */
    function track(element, o) {
        const f = frame(element, {
            xs: o.series.flatMap(s => s.t), ys: o.series.flatMap(s => s.v), xlog: false,
            ylog: o.log, xlabel: o.xlabel, ylabel: o.ylabel, said: o.said, height: 210, xpad: 0.001,
        });
        o.series.forEach(s => {
            const points = s.t.map((t, i) => [t, s.v[i]]).filter(
                p => isNumber(p[1]) && (!o.log || p[1] > 0));
            const line = d3.line().x(p => f.x(p[0])).y(p => f.y(p[1]));
            f.plot.append('path').attr('class', 'curve').attr('d', line(points))
                .attr('stroke', s.colour).attr('stroke-width', s.width || 1.5)
                .append('title').text(s.label);
            if (s.points) f.plot.append('g').selectAll('circle').data(points).enter()
                .append('circle').attr('r', 1.7).attr('fill', s.colour)
                .attr('cx', p => f.x(p[0])).attr('cy', p => f.y(p[1]));
        });
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

    return { explorer, profile, track, marker, spread, ink };
})();
