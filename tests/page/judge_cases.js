/* judge_cases.js -- every sentence that the page makes from runs, with its condition true and false.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';
const { assert, check } = require('./suite.js');
const Model = require('../../reports/page/web/model.js');
const Judge = require('../../reports/page/web/judge.js');
const Kinds = require('../../reports/page/web/kinds.js');
const Terms = require('../../reports/page/web/terms.js');

/* problems: [{name, tags, unknowns, guards, limit}]; ladders: [{problem, solver, family, runs, answers}]
 * with runs [{rtol, outcome, scd, steps, s, kb, letter}] and answers {digits: [seconds, tie]}. */
function store(problems, ladders) {
    const columns = { key: [], rtol: [], outcome: [], letter: [], scd: [], steps: [], cpu_median_s: [], peak_kb: [], scd_hollow: [] };
    const list = ladders.map(l => {
        const first = columns.key.length;
        l.runs.forEach(r => {
            columns.key.push(String(columns.key.length).padStart(12, '0'));
            columns.rtol.push(r.rtol || 1e-6);
            columns.outcome.push(r.outcome || 'ok');
            columns.letter.push(r.letter || ((r.outcome || 'ok') === 'ok' ? '' : 'S'));
            columns.scd.push(r.scd === undefined ? null : r.scd);
            columns.steps.push(r.steps || null);
            columns.cpu_median_s.push(r.s === undefined ? 1 : r.s);
            columns.peak_kb.push(r.kb || 0);
            columns.scd_hollow.push(r.hollow || 0);
        });
        const spent = Array.from({ length: Model.DIGITS }, (_, i) => (l.answers[i + 1] || [null])[0]);
        return { problem: l.problem, solver: l.solver, formulation: 'ode', family: l.family || '', first, n: l.runs.length,
                 steps: false, no_events: false, machine: 0, options: '', label: `${l.solver}@ode`, ends: l.ends || '', spent, spent_f: spent };
    });
    const answers = [problems.map((p, i) => Array.from({ length: Model.DIGITS }, (_, d) => {
        const found = ladders.map((l, k) => [k, l]).filter(([, l]) => l.problem === i && l.answers[d + 1])
            .sort((a, b) => a[1].answers[d + 1][0] - b[1].answers[d + 1][0]);
        return found.map(([k, l], place) => {
            const [seconds, tie] = l.answers[d + 1], ratio = seconds / found[0][1].answers[d + 1][0];
            return [k, seconds, place === 0 || tie ? 1 : 0, ratio, ratio, ratio, 1, 1, 1, 1];
        });
    }))];
    return Model.load({ head: { machines: ['m'], metric: 'scd' }, problems: problems.map(p => ({ title: '', tags: '', limit: 12, unit: 's', unknowns: 2,
        guards: 0, quantities: [], invariants: [], problem: p.name, parameters: '', ...p })), ladders: list, columns, answers,
        cell: [], cell_if_set: [], drawing: columns.key.map(() => null), printed: { title: '', runs: [] } });
}
const filter = (digits, o = {}) => ({ machine: 0, digits, tag: '', search: '', off: new Set(), offForms: new Set(), ...o });
const said = (data, digits, o) => Judge.sentence(data, filter(digits, o), data.problems);
const one = { runs: [{ scd: 6 }] };

check('the sentence of the map counts wins, ties, and problems without a winner', () => {
    const data = store([{ name: 'p' }, { name: 'q' }, { name: 'r', limit: 3 }, { name: 's' }], [
        { problem: 0, solver: 'a', ...one, answers: { 6: [1] } }, { problem: 0, solver: 'b', ...one, answers: { 6: [2] } },
        { problem: 1, solver: 'a', ...one, answers: { 6: [1] } }, { problem: 1, solver: 'b', ...one, answers: { 6: [1.1, true] } },
        { problem: 2, solver: 'a', runs: [{ scd: 3 }], answers: {} }, { problem: 3, solver: 'b', runs: [{ scd: 5 }], answers: {} }]);
    assert.equal(said(data, 6), 'At 6 digits a is fastest on 2 of 4 problems (1 of them a statistical tie). No solver that was run ' +
        'reaches 6 digits on 1 problem; the reference tells fewer than 6 digits on 1 problem.');
    data.answers[0][1][5][1][2] = 0;
    assert(!said(data, 6).includes('tie'));
    assert(said(data, 6, { off: new Set(['a']) }).startsWith('At 6 digits b is fastest on 2 of 4'));
    assert(said(data, 6, { off: new Set(['a']) }).includes('none of the solvers shown was asked on 1 problem'));
    assert(!said(data, 6).includes('asked'));
    data.columns.scd[5] = 7; data.columns.cpu_median_s[5] = null;
    assert(said(data, 6).includes('timings are to come on 1 problem') && !said(data, 6).includes('No solver'));
});

