/* charts.js -- drawing by D3: the explorer's diagram, profiles, points, and what a run did along time.
 *
 * Each function fills an element anew. Every point can be reached by keyboard and says what it is.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

const Charts = (() => {
    const { isNumber, general } = Model;
    const { symbol, ink, dashOf, spread, frame, label, marker } = Frame;

    /* ---- the explorer ------------------------------------------------------------------- */

    const STRIP = 84;
    let clips = 0; /* names of what cuts curves off: several diagrams stand in a page */
    const GREY = 'var(--behind)';

    /* Points of runs, and failures by ladder and letter. */
    function placedOf(o) {
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
        return { all, failed: [...failed.values()] };
    }

    /* o: {ladders, front, x, y, colour(ladder), said, cut, chosen, small, diagonal, tell(run, node) and hush(),
     * open(run), brushed(runs)}. Curves in `front` have colour, marker and name; the others are grey. */
    function explorer(element, o) {
        const { all, failed } = placedOf(o);
        const z = o.zoom, placed = all.filter(p => !z || (p.x >= z.x[0] && p.x <= z.x[1] &&
                                                          p.y >= z.y[0] && p.y <= z.y[1]));
        const strip = failed.length && !o.small ? STRIP : 0, wide = element.clientWidth || 700;
        const named = o.ladders.filter(l => o.front.has(l) && placed.some(p => p.run.ladder === l));
        const name = l => l.label.length > (wide < 620 ? 18 : 34) ? `${l.label.slice(0, wide < 620 ? 17 : 33)}…` : l.label;
        const f = frame(element, {
            xs: z ? z.x : [...all, ...o.printed].map(p => p.x), ys: z ? z.y : [...all, ...o.printed].map(p => p.y), xlog: o.x.log, ylog: o.y.log,
            xlabel: o.x.label, ylabel: o.y.label, said: o.said, strip, role: 'group', height: o.height,
            right: 34 + 6.3 * Math.max(0, ...named.map(l => name(l).length)),
        });
        const inside = `inside-${++clips}`;
        f.plot.append('clipPath').attr('id', inside).append('rect').attr('width', f.width).attr('height', f.height);
        const curves = f.plot.append('g').attr('clip-path', `url(#${inside})`);
        if (o.brushed) drawBrush(f, o, placed);
        drawCut(f, o);
        if (o.diagonal) drawDiagonal(f, curves);
        const ends = [];
        [...o.ladders].sort((a, b) => o.front.has(a) - o.front.has(b)).forEach(l => {
            const end = drawCurve(f, curves, o, l, all.filter(p => p.run.ladder === l));
            if (end && o.front.has(l) && named.includes(l)) ends.push({ l, text: name(l), colour: o.colour(l),
                x: Math.max(0, Math.min(f.width, end[0])), y: Math.max(0, Math.min(f.height, end[1])) });
        });
        drawPrinted(f, o);
        drawIntervals(f, curves, o, placed.filter(p => o.front.has(p.run.ladder)));
        drawPoints(f, o, o.small ? placed.filter(p => o.front.has(p.run.ladder)) : placed); /* a small one has curves alone behind */
        if (strip) drawFailures(f, o, failed);
        label(f, ends);
        steer(element, o);
    }

    /* What one would get for the digits asked for. */
    function drawDiagonal(f, curves) {
        const [low, high] = f.x.domain();
        curves.append('path').attr('class', 'border diagonal').attr('d', d3.line()(
            [low, high].map(v => [f.x(v), f.y(-Math.log10(v))])));
    }

    /* A curve with its band; returns where it ends. */
    function drawCurve(f, curves, o, l, mine) {
        const rungs = Model.rungsOf(mine), front = o.front.has(l);
        if (!rungs.length) return null;
        const at = Model.means(rungs, o.x.log, o.y.log).map(p => [f.x(p.x), f.y(p.y)]);
        if (front && rungs.some(r => r.length > 1)) curves.append('path').attr('class', 'band')
            .attr('fill', ink(o.colour(l))).attr('d', d3.area().x(b => f.x(b[0]))
                .y0(b => f.y(b[1])).y1(b => f.y(b[2]))(Model.band(rungs, o.x.log, o.y.log)));
        curves.append('path').attr('class', front ? 'curve' : 'curve rest').attr('d', d3.line()(at))
            .attr('stroke', front ? ink(o.colour(l)) : GREY).attr('stroke-dasharray', front ? dashOf(l) : null)
            .append('title').text(l.label);
        if (front && l.runs[l.runs.length - 1].failed) drawCensored(curves, at, ink(o.colour(l)));
        return at[at.length - 1];
    }
    /* The next rung failed: an open arrow the way that the curve went. */
    function drawCensored(curves, at, colour) {
        const [x, y] = at[at.length - 1], [px, py] = at[Math.max(0, at.length - 2)];
        const turn = at.length > 1 ? Math.atan2(y - py, x - px) * 180 / Math.PI : 0;
        curves.append('path').attr('class', 'censored').attr('d', 'M5,0H17M11,-5L18,0L11,5')
            .attr('transform', `translate(${x},${y}) rotate(${turn})`).attr('stroke', colour)
            .append('title').text('the next tolerance failed');
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

    function drawIntervals(f, curves, o, placed) {
        if (!o.y.low) return;
        curves.append('g').selectAll('line').data(placed.filter(p => isNumber(o.y.low(p.run))))
            .enter().append('line').attr('class', 'interval')
            .attr('stroke', p => ink(o.colour(p.run.ladder)))
            .attr('x1', p => f.x(p.x)).attr('x2', p => f.x(p.x))
            .attr('y1', p => f.y(o.y.low(p.run))).attr('y2', p => f.y(o.y.high(p.run)));
    }

    const hollowOf = (o, run) => (o.x.id === 'mescd' || o.y.id === 'mescd')
        ? run.get('mescd_hollow') : run.get('scd_hollow');

    function drawPoints(f, o, points) {
        const toneOf = p => o.front.has(p.run.ladder) ? ink(o.colour(p.run.ladder)) : GREY;
        const placed = [...points].sort((a, b) => o.front.has(a.run.ladder) - o.front.has(b.run.ladder));
        f.plot.append('g').attr('class', 'points').selectAll('path').data(placed).enter()
            .append('path').attr('class', p => o.front.has(p.run.ladder) ? 'point' : 'point rest')
            .attr('d', p => o.front.has(p.run.ladder) ? symbol(p.run.ladder.shape) : symbol(7, 14))
            .attr('transform', p => `translate(${f.x(p.x)},${f.y(p.y)})`)
            .attr('stroke', p => toneOf(p)).attr('fill', p => hollowOf(o, p.run) ? 'var(--paper)' : toneOf(p))
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
            right: 34 + 6.4 * Math.max(...o.profile.curves.map(c => c.solver.length)), xpad: o.absolute ? 0.02 : 0.0001, height: 320 });
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
            ends.push({ l, text: c.solver, colour: l.colour, x: f.width, y: f.y(last) });
        });
        label(f, ends);
    }

    /* ---- by commit ----------------------------------------------------------------------- */

    /* o: {curves: [{solver, values}], front, labels, marks: [index], ladderOf(solver), ylabel, ylog, said, tell(curve, index)};
     * a solver that is not of this store has a plain marker. */
    function history(element, o) {
        const n = o.labels.length, plainMark = { colour: '#555c66', shape: 7, dash: '1' };
        const styleOf = c => o.ladderOf(c.solver) || plainMark, named = o.curves.filter(c => o.front.has(c));
        const f = frame(element, { xs: [0, Math.max(1, n - 1)], ys: o.curves.flatMap(c => c.values), xlog: false, ylog: o.ylog,
            xlabel: '', ylabel: o.ylabel, said: o.said, height: 340, xpad: 0.02, names: o.labels,
            right: 34 + 6.3 * Math.max(...named.map(c => c.solver.length)) });
        f.plot.append('g').selectAll('line').data(o.marks).enter().append('line').attr('class', 'cut mark')
            .attr('x1', k => f.x(k)).attr('x2', k => f.x(k)).attr('y2', f.height).append('title').text(k => `a change at ${o.labels[k]}`);
        const line = d3.line().x((v, k) => f.x(k)).y(v => f.y(v));
        [...o.curves].sort((a, b) => o.front.has(a) - o.front.has(b)).forEach(c => {
            const colour = o.front.has(c) ? ink(styleOf(c).colour) : GREY;
            f.plot.append('path').attr('class', o.front.has(c) ? 'curve' : 'curve rest').attr('d', line(c.values))
                .attr('stroke', colour).append('title').text(c.solver);
            f.plot.append('g').selectAll('path').data(c.values).enter().append('path').attr('d', symbol(styleOf(c).shape, 24))
                .attr('fill', colour).attr('transform', (v, k) => `translate(${f.x(k)},${f.y(v)})`)
                .append('title').text((v, k) => o.tell(c, k));
        });
        label(f, named.map(c => ({ l: styleOf(c), text: c.solver, colour: styleOf(c).colour, x: f.width,
                                   y: f.y(c.values[c.values.length - 1]) })));
    }

    /* ---- along time --------------------------------------------------------------------- */

    /* series: [{t, v, colour, width, label}]; returns what moves its line of time. */
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
        const cursor = f.plot.append('line').attr('class', 'cursor').attr('y2', f.height).attr('visibility', 'hidden');
        return t => cursor.attr('visibility', null).attr('x1', f.x(t)).attr('x2', f.x(t));
    }

    /* ---- points beside names, and two solvers ---------------------------------------------- */

    /* o: {rows: [{name, ladder, points: [{x, said}]}], xlabel, said}; x is a ratio from 1 on. */
    function strips(element, o) {
        const each = 24, names = 14 + 6.6 * Math.max(...o.rows.map(r => Math.min(r.name.length, 30)));
        const f = frame(element, { xs: [1, ...o.rows.flatMap(r => r.points.map(p => p.x))], ys: [0, o.rows.length], xlog: true,
            xlabel: o.xlabel, ylabel: '', said: o.said, height: 62 + each * o.rows.length, xpad: 0.02, bare: names - 70 });
        o.rows.forEach((r, k) => {
            const y = each * (k + 0.5);
            f.plot.append('text').attr('class', 'small').attr('x', -8).attr('y', y + 4).attr('text-anchor', 'end').text(r.name.slice(0, 30));
            const g = f.plot.append('g').selectAll('path').data(r.points).enter().append('path').attr('d', symbol(r.ladder.shape, 44))
                .attr('fill', ink(r.ladder.colour)).attr('fill-opacity', 0.8).attr('role', 'img').attr('aria-label', p => p.said)
                .attr('transform', p => `translate(${f.x(p.x)},${y})`);
            g.append('title').text(p => p.said);
        });
    }

    /* o: {points: [{x, y}], xlabel, ylabel, said, tell, hush, open}, with the line of equal cost */
    function scatter(element, o) {
        const all = o.points.flatMap(p => [p.x, p.y]);
        const f = frame(element, { xs: all, ys: all, xlog: true, ylog: true, xlabel: o.xlabel, ylabel: o.ylabel, said: o.said,
            role: 'group', height: 380 });
        const [low, high] = f.x.domain();
        f.plot.append('path').attr('class', 'border diagonal').attr('d', `M${f.x(low)},${f.y(low)}L${f.x(high)},${f.y(high)}`);
        f.plot.append('g').selectAll('path').data(o.points).enter().append('path').attr('class', 'point')
            .attr('d', p => symbol(o.ladders[p.x < p.y ? 0 : 1].shape)).attr('transform', p => `translate(${f.x(p.x)},${f.y(p.y)})`)
            .attr('fill', p => ink(o.ladders[p.x < p.y ? 0 : 1].colour)).attr('fill-opacity', 0.75).attr('role', 'button')
            .attr('tabindex', (p, i) => i ? -1 : 0).attr('aria-label', p => `${p.problem.name}, ${p.digits} digits`)
            .on('mouseenter', function (p) { o.tell(p, this); }).on('focus', function (p) { o.tell(p, this); })
            .on('mouseleave', o.hush).on('blur', o.hush).on('click', o.open);
    }

    return { explorer, profile, history, track, strips, scatter, marker, spread, ink };
})();
