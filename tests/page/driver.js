/* driver.js -- a browser asked through WebDriver (W3C), in what a test needs of it.
 *
 * chromedriver is started on a port of its own choice and ended with the test; the browser keeps
 * its profile in a folder that goes away.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';
const { spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const ANSWER_MS = 280000; /* what never comes; fetch() and chromedriver wait for 300 s */

function startDriver() {
    return new Promise((resolve, reject) => {
        const child = spawn('chromedriver', ['--port=0'], { stdio: ['ignore', 'pipe', 'inherit'] });
        let said = '';
        const late = setTimeout(() => child.kill(), ANSWER_MS);
        child.on('error', reject);
        child.on('exit', code => {
            clearTimeout(late);
            reject(new Error(`chromedriver ended with ${code}: ${said}`));
        });
        child.stdout.on('data', d => {
            said += d;
            const port = /successfully on port (\d+)/.exec(said);
            if (!port) return;
            clearTimeout(late);
            resolve({ child, url: `http://127.0.0.1:${port[1]}` });
        });
    });
}

class Browser {
    static async open(width, height) {
        const b = new Browser();
        b.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'page-'));
        try {
            Object.assign(b, await startDriver());
            await b.start(width, height);
        } catch (e) {
            await b.close();
            throw e;
        }
        return b;
    }
    /* By pipes: a machine need not know the name localhost, nor have a port free. */
    async start(width, height) {
        const args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--remote-debugging-pipe',
            '--hide-scrollbars', `--user-data-dir=${this.folder}`, `--window-size=${width},${height}`];
        const answer = await this.call('POST', '/session', { capabilities: { alwaysMatch: {
            browserName: 'chrome', 'goog:chromeOptions': { args },
            'goog:loggingPrefs': { browser: 'ALL', performance: 'ALL' } } } });
        this.session = `/session/${answer.sessionId}`;
    }
    async call(method, where, body) {
        const r = await fetch(this.url + where, { method, body: body && JSON.stringify(body),
            signal: AbortSignal.timeout(ANSWER_MS) });
        const { value } = await r.json();
        if (value && value.error) throw new Error(`${value.error}: ${value.message.split('\n')[0]}`);
        return value;
    }
    post(what, body) { return this.call('POST', this.session + what, body || {}); }
    get(what) { return this.call('GET', this.session + what); }

    go(url) { return this.post('/url', { url }); }
    back() { return this.post('/back'); }
    address() { return this.get('/url'); }
    /* Runs a function of the page with plain arguments. */
    run(f, ...args) {
        return this.post('/execute/sync', { script: `return (${f})(...arguments)`, args });
    }
    async find(css) {
        const e = await this.post('/element', { using: 'css selector', value: css });
        return e[ELEMENT];
    }
    async click(css) {
        const e = await this.find(css);
        await this.run(e => e.scrollIntoView({ block: 'center' }), { [ELEMENT]: e });
        return this.post(`/element/${e}/click`);
    }
    async type(css, text) { return this.post(`/element/${await this.find(css)}/value`, { text }); }
    keys(text) {
        const actions = [...text].flatMap(k => [{ type: 'keyDown', value: k }, { type: 'keyUp', value: k }]);
        return this.post('/actions', { actions: [{ type: 'key', id: 'k', actions }] });
    }
    /* Pointer to an element; with `to` dragged from there. */
    async point(css, to) {
        const e = await this.find(css);
        await this.run(e => e.scrollIntoView({ block: 'center' }), { [ELEMENT]: e });
        const at = (x, y) => ({ type: 'pointerMove', duration: 0, x, y, origin: { [ELEMENT]: e } });
        const actions = to ? [at(...to[0]), { type: 'pointerDown', button: 0 }, at(...to[1]),
                              { type: 'pointerUp', button: 0 }] : [at(0, 0)];
        return this.post('/actions', { actions: [{ type: 'pointer', id: 'm', actions }] });
    }
    resize(width, height) { return this.post('/window/rect', { width, height }); }
    async picture(file) { fs.writeFileSync(file, Buffer.from(await this.get('/screenshot'), 'base64')); }
    log(type) { return this.post('/se/log', { type }); }
    async devtools(cmd, params) { return this.post('/goog/cdp/execute', { cmd, params: params || {} }); }
    async close() {
        try { if (this.session) await this.call('DELETE', this.session); } catch (e) { /* it is gone already */ }
        if (this.child) await this.stop();
        fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
    }
    stop() {
        this.child.removeAllListeners('exit');
        if (this.child.exitCode !== null || this.child.signalCode) return null;
        const gone = new Promise(r => this.child.on('exit', r));
        this.child.kill();
        return gone;
    }
}

module.exports = Browser;