check('winners are told in the order of their wins, the fifth and later ones by number', () => {
    const names = ['a', 'a', 'a', 'b', 'b', 'd', 'c', 'e', 'f'], tied = [1, 1, 1, 1, 0, 0, 0, 0, 0];
    const made = n => store(names.slice(0, n).map((s, k) => ({ name: `p${k}` })), names.slice(0, n).flatMap((s, k) => [
        { problem: k, solver: s, ...one, answers: { 6: [1] } }, { problem: k, solver: 'z', ...one, answers: { 6: [2, !!tied[k]] } }]));
    assert.equal(said(made(9), 6), 'At 6 digits a is fastest on 3 of 9 problems (all statistical ties), b on 2 (1 of them a statistical ' +
        'tie), c on 1, d on 1, 2 other solvers on 2.');
    assert(said(made(8), 6).endsWith(', d on 1, 1 other solver on 1.'));
    assert.equal(said(made(1), 6), 'At 6 digits a is fastest on 1 of 1 problem (a statistical tie).');
    const three = made(3);
    three.answers[0][0][5][1][2] = 0;
    assert.equal(said(three, 6), 'At 6 digits a is fastest on 3 of 3 problems (2 of them statistical ties).');
});

check('a tile says what it is', () => {
    const data = store([{ name: 'p', limit: 8 }], [{ problem: 0, solver: 'a', runs: [{ scd: 6 }], answers: { 6: [1] } },
        { problem: 0, solver: 'b', runs: [{ scd: 6 }], answers: { 6: [1.1, true] } }]);
    const tile = (digits, o) => Judge.tile(data, filter(digits, o), data.problems[0], digits);
    assert.deepEqual([tile(6).state, tile(6).tied, tile(7).state, tile(9).state], ['won', true, 'none', 'unknown']);
    assert.equal(tile(6, { off: new Set(['b']) }).tied, false);
    data.ladders[1].ends = 'the finest rung asked gave 6 digits';
    assert.equal(tile(7).state, 'open');
    assert(Judge.sentence(data, filter(7), data.problems).includes('No solver was asked for 7 digits on 1 problem'));
    data.ladders[1].ends = '';
    assert.equal(tile(6, { off: new Set(['a', 'b']) }).state, 'not asked');
    /* without the fastest of all nothing is known about ties */
    assert.equal(tile(6, { off: new Set(['a']) }).tied, false);
});

check('at most eight curves stand in front, the best of each family', () => {
    const many = n => store([{ name: 'p' }], Array.from({ length: n }, (_, k) => ({ problem: 0, solver: `s${k}`,
        family: `f${k % 10}`, ...one, answers: { 6: [k + 1] } })));
    const few = many(8), more = many(20);
    assert.equal(Judge.front(few.ladders).size, 8);
    const alone = many(20);
    alone.ladders.forEach(l => { l.family = ''; });
    assert.deepEqual([...Judge.front(alone.ladders)].map(l => l.solver), ['s0', 's1', 's2', 's3', 's4', 's5', 's6', 's7']);
    assert.deepEqual([...Judge.front(more.ladders)].map(l => l.solver), ['s0', 's1', 's2', 's3', 's4', 's5', 's6', 's7']);
});

check('a caption tells only of marks that are there', () => {
    const data = store([{ name: 'p' }], [{ problem: 0, solver: 'a', runs: [{ scd: 3 }, { outcome: 'too_many_steps' }], answers: {} },
        { problem: 0, solver: 'b', runs: [{ scd: 3, hollow: 1 }], answers: {} }]);
    const [a, b] = data.ladders;
    const odd = store([{ name: 'p' }], [{ problem: 0, solver: 'a', runs: [{ outcome: 'new', letter: 'Z' }], answers: {} }]).ladders;
    assert.equal(Judge.caption(odd, new Set(odd)), 'Letters at the left: failures (Z failed). ');
    assert.equal(Judge.caption([a], new Set([a])), 'Open arrow: the last tolerance failed. Letters at the left: failures (S step ' +
        'limit reached). ');
    const steps = { ...a, steps: true }, arrow = l => Judge.caption(l, new Set(l), true).split('.')[0];
    assert.deepEqual([[steps], [a, steps]].map(arrow), ['Open arrow: the finest step failed',
        'Open arrow: the last tolerance or finest step failed']);
    assert.equal(Judge.caption([b], new Set([b])), 'Hollow: within a factor 10 of the error bar of the reference. ');
    assert.equal(Judge.caption([a, b], new Set([b]), true), 'Hollow: within a factor 10 of the error bar of the reference. Grey: 1 ' +
        'other configuration; a pointer on a curve names it. ');
});

