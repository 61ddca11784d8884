/* terms.js -- what readers see for stored names (docs/glossary.md). The store, gates and the command
 * line keep the names.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

const Terms = (() => {
    const outcomes = {
        ok: 'finished', declined: 'declined', step_too_small: 'step size too small',
        too_many_steps: 'step limit reached', diverged: 'diverged', inconsistent_start: 'inconsistent start',
        event_lost: 'event lost', nonfinite: 'not finite', timeout: 'time limit reached',
        memory: 'memory limit reached', crash: 'crash', exit: 'exit', misbehaved: 'misbehaved',
        infrastructure: 'infrastructure',
    };
    const inaccurate = 'finished, inaccurate';
    const letters = { D: 'diverged', H: 'step size too small', S: 'step limit reached', I: 'inconsistent start',
                      E: 'event lost', N: 'not finite', T: 'time limit reached', M: 'memory limit reached',
                      C: 'crash', X: 'exit', B: 'misbehaved', W: inaccurate };
    const families = { explicit_rk: 'explicit Runge-Kutta', stabilised_rk: 'stabilised Runge-Kutta', bdf: 'BDF', radau: 'Radau IIA', gauss: 'Gauss',
                       adams: 'Adams', rosenbrock: 'Rosenbrock', extrapolation: 'extrapolation',
                       newmark: 'Newmark', dirk: 'diagonally implicit Runge-Kutta',
                       linear_implicit: 'linear-implicit Euler', exponential: 'exponential' };

    const outcome = name => outcomes[name] || name;
    const family = name => families[name] || name;
    /* "1 problem", "2 problems" */
    const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
    /* "a", "a and b", "a, b and c" */
    const listed = list => list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} and ${list[list.length - 1]}`;

    return { outcome, inaccurate, letters, family, count, listed };
})();

if (typeof module !== 'undefined') module.exports = Terms;
