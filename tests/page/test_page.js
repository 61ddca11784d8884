/* test_page.js BUILD -- a report in a real browser: it answers what a stranger asks, its numbers are
 * those of rank and export, and nothing of it needs a network.
 *
 * PICTURES=FOLDER keeps screenshots at three widths: light, dark, printed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';
const { execFileSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const zlib = require('zlib');
const { assert, check, report } = require('./suite.js');
const Browser = require('./driver.js');

const build = path.resolve(process.argv[2] || 'build');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'ivpbench-page-'));
const store = path.join(work, 'bench.db'), page = `file://${work}/out/index.html`;
const env = { ...process.env, IVPBENCH_PLUGIN_PATH: build };
const ivpbench = (...args) => {
    try {
        return execFileSync(path.join(build, 'ivpbench'), args, { env, encoding: 'utf8',
            stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (e) {
        if (e.status === 4) return e.stdout; /* a solver failed: some are meant to */
        throw new Error(`ivpbench ${args.join(' ')}: ${e.stderr || e.message}`);
    }
};

/* What a command says that does not succeed. */
function refused(...args) {
    try {
        ivpbench(...args);
    } catch (e) {
        return e.message;
    }
    throw new Error(`ivpbench ${args.join(' ')} succeeds`);
}

/* The export as objects; fields without line breaks, which is what cells have. */
function exported() {
    const split = line => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].slice(0, header ?
        header.length : undefined).map(m => m[1].replace(/^"|"$/g, '').replace(/""/g, '"'));
    let header = null;
    const [first, ...lines] = ivpbench('export', '--store', store, '--format', 'csv').trim().split('\n');
    header = first.split(',');
    return lines.map(l => Object.fromEntries(split(l).map((v, i) => [header[i], v])));
}

let b, runs;
const text = css => b.run(css => document.querySelector(css).innerText, css);
const count = css => b.run(css => document.querySelectorAll(css).length, css);
const rows = css => b.run(css => [...document.querySelectorAll(`${css} tbody tr`)].map(
    tr => [...tr.children].map(td => td.innerText)), css);
const pause = ms => new Promise(r => setTimeout(r, ms));
/* Waits for what comes a moment later, on a busy machine some moments. */
async function until(said, holds) {
    const end = Date.now() + 20000;
    while (!await holds()) {
        assert(Date.now() < end, `waited in vain: ${said}`);
        await pause(20);
    }
}
/* Loaded anew, to the end of its program. */
async function load(where) {
    await b.go('about:blank');
    await b.go(where);
    await until('the program comes to its end', () => b.run(() => document.documentElement.classList.contains('js')));
}
/* With every section, as if all had been seen. */
const visit = async where => {
    await load(where);
    await b.run(() => dispatchEvent(new Event('beforeprint')));
};
const open = (hash = '') => visit(page + hash);
const time = v => b.run(v => Model.time(v), Number(v));
/* "1.07e+03" as the page has it */
const plain = v => b.run(v => v.replace(/[\d.]+(e[+-]\d+)?/g, x => Model.plain(Number(x))), v);
const general = v => b.run(v => Model.general(v), Number(v));

/* ---- what a stranger asks ---------------------------------------------------------------- */

check('fastest for 6 digits on Andrews: as ivpbench rank says', async () => {
    await open('#p=andrews');
    const said = await text('#cheapest-said');
    const [name, seconds] = ivpbench('rank', 'andrews', '--digits', '6', '--metric', 'scd', '--store',
        store).split('\n').find(l => /^1~? /.test(l)).split(/\s{2,}|(?<=^1)\s+/).slice(1);
    assert(said.includes(`${name} is fastest with ${await time(seconds)}`), `${said} / ${name} ${seconds}`);
});