check('advice names who reaches the digits most often, and where not', () => {
    const data = store([{ name: 'p', tags: 'stiff' }, { name: 'q', tags: 'stiff' }, { name: 'r' }], [
        { problem: 0, solver: 'a', ...one, answers: { 6: [1] } }, { problem: 1, solver: 'a', ...one, answers: { 6: [3] } },
        { problem: 0, solver: 'b', ...one, answers: { 6: [2] } }, { problem: 1, solver: 'b', ...one, answers: {} },
        { problem: 1, solver: 'c', ...one, answers: { 6: [1.5] } }, { problem: 2, solver: 'b', ...one, answers: { 6: [1] } }]);
    const advice = (kind, digits = 6, o) => Judge.advice(data, filter(digits, o), kind).said;
    assert.equal(advice({ stiff: '1' }), 'Take a@ode: within 2 of the fastest on 2 of 2 problems like yours.');
    assert.equal(advice({ stiff: '1' }, 6, { off: new Set(['a', 'c']) }), 'Take b@ode: the fastest on 1 of 2 problems like yours; it ' +
        'does not reach 6 digits on q.');
    assert.equal(advice({ stiff: '0' }), 'Take b@ode: the fastest on the one problem like yours, r.');
    assert.equal(advice({}), 'Take a@ode: within 2 of the fastest on 2 of 3 problems like yours; the plan did not ask it for so many digits on 1.');
    const twice = store([{ name: 'p' }], [{ problem: 0, solver: 'a', ...one, answers: { 6: [1] } }, { problem: 0, solver: 'a', ...one, answers: { 6: [2] } }]);
    assert.equal(Judge.advice(twice, filter(6), {}).list[0].rows.length, 1, 'a variant is no problem more');
    assert.equal(advice({ events: '1' }), 'No problem of this store is like yours.');
    assert.equal(advice({ stiff: '1' }, 9), 'No timed run reaches 9 digits on the 2 problems like yours.');
    assert.equal(advice({ stiff: '0' }, 9), 'No timed run reaches 9 digits on the one problem like yours.');
    assert.equal(advice({ stiff: '1' }, 6, { off: new Set(['a', 'b', 'c']) }), 'No solver shown reaches 6 digits on the 2 problems ' +
        'like yours.');
    assert(advice({}, 6, { off: new Set(['b']) }).endsWith('; the plan did not ask it for so many digits on 1.'));
});

check('stiffness is told by steps at the same tolerance, of explicit and Adams codes alone', () => {
    const made = (steps, family = 'adams', outcome = 'too_many_steps', rtol = 1e-6) => store([{ name: 'p' }], [
        { problem: 0, solver: 'x', family, runs: [{ outcome, steps, scd: 5 }], answers: {} },
        { problem: 0, solver: 'i', family: 'bdf', runs: [{ rtol, steps: 100, scd: 5 }], answers: {} }]);
    const tell = data => Judge.stiffness(data, data.ladders[0]);
    assert.equal(tell(made(5000)).text, 'stiff for it: at rtol = 1e-06 it takes 5000 steps before the limit, i@ode 100 (50 times ' +
        'fewer): stability, not accuracy, limits the steps');
    assert(tell(made(1000, 'explicit_rk', 'ok')).text.startsWith('stiff for it: at rtol = 1e-06 it takes 1000 steps, i@ode 100'));
    const two = made(5000);
    two.ladders.push({ ...two.ladders[1], solver: 'j', name: 'j@ode', runs: two.ladders[1].runs.map(r => ({ ok: true, wrong: false, rung: r.rung,
        ladder: { name: 'j@ode' }, get: k => (k === 'steps' ? 50 : r.get(k)) })) });
    two.problems[0].ladders = two.ladders;
    assert(tell(two).text.includes('j@ode 50 (100 times fewer)'));
    assert.equal(tell(made(999)), null);
    assert.equal(tell(made(5000, 'radau')), null);
    assert.equal(tell(made(5000, 'adams', 'diverged')), null);
    assert.equal(tell(made(5000, 'adams', 'too_many_steps', 1e-5)), null);
});

