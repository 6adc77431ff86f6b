/** A CSV parser that has tests but no code yet. The first attempt forgets a case. */

/** @typedef {import('../harness/story.ts').Story} Story */

const files = {
  'package.json': '{ "name": "csv-mini", "version": "0.1.0", "type": "module", "private": true }\n',
  'README.md': '# csv-mini\n\nReads RFC 4180 files. No dependencies.\n',
  'src/index.js': "export { parse } from './parse.js';\n",
  'bench/slow.mjs': `for (const rows of [10, 1000, 100000]) {
  await new Promise((resolve) => setTimeout(resolve, 500));
  console.log(String(rows).padStart(6) + ' rows  ' + (rows / 850).toFixed(1) + ' ms');
}
`,
  'test/parse.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../src/index.js';

test('plain fields', () => assert.deepEqual(parse('a,b\\n1,2\\n'), [['a', 'b'], ['1', '2']]));
test('a comma in quotes', () => assert.deepEqual(parse('"a,b",c'), [['a,b', 'c']]));
test('a doubled quote', () => assert.deepEqual(parse('"say ""hi""",x'), [['say "hi"', 'x']]));
test('CRLF and a line break in quotes', () => assert.deepEqual(parse('"a\\nb"\\r\\nc'), [['a\\nb'], ['c']]));
`,
};

const first = `/**
 * Reads CSV as RFC 4180 has it: fields between commas, lines between CRLF or LF, quotes around what holds either.
 *
 * @param {string} text
 * @returns {string[][]}
 */
export function parse(text) {
  const rows = [];
  let row = [];
  let field = '';
  let quoted = false;

  const endField = () => {
    row.push(field);
    field = '';
  };
  const endRow = () => {
    endField();
    rows.push(row);
    row = [];
  };

  for (const character of text.replaceAll('\\r\\n', '\\n')) {
    if (character === '"') quoted = !quoted;
    else if (quoted) field += character;
    else if (character === ',') endField();
    else if (character === '\\n') endRow();
    else field += character;
  }
  if (field !== '' || row.length > 0) endRow();
  return rows;
}
`;

const from = `  for (const character of text.replaceAll('\\r\\n', '\\n')) {
    if (character === '"') quoted = !quoted;
`;
const to = `  const source = text.replaceAll('\\r\\n', '\\n');
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at);
    if (quoted && character === '"' && source.charAt(at + 1) === '"') {
      field += '"';
      at += 1;
    } else if (character === '"') quoted = !quoted;
`;

/** @type {Story} */
export const writeIt = {
  repository: 'csv-mini',
  files,
  prompt: 'Write the CSV parser that test/parse.test.js asks for.',
  pace: 22,
  steps: [
    {
      think:
        '**Reading the tests first**\n\nThe tests are the specification here, and src/index.js says where the function has to live.',
      say: "I'll read the tests and the entry file together.",
      calls: [{ read: 'test/parse.test.js' }, { read: 'src/index.js' }],
    },
    {
      think:
        '**Planning a single pass**\n\nOne pass over the characters with a flag for "inside quotes" should do. CRLF can be normalised up front.',
      say: 'Four cases: plain fields, commas in quotes, doubled quotes, line breaks in quotes. A single pass with one flag will do.',
      calls: [{ write: 'src/parse.js', content: first }],
      pace: 40,
    },
    { calls: [{ shell: 'node --test', why: 'Run the tests' }] },
    {
      think:
        '**A doubled quote toggles twice**\n\n`""` flips the flag off and on again, so the quote itself is lost. I need to look one character ahead.',
      say: 'Three of four pass. `""` flips the flag twice and the quote is lost, so the parser has to look one character ahead.',
      calls: [{ edit: 'src/parse.js', from, to }],
    },
    { calls: [{ shell: 'node --test', why: 'Run the tests again' }] },
    {
      say: `All four tests pass.

\`src/parse.js\` reads the text in **one pass**:

1. \`quoted\` remembers whether the reader is inside quotes;
2. inside them, \`""\` is one quote (this is what my first version got wrong);
3. commas and line breaks only count outside.

The complexity is $O(n)$, and a missing line break at the end does not matter.
`,
    },
  ],
};

/** @type {Story} */
const publish = {
  repository: 'csv-mini',
  files: { ...files, 'src/parse.js': first.replace(from, to) },
  prompt: 'Run the tests, and if they pass bump the version to 1.0.0 and commit.',
  pace: 18,
  steps: [],
};

/** @type {import('../harness/story.ts').Step[]} */
const towardsCommit = [
  {
    think: '**Tests before anything else**\n\nIf they fail there is nothing to release.',
    calls: [{ shell: 'node --test', why: 'Run the tests' }],
  },
  {
    say: 'All green. The commit needs your approval.',
    calls: [
      {
        tool: 'release',
        input: {
          command:
            'npm pkg set version=1.0.0 2>/dev/null || sed -i s/0.1.0/1.0.0/ package.json; git commit -qam "1.0.0" && git log --oneline -2',
          description: 'Bump to 1.0.0 and commit',
        },
      },
    ],
  },
];

/** @type {Story} */
export const approved = {
  ...publish,
  steps: [
    ...towardsCommit,
    { say: 'Released: version **1.0.0** is committed. Nothing was pushed; `git push` is yours to run.\n' },
  ],
};

/** @type {Story} */
export const denied = {
  ...publish,
  steps: [
    ...towardsCommit,
    {
      think: '**The release was turned down**\n\nI leave the version alone and say what would be next.',
      say: 'Understood, **no release**. The version is still `0.1.0` and nothing was committed. The tests pass, so it can go out whenever you like.\n',
    },
  ],
};

/** Two agents: the first hands over to the second. @type {Story} */
export const handOff = {
  repository: 'csv-mini',
  files: { ...files, 'src/parse.js': first },
  prompt: 'Is this parser fast enough, and is it right? Have it reviewed.',
  pace: 18,
  steps: [
    {
      think: '**Two look-ups at once**\n\nThe README and a changelog that may not exist are independent.',
      say: 'I look at the README and the changelog at the same time.',
      calls: [{ read: 'README.md' }, { shell: 'cat CHANGELOG.md', why: 'Look for a changelog' }],
    },
    {
      say: 'There is no changelog. Now the slow benchmark.',
      calls: [{ shell: 'node bench/slow.mjs', why: 'Measure three sizes' }],
    },
    {
      say: 'Fast enough. Whether it is *right* is a question for the reviewer.',
      calls: [{ tool: 'transfer_to_reviewer', input: {} }],
    },
    {
      think: '**Reviewing**\n\nI run the tests instead of trusting the code.',
      calls: [{ shell: 'node --test 2>&1 | grep -E "^(not )?ok"', why: 'Run the tests, short' }],
    },
    {
      say: `Review 🧐

| question | answer |
| --- | --- |
| Fast enough? | ✅ 100 000 rows in about 118 ms |
| Right? | ❌ a doubled quote (\`""\`) is lost |
| Other scripts? | ✅ 「東京,大阪」, naïve, «نعم, لا» |

Please fix the doubled quote before a release. 👩🏽‍💻
`,
    },
  ],
};
