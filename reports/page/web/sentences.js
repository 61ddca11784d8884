/* sentences.js -- what sections say in words, from runs and from what judge.js finds. A sentence with a condition
 * stands here or in judge.js: a test makes each condition true and false.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

const Sentences = ((Model, Terms) => {
    const { time, plain, fixed, general, interval, isNumber } = Model;
    const share = v => v === null ? '' : `${fixed(100 * v, 0)} %`;

    /* A tile of the map: t of Judge.tile(). */
    const tile = (t, p, digits) => `${p.name}, ${Terms.count(digits, 'digit')}: ` + ({
        won: () => `${t.winner.ladder.label}, ${time(t.winner.seconds)}${t.tied ? ', statistical tie with ' +
            t.others.filter(a => a.tie).map(a => a.ladder.label).join(', ') : ''}`,
        none: () => 'no solver that was run reaches it', unknown: () => 'the reference tells fewer digits',
        open: () => 'not asked for so many digits',
        untimed: () => 'timings are to come', 'not asked': () => 'not asked of the solvers shown',
    })[t.state]();

    /* rows: answers of the problem, the fastest first; missed: solvers without one. */
    function ranking(problem, digits, rows, missed) {
        const [first, second] = rows;
        if (!first) return `${problem.name}: ` + (missed.some(m => m.untimed) ? 'timings are to come'
            : missed.some(m => m.ends) ? `no configuration was asked for ${Terms.count(digits, 'digit')}`
            : `no configuration reaches ${Terms.count(digits, 'digit')}`);
        const fastest = `${problem.name}, ${Terms.count(digits, 'digit')}: ${first.ladder.label} is fastest with ${time(first.seconds)}`;
        if (!second) return fastest;
        return `${fastest}; the runner-up is ${second.ladder.label}, ` +
            (second.ladder.formulation === first.ladder.formulation ? '' : 'in another formulation, ') +
            `with ${interval(second.ratio, second.low, second.high)} times that` + (second.holds === null ? ''
                : `, an order that holds in ${share(second.holds)} of the draws of one run a rung`);
    }

    /* Why a ladder has no ratio: "fewer than 6 digits (best 5.9)" */
    function fewer(ladder, digits, metric) {
        const best = ladder.runs.filter(r => r.ok && !r.wrong && isNumber(r.get(metric))).map(r => r.get(metric));
        if (!best.length) return 'failed';
        if (ladder.not_deterministic) return 'not ranked: not deterministic';
        if (ladder.ends) return 'not asked for so many digits';
        if (ladder.runs.some(r => r.get('long_setup_s') > 0)) return 'ranked apart: long set-up';
        return Math.max(...best) < digits ? `fewer than ${Terms.count(digits, 'digit')} (best ${fixed(Math.max(...best), 1)})` : 'not ranked';
    }
    /* A cell of the table of all solvers that has no ratio: the word in it, and all of it. m: of Model.matrix(). */
    function missing(m) {
        const word = m.differs ? 'not deterministic' : m.untimed ? 'not timed yet' : m.apart ? 'long set-up' : m.ends ? 'not asked for so many'
            : m.best !== null && m.some ? `best ${fixed(m.best, 1)}` : 'failed';
        return [word, `${m.solver}: ${m.said}` + (m.differs ? `; not ranked: ${m.differs}` : m.apart ? `; a set-up of ${time(m.apart)} before its solves: ranked apart`
            : m.best === null ? '' : m.ends ? `; ${m.ends}` : `; at most ${fixed(m.best, 2)} digits`)];
    }
    /* A problem without a fastest solver; missed as above. */
    function nobody(digits, missed) {
        if (!missed.length) return 'not asked';
        return missed.some(m => m.untimed) ? 'timings to come' : missed.some(m => m.ends) ? `none was asked for ${digits}`
            : `none reaches ${digits}`;
    }

    function failures(runs) {
        const count = Model.outcomes(runs.filter(r => !r.ok || r.wrong));
        return count ? `In all: ${count}.` : 'No run failed.';
    }
    /* good: digits of the runs that have some, in rising order; n: all runs at this tolerance. */
    function tolerance(problem, rtol, good, n) {
        if (!good.length) return `No run of ${problem.name} at a tolerance has a score.`;
        const [low, high] = [good[0], good[good.length - 1]].map(v => fixed(v, 1)), without = n - good.length;
        return `On ${problem.name} rtol = ${general(rtol, 2)} buys ` + (low === high ? `${low} correct digits (scd)`
            : `between ${low} and ${high} correct digits (scd)`) + (without ? `; ${without} of ${Terms.count(n, 'run')} failed or ` +
            `${without === 1 ? 'has' : 'have'} no score.` : '.');
    }
    /* rows: of Judge.memory() */
    function memory(problem, rows) {
        if (!rows.length) return `The store has no memory of runs on ${problem.name}.`;
        const most = rows[0], least = rows[rows.length - 1];
        return most.peak === least.peak ? `All processes on ${problem.name} had ${plain(most.peak)} MB.`
            : `On ${problem.name} processes had between ${plain(least.peak)} MB (${least.ladder.label}) and ` +
              `${plain(most.peak)} MB (${most.ladder.label}), the program itself included.`;
    }
    /* profile: of Model.profile(); apart: solvers that are not shown since they do not share these problems. */
    function profile(profile, digits, metric, apart) {
        const n = profile.counted.length, all = profile.solvers.length, at = `${Terms.count(digits, 'digit')} (${metric})`;
        if (!all) return `No solver is ranked at ${at}.`;
        const who = all === 1 ? `${profile.solvers[0]}, the one solver shown,` : `all ${all} solvers shown`;
        return (n ? `${Terms.count(n, 'problem')} on which ${who} ${all === 1 ? 'was' : 'were'} asked for ${at} and ranked`
            : `No problem counts for ${who} at ${at}; why stands below`) + (apart.length
            ? `; not shown, as they were not asked or not ranked there: ${apart.join(', ')}. Switch solvers to compare any others.` : '.');
    }

    /* What a cell of the table of all solvers says to a pointer. */
    const ratio = a => `${a.ladder.label}: ${time(a.seconds)}` + (isNumber(a.low)
        ? `, ${interval(a.ratio, a.low, a.high)} times the fastest` : '') + (a.tie && a.ratio !== 1 ? ', a statistical tie' : '') +
        (a.holds === null ? '' : `; slower than the fastest in ${share(a.holds)} of the draws of one run a rung`);

    /* Captions of diagrams: several runs a rung; results that were published. */
    const rungs = several => several ? 'Lines join the means of the runs of a rung; bands hold all lines that one run a rung could give. ' : '';
    const published = (n, title) => n ? `Crosses: published in ${title}, for comparison. ` : '';
    /* A figure of a reader's own; d: what it shows, or null. */
    const figure = (f, d) => d && (!f.p || d.problem.name === f.p) ? `${d.problem.name}: ${d.y.label} against ${d.x.label}`
        : `${f.p || 'no problem'}: not in this page`;
    /* Below a mechanism; cost: of a run in words */
    const mechanism = (p, run, ghost, cost) => `${p.name} as ${run.ladder.label} computed it; ticks: recorded steps.` + (ghost
        ? ` Ghost: ${ghost.ladder.label}, ${cost(ghost)} in place of ${cost(run)}.` : '');
    /* Above a quantity along a run. */
    const computed = (name, known) => `${name}: ${known ? 'computed (points) and reference (grey)' : 'computed'}`;
    const bar = marked => marked ? ', at the bar of the reference' : '';

    /* Below 8 units of round-off drifts differ by chance. */
    const ROUND_OFF = 8 * Number.EPSILON;
    const drift = g => g <= ROUND_OFF ? 'tie at round-off' : '';

    return { drift, ratio, rungs, published, figure, mechanism, computed, bar, share, tile, ranking, fewer, missing, nobody, failures, tolerance, memory, profile };
})(typeof Model === 'undefined' ? require('./model.js') : Model, typeof Terms === 'undefined' ? require('./terms.js') : Terms);

if (typeof module !== 'undefined') module.exports = Sentences;