check('two solvers are counted where both were asked', () => {
    const data = store([{ name: 'p' }, { name: 'q' }], [{ problem: 0, solver: 'a', ...one, answers: { 3: [1], 4: [2], 5: [9] } },
        { problem: 0, solver: 'b', ...one, answers: { 3: [2], 4: [1] } }, { problem: 1, solver: 'a', ...one, answers: { 3: [1] } }]);
    const tell = (x, y, d = data) => Judge.pairSaid(Judge.pairs(d, filter(6), x, y), x, y, Judge.together(d, filter(6), x, y).length);
    assert.equal(tell('a', 'b'), 'Both reach 2 targets (a problem and its digits): a is faster at 1, b at 1; a alone reaches 1.');
    assert.equal(tell('b', 'a'), 'Both reach 2 targets (a problem and its digits): b is faster at 1, a at 1; a alone reaches 1.');
    assert.equal(tell('a', 'c'), 'No problem was asked of both a and c.');
    const apart = store([{ name: 'p' }], [{ problem: 0, solver: 'a', ...one, answers: { 3: [1] } }, { problem: 0, solver: 'b', ...one, answers: { 4: [1] } }]);
    assert.equal(tell('a', 'b', apart), 'They reach no target together; a alone reaches 1; b alone reaches 1.');
    const failed = store([{ name: 'p' }], ['a', 'b'].map(solver => ({ problem: 0, solver, ...one, answers: {} })));
    assert.equal(tell('a', 'b', failed), 'Both a and b were asked for 1 problem; no timed run of theirs reaches a digit there.');
    assert.equal(tell('a', 'a'), 'Two solvers are needed, and this store has runs of a alone.');
});

check('memory is that of the largest process', () => {
    const data = store([{ name: 'p' }], [{ problem: 0, solver: 'a', runs: [{ kb: 2048 }, { kb: 3072 }], answers: {} },
        { problem: 0, solver: 'b', runs: [{ kb: 1024 }], answers: {} }, { problem: 0, solver: 'c', runs: [{}], answers: {} }]);
    assert.deepEqual(Judge.memory(data, filter(6), data.problems[0]).map(r => [r.ladder.solver, r.peak]), [['a', 3], ['b', 1]]);
});

check('a history says how much changed, and what got worse', () => {
    const commits = [['a'.repeat(40), '2026-01-01', 's'], ['b'.repeat(40), '2026-01-02', 's']];
    const change = (verdict, where) => [1, verdict, 'time', where, 'text'];
    const said = changes => Judge.historySaid({ commits, changes });
    const begin = '2 commits, from aaaaaaaaaa (2026-01-01) to bbbbbbbbbb (2026-01-02): ';
    assert.equal(said([]), `${begin}nothing changed beyond noise.`);
    assert.equal(said([change('better', 'a')]), `${begin}1 change, none of them a regression.`);
    assert.equal(said([change('better', 'a'), change('worse', 'a')]), `${begin}2 changes, of which 1 regression.`);
    assert.equal(said([change('worse', 'a'), change('worse', 'a')]), `${begin}2 changes, of which 2 regressions.`);
    assert(Judge.historySaid({ commits: commits.slice(1), changes: [] }).startsWith('One commit, bbbbbbbbbb'));
    const marks = (where, solver) => Judge.marks({ commits, changes: [change('worse', where)] }, solver);
    assert.deepEqual(Judge.marks({ commits, changes: [change('worse', 'a'), [0, 'worse', 'time', 'a', 't']] }, ''), [0, 1]);
    assert.deepEqual([marks('a on beam', ''), marks('a on beam', 'a'), marks('beam a@ode rtol=1e-3', 'a'), marks('b on beam', 'a'),
                      marks('beam aa@ode', 'a')], [[1], [1], [1], [], []]);
});

check('what an earlier store says is counted, regressions apart', () => {
    const cell = (verdict, outcome = 'ok') => ({ verdict, outcome });
    const said = list => Judge.comparedSaid('then.db', list);
    assert.equal(said([]), 'No cell of then.db is in this store.');
    assert.equal(said([cell('alike')]), 'Of 1 cell that is in then.db too none differs.');
    assert.equal(said([cell('alike'), cell('slower')]), 'Of 2 cells that are in then.db too 1 is slower.');
    assert.equal(said([cell('outcome changed'), cell('outcome changed', 'diverged'), cell('digits lost'), cell('faster'), cell('faster')]),
        'Of 5 cells that are in then.db too 2 ended otherwise (1 finished then, and does not now), 1 lost digits and 2 are faster.');
    assert.equal(said([cell('outcome changed', 'timeout')]), 'Of 1 cell that is in then.db too 1 ended otherwise.');
    assert.equal(said([cell('slower'), cell('slower'), cell('faster')]), 'Of 3 cells that are in then.db too 2 are slower and 1 is faster.');
    assert(said([cell('outcome changed'), cell('outcome changed')]).includes('(2 finished then, and do not now)'));
});

