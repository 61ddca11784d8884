/* large_cases.js -- a page of 100,000 runs, counted: elements before a section is opened, height with every section,
 * rows of tables. Its data are those of the test's page, so many times with other names.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';
const fs = require('fs');
const path = require('path');
const zlib = require('zlib');
const { assert, check } = require('./suite.js');

const RUNS = 100000, MOST_NODES = 3000, TALLEST = 20000, MOST_ROWS = 50;

function multiplied(d, copies) {
    const n = d.columns.key.length, P = d.problems.length, L = d.ladders.length, all = [...Array(copies).keys()];
    const columns = Object.fromEntries(Object.entries(d.columns).map(([name, v]) => [name, name === 'key'
        ? all.flatMap(c => v.map(k => c.toString(16).padStart(4, '0') + k.slice(4))) : all.flatMap(() => v)]));
    return { ...d, columns, compared: [],
        problems: all.flatMap(c => d.problems.map(p => (c ? { ...p, name: `${p.name}(k=${c})`, reference: [] } : p))),
        ladders: all.flatMap(c => d.ladders.map(l => ({ ...l, problem: l.problem + c * P, first: l.first + c * n }))),
        answers: d.answers.map(machine => all.flatMap(c => machine.map(levels => levels.map(rows => rows.map(
            ([ladder, ...rest]) => [ladder + c * L, ...rest]))))),
        drawing: all.flatMap(c => (c ? d.drawing.map(() => null) : d.drawing)) };
}

/* t: {b, load, visit, count, work} of test_page.js */
module.exports = t => check('a page of 100,000 runs: few elements, at most 20,000 pixels tall, tables in pages', async () => {
    const html = fs.readFileSync(path.join(t.work, 'out/index.html'), 'utf8'), where = path.join(t.work, 'out/large.html');
    const [, json] = /<script type="application\/json" id="data">([^<]*)/.exec(html), data = JSON.parse(json);
    const large = multiplied(data, Math.ceil(RUNS / data.columns.key.length));
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
