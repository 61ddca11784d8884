/* large_cases.js -- a page of 100,000 runs, counted: elements before a section is opened, height with every section,
 * rows of tables. Its data are those of the test's page, so many times with other names.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';
const fs = require('fs');
const path = require('path');
const zlib = require('zlib');
const { assert, check } = require('./suite.js');

const RUNS = 100000, MOST_NODES = 3000, TALLEST = 20000, MOST_ROWS = 50;

const SOLVERS = 6, RUNGS = 4; /* copies of each solver, and of each rung; of problems as many as it takes */

function multiplied(d) {
    const P = d.problems.length, copies = Math.ceil(RUNS / (d.columns.key.length * SOLVERS * RUNGS)), order = [], ladders = [];
    const range = n => [...Array(n).keys()];
    for (const c of range(copies)) for (const s of range(SOLVERS)) d.ladders.forEach(l => {
        ladders.push({ ...l, solver: s ? `${l.solver}_${s}` : l.solver, label: s ? `${l.label} ${s}` : l.label,
                       problem: l.problem + c * P, first: order.length, n: l.n * RUNGS });
        for (const k of range(l.n)) for (const r of range(RUNGS)) order.push([l.first + k, c + s + r]);
    });
    const L = d.ladders.length, columns = Object.fromEntries(Object.entries(d.columns).map(([name, v]) => [name, order.map(([i], k) =>
        (name === 'key' ? k.toString(16).padStart(8, '0') + v[i].slice(8) : v[i]))]));
    const rowsOf = (rows, c) => range(SOLVERS).flatMap(s => rows.map(([ladder, ...rest]) => [ladder + (c * SOLVERS + s) * L, ...rest]))
        .sort((x, y) => x[1] - y[1]);
    return { ...d, columns, ladders, compared: [],
        problems: range(copies).flatMap(c => d.problems.map(p => (c ? { ...p, name: `${p.name}(k=${c})`, reference: [] } : p))),
        answers: d.answers.map(machine => range(copies).flatMap(c => machine.map(levels => levels.map(rows => rowsOf(rows, c))))),
        drawing: order.map(([i, copy]) => (copy ? null : d.drawing[i])) };
}

/* t: {b, load, visit, count, work} of test_page.js */
module.exports = t => check('a page of 100,000 runs: few elements, at most 20,000 pixels tall, tables in pages', async () => {
    const html = fs.readFileSync(path.join(t.work, 'out/index.html'), 'utf8'), where = path.join(t.work, 'out/large.html');
    const [, json] = /<script type="application\/json" id="data">([^<]*)/.exec(html), data = JSON.parse(json);
    const large = multiplied(data);
    assert(large.columns.key.length >= RUNS);
    fs.writeFileSync(where, html.replace(/<script type="application\/json" id="data">[^<]*/, () =>
        `<script type="application/octet-stream" id="data">${zlib.deflateSync(JSON.stringify(large), { level: 1 }).toString('base64')}`));
    for (const width of [1400, 400]) {
        await t.b().devtools('Emulation.setDeviceMetricsOverride', { width, height: 900, deviceScaleFactor: 1, mobile: false });
        await t.load(`file://${where}`);
        const nodes = await t.count('*');
        assert(nodes <= MOST_NODES, `${nodes} elements at ${width} pixels`);
        await t.visit(`file://${where}`);
        const [tall, rows] = await t.b().run(() => [document.documentElement.scrollHeight, Math.max(...[...document.querySelectorAll(
            '#app .table tbody')].map(b => b.rows.length))]);
        console.log(`page: 100,000 runs at ${width} pixels: ${nodes} elements, ${tall} pixels tall, ${rows} rows at most`);
        assert(tall <= TALLEST, `${tall} pixels tall at ${width}`);
        assert(rows <= MOST_ROWS, `${rows} rows`);
    }
    await t.b().devtools('Emulation.clearDeviceMetricsOverride');
});
