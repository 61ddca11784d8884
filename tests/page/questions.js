/* questions.js -- what five readers ask of the page, each with at most two clicks: words and numbers that
 * appear are those of the command line or of the data.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';
const { assert, check } = require('./suite.js');

const MOST_CLICKS = 2;

/* t: {b, load(hash), text, rows, count, ivpbench, store, until, runs()} of test_page.js */
module.exports = t => {
    const { b, text, rows, count } = t; /* b() is the browser, which is opened later */
    let clicks;
    const click = css => { clicks++; return b().click(css); };
    const choose = async (css, value) => {
        clicks++;
        await b().run((css, value) => {
            const s = document.querySelector(css);
            s.value = value;
            s.dispatchEvent(new Event('change'));
        }, css, value);
    };
    const to = section => click(`nav a[data-section=${section}]`);
    const ask = (who, question, hash, answer) => check(`${who}: ${question}`, async () => {
        clicks = 0;
        await t.load(hash);
        await answer();
        assert(clicks <= MOST_CLICKS, `${clicks} clicks`);
    });
    const best = problem => {
        const said = t.ivpbench('rank', problem, '--digits', '6', '--by', 'solver', '--store', t.store);
        const first = /^1~?\s{2,}(\S+)/m.exec(said);
        return first ? first[1].split('@')[0] : null;
    };

    ask('author of a solver', 'on how many problems is the best solver fastest?', '', async () => {
        const problems = [...new Set(t.runs().map(r => r.problem))], wins = new Map();
        problems.map(best).filter(s => s).forEach(s => wins.set(s, (wins.get(s) || 0) + 1));
        const [name, n] = [...wins].sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1))[0];
        const said = await text('#lead');
        assert(said.startsWith(`At 6 digits ${name} is fastest on ${n} of ${problems.length} problems`), said);
    });
    ask('author of a solver', 'why does cvode_adams fail on van_der_pol?', '#q=van_der_pol', async () => {
        await to('failures');
        const row = (await rows('#failures')).find(r => r[0].startsWith('cvode_adams'));
        const mine = t.runs().filter(r => r.problem === 'van_der_pol' && r.steps !== '');
        const factor = Math.max(...mine.filter(r => r.solver === 'cvode_adams').flatMap(r => mine.filter(o => o.solver === 'ida' &&
            o.rtol === r.rtol && o.outcome === 'ok').map(o => r.steps / o.steps)));
        assert.equal(row[5].includes('stability, not accuracy, limits the steps'), factor >= 10, `${row[5]} ${factor}`);
        assert.equal(row[2], 'step limit reached');
    });
    ask('author of a solver', 'what does rtol = 1e-6 buy on andrews?', '#p=andrews', async () => {
        await to('tolerance');
        assert(/^On andrews rtol = 1e-06 buys between [\d.]+ and [\d.]+ correct digits/.test(await text('#tolerance-said')));
        assert.equal(await count('#tolerance-diagram .diagonal'), 1);
    });

    ask('multibody engineer', 'which solver for an index 3 mechanism at 4 digits?', '#d=4', async () => {
        await to('advice');
        await choose('#advice-here select[name=index]', '3');
        const said = await text('#advice-said'), [, name] = /^Take (\S+?@\w+): /.exec(said);
        assert(t.runs().some(r => `${r.solver}@${r.formulation}` === name && r.problem === 'andrews' && Number(r.scd) >= 4), said);
        assert((await text('#advice-command')).includes(`"solver":"${name.split('@')[0]}"`));
    });
    ask('multibody engineer', 'who keeps the constraints?', '#q=andrews', async () => {
        await to('drift');
        const first = (await rows('#drift'))[0];
        assert.equal(first[5], 'tie at round-off');
        assert(Number(first[2]) < 1.8e-15, first.join());
    });
    ask('multibody engineer', 'how does the mechanism move?', '#p=andrews', async () => {
        await click('#small-diagram .point:not(.rest)[aria-label*="rtol = 1e-06"]');
        const at = () => b().run(() => document.querySelector('#mechanism .own path').getAttribute('d'));
        const start = await at();
        await b().run(() => { const s = document.getElementById('scrub'); s.value = 500; s.dispatchEvent(new Event('input')); });
        assert.notEqual(await at(), start);
        assert(/^t = 0\.015 s/.test(await text('#moment')), await text('#moment'));
        assert(await b().run(() => document.querySelector('.cursor').getAttribute('x1')) !== null);
        await b().run(() => { document.querySelector('#scrub').dataset.before = '1'; });
        await b().devtools('Emulation.setDeviceMetricsOverride', { width: 900, height: 900, deviceScaleFactor: 1, mobile: false });
        await t.until('a player for the new width', () => b().run(() => !document.querySelector('#scrub').dataset.before));
        assert(/^t = 0\.015 s/.test(await text('#moment')), 'the time stays when the width changes');
        await b().devtools('Emulation.clearDeviceMetricsOverride');
    });

    ask('maintainer', 'what failed?', '', async () => {
        await to('failures');
        const failed = t.runs().filter(r => r.outcome === 'too_many_steps').length, said = await text('#failures-said');
        assert(failed > 0 && said.includes(`${failed} step limit reached`), said);
    });
    ask('maintainer', 'how do I run this point again?', '#p=hires', async () => {
        await click('#small-diagram .point:not(.rest)');
        assert((await text('#command')).startsWith("ivpbench run --cell '{\"problem\":\"hires\""));
    });
    ask('maintainer', 'how much memory do runs take?', '#p=andrews', async () => {
        await to('memory');
        const [low, high] = await b().run(() => {
            const d = JSON.parse(document.getElementById('data').textContent), p = d.problems.findIndex(x => x.name === 'andrews');
            const peaks = d.ladders.filter(l => l.problem === p).map(l => Math.max(...d.columns.peak_kb.slice(l.first, l.first + l.n)) / 1024);
            return [Math.min(...peaks), Math.max(...peaks)].map(v => Model.plain(v));
        });
        const said = await text('#memory-said');
        assert(said.includes(`between ${low} MB`) && said.includes(`${high} MB`), `${said} ${low} ${high}`);
    });

    ask('lecturer', 'what does the problem look like?', '', async () => {
        const drawn = await b().run(() => [...document.querySelectorAll('#map .thumb')].map(p => p.getAttribute('d').length));
        const withPoints = await b().run(() => {
            const d = JSON.parse(document.getElementById('data').textContent);
            const points = l => d.drawing.slice(l.first, l.first + l.n).some(Boolean);
            return new Set(d.ladders.filter(points).map(l => l.problem)).size;
        });
        assert(drawn.length >= Math.max(4, withPoints) && drawn.every(n => n > 20), `${drawn.join()}; ${withPoints}`);
    });
    ask('lecturer', 'does an explicit method solve a stiff problem?', '', async () => {
        await click('.tile[data-problem=van_der_pol][data-digits="4"]');
        assert((await text('#beside h3')).startsWith('van_der_pol'));
        assert((await text('#beside')).includes('stiff'));
        assert(!(await text('#beside .short')).includes('cvode_adams'));
    });
    ask('lecturer', 'can I print the motion?', '#p=andrews', async () => {
        await click('#small-diagram .point:not(.rest)[aria-label*="rtol = 1e-06"]');
        const seen = () => b().run(() => document.querySelector('#strip').getClientRects().length);
        assert.equal(await seen(), 0);
        await b().devtools('Emulation.setEmulatedMedia', { media: 'print' });
        assert.equal(await seen(), 1);
        assert.equal(await count('#strip .frame'), 6);
        await b().devtools('Emulation.setEmulatedMedia', { media: '' });
    });

    ask('referee', 'is the order of the first two certain?', '#p=andrews', async () => {
        await to('ranking');
        const shown = await rows('#ranking'), said = t.ivpbench('rank', 'andrews', '--digits', '6', '--store', t.store);
        assert.equal(shown[0][4], 'fastest');
        shown.slice(1).forEach(r => assert(['statistical tie', 'slower'].includes(r[4]), r.join()));
        assert.equal(shown.length, said.split('\n').filter(l => /^\d+~?\s+\S+@/.test(l)).length);
    });
    ask('referee', 'what stands behind the reference?', '', async () => {
        await click('nav a[data-section=static]');
        const said = await text('#static');
        assert(said.includes('Grade of the reference: ') && said.includes('Reference, half B: '));
    });
    ask('referee', 'is a cell without a number a failure?', '#d=6', async () => {
        await to('answers');
        assert((await text('#answers .note:not([role])')).includes('not asked: the plan has no such run'));
        const head = await b().run(() => [...document.querySelectorAll('#answers thead th')].map(th => th.innerText));
        const hires = (await rows('#answers')).find(r => r[0] === 'hires');
        assert.equal(hires[head.indexOf('hht')], 'not asked');
    });
};
