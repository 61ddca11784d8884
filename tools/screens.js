/* screens.js PAGE FOLDER -- pictures of a report for README.md: the first screen, a diagram, a run, and its
 * film strip. Wants chromium and chromedriver.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';
const fs = require('fs');
const path = require('path');
const Browser = require('../tests/page/driver.js');

const [page, folder] = process.argv.slice(2);
const WIDTH = 1400, HEIGHT = 900;

(async () => {
    const b = await Browser.open(WIDTH, HEIGHT);
    const until = async f => {
        for (let k = 0; k < 500 && !await b.run(f); k++) await new Promise(r => setTimeout(r, 40));
    };
    /* An element as it lies in the page, with nothing of what is beside it. */
    async function take(name, css, scale = 1) {
        const box = await b.run((css, w, h) => {
            if (!css) return { x: 0, y: 0, width: w, height: h };
            const r = document.querySelector(css).getBoundingClientRect();
            return { x: r.x, y: r.y + scrollY, width: r.width, height: r.height };
        }, css, WIDTH, HEIGHT);
        const shot = await b.devtools('Page.captureScreenshot', { captureBeyondViewport: true, clip: { ...box, scale } });
        fs.writeFileSync(path.join(folder, `${name}.png`), Buffer.from(shot.data, 'base64'));
        console.log(path.join(folder, `${name}.png`));
    }
    try {
        await b.devtools('Emulation.setDeviceMetricsOverride', { width: WIDTH, height: HEIGHT, deviceScaleFactor: 1, mobile: false });
        await b.go(`file://${path.resolve(page)}#p=andrews`);
        await until(() => document.querySelector('#small-diagram svg'));
        await take('map', null);
        await b.click('nav a[data-section=explorer]');
        await until(() => document.querySelector('#diagram svg'));
        await take('diagram', '#diagram');
        await b.run(() => document.querySelector('#diagram .point:not(.rest)[aria-label^="gauss"]')
            .dispatchEvent(new MouseEvent('click')));
        await until(() => document.querySelector('#mechanism svg'));
        await b.run(() => {
            const s = document.getElementById('scrub');
            s.value = 500;
            s.dispatchEvent(new Event('input'));
        });
        await take('run', '#run');
        await b.devtools('Emulation.setEmulatedMedia', { media: 'print' });
        await take('strip', '#strip', 2);
    } finally {
        await b.close();
    }
})();