check('every row of the ranking is that of ivpbench rank', async () => {
    const lines = ivpbench('rank', 'andrews', '--digits', '6', '--metric', 'scd', '--store', store)
        .split('\n').filter(l => /^\d+~?\s+\S+@/.test(l));
    const shown = await rows('#ranking');
    assert.equal(shown.length, lines.length);
    for (const [i, l] of lines.entries()) {
        const [, name, seconds, ratio] = l.trim().split(/\s{2,}/);
        assert.equal(shown[i][0], name);
        assert.equal(shown[i][1], await time(seconds));
        if (i) assert.equal(`${shown[i][2]} [${shown[i][3].replace(' .. ', ', ')}]`, await plain(ratio));
    }
});

check('index 3 or GGL for IDA', async () => {
    const shown = (await rows('#formulations')).filter(r => r[0] === 'ida' && r[1] === 'andrews');
    const of = name => shown.find(r => r[2] === `ida@${name}`);
    assert.equal(of('ggl')[5], 'fastest');
    assert.equal(of('index3')[5], 'failed');
    const ended = runs.filter(r => r.problem === 'andrews' && r.formulation === 'index3' &&
        r.solver === 'ida').map(r => r.outcome);
    for (const o of new Set(ended)) assert(of('index3')[6].includes(`${ended.filter(e => e === o).length} ` +
        await b.run(o => Terms.outcome(o), o)), of('index3')[6]);
});

check('which solver drifts least', async () => {
    await open('#tag=&q=andrews');
    const first = (await rows('#drift'))[0];
    const least = runs.filter(r => r.problem === 'andrews' && Number(r.scd) >= 6 && r.drift_g !== '')
        .sort((x, y) => x.drift_g - y.drift_g)[0];
    assert.equal(first[0].split(',')[0], `${least.solver}@${least.formulation}`);
    assert.equal(first[2], await b.run(v => Model.general(v, 2), Number(least.drift_g)));
});

check('where cvode_adams failed, and why', async () => {
    await open();
    await b.type('#failures input[type=search]', 'cvode_adams');
    const shown = (await rows('#failures')).filter(r => r[2] !== 'finished, inaccurate');
    const failed = runs.filter(r => r.solver === 'cvode_adams' && r.outcome !== 'ok');
    assert(failed.length > 0, 'it was meant to fail somewhere');
    assert.deepEqual([...new Set(shown.map(r => r[1]))].sort(),
                     [...new Set(failed.map(r => r.problem))].sort());
    for (const f of failed) f.words = await b.run(o => Terms.outcome(o), f.outcome);
    shown.forEach(r => assert(failed.some(f => f.problem === r[1] && f.words === r[2] && f.detail === r[6]), r.join(' | ')));
});

check('what rtol = 1e-6 buys', async () => {
    await open('#p=andrews');
    const said = await text('#tolerance-said');
    const digits = runs.filter(r => r.problem === 'andrews' && Number(r.rtol) > 0.99e-6 && Number(r.rtol) < 1.01e-6 && r.scd !== '')
        .map(r => Number(r.scd)).sort((x, y) => x - y);
    const place = await b.run((x, y) => [Model.fixed(x, 1), Model.fixed(y, 1)], digits[0],
                              digits[digits.length - 1]);
    assert(said.startsWith(`On andrews rtol = 1e-06 buys between ${place[0]} and ${place[1]} correct digits`), said);
});

require('./questions.js')({ b: () => b, load: hash => load(page + hash), text, rows, count, ivpbench, store, until, runs: () => runs });

/* ---- it does what it says ---------------------------------------------------------------- */

check('loads without a complaint and without a request', async () => {
    await open();
    const complaints = (await b.log('browser')).filter(m => m.level !== 'DEBUG' && m.level !== 'INFO');
    assert.deepEqual(complaints, []);
    const asked = (await b.log('performance')).map(m => JSON.parse(m.message).message)
        .filter(m => m.method === 'Network.requestWillBeSent').map(m => m.params.request.url);
    assert(asked.length > 0, 'no request was seen, not even of the page');
    assert.deepEqual(asked.filter(u => !/^(data|about|chrome|chrome-untrusted):/.test(u) && !u.startsWith(page)), []);
});

