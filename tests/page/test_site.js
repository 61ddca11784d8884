/* test_site.js FOLDER -- the site that tools/site.sh makes, in a browser: no link leads nowhere, no page says an error,
 * each page has the header with its search, and the search finds a word.
 *
 * A server of this program gives out the folder, for browsers do not let pages of files read an index. Links that lead to
 * other hosts are not followed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';
const fs = require('fs');
const http = require('http');
const path = require('path');
const { assert, check, report } = require('./suite.js');
const Browser = require('./driver.js');

const root = path.resolve(process.argv[2] || 'out/site');
const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json',
    '.png': 'image/png', '.svg': 'image/svg+xml' };

function serve(request, answer) {
    const name = path.join(root, decodeURIComponent(new URL(request.url, 'http://x').pathname));
    const file = name.endsWith('/') ? name + 'index.html' : name;
    if (!file.startsWith(root) || !fs.existsSync(file) || fs.statSync(file).isDirectory()) {
        answer.writeHead(404).end();
        return;
    }
    answer.writeHead(200, { 'Content-Type': KINDS[path.extname(file)] || 'text/plain; charset=utf-8' });
    fs.createReadStream(file).pipe(answer);
}

/* In the page: what it links to and loads, and its anchors, after its programs have run. */
const inspect = () => ({
    links: [...document.querySelectorAll('a[href]')].map(e => e.href),
    loads: [...document.querySelectorAll('link[rel=stylesheet], img[src], script[src], iframe[src]')].map(e => e.src || e.href),
    anchors: [...document.querySelectorAll('[id], a[name]')].map(e => e.id || e.name),
    search: !!document.querySelector('#mkdocs-search-query'),
    header: !!document.querySelector('.navbar'),
    site: [...document.querySelectorAll('nav.site a')].map(e => [e.href, e.hasAttribute('aria-current')]),
    bar: [...document.querySelectorAll('.navbar a[href]')].map(e => e.href),
});

const server = http.createServer(serve);
const pages = new Map(); /* path -> what inspect() says */
const files = new Set();
let browser, base;

/* Pages that are reached from the first one; files are looked at on the disk. */
async function crawl() {
    const queue = ['/index.html'];
    while (queue.length) {
        const at = queue.shift();
        if (pages.has(at)) continue;
        await browser.go(base + at);
        const page = await browser.run(inspect);
        page.foreign = page.loads.filter(l => !l.startsWith(base) && /^https?:/.test(l));
        page.links = page.links.concat(page.loads).filter(l => l.startsWith(base)).map(l => l.slice(base.length));
        pages.set(at, page);
        for (const link of page.links) {
            const to = decodeURI(link.replace(/[?#].*/, '')).replace(/\/$/, '/index.html');
            files.add(to);
            if (to.endsWith('.html') && fs.existsSync(root + to)) queue.push(to);
        }
    }
}
async function until(otherwise, holds) { // a function of the page
    for (let i = 0; !await browser.run(holds); i++) {
        assert(i < 600, otherwise);
        await new Promise(r => setTimeout(r, 100));
    }
}
const PROGRAMS = ['results', 'catalogue', 'papers', 'speed', 'scaling'];
const made = PROGRAMS.filter(name => fs.existsSync(`${root}/${name}/index.html`));
const program = at => PROGRAMS.some(name => at.startsWith(`/${name}/`)); /* pages of programs have a header of their own */

check('every page is reached and has the header', async () => {
    assert(pages.size > 50, `${pages.size} pages`);
    const bare = [...pages].filter(([at, p]) => !program(at) && !(p.header && p.search)).map(([at]) => at);
    assert.deepEqual(bare, []);
});
check('no link leads to a file that is not there', () => {
    const dead = [];
    for (const [at, page] of pages)
        for (const link of page.links) {
            const to = decodeURI(link.replace(/[?#].*/, '')).replace(/\/$/, '/index.html');
            if (!fs.existsSync(root + to) || fs.statSync(root + to).isDirectory()) dead.push(`${at}: ${link}`);
        }
    assert.deepEqual([...new Set(dead)], []);
});
check('no link leads to a heading that is not there', () => {
    const dead = [];
    for (const [at, page] of pages)
        for (const link of page.links) {
            const [to, anchor] = decodeURI(link).split('#');
            const there = pages.get(to.replace(/\?.*/, '').replace(/\/$/, '/index.html'));
            if (anchor && there && !program(to) && !there.anchors.includes(anchor)) dead.push(`${at}: ${link}`);
        }
    assert.deepEqual([...new Set(dead)], []);
});
check('every file of the site is linked to or loaded', () => {
    const html = fs.readdirSync(root, { recursive: true }).map(f => '/' + f)
        .filter(f => f.endsWith('.html') && !program(f) && !/^\/(404|search)\.html$/.test(f));
    assert.deepEqual(html.filter(f => !pages.has(f)), []);
});
/* Each time the index may not have been read yet, so the word is typed again. */
check('the search finds a word', async () => {
    await browser.go(base + '/docs/tutorial.html');
    await until('nothing is found', () => {
        const field = document.querySelector('#mkdocs-search-query');
        field.value = 'squeezing';
        field.dispatchEvent(new Event('keyup'));
        return document.querySelectorAll('#mkdocs-search-results article').length;
    });
});
check('results, problems, papers, speed, scaling and documentation link to each other in one header', () => {
    const places = [...made.map(name => `${base}/${name}/index.html`), `${base}/index.html`];
    assert(made.includes('results') && made.includes('catalogue'), made.join());
    made.forEach(name => {
        const { site } = pages.get(`/${name}/index.html`);
        assert.deepEqual(site.map(l => l[0]).sort(), [...places].sort());
        assert.deepEqual(site.filter(l => l[1]).map(l => l[0]), [`${base}/${name}/index.html`]);
    });
    const bare = [...pages].filter(([at]) => !program(at)).filter(([, p]) => !places.slice(0, -1).every(l => p.bar.includes(l)));
    assert.deepEqual(bare.map(([at]) => at), []);
});
check('the report is drawn in its place', async () => {
    await browser.go(base + '/results/index.html');
    await until('nothing is drawn', () => document.querySelectorAll('#map .tile').length);
});
check('the catalogue has a drawing of each problem', async () => {
    await browser.go(base + '/catalogue/index.html');
    const [drawn, all] = await browser.run(() => [[...document.querySelectorAll('.gallery path')].filter(p =>
        p.getAttribute('d').length > 10).length, document.querySelectorAll('h2').length]);
    assert(all > 0 && drawn === all, `${drawn} of ${all}`);
});
check('nothing is loaded from other hosts', () => {
    assert.deepEqual([...new Set([...pages].flatMap(([at, p]) => p.foreign.map(f => `${at}: ${f}`)))], []);
});
check('no page logs an error', async () => {
    const said = (await browser.log('browser')).filter(m => m.level === 'SEVERE').map(m => m.message);
    assert.deepEqual(said, []);
});

(async () => {
    await new Promise(r => server.listen(0, '127.0.0.1', r));
    base = `http://127.0.0.1:${server.address().port}`;
    browser = await Browser.open(1200, 900);
    try {
        await crawl();
        process.exitCode = await report('site');
    } finally {
        await browser.close();
        server.close();
    }
})();
