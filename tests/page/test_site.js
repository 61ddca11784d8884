/* test_site.js FOLDER -- the site that tools/site.sh makes: no link leads nowhere, each page has the header with its search,
 * and in a browser the search finds a word and no page logs an error.
 *
 * All pages are read as texts. The browser opens those of programs, whose scripts add links, and a sample of the others,
 * which it must see as they were read; so the time does not grow with the documentation. A server of this program gives out
 * the folder, for browsers do not let pages of files read an index. Links to other hosts are not followed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';
const fs = require('fs');
const http = require('http');
const path = require('path');
const { assert, check, report } = require('./suite.js');
const Browser = require('./driver.js');
const { readPage } = require('./page_text.js');

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
    site: [...document.querySelectorAll('nav.site a')].map(e => [e.href, e.hasAttribute('aria-current')]),
});

const SAMPLE = 10; /* pages of the documentation that the browser opens */
const server = http.createServer(serve);
const pages = new Map(); /* path -> what readPage() says; of those in `opened`, with what inspect() says */
const opened = new Map(); /* path -> what inspect() says */
let browser, base;

const ours = page => page.links.concat(page.loads).filter(l => l.startsWith(base)).map(l => l.slice(base.length));
const file = link => decodeURI(link.replace(/[?#].*/, '')).replace(/\/$/, '/index.html');
const there = name => fs.existsSync(root + name) && !fs.statSync(root + name).isDirectory();

/* Those that are reached from the first page, by its links and by links that scripts add. */
async function readAll() {
    const queue = ['/index.html', ...made.map(name => `/${name}/index.html`)];
    while (queue.length) {
        const at = queue.shift();
        if (pages.has(at) || !at.endsWith('.html') || !there(at)) continue;
        const page = readPage(fs.readFileSync(root + at, 'utf8'), base + encodeURI(at));
        pages.set(at, page);
        if (program(at)) merge(page, await open(at));
        queue.push(...ours(page).map(file));
    }
}
function merge(page, seen) {
    for (const what of ['links', 'loads', 'anchors']) page[what] = [...new Set(page[what].concat(seen[what]))];
}
async function open(at) {
    await browser.go(base + encodeURI(at));
    opened.set(at, await browser.run(inspect));
    return opened.get(at);
}
const documents = () => [...pages.keys()].filter(at => !program(at));
/* Evenly, with the first page and the longest one. */
function sample() {
    const all = documents(), size = at => fs.statSync(root + at).size;
    const longest = all.reduce((a, b) => (size(b) > size(a) ? b : a));
    return [...new Set([...Array(SAMPLE).keys()].map(k => all[Math.floor(k * all.length / SAMPLE)]).concat(longest))];
}
async function until(otherwise, holds, ...args) { // a function of the page
    for (let i = 0; !await browser.run(holds, ...args); i++) {
        assert(i < 6000, otherwise); /* ten minutes: what never comes */
        await new Promise(r => setTimeout(r, 100));
    }
}
const PROGRAMS = ['results', 'catalogue', 'papers', 'speed', 'scaling'];
const made = PROGRAMS.filter(name => fs.existsSync(`${root}/${name}/index.html`));
const program = at => PROGRAMS.some(name => at.startsWith(`/${name}/`)); /* pages of programs have a header of their own */

check('every page is reached and has the header', () => {
    assert(documents().length > 50, `${documents().length} pages`);
    const bare = documents().filter(at => !pages.get(at).anchors.includes('mkdocs-search-query'));
    assert.deepEqual(bare, []);
});
check('no link leads to a file that is not there', () => {
    const dead = [...pages].flatMap(([at, page]) => ours(page).filter(l => !there(file(l))).map(l => `${at}: ${l}`));
    assert.deepEqual(dead, []);
});
check('no link leads to a heading that is not there', () => {
    const dead = [];
    for (const [at, page] of pages)
        for (const link of ours(page)) {
            const anchor = decodeURI(link).split('#')[1], to = pages.get(file(link));
            if (anchor && to && !program(file(link)) && !to.anchors.includes(anchor)) dead.push(`${at}: ${link}`);
        }
    assert.deepEqual(dead, []);
});
check('the browser sees what was read', async () => {
    for (const at of sample()) {
        const seen = await open(at), read = pages.get(at);
        for (const what of ['links', 'loads', 'anchors'])
            assert.deepEqual([...new Set(seen[what])].sort(), [...new Set(read[what])].sort(), `${at}: ${what}`);
    }
});
check('the browser goes to a heading', async () => {
    const [at, link] = documents().flatMap(at => ours(pages.get(at)).filter(l =>
        l.includes('#') && file(l) !== at && !program(file(l)) && l.split('#')[1]).map(l => [at, l]))[0];
    await browser.go(base + encodeURI(at));
    await browser.run(href => [...document.querySelectorAll('a[href]')].find(e => e.href === href).click(), base + link);
    await until(`${at} does not lead to ${link}`, href => location.href === href &&
        document.getElementById(decodeURIComponent(location.hash.slice(1))) !== null, base + link);
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
        const { site } = opened.get(`/${name}/index.html`);
        assert.deepEqual(site.map(l => l[0]).sort(), [...places].sort());
        assert.deepEqual(site.filter(l => l[1]).map(l => l[0]), [`${base}/${name}/index.html`]);
    });
    const bare = documents().filter(at => !places.slice(0, -1).every(l => pages.get(at).links.includes(l)));
    assert.deepEqual(bare, []);
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
    const foreign = [...pages].flatMap(([at, p]) => p.loads.filter(l => /^https?:/.test(l) && !l.startsWith(base))
        .map(l => `${at}: ${l}`));
    assert.deepEqual(foreign, []);
});
check('no opened page logs an error', async () => {
    const said = (await browser.log('browser')).filter(m => m.level === 'SEVERE').map(m => m.message);
    assert.deepEqual(said, []);
});

(async () => {
    await new Promise(r => server.listen(0, '127.0.0.1', r));
    base = `http://127.0.0.1:${server.address().port}`;
    browser = await Browser.open(1200, 900);
    try {
        await readAll();
        process.exitCode = await report('site');
        const links = [...pages.values()].reduce((n, page) => n + ours(page).length, 0);
        console.log(`${pages.size} pages with ${links} links are read, ${opened.size} of them opened`);
    } finally {
        await browser.close();
        server.close();
    }
})();
