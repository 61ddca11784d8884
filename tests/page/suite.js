/* suite.js -- checks with names, told as Check tells them, so that tools/test.sh counts them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';
const assert = require('assert').strict;

const list = [];
/* ONLY=WORDS in the environment: those whose name fits this expression */
const wanted = new RegExp(process.env.ONLY || '');
const check = (name, f) => { if (wanted.test(name)) list.push([name, f]); };

async function report(suite) {
    let failed = 0;
    for (const [name, f] of list) {
        try {
            await f();
            console.log(`${suite}:P:${name}: Passed`);
        } catch (e) {
            failed++;
            console.log(`${suite}:F:${name}: ${e.message}`);
        }
    }
    const n = list.length;
    console.log(`${n ? Math.floor(100 * (n - failed) / n) : 100}%: Checks: ${n}, Failures: ${failed}, Errors: 0`);
    return failed ? 1 : 0;
}

module.exports = { assert, check, report };
