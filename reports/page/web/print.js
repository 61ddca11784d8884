/* print.js -- numbers and tables as text: the digits that C prints, CSV, Markdown.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

const Print = (() => {
    const isNumber = v => typeof v === 'number' && isFinite(v);

    /* ---- numbers as C prints them ------------------------------------------------------- */

    /* A tie goes to the even digit, as C has it: `more` has 40 digits beyond those of `text`. */
    function even(text, more) {
        const kept = more.slice(0, -40);
        return /^50*$/.test(more.slice(-40)) && /[02468]\.?$/.test(kept) ? kept.replace(/\.$/, '') : text;
    }
    const inPlaces = (v, n) => even(v.toFixed(n), v.toFixed(n + 40));
    function inDigits(v, n) {
        const [text, power] = v.toExponential(n - 1).split('e');
        return [even(text, v.toExponential(n + 39).split('e')[0]), Number(power)];
    }

    /* printf("%.*g"), so that the page and the command line show the same digits */
    function general(v, digits = 3) {
        if (!isNumber(v)) return '';
        if (v === 0) return '0';
        const [mantissa, exponent] = inDigits(v, digits);
        const trimmed = s => s.includes('.') ? s.replace(/\.?0+$/, '') : s;
        if (exponent < -4 || exponent >= digits) {
            const size = String(Math.abs(exponent)).padStart(2, '0');
            return `${trimmed(mantissa)}e${exponent < 0 ? '-' : '+'}${size}`;
        }
        return trimmed(inPlaces(v, Math.max(0, digits - 1 - exponent)));
    }
    /* The same without an exponent: 1070, 0.00012; of what is too large or small for it as above. */
    function plain(v, digits = 3) {
        if (!isNumber(v)) return '';
        const size = Math.abs(v);
        if (v === 0 || size >= 1e7 || size < 1e-4) return general(v, digits);
        const [mantissa, exponent] = inDigits(v, digits);
        const places = Math.max(0, digits - 1 - exponent), text = Number(`${mantissa}e${exponent}`).toFixed(places);
        return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
    }
    /* Seconds in the unit that suits them: "35 µs", "1.07 ms", "2.5 s". */
    function time(v, digits = 3) {
        if (!isNumber(v)) return '';
        const [factor, unit] = v < 0.9995e-3 ? [1e6, 'µs'] : v < 0.9995 ? [1e3, 'ms'] : [1, 's'];
        return `${plain(v * factor, digits)} ${unit}`;
    }
    const fixed = (v, places = 2) => isNumber(v) ? inPlaces(v, places) : '';
    const interval = (ratio, low, high) =>
        `${plain(ratio)} [${plain(low)}, ${plain(high)}]`;

    /* ---- tables ------------------------------------------------------------------------- */

    /* rows of texts; a spreadsheet takes what begins with = + - @ for a formula, unless it is a
     * number */
    function csv(header, rows) {
        const field = v => {
            let text = v === null || v === undefined ? '' : String(v);
            if (/^[=+\-@]/.test(text) && isNaN(Number(text))) text = `'${text}`;
            return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
        };
        return [header, ...rows].map(r => r.map(field).join(',')).join('\n') + '\n';
    }
    function markdown(header, rows) {
        const field = v => String(v === null || v === undefined ? '' : v)
            .replace(/[|*_`\\[\]]/g, c => `\\${c}`).replace(/[\r\n]+/g, ' ')
            .replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
        const line = r => `| ${r.map(field).join(' | ')} |`;
        return [line(header), line(header.map(() => '---')).replace(/\\/g, ''),
                ...rows.map(line)].join('\n') + '\n';
    }

    /* Numbers by size, texts by alphabet, nothing last. */
    function compare(a, b) {
        const none = v => v === null || v === undefined || v === '' || Number.isNaN(v);
        if (none(a) || none(b)) return none(a) - none(b);
        if (typeof a === 'number' && typeof b === 'number') return a - b;
        return String(a).localeCompare(String(b), 'en', { numeric: true });
    }

    return { isNumber, general, plain, time, fixed, interval, csv, markdown, compare };
})();

if (typeof module !== 'undefined') module.exports = Print;
