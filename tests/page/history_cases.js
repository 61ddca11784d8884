/* history_cases.js -- what was before, in a browser: curves by commit with the changes that ivpbench history
 * finds, and earlier stores as ivpbench compare has them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';
const fs = require('fs');
const path = require('path');
const { assert, check } = require('./suite.js');

const COMMITS = 8, CHANGED = 5, FAILED = 3;

/* Records as `ivpbench ci --record` keeps them: from commit CHANGED on the solver takes a tenth more
 * instructions, and at commit FAILED one of its cells fails. */
function records(folder) {
    fs.mkdirSync(folder, { recursive: true });
    const letter = k => String.fromCharCode(97 + k).repeat(40);
    for (let k = 0; k < COMMITS; k++) {
        const cells = {};
        for (let rung = 3; rung < 11; rung++) ['dopri5', 'ida'].forEach(solver => {
            cells[`andrews ${solver}@ode rtol=1e-${rung}`] = { problem: 'andrews', solver, formulation: 'ode', options: '',
                outcome: k === FAILED && rung === 4 && solver === 'ida' ? 'diverged' : 'ok', mescd: rung, scd: rung, n_f: 100 * rung,
                accepted: 40, rejected: 3, failed: 0, n_jac: 0, n_lu: 0, n_solve: 0, n_newton: 0, n_project: 0,
                instructions: 1e6 * rung * (solver === 'dopri5' && k >= CHANGED ? 1.1 : 1) };
        });
        fs.writeFileSync(path.join(folder, `${k}.json`), JSON.stringify({ schema: 'ivpbench.record/1', commit: letter(k),
            subject: `Commit ${k} <b>`, date: `2026-01-0${k + 1}`, digest: 'd', parents: k ? [letter(k - 1)] : [], cells, contract: {} }));
    }
}

/* t: {b, visit, text, rows, count, ivpbench, store, work, refused} of test_page.js */
module.exports = t => {
    const { text, rows, count } = t;

    check('an earlier store stands beside this one as ivpbench compare says', async () => {
        const other = path.join(t.work, 'other.db'), out = path.join(t.work, 'both');
        t.ivpbench('run', path.join(__dirname, 'plan.cfg'), '--output', other, '--quiet', '--problems', 'hires');
        t.ivpbench('report', other, '--store', t.store, '--output', out);
        try {
            t.ivpbench('compare', other, t.store, '--json', path.join(t.work, 'c.json'));
        } catch (e) { /* slower somewhere: times of two minutes */ }
        const c = JSON.parse(fs.readFileSync(path.join(t.work, 'c.json')));
        await t.visit(`file://${out}/index.html`);
        const [history] = await rows('#history'), cells = await rows('#compared');
        assert.equal(history[4], await t.b().run(v => Model.fixed(v, 3), c.geometric_mean));
        assert.equal(cells.length, c.cells.length);
        for (const one of c.cells.filter(o => o.ratio !== undefined)) {
            const ratio = await t.b().run(v => Model.fixed(v, 3), one.ratio);
            assert(cells.some(r => r[1] === `${one.solver}@${one.formulation}` && r[8] === ratio && r[3] === one.verdict),
                   `${one.cell}: ${ratio}`);
        }
        const n = c.cells.length;
        assert((await text('#compared-said')).startsWith(`Of ${n} cells that are in ${other} too `), await text('#compared-said'));
        assert.equal(await count('#stores-diagram .curve'), new Set(c.cells.filter(o => o.ratio !== undefined).map(o => o.solver)).size);
    });

    check('curves by commit have the changes that ivpbench history finds', async () => {
        const folder = path.join(t.work, 'records'), file = path.join(t.work, 'history.json'), out = path.join(t.work, 'by-commit');
        records(folder);
        const said = t.ivpbench('history', folder, '--json', file).trim().split('\n');
        t.ivpbench('report', '--store', t.store, '--output', out, '--history', file);
        await t.visit(`file://${out}/index.html#hq=instructions`);
        const changes = said.slice(0, -1), shown = await rows('#by-commit');
        assert.equal(said[said.length - 1], `${COMMITS} commits, ${changes.length} changes`);
        assert.equal(shown.length, changes.length);
        shown.forEach(r => assert(changes.some(l => l.startsWith(r[0]) && l.includes(` ${r[3]} `) && l.includes(r[5]) && l.includes(r[6])),
            r.join(' | ')));
        const worse = changes.filter(l => / worse /.test(l)).length;
        assert(worse > 0);
        shown.forEach((r, k) => assert.equal(r[3] === 'worse', k < worse));
        assert(shown.some(r => r[6].startsWith('ok before, diverged now')), 'the outcomes then and now');
        assert((await text('#history-said')).endsWith(`${changes.length} changes, of which ${worse} regressions.`));
        assert.equal(await count('#history-diagram .mark'), new Set(changes.map(l => l.slice(0, 10))).size);
        await t.visit(`file://${out}/index.html#hq=n_f&hs=dopri5`);
        assert.equal(await count('#history-diagram .curve'), 1);
        assert.equal(await count('#history-diagram .mark'), new Set(changes.filter(l => l.includes('dopri5')).map(l => l.slice(0, 10))).size);
        assert.equal(await count('#history-here b'), 0, 'a subject is text');
    });

    check('a history that is damaged is refused with a sentence', () => {
        const good = JSON.parse(fs.readFileSync(path.join(t.work, 'history.json'))), file = path.join(t.work, 'bad.json');
        const bad = (change, says) => {
            const o = structuredClone(good);
            fs.writeFileSync(file, JSON.stringify(change(o) || o));
            const said = t.refused('report', '--store', t.store, '--output', path.join(t.work, 'none'), '--history', file);
            assert(said.includes(says), `${said} / ${says}`);
        };
        bad(o => { o.schema = 'x'; }, 'must be ivpbench.history/1');
        bad(o => { delete o.curves; }, 'curves is missing');
        bad(o => { o.curves[0].values.pop(); }, 'values must be a list of 8 numbers');
        bad(o => { o.curves[0].values[1] = -1; }, 'value 1 must be a number above 0');
        bad(o => { o.changes[0].commit = 'zz'; }, 'zz is the commit of no record');
        bad(o => { o.changes[0].where = 3; }, 'where must be a text');
        bad(o => { o.records = []; }, 'it has no record');
        bad(() => [1], 'its schema is missing');
    });
};