check('time of earlier stores is the mean over cells that all of them timed', () => {
    const data = store([{ name: 'p' }], [{ problem: 0, solver: 'a', runs: [{ s: 1 }, { s: 2 }], answers: {} },
        { problem: 0, solver: 'b', runs: [{ s: 1 }], answers: {} }]);
    const row = (i, seconds) => [i, '', 1, 1, 1, 'ok', 6, seconds];
    const curves = list => Judge.storeCurves(data, list);
    assert.deepEqual(curves([{ rows: [row(0, 2), row(1, 16)] }]).map(c => [c.solver, c.values.map(v => v.toFixed(6))]), [['a', ['4.000000', '1.000000']]]);
    assert.deepEqual(curves([{ rows: [row(0, 2), row(1, 16)] }, { rows: [row(0, 1), row(2, 3)] }]).map(c => c.values.map(v => v.toFixed(6))),
                     [['2.000000', '1.000000', '1.000000']]);
    assert.deepEqual(curves([{ rows: [row(0, null)] }]), []);
    const many = Array.from({ length: 12 }, (_, k) => ({ solver: `s${k}`, values: [1, k === 11 ? 9 : 1 + k / 100] }));
    assert.equal(Judge.changedMost(many).size, 8);
    assert(Judge.changedMost(many).has(many[11]) && !Judge.changedMost(many).has(many[0]));
});

check('a problem is of one kind', () => {
    const of = (tags, guards = 0) => ({ name: 'p', tags, guards, unknowns: 20 });
    assert.equal(Kinds.said(of('mechanical index3 stiff')), 'index 3, stiff, 20 unknowns');
    assert.equal(Kinds.said(of('ode nonstiff', 1)), 'ordinary, not stiff, with events, 20 unknowns');
    assert.deepEqual(Kinds.grouped([of('ode stiff'), of('ode nonstiff'), of('dae index2'), of('mechanical index3'), of('x index3', 1)])
        .map(g => g.name), ['not stiff', 'stiff', 'index 2', 'mechanisms, index 3', 'with events']);
    assert(Kinds.fits(of('dae index2'), { index: '2', size: 'm' }) && !Kinds.fits(of('dae index2'), { index: '2', size: 's' }));
    const fits = asked => [of('ode'), of('dae index1'), of('dae index2'), of('mechanical index3', 1)].map(p => Number(Kinds.fits(p, asked))).join('');
    assert.deepEqual(['0', '1', '2', '3', 'nonsense'].map(index => fits({ index })), ['1000', '0100', '0010', '0001', '1111']);
    assert.deepEqual([fits({ events: '0' }), fits({ events: '1' })], ['1110', '0001']);
    assert(Kinds.fits({ ...of('ode'), unknowns: 200 }, { size: 'l' }) && !Kinds.fits(of('ode'), { size: 'l' }));
    assert.equal(Kinds.said({ ...of('ode'), unknowns: 0 }), 'ordinary, not stiff');
    const inOrder = Kinds.grouped([{ ...of('index3 stiff'), name: 'c' }, { ...of('index3'), unknowns: 30, name: 'b' }, { ...of('index3'), name: 'a' }]);
    assert.deepEqual(inOrder.map(g => [g.name, g.problems.map(p => p.name).join('')]), [['index 3', 'abc']]);
    assert(!Kinds.fits(of('dae index2'), { stiff: '1' }) && Kinds.fits(of('dae index2'), {}));
});

check('every outcome and letter has words, lists have an "and"', () => {
    assert.equal(Terms.outcome('too_many_steps'), 'step limit reached');
    assert.equal(Terms.outcome('something new'), 'something new');
    assert.deepEqual([Terms.family('bdf'), Terms.family('new')], ['BDF', 'new']);
    assert.equal(Terms.listed(['a', 'b', 'c']), 'a, b and c');
    assert.equal(Terms.count(1, 'row'), '1 row');
    assert.equal(Terms.count(2, 'row'), '2 rows');
    assert.deepEqual([1.07e-3, 35e-6, 2.5, 0.99996e-3].map(v => Model.time(v)), ['1.07 ms', '35 µs', '2.5 s', '1 ms']);
    assert.deepEqual([1070, 0.00012, 64.25, 1e-7].map(v => Model.plain(v)), ['1070', '0.00012', '64.2', '1e-07']);
});
