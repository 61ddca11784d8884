/* sentence_cases.js -- sentences of sections, each with its conditions true and false. test_model.js asks at its end
 * whether every branch of the files with sentences was run.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';
const { assert, check } = require('./suite.js');
const Sentences = require('../../reports/page/web/sentences.js');

const p = { name: 'p' };
const ladder = (label, formulation = 'ode', o = {}) => ({ label, formulation, ends: '', runs: [], ...o });
const answer = (label, seconds, o = {}) => ({ ladder: ladder(label, o.formulation), seconds, ratio: seconds, low: 0.9 * seconds,
    high: 1.1 * seconds, holds: null, tie: false, ...o });
const run = (scd, o = {}) => ({ ok: true, wrong: false, words: 'finished', get: k => ({ scd, long_setup_s: 0, ...o })[k], ...o });

check('a quantity names the reference where there is one', () => {
    assert.equal(Sentences.computed('x', 1), 'x: computed (points) and reference (grey)');
    assert.equal(Sentences.computed('x', 0), 'x: computed');
});

check('a tile says who wins, ties, or why nobody does', () => {
    const tile = (state, o) => Sentences.tile({ state, ...o }, p, 6), winner = answer('a@ode', 1), others = [answer('b@ode', 2, { tie: true })];
    assert.equal(tile('won', { winner, others, tied: false }), 'p, 6 digits: a@ode, 1 s');
    assert.equal(tile('won', { winner, others, tied: true }), 'p, 6 digits: a@ode, 1 s, statistical tie with b@ode');
    assert.deepEqual(['none', 'unknown', 'open', 'untimed', 'not asked'].map(s => tile(s).slice(13)), ['no solver that was run reaches it',
        'the reference tells fewer digits', 'not asked for so many digits', 'timings are to come', 'not asked of the solvers shown']);
});

check('the ranking names the fastest, the runner-up and how sure their order is', () => {
    const said = (rows, missed = []) => Sentences.ranking(p, 6, rows, missed), a = answer('a@ode', 1), b = answer('b@ode', 2);
    assert.equal(said([a]), 'p, 6 digits: a@ode is fastest with 1 s');
    assert.equal(said([a, b]), 'p, 6 digits: a@ode is fastest with 1 s; the runner-up is b@ode, with 2 [1.8, 2.2] times that');
    assert(said([a, answer('b@ggl', 2, { formulation: 'ggl' })]).includes('b@ggl, in another formulation, with 2'));
    assert(said([a, answer('b@ode', 2, { holds: 0.05 })]).endsWith(', an order that holds in 5 % of the draws of one run a rung'));
    assert.equal(said([]), 'p: no configuration reaches 6 digits');
    assert.equal(said([], [{ ends: 'e' }]), 'p: no configuration was asked for 6 digits');
    assert.equal(said([], [{ ends: 'e' }, { untimed: true }]), 'p: timings are to come');
    assert.equal(Sentences.share(null), '');
});

check('failed, not asked and too few digits are three words', () => {
    const fewer = (runs, ends = '') => Sentences.fewer({ ends, runs }, 6, 'scd');
    assert.equal(fewer([run(5.94)]), 'fewer than 6 digits (best 5.9)');
    assert.equal(fewer([run(5.94)], 'still climbing'), 'not asked for so many digits');
    assert.equal(fewer([run(7, { ok: false }), run(7, { wrong: true }), run(null)]), 'failed');
    assert.equal(fewer([run(7, { long_setup_s: 1 })]), 'ranked apart: long set-up');
    assert.equal(fewer([run(7)]), 'not ranked');
    assert.equal(Sentences.fewer({ ends: '', not_deterministic: 'threads', runs: [run(7)] }, 6, 'scd'),
        'not ranked: not deterministic');
    const missing = o => Sentences.missing({ solver: 's', said: '2 finished', best: 5.94, some: true, ends: '', apart: 0, untimed: false, ...o });
    assert.deepEqual(missing({}), ['best 5.9', 's: 2 finished; at most 5.94 digits']);
    assert.deepEqual(missing({ best: null, some: false }), ['failed', 's: 2 finished']);
    assert.deepEqual(missing({ some: false })[0], 'failed');
    assert.deepEqual(missing({ ends: 'still climbing' }), ['not asked for so many', 's: 2 finished; still climbing']);
    assert.deepEqual(missing({ differs: 'threads' }), ['not deterministic', 's: 2 finished; not ranked: threads']);
    assert.deepEqual(missing({ apart: 0.5 }), ['long set-up', 's: 2 finished; a set-up of 500 ms before its solves: ranked apart']);
    assert.equal(missing({ untimed: true })[0], 'not timed yet');
    assert.deepEqual([[], [{}], [{ ends: 'e' }], [{ untimed: true }]].map(m => Sentences.nobody(6, m)),
                     ['not asked', 'none reaches 6', 'none was asked for 6', 'timings to come']);
});

check('failures are counted by outcome', () => {
    const failed = { ok: false, wrong: false, words: 'diverged' };
    assert.equal(Sentences.failures([run(6)]), 'No run failed.');
    assert.equal(Sentences.failures([run(6), failed, failed, run(6, { wrong: true, words: 'finished, inaccurate' })]),
        'In all: 2 diverged, 1 finished, inaccurate.');
});

check('what a tolerance buys is told of the runs that have digits', () => {
    const said = (good, n) => Sentences.tolerance(p, 1e-6, good, n);
    assert.equal(said([], 3), 'No run of p at a tolerance has a score.');
    assert.equal(said([3.14, 6.26], 2), 'On p rtol = 1e-06 buys between 3.1 and 6.3 correct digits (scd).');
    assert.equal(said([3.14], 1), 'On p rtol = 1e-06 buys 3.1 correct digits (scd).');
    assert.equal(said([3.14, 6.26], 3), 'On p rtol = 1e-06 buys between 3.1 and 6.3 correct digits (scd); 1 of 3 runs failed or has no score.');
    assert(said([3.14, 6.26], 4).endsWith('; 2 of 4 runs failed or have no score.'));
});

check('memory is told of the largest and the smallest process', () => {
    const row = (label, peak) => ({ ladder: ladder(label), peak });
    assert.equal(Sentences.memory(p, []), 'The store has no memory of runs on p.');
    assert.equal(Sentences.memory(p, [row('a', 3)]), 'All processes on p had 3 MB.');
    assert.equal(Sentences.memory(p, [row('a', 3), row('b', 2)]),
                 'On p processes had between 2 MB (b) and 3 MB (a), the program itself included.');
});

check('a profile says what it counts and whom it leaves out', () => {
    const said = (n, apart, solvers = ['a', 'b']) => Sentences.profile({ counted: Array(n).fill(p), solvers }, 6, 'scd', apart);
    assert.equal(said(2, []), '2 problems on which all 2 solvers shown were asked for 6 digits (scd) and ranked.');
    assert.equal(said(1, ['c']), '1 problem on which all 2 solvers shown were asked for 6 digits (scd) and ranked; not shown, as they ' +
        'were not asked or not ranked there: c. Switch solvers to compare any others.');
    assert.equal(said(1, [], ['a']), '1 problem on which a, the one solver shown, was asked for 6 digits (scd) and ranked.');
    assert.equal(said(0, []), 'No problem counts for all 2 solvers shown at 6 digits (scd); why stands below.');
    assert.equal(said(0, [], ['a']), 'No problem counts for a, the one solver shown, at 6 digits (scd); why stands below.');
    assert.equal(said(0, [], []), 'No solver is ranked at 6 digits (scd).');
});

check('what a pointer, a caption or a figure says', () => {
    const of = o => Sentences.ratio(answer('a@ode', 2, o));
    assert.equal(of({ low: null }), 'a@ode: 2 s');
    assert.equal(of({ tie: true }), 'a@ode: 2 s, 2 [1.8, 2.2] times the fastest, a statistical tie');
    assert.equal(of({ ratio: 1, tie: true, low: null }), 'a@ode: 2 s');
    assert(of({ holds: 0.1 }).endsWith('; slower than the fastest in 10 % of the draws of one run a rung'));
    assert.deepEqual([Sentences.rungs(false), Sentences.published(0, 'T'), Sentences.bar(0)], ['', '', '']);
    assert.deepEqual([1e-15, 1e-14].map(Sentences.drift), ['tie at round-off', '']);
    assert(Sentences.rungs(true).startsWith('Lines join the means') && Sentences.bar(1).includes('at the bar'));
    assert.equal(Sentences.published(2, 'T'), 'Crosses: published in T, for comparison. ');
    const d = { problem: p, x: { label: 'x' }, y: { label: 'y' } };
    assert.deepEqual([[{ p: 'p' }, d], [{}, d], [{ p: 'q' }, d], [{}, null]].map(([f, o]) => Sentences.figure(f, o)),
                     ['p: y against x', 'p: y against x', 'q: not in this page', 'no problem: not in this page']);
    const of_run = { ladder: ladder('a@ode') }, ghost = { ladder: ladder('b@ode') }, cost = r => (r === ghost ? '2 s' : '1 s');
    assert.equal(Sentences.mechanism(p, of_run, null, cost), 'p as a@ode computed it; ticks: recorded steps.');
    assert(Sentences.mechanism(p, of_run, ghost, cost).endsWith(' Ghost: b@ode, 2 s in place of 1 s.'));
});