check('the first screen is one look, and light: sections are made when they are seen', async () => {
    await b.devtools('Emulation.setDeviceMetricsOverride', { width: 1400, height: 900, deviceScaleFactor: 1, mobile: false });
    await load(page);
    assert((await count('*')) <= 3000, `${await count('*')} elements`);
    assert.equal(await count('#failures'), 0);
    const below = await b.run(() => ['#lead', '#map svg', '#map-keys', '#small-diagram svg'].filter(
        css => document.querySelector(css).getBoundingClientRect().bottom > 900));
    assert.deepEqual(below, []);
    await b.click('nav a[data-section=failures]');
    assert.equal(await count('#failures'), 1);
    assert((await b.address()).includes('s=failures'));
    await b.devtools('Emulation.clearDeviceMetricsOverride');
});

check('a tile of the map ranks its problem; arrows go from tile to tile', async () => {
    await open('#d=6');
    await b.click('.tile[data-problem=hires][data-digits="4"]');
    assert((await text('#beside h3')).startsWith('hires: 4 correct digits'));
    assert(/d=4/.test(await b.address()) && /p=hires/.test(await b.address()));
    await b.run(() => document.querySelector('.tile.chosen').focus());
    await b.keys('\uE013'); /* up */
    assert.equal(await b.run(() => document.activeElement.dataset.digits), '5');
    const shown = await b.run(() => [...document.querySelectorAll('.tile')].map(t => t.getAttribute('aria-label')));
    assert.equal(shown.length, 12 * (await b.run(() => new Set([...document.querySelectorAll('.tile')].map(t => t.dataset.problem)).size)));
    assert(shown.every(t => t.includes(': ')), shown[0]);
});

check('Esc closes the run, and the focus is back where it was', async () => {
    await open('#p=andrews');
    await b.run(() => document.querySelector('#diagram .point').focus());
    const id = await b.run(() => document.activeElement.dataset.run);
    await b.keys('\uE007');
    assert(await b.run(() => !document.getElementById('run').hidden));
    await b.keys('\uE00C');
    assert(await b.run(() => document.getElementById('run').hidden));
    assert.equal(await b.run(() => document.activeElement.dataset.run), id);
});

check('digits asked for change the answers', async () => {
    await open('#d=3&p=andrews');
    const three = await text('#cheapest-said');
    await open('#d=7&p=andrews');
    assert.notEqual(await text('#cheapest-said'), three);
    assert((await text('#answers caption')).includes('7 correct digits'));
});

check('filters by tag and by name', async () => {
    await open('#q=hires');
    assert.deepEqual((await rows('#answers')).map(r => r[0]), ['hires']);
    await open('#tag=stiff');
    const tagged = (await rows('#answers')).map(r => r[0]);
    assert(tagged.includes('van_der_pol') && !tagged.includes('car_axle'), tagged.join());
});

check('a solver is switched off, alone, and on again', async () => {
    await open('#p=andrews');
    const all = await count('#diagram .point');
    await b.click('#legend button[title="switch dopri5 off"]');
    const without = await count('#diagram .point');
    assert(without < all && without > 0, `${without} of ${all}`);
    assert(!(await text('#answers thead')).includes('dopri5'));
    await b.back();
    await until('all are back', async () => await count('#diagram .point') === all);
    await b.click('#legend button[aria-label="only ida"]');
    const alone = await b.run(() => [...document.querySelectorAll('#diagram .point')].map(
        p => p.getAttribute('aria-label').split('@')[0]));
    assert.deepEqual([...new Set(alone)], ['ida']);
    await b.click('#legend .tool');
    assert.equal(await count('#diagram .point'), all);
});

check('profiles are counted anew when solvers are switched', async () => {
    await open();
    const before = await text('#profile-said');
    await b.click('#who summary');
    await b.click('#who button[data-name="cvode_adams"]');
    assert.notEqual(await text('#profile-said'), before);
});

check('a pointer on a point tells tolerance, counts, interval and the command', async () => {
    await open('#p=andrews');
    await b.point('#diagram .point');
    const said = await text('#tip');
    ['rtol = ', 'scd ', 'CPU ', ' [', ' steps, ', "ivpbench run --cell '{"].forEach(w =>
        assert(said.includes(w), `${w} is missing in ${said}`));
});

