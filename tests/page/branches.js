/* branches.js -- which branches of a program were never run, told by V8: start() before the program is loaded. A
 * condition that was never true, or whose other side was never taken, leaves such a branch.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';
const fs = require('fs');
const inspector = require('inspector');

const session = new inspector.Session();
const post = (what, o) => new Promise((resolve, reject) => session.post(what, o, (e, v) => (e ? reject(e) : resolve(v))));

function start() {
    session.connect();
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
}

let taken = null;
/* Lines of a file with code that was never run: "12: text" */
async function missed(file) {
    taken = taken || (await post('Profiler.takePreciseCoverage')).result; /* which sets the counts back */
    const text = fs.readFileSync(file, 'utf8'), script = taken.find(s => s.url.endsWith(file));
    if (!script) throw new Error(`${file} was not loaded`);
    return script.functions.flatMap(f => f.ranges).filter(r => r.count === 0)
        .map(r => [text.slice(0, r.startOffset).split('\n').length, text.slice(r.startOffset, r.endOffset).trim().slice(0, 60)])
        .filter(([, code]) => !/^: [A-Z]\w+$/.test(code)).map(([line, code]) => `${line}: ${code}`); /* a browser has the module already */
}

module.exports = { start, missed };
