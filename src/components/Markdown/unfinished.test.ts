import { describe, expect, test } from 'vitest';
import { completeTail } from './unfinished.ts';

describe('R6.1: no raw mark of what is unfinished flashes', () => {
  test.each([
    ['emphasis', 'a **b', 'a **b**'],
    ['emphasis begun', 'a **', 'a'],
    ['emphasis half closed', '**a*', '**a**'],
    ['code', 'a `b', 'a `b`'],
    ['marks in code', '`[a](b', '`[a](b`'],
    ['a struck word', '~~a', '~~a~~'],
    ['a link label', 'see [the docs', 'see the docs'],
    ['a label that may get an address', 'see [the docs]', 'see the docs'],
    ['half an address', 'see [the docs](https://exam', 'see the docs'],
    ['half an address with brackets', '[a](javascript:alert(1)', 'a'],
    ['half a title', '[a](https://b.example "ti', 'a'],
    ['a whole link', '[a](https://b.example)', '[a](https://b.example)'],
    ['what can be no link any more', '[a](b c d', '[a](b c d'],
    ['half a reference', '[a][b', 'a'],
    ['brackets that are text', 'x[0] = 1', 'x[0] = 1'],
    ['an image', 'a ![alt](https://b.exam', 'a'],
    ['an image begun', 'a !', 'a'],
    ['an exclamation', 'Hello!', 'Hello!'],
    ['an image in a link', '[![a](https://b.example/i.png)](htt', '![a](https://b.example/i.png)'],
    ['half an image in a link', '[![a](https://b.ex', ''],
    ['an address in angles', 'a <https://b.exam', 'a'],
    ['an entity', 'a &am', 'a'],
    ['an escape', 'a \\', 'a'],
    ['a list marker', 'a\n\n- ', 'a'],
    ['a number that becomes a list', '1. a\n2', '1. a'],
    ['a number', '42', '42'],
    ['a check box', '- [x] a\n- [ ', '- [x] a'],
    ['a heading', '#', ''],
    ['an underline', 'a\n--', 'a'],
    ['a definition', 'a\n\n[b]: https://c.exam', 'a'],
    ['an address below its label', 'a\n\n[b]:\nhttps://c.exam', 'a'],
    ['a fence begun', 'a\n\n``', 'a'],
    ['a fence', '```js\nlet x = `**a', '```js\nlet x = `**a'],
    ['a fence half closed', '```js\nx\n``', '```js\nx'],
    ['a head of a table', '| a | b', '| a | b\n|---|---|'],
    ['a whole head of a table', '| a | b |\n', '| a | b |\n|---|---|'],
    ['a row of dashes', '| a | b |\n|--', '| a | b |\n|---|---|'],
    ['a row of dashes without edges', 'a | b\n-- | -', 'a | b\n|---|---|'],
    ['a table in a quote', '> | a | b', '> | a | b\n> |---|---|'],
    ['a row of a table', '| a |\n|---|\n| **b', '| a |\n|---|\n| **b**'],
  ])('%s: %j', (_, tail, shown) => {
    expect(completeTail(tail)).toBe(shown);
  });
});
