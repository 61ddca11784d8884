/* driver.js -- a browser asked through WebDriver (W3C), in what a test needs of it.
 *
 * chromedriver is started on a port of its own choice and ended with the test; the browser keeps
 * its profile in a folder that goes away. */
'use strict';
const { spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

function startDriver() {
    return new Promise((resolve, reject) => {
        const child = spawn('chromedriver', ['--port=0'], { stdio: ['ignore', 'pipe', 'inherit'] });
        let said = '';
        child.on('error', reject);
        child.on('exit', code => reject(new Error(`chromedriver ended with ${code}: ${said}`)));
        child.stdout.on('data', d => {
            said += d;
            const port = /successfully on port (\d+)/.exec(said);
            if (port) resolve({ child, url: `http://127.0.0.1:${port[1]}` });
        });
    });
}

class Browser {
    static async open(width, height) {
        const b = new Browser();
        b.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'page-'));
        Object.assign(b, await startDriver());
        const args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
            '--hide-scrollbars', `--user-data-dir=${b.folder}`, `--window-size=${width},${height}`];
        const answer = await b.call('POST', '/session', { capabilities: { alwaysMatch: {
            browserName: 'chrome', 'goog:chromeOptions': { args },
            'goog:loggingPrefs': { browser: 'ALL', performance: 'ALL' } } } });
        b.session = `/session/${answer.sessionId}`;
        return b;
    }
    async call(method, where, body) {
        const r = await fetch(this.url + where, { method, body: body && JSON.stringify(body) });
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
        try { await this.call('DELETE', this.session); } catch (e) { /* it is gone already */ }
        this.child.removeAllListeners('exit');
        const gone = new Promise(r => this.child.on('exit', r));
        this.child.kill();
        await gone;
        fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
    }
}

module.exports = Browser;
