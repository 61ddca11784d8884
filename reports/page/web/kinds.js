/* kinds.js -- what a problem is: index, stiffness, events, size; by its tags and by what its descriptor
 * declares. The map groups by it, and a reader describes an own problem with it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
'use strict';

const Kinds = (() => {
    const tagged = (p, tag) => p.tags.split(/[ ,]+/).includes(tag);

    function of(p) {
        const told = /(?:^|[ ,])index(\d)/.exec(p.tags);
        return {
            index: told ? Number(told[1]) : 0,
            stiff: tagged(p, 'stiff'),
            events: p.guards > 0,
            mechanism: tagged(p, 'mechanical'),
            size: p.unknowns || 0,
        };
    }

    /* Choices of a reader: [value, text, condition on a kind]; '' asks nothing. */
    const questions = {
        index: { label: 'index', choices: [['', 'any', () => true], ['0', 'ordinary (index 0)', k => k.index === 0],
            ['1', 'index 1', k => k.index === 1], ['2', 'index 2', k => k.index === 2],
            ['3', 'index 3', k => k.index === 3]] },
        stiff: { label: 'stiffness', choices: [['', 'any', () => true], ['1', 'stiff', k => k.stiff],
            ['0', 'not stiff', k => !k.stiff]] },
        events: { label: 'events', choices: [['', 'any', () => true], ['1', 'with events', k => k.events],
            ['0', 'without events', k => !k.events]] },
        size: { label: 'unknowns', choices: [['', 'any', () => true], ['s', 'at most 10', k => k.size <= 10],
            ['m', '11 to 100', k => k.size > 10 && k.size <= 100], ['l', 'more than 100', k => k.size > 100]] },
    };
    /* asked: {index, stiff, events, size} of values above. */
    const fits = (p, asked) => Object.entries(questions).every(([name, q]) =>
        (q.choices.find(c => c[0] === (asked[name] || '')) || q.choices[0])[2](of(p)));

    /* The group of a problem in the map, in the order of the groups. */
    const groups = [
        ['with events', k => k.events], ['not stiff', k => !k.index && !k.stiff], ['stiff', k => !k.index],
        ['index 1', k => k.index === 1], ['index 2', k => k.index === 2], ['mechanisms, index 3', k => k.mechanism],
        ['index 3', () => true],
    ];
    function grouped(problems) {
        const lists = groups.map(([name]) => ({ name, problems: [] }));
        problems.forEach(p => lists[groups.findIndex(g => g[1](of(p)))].problems.push(p));
        const order = ['not stiff', 'stiff', 'index 1', 'index 2', 'mechanisms, index 3', 'index 3', 'with events'];
        lists.forEach(g => g.problems.sort((a, b) => of(a).stiff - of(b).stiff || of(a).size - of(b).size));
        return order.map(name => lists.find(g => g.name === name)).filter(g => g.problems.length);
    }
    function said(p) {
        const k = of(p);
        return [k.index ? `index ${k.index}` : 'ordinary', k.stiff ? 'stiff' : 'not stiff',
                ...(k.events ? ['with events'] : []), ...(k.size ? [`${k.size} unknowns`] : [])].join(', ');
    }

    return { of, questions, fits, grouped, said };
})();

if (typeof module !== 'undefined') module.exports = Kinds;
