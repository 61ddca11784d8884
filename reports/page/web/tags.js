/* tags.js -- rows of the catalogue by a condition on tags, the one that `ivpbench list --tags` takes:
 *
 *     alternative := all { ("|" | "," | blank) all }     all := one { "&" one }
 *     one         := "!" one | "(" alternative ")" | word
 *
 * A word is a glob (* and ?) and true where one of the tags fits it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

const Tags = (() => {
    const glob = word => new RegExp(`^${word.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*')
        .replace(/\?/g, '.')}$`);

    /* Whether tags, words with blanks between, fit; an Error with a sentence where it cannot be read. */
    function fits(condition, tags) {
        const words = tags.split(/\s+/).filter(w => w);
        const tokens = condition.match(/[|,&!()]|[^\s|,&!()]+/g) || [];
        let at = 0;
        const expected = what => {
            throw new Error(`${what} is expected ${at < tokens.length ? `at ${tokens[at]}` : 'at the end'}`);
        };
        function one() {
            const token = tokens[at];
            if (token === undefined || /^[|,&)]$/.test(token)) expected('a tag, "!" or "("');
            at++;
            if (token === '!') return !one();
            if (token !== '(') return words.some(w => glob(token).test(w));
            const inside = alternative();
            if (tokens[at++] !== ')') { at--; expected('")"'); }
            return inside;
        }
        function all() {
            let fit = one();
            while (tokens[at] === '&') { at++; fit = one() && fit; }
            return fit;
        }
        function alternative() {
            let fit = all();
            while (at < tokens.length && tokens[at] !== ')') {
                if (/^[|,]$/.test(tokens[at])) at++;
                fit = all() || fit;
            }
            return fit;
        }
        if (!tokens.length) return true;
        const fit = alternative();
        if (at < tokens.length) expected('"&", "|" or the end');
        return fit;
    }

    /* A field above the table; tags stand in its last column. */
    function filter(table) {
        const field = document.createElement('input'), said = document.createElement('span');
        const label = document.createElement('label'), rows = [...table.querySelectorAll('tbody tr')];
        Object.assign(field, { type: 'search', id: 'tags', size: 32, placeholder: 'stiff & !(index2 | large)' });
        said.setAttribute('role', 'status');
        field.addEventListener('input', () => {
            try {
                rows.forEach(r => { r.hidden = !fits(field.value, r.lastElementChild.textContent); });
                said.textContent = ` ${rows.filter(r => !r.hidden).length} of ${rows.length} problems`;
            } catch (problem) { said.textContent = ` ${problem.message}`; }
        });
        label.append('tags ', field);
        table.before(label, said);
    }

    if (typeof document !== 'undefined')
        document.querySelectorAll('table[data-name="problems"]').forEach(filter);
    return { fits };
})();

if (typeof module !== 'undefined') module.exports = Tags;