check('the command reproduces the cell', async () => {
    const command = await b.run(() => Model.command(JSON.parse(document.getElementById('data').textContent)
        && (() => { const d = Model.load(JSON.parse(document.getElementById('data').textContent));
                    return d.runs.find(r => r.ok && r.ladder.solver === 'dopri5'); })()));
    const cell = /--cell '(.*)'$/.exec(command)[1], again = path.join(work, 'again.db');
    ivpbench('run', '--cell', cell, '--output', again, '--quiet');
    const c = JSON.parse(cell);
    const [header, line] = ivpbench('export', '--store', again, '--format', 'csv').split('\n');
    const f = line.split(','), k = header.split(',').indexOf('key');
    assert(runs.some(r => r.key === f[f.length - 1] || r.key === f[k]), `${c.solver}: another cell`);
});

check('a click opens the run, its address opens it again, back closes it', async () => {
    await open('#p=andrews');
    await b.click('#diagram .point');
    assert(await b.run(() => !document.getElementById('run').hidden));
    const said = await text('#run dl'), where = await b.address();
    assert((await count('#run svg')) >= 3, 'no charts of the run');
    assert(/[#&]r=[0-9a-f]{12}/.test(where), where);
    await visit(where);
    assert.equal(await text('#run dl'), said);
    await open('#p=andrews');
    await b.click('#diagram .point');
    await b.back();
    await until('the run is hidden', () => b.run(() => document.getElementById('run').hidden));
});

check('what a run shows is what the export has', async () => {
    await open('#p=andrews');
    await b.click('#diagram .point');
    const key = /r=([0-9a-f]{12})/.exec(await b.address())[1], said = await text('#run dl');
    const r = runs.find(one => one.key.startsWith(key));
    for (const [name, shown] of [['scd', await b.run(v => Model.fixed(v), Number(r.scd))],
        ['CPU time', `${await time(r.cpu_median_s)} [${await time(r.cpu_low_s)}, ` +
                     `${await time(r.cpu_high_s)}]`],
        ['steps', `${r.steps}: ${r.accepted} accepted`], ['counters', `${r.n_f} f`],
        ['saddle point', r.elimination === 'static' ? 'compiled code, in a fixed order' : r.elimination],
        ['largest |g|', await general(r.drift_g)]])
        assert(said.includes(shown), `${name}: ${shown} is missing in ${said}`);
});

check('axes are chosen', async () => {
    await open('#p=andrews&x=rtol&y=drift');
    assert((await text('#explorer-here figcaption')).startsWith('andrews: drift |g| against rtol'));
    assert((await count('#diagram .point')) > 0);
});

check('dragging lists runs', async () => {
    await open('#p=andrews');
    const size = await b.run(() => { const r = document.querySelector('.brush .overlay')
        .getBoundingClientRect(); return [r.width, r.height]; });
    await b.point('.brush .overlay', [[-Math.floor(size[0] / 2) + 2, -Math.floor(size[1] / 2) + 2],
        [Math.floor(size[0] / 2) - 2, Math.floor(size[1] / 2) - 2]]);
    assert.equal((await rows('#chosen-runs')).length, await count('#diagram .point'));
});

check('a part is zoomed into, the address keeps it, and a scale is changed', async () => {
    await open('#p=andrews');
    const all = await count('#diagram .point');
    const size = await b.run(() => { const r = document.querySelector('.brush .overlay')
        .getBoundingClientRect(); return [r.width, r.height]; });
    await b.point('.brush .overlay', [[-Math.floor(size[0] / 4), -Math.floor(size[1] / 2) + 2],
        [Math.floor(size[0] / 4), Math.floor(size[1] / 2) - 2]]);
    const chosen = (await rows('#chosen-runs')).length;
    assert(chosen > 0 && chosen < all, `${chosen} of ${all}`);
    await b.click('#zoom');
    assert.equal(await count('#diagram .point'), chosen);
    assert((await b.run(() => location.hash)).includes('z='));
    await b.click('#whole');
    assert.equal(await count('#diagram .point'), all);
    await b.click('#scale-ly');
    assert((await text('#scale-ly')).includes('logarithmic'));
    assert.equal(await count('#scale-lx'), 0); /* digits are a logarithm */
    assert.equal(await count('#diagram .point'), all);
});

check('several runs a rung have a band, their ranking says how often it holds, as rank does', async () => {
    await open('#p=brusselator&d=4');
    assert.equal(await count('#diagram .band'), 2);
    const told = (await rows('#ranking')).map(r => r[5]).filter(v => v);
    assert.equal(told.length, 1);
    const said = ivpbench('rank', 'brusselator', '--digits', '4', '--metric', 'scd', '--store', store);
    assert(said.includes('order holds') && said.includes(` ${told[0]}`), `${told[0]} is not in ${said}`);
});

check('a column sorts both ways', async () => {
    await open('#p=andrews');
    await b.click('#ranking th:nth-child(1) button');
    const up = (await rows('#ranking')).map(r => r[0]);
    await b.click('#ranking th:nth-child(1) button');
    const down = (await rows('#ranking')).map(r => r[0]);
    assert.deepEqual(down, [...up].reverse());
    assert.deepEqual(up, [...up].sort());
    assert.equal(await b.run(() => document.querySelector('#ranking th').getAttribute('aria-sort')),
                 'descending');
});

check('the keyboard goes from point to point and opens one', async () => {
    await open('#p=andrews');
    await b.run(() => document.querySelector('#diagram .point').focus());
    await b.keys('\uE014');
    const label = await b.run(() => document.activeElement.getAttribute('aria-label'));
    assert(/andrews|@/.test(label), label);
    await b.keys('\uE007');
    assert(await b.run(() => !document.getElementById('run').hidden));
});

check('the slider for digits fades runs', async () => {
    await open('#p=andrews&cut=7');
    assert((await count('#diagram .point.dim')) > 0);
    assert((await count('#diagram .point.dim')) < (await count('#diagram .point')));
});

check('tables of the static part can be searched once they are opened', async () => {
    await open();
    await b.click('#static > summary');
    await until('tables can be searched', () => count('#static .table input[type=search]'));
    await b.type('#static .table input[type=search]', 'car_axle');
    const said = await b.run(() => document.querySelector('#static .table input[type=search]').closest('.table')
        .querySelector('.note').textContent);
    assert(said.includes(' of '), said);
});

require('./history_cases.js')({ b: () => b, visit, text, rows, count, ivpbench, store, work, refused });

/* ---- a reader's own figures ---------------------------------------------------------------- */

const own = [{ title: 'With the page', p: 'andrews', x: 'steps', y: 'drift', off: 'ida' }];
const points = css => count(`${css} .point`);
const titles = () => b.run(() => [...document.querySelectorAll('.own input')].map(i => i.value));

check('figures that came with --figures stand in the page, by a script and without one', async () => {
    await open();
    assert.deepEqual(await titles(), ['With the page']);
    await open('#p=andrews&x=steps&y=drift&off=ida');
    assert((await points('#diagram')) > 0);
    assert.equal(await points('#own-0'), await points('#diagram'));
    const html = fs.readFileSync(`${work}/out/index.html`, 'utf8'), body = html.slice(0, html.indexOf('<script'));
    assert(body.includes('With the page; andrews: drift |g| against steps') && body.includes('figures/own-1.gp'));
    const drawn = fs.readFileSync(`${work}/out/figures/own-1.dat`, 'utf8').split('\n').filter(l => /^\d/.test(l));
    assert.equal(drawn.length, await points('#own-0'));
});

check('printed runs stand beside those measured, and can be left out', async () => {
    const printed = await b.run(() => JSON.parse(document.getElementById('data').textContent).printed.runs);
    const mine = printed.filter(r => r.problem === 'andrews' && r.scd !== null && r.n_f !== null);
    assert(mine.length > 0);
    await open('#p=andrews&y=f');
    const marks = await b.run(() => [...document.querySelectorAll('#diagram .printed')].map(g => g.getAttribute('aria-label')));
    assert.deepEqual(marks.map(m => m.split(' ')[0]).sort(), mine.map(r => r.code).sort());
    await b.click('#printed');
    assert.equal(await count('#diagram .printed'), 0);
    await open('#p=andrews');
    assert.equal(await count('#diagram .printed'), 0); /* no times were printed */
    const html = fs.readFileSync(`${work}/out/index.html`, 'utf8');
    mine.forEach(r => assert(html.includes(`<th scope="row">${r.code}</th>`) || html.includes(`>${r.code}<`), r.code));
});

check('a diagram is kept, named and removed, and its address shows it again', async () => {
    await open('#p=hires&x=rtol&y=f&off=ida');
    const wanted = await points('#diagram');
    await b.click('#keep');
    assert.equal(await points('#own-1'), wanted);
    await b.run(() => { const i = document.querySelectorAll('.own input')[1];
        i.value = '<img src=x onerror=alert(1)>'; i.dispatchEvent(new Event('change')); });
    const where = await b.address(), images = await count('img');
    await visit(where);
    assert.deepEqual(await titles(), ['With the page', '<img src=x onerror=alert(1)>']);
    assert.equal(await points('#own-1'), wanted);
    assert.equal(await count('img'), images); /* a title is a text */
    await open('#p=andrews');
    await b.go(where);
    await b.click('.own:nth-of-type(1) .remove');
    assert.equal((await titles()).length, 1);
    await b.back();
    await until('two figures', async () => (await titles()).length === 2);
});

check('figures leave and come back as a file; one of another store says so', async () => {
    await open();
    const load = list => b.run(text => {
        const files = new DataTransfer(), input = document.getElementById('own-load');
        files.items.add(new File([text], 'figures.json'));
        input.files = files.files;
        input.dispatchEvent(new Event('change'));
    }, list);
    await load(await b.run(list => Model.figuresFile(list), [{ p: 'car_axle' }, { p: 'elsewhere' }]));
    await until('three figures', async () => (await titles()).length === 3);
    assert((await points('#own-1')) > 0);
    assert((await text('.own:nth-of-type(3) figcaption')).includes('elsewhere: not in this page'));
    await load('{');
    await until('what was wrong', () => text('#own-said'));
    assert((await text('#own-said')).startsWith('not loaded'), await text('#own-said'));
    assert.equal((await titles()).length, 3);
});

check('the page and --figures have the same axes', async () => {
    const file = path.join(work, 'odd.json');
    fs.writeFileSync(file, '{"figures":[{"p":"andrews","x":"nothing"}]}');
    let said = '';
    try { ivpbench('report', '--store', store, '--output', path.join(work, 'none'), '--figures', file); } catch (e) { said = e.message; }
    assert(said.includes(`there are ${(await b.run(() => Model.axisNames)).join(', ')}\n`), said);
});

check('each problem has words, the lines that make it again, and its equations', () => {
    const html = fs.readFileSync(`${work}/out/index.html`, 'utf8');
    const part = html.slice(html.indexOf('<h2 id="andrews"'), html.indexOf('<h2 id="brusselator"'));
    const rank = ivpbench('rank', 'andrews', '--digits', '6', '--metric', 'scd', '--store', store)
        .split('\n').find(l => /^1~? /.test(l)).split(/\s{2,}|(?<=^1)\s+/);
    assert(part.includes(`For 6 digits (scd) ${rank[1]} is fastest with ${rank[2]} s`), rank.join());
    assert(part.includes('ivpbench run plan.cfg --problems andrews') && part.includes('To see: of '));
    assert(part.includes('g1 = X - ss sin q3 - xb'), 'no equations');
    assert(html.includes('title = &quot;For the test of the page&quot;;'), 'no plan');
});

/* ---- everybody can use it ---------------------------------------------------------------- */

const named = `(() => [...document.querySelectorAll('button, input, select, a[href], img, svg[role]')]
    .filter(e => e.getClientRects().length && !((e.textContent || '').trim() || e.getAttribute('aria-label') ||
        e.alt || (e.labels && e.labels.length))).map(e => e.outerHTML.slice(0, 80)))()`;

check('everything that acts has a name, tables have captions and scopes', async () => {
    await open('#p=andrews');
    const nameless = await b.devtools('Runtime.evaluate', { expression: named, returnByValue: true });
    assert.deepEqual(nameless.result.value, []);
    const bare = await b.run(() => [...document.querySelectorAll('table')].filter(t => !t.caption ||
        [...t.querySelectorAll('thead th')].some(th => !th.scope)).length);
    assert.equal(bare, 0);
    const tree = await b.devtools('Accessibility.getFullAXTree');
    const acting = tree.nodes.filter(n => !n.ignored && ['button', 'link', 'combobox', 'slider', 'searchbox',
        'image', 'checkbox'].includes(n.role && n.role.value));
    assert(acting.length > 50, `${acting.length}`);
    const mute = acting.filter(n => !(n.name && n.name.value));
    assert.deepEqual(mute.map(n => n.role.value), []);
});

/* Contrast of texts after WCAG 2.1: 4.5 between text and what is behind it. */
const contrast = `(() => {
    const bad = [], canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const rgb = (text, under) => { canvas.fillStyle = under; canvas.fillRect(0, 0, 1, 1);
        canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1); return canvas.getImageData(0, 0, 1, 1).data; };
    const light = c => { const l = [0, 1, 2].map(i => c[i] / 255).map(v => v <= 0.03928 ? v / 12.92 :
        Math.pow((v + 0.055) / 1.055, 2.4)); return 0.2126 * l[0] + 0.7152 * l[1] + 0.0722 * l[2]; };
    const css = c => 'rgb(' + c[0] + ',' + c[1] + ',' + c[2] + ')';
    const behind = e => e ? css(rgb(getComputedStyle(e).backgroundColor, behind(e.parentElement))) : '#fff';
    document.querySelectorAll('td, th, p, li, label, button, summary, caption, h1, h2, dd, dt, figcaption, small')
        .forEach(e => {
            if (!e.getClientRects().length || !e.textContent.trim()) return;
            const under = behind(e), a = light(rgb(getComputedStyle(e).color, under)), b = light(rgb(under, under));
            const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            if (ratio < 4.5) bad.push(e.tagName + ' ' + e.textContent.slice(0, 30) + ' ' + ratio.toFixed(2));
        });
    return bad.slice(0, 5);
})()`;

check('texts stand out, by day and by night', async () => {
    for (const value of ['light', 'dark']) {
        await b.devtools('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
        await open('#p=andrews');
        const bad = await b.devtools('Runtime.evaluate', { expression: contrast, returnByValue: true });
        assert.deepEqual(bad.result.value, [], value);
    }
    await b.devtools('Emulation.setEmulatedMedia', { features: [] });
});

/* By day, by night and on paper. */
async function pictures(width) {
    if (!process.env.PICTURES) return;
    const looks = { light: ['', 'light'], dark: ['', 'dark'], print: ['print', 'light'] };
    for (const [name, [media, scheme]] of Object.entries(looks)) {
        await b.devtools('Emulation.setEmulatedMedia', { media,
            features: [{ name: 'prefers-color-scheme', value: scheme }] });
        const whole = await b.devtools('Page.captureScreenshot', { captureBeyondViewport: true,
            clip: { x: 0, y: 0, width, height: 2600, scale: 1 } });
        fs.writeFileSync(path.join(process.env.PICTURES, `page-${width}-${name}.png`),
                         Buffer.from(whole.data, 'base64'));
    }
    await b.devtools('Emulation.setEmulatedMedia', { media: '', features: [] });
}

check('400, 800, 1400 and 1920 pixels hold it', async () => {
    for (const width of [400, 800, 1400, 1920]) {
        await b.devtools('Emulation.setDeviceMetricsOverride', { width, height: 900, deviceScaleFactor: 1,
                                                                 mobile: false });
        await open('#p=andrews');
        await b.click('#diagram .point');
        await b.run(() => scrollTo(0, 0));
        const wide = await b.run(() => document.documentElement.scrollWidth);
        const who = await b.run(() => [...document.querySelectorAll('body *')].filter(e =>
            e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.wide, svg')).slice(0, 3)
            .map(e => `${e.tagName} ${e.id} ${e.className}: ${e.textContent.slice(0, 60)}`));
        assert(wide <= width, `${wide} pixels at ${width}: ${who.join('; ')}`);
        await pictures(width);
    }
    await b.devtools('Emulation.clearDeviceMetricsOverride');
});

check('a page whose data are compressed is the same', async () => {
    await open('#p=andrews');
    const said = await text('#cheapest-said'), html = fs.readFileSync(`${work}/out/index.html`, 'utf8');
    const small = html.replace(/<script type="application\/json" id="data">([^<]*)/, (all, json) =>
        `<script type="application/octet-stream" id="data">${zlib.deflateSync(json).toString('base64')}`);
    assert(small.length < html.length);
    fs.writeFileSync(`${work}/out/small.html`, small);
    await visit(`file://${work}/out/small.html#p=andrews`);
    assert.equal(await text('#cheapest-said'), said);
});

require('./large_cases.js')({ b: () => b, load, visit, count, work });

check('without a script answers, figures and tables are there', async () => {
    await b.devtools('Emulation.setScriptExecutionDisabled', { value: true });
    await b.go('about:blank');
    await b.go(page);
    const html = fs.readFileSync(`${work}/out/index.html`, 'utf8');
    const body = html.slice(0, html.indexOf('<script'));
    assert(body.includes('Fastest solver for 3, 6 and 9 digits') && body.includes('data:image/svg+xml;base64,'));
    const seen = await b.devtools('Accessibility.getFullAXTree');
    assert(seen.nodes.some(n => n.name && n.name.value === 'All figures and tables'));
    await b.devtools('Emulation.setScriptExecutionDisabled', { value: false });
});

check('pictures in the page are small, the page is one file', () => {
    const html = fs.readFileSync(`${work}/out/index.html`, 'utf8');
    const pictures = [...html.matchAll(/<img [^>]*src="([^"]*)"/g)].map(m => m[1]);
    assert(pictures.length > 0);
    pictures.forEach(p => assert(p.startsWith('data:') && p.length < 56000, p.slice(0, 60)));
    assert(!/<(link|iframe|object|embed)\b/.test(html));
});

check('the catalogue shows the problems that a condition on tags fits', async () => {
    ivpbench('reference', 'catalogue', 'robertson', 'hires', 'nand', '--output', `${work}/catalogue`);
    await b.go(`file://${work}/catalogue/index.html`);
    await until('the field for tags', () => count('#tags'));
    const shown = condition => b.run(condition => {
        const field = document.querySelector('#tags');
        field.closest('details').open = true;
        field.value = condition;
        field.dispatchEvent(new Event('input'));
        return [...document.querySelectorAll('table[data-name="problems"] tbody tr')]
            .filter(tr => tr.offsetHeight).map(tr => tr.firstElementChild.innerText);
    }, condition);
    assert.deepEqual(await shown('circuit | chem* & !core'), ['robertson', 'nand']);
    assert.deepEqual(await shown(''), ['robertson', 'hires', 'nand']);
});

/* ------------------------------------------------------------------------------------------ */

(async () => {
    try {
        ivpbench('run', path.join(__dirname, 'plan.cfg'), '--output', store, '--quiet');
        fs.writeFileSync(path.join(work, 'own.json'), JSON.stringify({ figures: own }));
        ivpbench('report', '--store', store, '--output', path.join(work, 'out'), '--figures', path.join(work, 'own.json'));
        runs = exported();
        b = await Browser.open(1280, 900);
        process.exitCode = await report('page');
    } catch (e) {
        console.log(`page:F:set-up: ${e.message}`);
        console.log('0%: Checks: 1, Failures: 0, Errors: 1');
        process.exitCode = 1;
    } finally {
        if (b) await b.close();
        fs.rmSync(work, { recursive: true, force: true });
    }
})();
