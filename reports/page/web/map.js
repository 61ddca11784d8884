/* map.js -- the first screen: for each problem and number of digits the family of the fastest solver;
 * beside it the ranking of one problem with its work-precision diagram.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

/* page: what app.js hands to all sections. */
const Map_ = page => {
    const { data, go, link, fill, filter, problemNow } = page;
    const { h } = Tables;
    const { time, plain, isNumber } = Model;
    const $ = id => document.getElementById(id);

    const HEAD = 124, THUMB = 34, LEFT = 30, LEAST = 13, MOST = 46, WIDEST = 140, FEW = 480, ROW = 27, ROW_NARROW = 21, GAP = 9;

    /* ---- drawings ------------------------------------------------------------------------ */

    function filmOf(p) {
        const run = p.ladders.flatMap(l => l.runs).find(r => data.drawing[r.i] && data.drawing[r.i].moving);
        return run ? Film.of(data.drawing[run.i].moving) : null;
    }
    /* Quantities along time: of the reference, else of the run with most digits; [] if neither has any. */
    function tracksOf(p) {
        const known = p.reference.filter(r => r.length === 2).map(r => ({ t: Model.decode(r[0]), v: Model.decode(r[1]) }));
        if (known.length) return known;
        const digits = r => isNumber(r.get('scd')) ? r.get('scd') : -Infinity;
        const [run] = p.ladders.flatMap(l => l.runs).filter(r => r.ok && data.drawing[r.i])
            .sort((a, b) => digits(b) - digits(a) || a.i - b.i);
        const drawn = run ? data.drawing[run.i] : { q: [] };
        return drawn.q.map(q => ({ t: Model.decode(drawn.t), v: Model.decode(q) }));
    }
    /* A small path of a problem: its mechanism halfway, else two quantities against each other, else
     * one over time; '' where the page has neither. */
    function thumb(p, w, tall) {
        const film = filmOf(p);
        if (film) return Film.path(film.at(film.t[film.t.length >> 1]), Film.fit([film], w, tall, 1));
        const tracks = tracksOf(p);
        if (!tracks.length) return '';
        const [a, b] = tracks, both = b && a.v.length === b.v.length;
        const xs = both ? a.v : a.t, ys = both ? b.v : a.v;
        const inside = (v, size) => {
            const [low, high] = d3.extent(v.filter(isNumber)), wide = high - low || 1;
            return x => 2 + (size - 4) * (x - low) / wide;
        };
        const x = inside(xs, w), y = inside(ys, tall);
        return xs.map((v, i) => isNumber(v) && isNumber(ys[i]) ? `${i ? 'L' : 'M'}${x(v).toFixed(1)},${(tall -
            y(ys[i])).toFixed(1)}` : '').join('').replace(/^L/, 'M');
    }

    /* ---- the picture ----------------------------------------------------------------------- */

    const says = Sentences.tile;
    const colourOf = t => Charts.ink(page.familyColour(t.winner.ladder));

    function columns(groups, width) {
        const n = groups.reduce((s, g) => s + g.problems.length, 0);
        const each = Math.max(LEAST, Math.min(Math.max(MOST, Math.min(WIDEST, FEW / n)), (width - LEFT - GAP * (groups.length - 1)) / Math.max(1, n)));
        let x = LEFT;
        const list = [];
        groups.forEach(g => {
            g.at = x;
            g.problems.forEach(p => { list.push({ p, x }); x += each; });
            g.end = x;
            x += GAP;
        });
        return { list, each, width: x - GAP + 2 };
    }

    function patterns(svg) {
        const p = svg.append('defs').append('pattern').attr('id', 'hatch').attr('width', 5).attr('height', 5)
            .attr('patternUnits', 'userSpaceOnUse').attr('patternTransform', 'rotate(45)');
        p.append('line').attr('y2', 5).attr('stroke', 'var(--paper)').attr('stroke-width', 3);
    }

    /* Words in lines of at most so many pixels; [] if they do not fit into `most` lines. */
    function linesOf(text, width, most) {
        const fits = line => 6.9 * line.length < width;
        const lines = text.split(' ').reduce((list, word) => {
            const joined = `${list[list.length - 1]} ${word}`;
            return list.length && fits(joined) ? [...list.slice(0, -1), joined] : [...list, word];
        }, []);
        return lines.length <= most && lines.every(fits) ? lines : [];
    }
    /* Where columns are too narrow for drawings, the names of groups have their place. */
    function heads(svg, groups, c, chosen) {
        const drawn = c.each - 3 >= 16;
        groups.forEach(g => {
            linesOf(g.name, g.end - g.at, drawn ? 1 : 2).forEach((line, k) => svg.append('text').attr('class', 'group')
                .attr('x', g.at).attr('y', (drawn ? 11 : 28) + 12 * k).text(line));
            svg.append('line').attr('class', 'border').attr('x1', g.at).attr('x2', g.end - 2).attr('y1', 15).attr('y2', 15);
        });
        const w = Math.max(6, c.each - 3);
        const g = svg.append('g').selectAll('g').data(c.list).enter().append('g')
            .attr('transform', d => `translate(${d.x},18)`).classed('chosen-column', d => d.p === chosen);
        if (drawn) g.append('path').attr('class', 'thumb').attr('d', d => thumb(d.p, w, THUMB));
        g.append('text').attr('class', 'small').attr('transform', `translate(${w / 2 + 3},${THUMB + 4}) rotate(-90)`)
            .attr('text-anchor', 'end').text(d => d.p.name.length > 15 ? `${d.p.name.slice(0, 8)}…${d.p.name.slice(-5)}` : d.p.name);
        g.append('title').text(d => `${d.p.name}: ${d.p.title} (${Kinds.said(d.p)})`);
    }

    function tiles(svg, c, f, row, chosen) {
        const list = c.list.flatMap(({ p, x }) => d3.range(1, Model.DIGITS + 1).map(digits => ({ p, x, digits,
            t: Judge.tile(data, f, p, digits), y: 18 + THUMB + HEAD - 20 + (Model.DIGITS - digits) * row })));
        const w = c.each - 2, at = d => d.p === chosen && d.digits === f.digits;
        const g = svg.append('g').selectAll('rect').data(list).enter().append('rect')
            .attr('class', d => `tile ${d.t.state.replace(' ', '-')}`).attr('x', d => d.x).attr('y', d => d.y)
            .attr('width', w).attr('height', row - 2).attr('fill', d => d.t.state === 'won' ? colourOf(d.t) : null)
            .attr('role', 'button').attr('tabindex', d => at(d) ? 0 : -1).attr('aria-label', d => says(d.t, d.p, d.digits))
            .attr('data-problem', d => d.p.name).attr('data-digits', d => d.digits).classed('chosen', at)
            .on('click', d => choose(d)).on('mouseenter', function (d) { page.tellText(says(d.t, d.p, d.digits), this); })
            .on('mouseleave', page.hush);
        svg.append('g').selectAll('rect').data(list.filter(d => d.t.tied)).enter().append('rect').attr('class', 'hatch')
            .attr('x', d => d.x).attr('y', d => d.y).attr('width', w).attr('height', row - 2).attr('fill', 'url(#hatch)');
        if (!list.some(at)) g.filter((d, i) => !i).attr('tabindex', 0);
        for (let digits = 1; digits <= Model.DIGITS; digits++) svg.append('text').attr('class', 'small digits')
            .attr('x', LEFT - 7).attr('y', 18 + THUMB + HEAD - 20 + (Model.DIGITS - digits) * row + row / 2 + 3)
            .attr('text-anchor', 'end').classed('now', digits === f.digits).text(digits);
        svg.on('keydown', () => steer(c));
    }
    function choose(d) {
        page.hush();
        go({ p: d.p.name, d: String(d.digits) });
        if (innerWidth < 1000) $('beside').scrollIntoView({ block: 'nearest' });
    }
    /* Arrows go from tile to tile, Enter chooses. */
    function steer(c) {
        const event = d3.event, at = document.activeElement;
        if (!at || !at.dataset.problem) return;
        const k = c.list.findIndex(d => d.p.name === at.dataset.problem), digits = Number(at.dataset.digits);
        const [dk, dd] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] || [0, 0];
        const next = c.list[Math.max(0, Math.min(c.list.length - 1, k + dk))];
        const up = Math.max(1, Math.min(Model.DIGITS, digits + dd));
        if (event.key === 'Enter' || event.key === ' ') {
            choose({ p: c.list[k].p, digits });
            const again = tileAt(c.list[k].p.name, digits);
            if (again) again.focus();
        } else if (dk || dd) {
            const to = tileAt(next.p.name, up);
            at.setAttribute('tabindex', -1);
            to.setAttribute('tabindex', 0);
            to.focus();
        } else return;
        event.preventDefault();
    }
    const tileAt = (name, digits) => [...document.querySelectorAll('#map .tile')].find(
        e => e.dataset.problem === name && Number(e.dataset.digits) === digits);

    /* Families that win somewhere, and what the other tiles mean: only what is there. */
    function legend(problems, f) {
        const all = problems.flatMap(p => d3.range(1, Model.DIGITS + 1).map(d => Judge.tile(data, f, p, d)));
        const won = new Map();
        all.filter(t => t.state === 'won').forEach(t => {
            const name = t.winner.ladder.family ? Terms.family(t.winner.ladder.family) : t.winner.ladder.solver;
            won.set(name, { ladder: t.winner.ladder, n: (won.get(name) || { n: 0 }).n + 1 });
        });
        const mark = (kind, text, colour) => h('span', { class: 'key' }, h('i', { class: kind,
            style: colour ? `background:${colour}` : null }), text);
        const has = state => all.some(t => t.state === state);
        return h('p', { class: 'keys', id: 'map-keys' },
            [...won].sort((a, b) => b[1].n - a[1].n).map(([name, w]) => mark('', name, Charts.ink(page.familyColour(w.ladder)))),
            all.some(t => t.tied) ? mark('tied', 'statistical tie') : null,
            has('none') ? mark('none', 'no solver reaches it') : null,
            has('open') ? mark('open', 'not asked for so many digits') : null,
            has('unknown') ? mark('unknown', 'reference tells fewer digits') : null,
            has('untimed') ? mark('untimed', 'timings to come') : null,
            has('not asked') ? mark('not-asked', 'not asked') : null);
    }

    /* As many problems as have room; the others on further pages. */
    function paged(groups, width) {
        const room = Math.max(6, Math.floor((width - LEFT - GAP * groups.length) / LEAST));
        const all = groups.flatMap(g => g.problems), pages = Math.ceil(all.length / room);
        const now = Math.min(Number(page.state.mp) || 0, Math.max(0, pages - 1));
        const shown = new Set(all.slice(now * room, (now + 1) * room));
        return { pages, now, groups: groups.map(g => ({ ...g, problems: g.problems.filter(p => shown.has(p)) }))
            .filter(g => g.problems.length) };
    }

    function map() {
        const f = filter(), problems = Model.problemsOf(data, f);
        const box = h('div', { id: 'map' });
        const wide = $('map-here').clientWidth || 900, sided = innerWidth >= 1000;
        const room = sided ? Math.floor(wide * 0.56) : wide;
        const { groups, pages, now } = paged(Kinds.grouped(problems), room);
        const c = columns(groups, room), row = sided ? ROW : ROW_NARROW;
        fill('map-here', h('p', { class: 'lead', id: 'lead' }, Judge.sentence(data, f, problems)),
            h('div', { class: 'first' }, h('figure', null, box, legend(problems, f),
                h('figcaption', null, 'Across: problems, by kind and size. Upward: correct digits. Colour: family of the ' +
                  'fastest solver. A click ranks the problem.'),
                pages > 1 ? h('div', { class: 'bar' }, h('button', { class: 'tool', disabled: !now, onclick: () =>
                    go({ mp: String(now - 1) }) }, 'problems before'), `part ${now + 1} of ${pages}`,
                    h('button', { class: 'tool', disabled: now + 1 >= pages, onclick: () => go({ mp: String(now + 1) }) },
                      'problems after')) : null),
              h('div', { id: 'beside' })));
        const tall = 18 + THUMB + HEAD - 20 + Model.DIGITS * row + 4;
        const svg = d3.select(box).append('svg').attr('viewBox', `0 0 ${c.width} ${tall}`).attr('width', c.width)
            .attr('height', tall).attr('role', 'group').attr('aria-label', 'fastest family by problem and digits');
        patterns(svg);
        heads(svg, groups, c, problemNow());
        tiles(svg, c, f, row, problemNow());
        beside();
    }

    /* ---- one problem beside it --------------------------------------------------------------- */

    function beside() {
        const f = filter(), p = problemNow();
        const found = Model.answers(data, f.machine, p.index, f.digits).filter(a => Model.shown(f, a.ladder));
        const t = Judge.tile(data, f, p, f.digits), first = found[0];
        const rows = found.slice(0, 6).map(a => h('tr', null, h('th', { scope: 'row' }, marked(a.ladder)),
            h('td', { class: 'n' }, time(a.seconds)), h('td', { class: 'n' }, a === first ? 'fastest'
                : `${plain(a.seconds / first.seconds)} ×`), h('td', null, a !== first && t.tied && a.tie ? 'tie' : '')));
        const rest = found.length - rows.length;
        $('beside').replaceChildren(h('h3', null, `${p.name}: ${Terms.count(f.digits, 'correct digit')}`),
            h('p', { class: 'note' }, `${p.title} (${Kinds.said(p)})`),
            found.length ? h('table', { class: 'short' }, h('caption', { class: 'hidden' }, `Ranking on ${p.name}`), h('tbody', null, rows))
                : h('p', null, `${says(t, p, f.digits)}.`),
            rest > 0 ? h('p', { class: 'note' }, link({ p: p.name }, `${Terms.count(rest, 'more configuration')} in the ranking below`,
                () => page.show('ranking'))) : '',
            h('div', { id: 'small-diagram', class: 'chart' }));
        page.smallDiagram($('small-diagram'), p);
    }
    function marked(ladder) {
        const e = h('span', { class: 'mark' });
        Charts.marker(e, ladder, ladder.colour);
        e.append(ladder.label);
        return e;
    }

    return { map };
};
