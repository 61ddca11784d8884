/* page_text.js -- what a page of HTML links to and loads, and its anchors, from its text. It knows the HTML that mkdocs and
 * our programs write: attributes in quotation marks or without a blank. What scripts add is not seen.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = text => text.replace(/&(?:#x([0-9a-f]+)|#([0-9]+)|([a-z]+));/gi, (all, hex, decimal, name) =>
    name ? ENTITIES[name] || all : String.fromCodePoint(hex ? parseInt(hex, 16) : +decimal));

const TAG = /<([a-z][a-z0-9]*)((?:\s+[^\s=>"']+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s=>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/g;

/* Each element as { tag, attribute: value ... }; comments and the insides of scripts hold none. */
function elements(html) {
    const text = html.replace(/<!--[^]*?-->/g, '').replace(/(<(script|style)\b[^>]*>)[^]*?<\/\2>/gi, '$1');
    return [...text.matchAll(TAG)].map(([, tag, rest]) => {
        const of = { tag: tag.toLowerCase() };
        for (const [, name, a, b, c] of rest.matchAll(ATTRIBUTE)) of[name.toLowerCase()] = plain(a ?? b ?? c);
        return of;
    });
}

/* Addresses are whole, as the browser tells them; `at` is that of the page. */
function readPage(html, at) {
    const all = elements(html);
    const whole = link => new URL(link, at).href;
    const loaded = e => e.tag === 'link' ? e.rel === 'stylesheet' && e.href : /^(img|script|iframe)$/.test(e.tag) && e.src;
    return {
        links: all.filter(e => e.tag === 'a' && e.href !== undefined).map(e => whole(e.href)),
        loads: all.map(loaded).filter(Boolean).map(whole),
        anchors: all.map(e => e.id || e.tag === 'a' && e.name).filter(Boolean),
    };
}

module.exports = { readPage };
