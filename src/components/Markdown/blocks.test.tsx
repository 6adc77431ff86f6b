import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { splitBlocks } from './blocks.ts';
import { definitionsFor, definitionsOf } from './definitions.ts';
import { MarkdownBlock } from './MarkdownBlock.tsx';

/** What the screen shows; white space between elements and blank lines at the end of code count for nothing. */
const shown = (source: string, definitions = '') =>
  renderToStaticMarkup(<MarkdownBlock source={source} definitions={definitions} />)
    .replace(/>\s+</g, '><')
    .trim();

function shownInBlocks(text: string): string {
  const blocks = splitBlocks(text);
  const definitions = definitionsOf(blocks.filter((block) => block.includes(']:')).join('\n\n'));
  return blocks.map((block) => shown(block, definitionsFor(block, definitions))).join('');
}

describe('R6.1: only the last block is parsed again', () => {
  test.each([
    ['paragraphs', 'one\n\ntwo\n\nthree', ['one', 'two', 'three']],
    ['a fence with blank lines', '```js\na\n\nb\n```\n\nafter', ['```js\na\n\nb\n```', 'after']],
    ['text straight after a fence', '~~~\n```\n~~~\nafter', ['~~~\n```\n~~~', 'after']],
    ['a longer fence around a fence', '````\n```\n\nx\n```\n````\n\ny', ['````\n```\n\nx\n```\n````', 'y']],
    ['a loose list', '- a\n\n- b\n\n  more\n\nafter', ['- a\n\n- b\n\n  more', 'after']],
    [
      'a fence in a list item',
      '1. a\n\n   ```\n   x\n\n   y\n   ```\n\nafter',
      ['1. a\n\n   ```\n   x\n\n   y\n   ```', 'after'],
    ],
    ['a list after a paragraph', 'text\n\n- a', ['text', '- a']],
    ['a table', '| a |\n|---|\n| 1 |\n\nafter', ['| a |\n|---|\n| 1 |', 'after']],
    ['markup, which is text', '<pre>\n\n# a\n\n</pre>', ['<pre>', '# a', '</pre>']],
    ['indented code', 'a\n\n    x\n\n    y\n\nb', ['a\n\n    x\n\n    y', 'b']],
    ['a rule, which is no list', '* * *\n\n  ```\n\nx\n\n  ```\n', ['* * *\n\n  ```\n\nx\n\n  ```\n']],
  ])('%s', (_, text, blocks) => {
    expect(splitBlocks(text)).toEqual(blocks);
    expect(shownInBlocks(text)).toBe(shown(text));
  });

  const line = fc.constantFrom(
    '',
    '',
    '',
    'text',
    'two\twords  ',
    '# head',
    '===',
    '---',
    '* * *',
    '- a',
    '-',
    '- ',
    '-     five',
    '1. a',
    '2) b',
    '  - in',
    '   * in',
    '      deep',
    '  two',
    '   three',
    '    four',
    '\ttab',
    '```',
    '```js',
    '  ```',
    '   ````',
    '- ```',
    '1. ~~~',
    '~~~',
    '> q',
    '> ```',
    '> - a',
    '| a | b |',
    '|---|---|',
    'a | b',
    '--|--',
    '<div>',
    '<script>',
    '<!--',
    '-->',
    '[r]',
    '![i][r] [x][R]',
    '[r]: https://r.example',
    '[R]: https://second.example',
    '> [q]: https://q.example',
    '[q] [a\\]b]',
    '[a\\]b]: <https://e.example/a b>',
    '[^1]',
    '[^1]: note',
    '**b',
    '*c*',
    '`d',
  );
  const markdown = fc.array(line, { maxLength: 14 }).map((lines) => lines.join('\n'));

  test('nothing but blank lines is lost between blocks', () => {
    const lines = (text: string) => text.split('\n').filter((each) => each.trim() !== '');
    fc.assert(
      fc.property(markdown, (text) => {
        expect(splitBlocks(text).flatMap(lines)).toEqual(lines(text));
      }),
    );
  });

  test('blocks look like the whole', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        expect(shownInBlocks(text)).toBe(shown(text));
      }),
      { numRuns: 300 },
    );
  }, 30_000);

  test('a block that is followed by another one stays as it is', () => {
    fc.assert(
      fc.property(markdown, fc.nat(), (text, at) => {
        const begun = splitBlocks(text.slice(0, at % (text.length + 1))).slice(0, -1);
        expect(splitBlocks(text).slice(0, begun.length)).toEqual(begun);
      }),
    );
  });
});
