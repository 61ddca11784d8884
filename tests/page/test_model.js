/* test_model.js -- what the program of the page computes, on numbers made up.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';
const path = require('path');
const { assert, check, report } = require('./suite.js');
const Branches = require('./branches.js');
Branches.start();
const Model = require('../../reports/page/web/model.js');
const fs = require('fs');
const Tags = require('../../reports/page/web/tags.js');
require('./judge_cases.js');
require('./sentence_cases.js');

/* Texts of at least four words that stand behind "?" or ":" of a condition. */
function conditional(text) {
    return [...text.matchAll(/(?:\s\?|['`]\s+:)\s*(['`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map(m => m[2])
        .filter(t => (t.replace(/\$\{[^}]*\}/g, ' ').match(/[A-Za-z]{2,}/g) || []).length >= 4 && /[a-z] [a-z]/.test(t));
}

/* Two problems; a is cheaper on the first, b on the second, c was run on the first alone. */
function made() {
    const levels = v => Array(Model.DIGITS).fill(v);
    const ladder = (problem, solver, first, spent, more) => ({ problem, solver, formulation: 'ode', n: 1,
        first, steps: false, no_events: false, machine: 0, options: '', label: `${solver}@ode`, judged: true,
        spent: levels(spent), spent_f: levels(spent && 10 * spent), ...more });
    const row = (l, s, ratio, tie) => [l, s, tie, ratio, ratio * 0.9, ratio * 1.1, 1, 1, 1, 1];
    return Model.load({
        head: { machines: ['m'], metric: 'scd' },
        problems: ['p', 'q'].map(name => ({ name, problem: name, parameters: '', title: '', tags: name === 'p' ?
            'mechanical stiff' : 'stiff', limit: 9, unit: 's', quantities: [], invariants: [] })),
        ladders: [ladder(0, 'a', 0, 1), ladder(0, 'b', 1, 4), ladder(0, 'c', 2, 2),
                  ladder(1, 'a', 3, null), ladder(1, 'b', 4, 3)],
        columns: { key: ['1', '2', '3', '4', '5'].map(k => k.repeat(64)), rtol: Array(5).fill(1e-6),
            atol: Array(5).fill(1e-6), outcome: ['ok', 'ok', 'ok', 'diverged', 'ok'],
            letter: ['', '', '', 'D', ''], scd: [6, 6, 6, null, 6], timeout_s: Array(5).fill(60) },
        cell: ['problem', 'solver', 'options', 'rtol', 'no_events', 'timeout_s'], cell_if_set: ['rung'],
        answers: [[levels([row(0, 1, 1, 1), row(2, 2, 2, 0), row(1, 4, 4, 0)]),
                   levels([row(4, 3, 1, 1)])]],
        drawing: Array(5).fill(null), printed: { title: 'T', runs: [] },
    });
}
const filter = (o = {}) => ({ machine: 0, digits: 6, tag: '', search: '', off: new Set(),
                              offForms: new Set(), ...o });

check('an address has the words of a state and no others', () => {
    const s = Model.parse('#constructor=1&toString=2&__proto__=3&p=q');
    assert.deepEqual(s, { ...Model.defaults, p: 'q' });
    assert.deepEqual(Model.decode([0, 1, 0, 'AAA']), [0]);
});

/* Two runs in each of two rungs; by hand: at x = 2, half way from 1 to 3, log y is half way, too. */
check('several runs of a rung have a mean and a band', () => {
    const run = nominal => ({ nominal });
    const placed = [[1e-3, 1, 1], [1e-3, 1, 100], [1e-4, 3, 10], [1e-4, 3, 1000]].map(
        ([n, x, y]) => ({ run: run(n), x, y }));
    const rungs = Model.rungsOf(placed);
    assert.deepStrictEqual(rungs.map(r => r.length), [2, 2]);
    const near = (a, b) => assert(Math.abs(a / b - 1) < 1e-12, `${a} is not ${b}`);
    Model.means(rungs, false, true).forEach((p, i) => { near(p.x, [1, 3][i]); near(p.y, [10, 100][i]); });
    const middle = Model.band(rungs, false, true).find(b => b[0] === 2);
    near(middle[1], Math.sqrt(10));
    near(middle[2], Math.sqrt(1e5));
    const data = made();
    assert(!Model.command(data.runs[0]).includes('rung'));
    data.columns.rung = [1e-6, 0, 0, 0, 0];
    assert.strictEqual(data.runs[0].nominal, 1e-6);
    assert(Model.command(data.runs[0]).includes('"rung":0.000001'));
});

/* a on q diverged: a failure. With a ladder that ends while it climbs it is not asked: then no profile
 * counts q against it. */
check('not asked is not failed', () => {
    const data = made(), of = () => Model.matrix(data, filter())[1].missing.find(m => m.solver === 'a');
    const two = filter({ off: new Set(['c']) });
    assert.strictEqual(of().ends, '');
    assert.strictEqual(Model.profile(data, two, 'cpu', false).counted.length, 2);
    data.ladders[3].ends = 'the finest rung asked, rtol = 1e-06, gave 3.9 digits, still climbing';
    assert.strictEqual(of().ends, data.ladders[3].ends);
    const open = Model.profile(data, two, 'cpu', false);
    assert.strictEqual(open.counted.length, 1);
    assert(open.left[0].why.includes('not asked for so many digits: a'));
});

/* Run 3, of a on q, has its digits behind a long set-up: it has no rank and has not failed. With fewer digits
 * than asked it has failed. */
check('not ranked is not failed', () => {
    const data = made(), two = filter({ off: new Set(['c']) });
    Object.assign(data.columns, { outcome: Array(5).fill('ok'), scd: [6, 6, 6, 6, 6], long_setup_s: [0, 0, 0, 1, 0] });
    const apart = Model.profile(data, two, 'cpu', false);
    assert.strictEqual(apart.counted.length, 1);
    assert(apart.left[0].why.includes('not ranked: a'));
    data.columns.scd[3] = 5;
    assert.strictEqual(Model.profile(data, two, 'cpu', false).counted.length, 2);
    data.columns.scd[3] = 6;
    data.columns.long_setup_s[3] = 0;
    assert.strictEqual(Model.profile(data, two, 'cpu', false).counted.length, 2);
    data.ladders[3].not_deterministic = 'it draws numbers';
    assert.strictEqual(Model.profile(data, two, 'cpu', false).counted.length, 1);
});

/* Run 3, of a on q, has arrived with its digits and has no time: its solver is not worse, it waits. */
check('who is not timed yet is not told to have fewer digits', () => {
    const data = made(), of = () => Model.matrix(data, filter())[1].missing.find(m => m.solver === 'a');
    assert.strictEqual(of().untimed, false);
    Object.assign(data.columns, { outcome: Array(5).fill('ok'), letter: Array(5).fill(''),
        scd: [6, 6, 6, 7, 6], cpu_median_s: [1, 4, 2, null, 3] });
    assert.strictEqual(of().untimed, true);
    data.columns.cpu_median_s[3] = 1;
    assert.strictEqual(of().untimed, false);
});

check('phase and amplitude of an error are axes where they are known', () => {
    const data = made();
    data.problems[0].quantities = [{ name: 'angle', unit: 'rad' }];
    data.columns.trajectory = [[[1e-3, 1, 1e-4, 5, 0, -2e-5, 0.9, 3e-5]], [[1e-3, 1, 1e-4, 5, 0]], [], [], []];
    const axis = id => Model.axesOf(data, data.problems[0]).find(a => a.id === id);
    assert.strictEqual(axis('p0').value(data.runs[0]), 2e-5);
    assert.strictEqual(axis('p0').label, 'phase error of angle at the end [s]');
    assert.strictEqual(axis('a0').value(data.runs[0]), 3e-5);
    assert.strictEqual(axis('p0').value(data.runs[1]), null);
    data.columns.trajectory[0] = [];
    assert.strictEqual(axis('p0'), undefined);
});

check('a part of a diagram and the other scale are in the address', () => {
    assert.deepStrictEqual(Model.zoomOf('1,2.5,1e-3,4'), { x: [1, 2.5], y: [1e-3, 4] });
    ['', '1,2', '2,1,3,4', '1,2,3,x', '1,2,3,Infinity'].forEach(v => assert.strictEqual(Model.zoomOf(v), null));
    const state = Model.parse('#z=1,2,3,4&lx=1');
    assert.strictEqual(state.z, '1,2,3,4');
    assert.deepStrictEqual(Model.parse(Model.encode(state)), state);
    const axis = { log: false, value: run => run.v };
    assert.strictEqual(Model.scaled(axis, '').log, false);
    assert.strictEqual(Model.scaled(axis, '1').value({ v: -1 }), null);
    assert.strictEqual(Model.scaled(axis, '1').value({ v: 2 }), 2);
    assert.strictEqual(Model.scaled({ ...axis, log: true }, '1').log, false);
});

check('numbers look as printf writes them', () => {
    const cases = [[0.000101234, '0.000101'], [1.00001, '1'], [64.25, '64.2'], [999.6, '1e+03'],
        [1234, '1.23e+03'], [1e-5, '1e-05'], [0.00012, '0.00012'], [-2.5e-7, '-2.5e-07'], [0, '0'],
        [123, '123'], [99.95, '100'], [null, ''], [NaN, ''], [1e100, '1e+100']];
    cases.push([64.35, '64.3'], [0.5, '0.5'], [1.125, '1.12'], [1.375, '1.38'], [2.5e10, '2.5e+10']);
    assert.equal(Model.fixed(6.125), '6.12');
    assert.equal(Model.fixed(6.375), '6.38');
    cases.forEach(([v, text]) => assert.equal(Model.general(v), text, `of ${v}`));
});

check('columns for drawing come back', () => {
    assert.deepEqual(Model.decode([0, 4094, 0, 'AAAB__']).slice(0, 2), [0, 1]);
    assert(Number.isNaN(Model.decode([0, 1, 0, '__'])[0]));
    assert.equal(Model.decode([-2, 2, 1, '_-'])[0], 100);
    assert.deepEqual(Model.decode(null), []);
});

check('the matrix has every solver once, and those that do not arrive', () => {
    const data = made(), rows = Model.matrix(data, filter());
    assert.deepEqual(rows[0].ranked.map(a => a.ladder.solver), ['a', 'c', 'b']);
    assert.deepEqual(rows[1].missing.map(m => [m.solver, m.said, m.best]), [['a', '1 diverged', null]]);
});

check('hidden solvers take part in nothing, and no interval is told for a new base', () => {
    const rows = Model.matrix(made(), filter({ off: new Set(['a']) }));
    assert.deepEqual(rows[0].ranked.map(a => [a.ladder.solver, a.ratio, a.low]), [['c', 1, null], ['b', 2, null]]);
    assert.deepEqual(rows[1].missing, []);
});

check('filters by tag and by words', () => {
    const data = made();
    assert.deepEqual(Model.problemsOf(data, filter({ tag: 'mechanical' })).map(p => p.name), ['p']);
    assert.deepEqual(Model.problemsOf(data, filter({ search: 'Q' })).map(p => p.name), ['q']);
});

/* Dolan and More by hand: on p ratios 1 and 4; on q only b solves */
check('a profile counts problems that all shown solvers were run on', () => {
    const p = Model.profile(made(), filter({ off: new Set(['c']) }), 'cpu', false);
    assert.deepEqual(p.counted.map(c => c.name), ['p', 'q']);
    assert.deepEqual(p.curves.map(c => [c.solver, c.points]), [['a', [[1, 0.5]]], ['b', [[1, 0.5], [4, 1]]]]);
    const all = Model.profile(made(), filter(), 'cpu', false);
    assert.deepEqual(all.counted.map(c => c.name), ['p']);
    assert.deepEqual(all.left.map(l => l.why), ['not run: c']);
});

check('a data profile has costs, and evaluations where they are asked for', () => {
    const p = Model.profile(made(), filter({ off: new Set(['c']) }), 'f', true);
    assert.deepEqual(p.curves[1].points, [[30, 0.5], [40, 1]]);
});

check('a reference of fewer digits leaves its problem out', () => {
    const data = made();
    data.problems[0].limit = 5;
    assert.deepEqual(Model.profile(data, filter(), 'cpu', false).left[0].why, 'its reference tells fewer digits');
});

check('solvers are compared on shared problems', () => {
    assert.deepEqual([...Model.commonSolvers(made(), filter())], ['a', 'b']);
});

check('a state survives its address, damage does not', () => {
    const state = { ...Model.defaults, d: '9', p: 'a b&c=#', off: 'x,y' };
    assert.deepEqual(Model.parse(`#${Model.encode(state)}`), state);
    assert.equal(Model.encode(Model.defaults), '');
    assert.equal(Model.parse('#d=99&__proto__=1&zz=3').d, '6');
    assert.equal(Model.parse('#zz=3').zz, undefined);
});

check('figures of one\'s own survive their address and their file, damage does not', () => {
    const state = { ...Model.defaults, p: 'p', x: 'steps', off: 'a,b', d: '9', r: 'run', z: '1,2,3,4' };
    const figure = Model.figureOf(state, 'mine');
    assert.deepEqual(figure, { title: 'mine', p: 'p', x: 'steps', off: 'a,b', z: '1,2,3,4' });
    const many = Array(30).fill(figure), text = Model.figuresText(many.slice(0, 24));
    const back = Model.parse(`#${Model.encode({ ...Model.defaults, fig: text })}`).fig;
    assert.equal(back, text);
    assert.equal(Model.figuresOf(back, []).length, Model.MOST_FIGURES);
    assert.deepEqual(Model.figuresIn(Model.figuresFile([figure])), [figure]);
    assert.deepEqual(Model.figuresOf('', [figure]), [figure]); /* those that came with the page */
    assert.deepEqual(Model.figuresOf('[]', [figure]), []);     /* which somebody has removed */
    ['{', '3', 'null', '[3,null,"x"]'].forEach(t => assert.deepEqual(Model.figuresOf(t, []), []));
    assert.deepEqual(Model.figuresOf('[{"p":3,"zz":"1","__proto__":{"x":"1"},"y":"cpu"}]', []), [{ y: 'cpu' }]);
    ['{', '[]', '{"figures":3}', 'null'].forEach(t => assert.throws(() => Model.figuresIn(t)));
});

check('a command is one word of a shell', () => {
    const data = made();
    data.ladders[0].options = `it's`;
    const said = Model.command(data.runs[0]);
    assert(said.includes(`it'\\''s`), said);
    assert.deepEqual(JSON.parse(Model.command(data.runs[1]).slice("ivpbench run --cell '".length, -1)).rtol, 1e-6);
});

check('tables leave as CSV and Markdown without formulas and markup', () => {
    assert.equal(Model.csv(['a'], [['x,"y"'], ['=1+1'], [-3], [null]]), 'a\n"x,""y"""\n\'=1+1\n-3\n\n');
    assert(Model.markdown(['a'], [['<b>|']]).includes('| &lt;b&gt;\\| |'));
});

check('nothing sorts last', () => {
    assert.deepEqual([3, null, 1, ''].sort(Model.compare).slice(0, 2), [1, 3]);
});

/* As tests of --tags have it; what is wrong on the right of a false one is wrong all the same. */
check('conditions on tags are read as the command line reads them', () => {
    const tags = 'dae index1 stiff circuit';
    ['', 'stiff', 'stiff & index1', 'index2 | circuit', 'ode circuit', '!large', 'index?', 'circ* & !(index2, large)',
     'stiff & (ode | dae)', '!!dae'].forEach(c => assert(Tags.fits(c, tags), c));
    ['stif', 'stiff & index2', '!stiff', 'index', '!(ode | dae)', 'ode, large'].forEach(c =>
        assert(!Tags.fits(c, tags), c));
    ['stiff &', '(stiff', 'stiff)', '&', 'large & (', '!'].forEach(c =>
        assert.throws(() => Tags.fits(c, tags), /is expected/, c));
});

/* After all others: what no case has made true, or false, is a branch that was not run. */
check('every condition of every sentence was true once and false once', async () => {
    for (const name of ['judge.js', 'sentences.js', 'kinds.js', 'terms.js'])
        assert.deepEqual(await Branches.missed(path.resolve(__dirname, '../../reports/page/web', name)), [], name);
});
/* Sections have captions and headings that always hold; what depends on something stands in the files above. */
check('sections say nothing on a condition themselves', () => {
    const web = path.resolve(__dirname, '../../reports/page/web');
    const found = fs.readdirSync(web).filter(f => f.endsWith('.js') && !['judge.js', 'sentences.js', 'kinds.js', 'terms.js'].includes(f))
        .flatMap(f => conditional(fs.readFileSync(path.join(web, f), 'utf8')).map(t => `${f}: ${t}`));
    assert.deepEqual(found, []);
});

report('model').then(process.exit);
