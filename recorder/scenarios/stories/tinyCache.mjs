/** A small cache in English: an option gets a new name in three files. */

/** @typedef {import('../harness/story.ts').Story} Story */
/** @typedef {import('../harness/story.ts').Step} Step */

const files = {
  'package.json': '{ "name": "tiny-cache", "version": "3.1.0", "type": "module", "private": true }\n',
  'README.md': `# tiny-cache

\`\`\`js
const cache = createCache({ maxAge: 1000 });
cache.set('a', 1);
\`\`\`

- \`maxAge\`: how long an entry lives, in milliseconds
`,
  'src/cache.js': `/** A Map whose entries go after a while. */
export function createCache({ maxAge = 60_000, now = Date.now } = {}) {
  const entries = new Map();
  return {
    set(key, value) {
      entries.set(key, { value, until: now() + maxAge });
    },
    get(key) {
      const entry = entries.get(key);
      if (!entry || entry.until <= now()) return undefined;
      return entry.value;
    },
  };
}
`,
  'test/cache.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCache } from '../src/cache.js';

test('an entry lives as long as it may', () => {
  let time = 0;
  const cache = createCache({ maxAge: 100, now: () => time });
  cache.set('a', 1);
  time = 99;
  assert.equal(cache.get('a'), 1);
  time = 100;
  assert.equal(cache.get('a'), undefined);
});
`,
};

const patch = `*** Begin Patch
*** Update File: src/cache.js
@@
-export function createCache({ maxAge = 60_000, now = Date.now } = {}) {
+export function createCache({ ttl = 60_000, now = Date.now } = {}) {
@@
-      entries.set(key, { value, until: now() + maxAge });
+      entries.set(key, { value, until: now() + ttl });
*** Update File: README.md
@@
-const cache = createCache({ maxAge: 1000 });
+const cache = createCache({ ttl: 1000 });
@@
-- \`maxAge\`: how long an entry lives, in milliseconds
+- \`ttl\`: how long an entry lives, in milliseconds
*** Update File: test/cache.test.js
@@
-  const cache = createCache({ maxAge: 100, now: () => time });
+  const cache = createCache({ ttl: 100, now: () => time });
*** End Patch`;

/** @param {string} text @returns {import('../harness/story.ts').Call} */
const apply = (text) => ({ tool: 'exec_command', input: { cmd: `apply_patch <<'EOF'\n${text}\nEOF` } });

/** @type {Story} */
const story = {
  repository: 'tiny-cache',
  files,
  prompt: 'Rename the option maxAge to ttl in all three files.',
  steps: [],
  pace: 14,
};

/** @type {Step} */
const search = {
  think:
    '**Finding every use**\n\nThe option appears in code, tests and documentation. I search before I change anything.',
  say: "I'll find every place that says `maxAge`.",
  calls: [{ shell: 'grep -rn maxAge src test README.md', why: 'Find the option' }],
};

/** @type {Step} */
const rename = {
  think: '**One patch for three files**\n\nFive lines in three files; one patch keeps the change whole.',
  say: 'Five lines in three files. One patch for all of them.',
  calls: [apply(patch)],
  pace: 30,
};

/** @type {Step[]} */
const check = [
  { calls: [{ shell: 'node --test && ! grep -rn maxAge src test README.md', why: 'Run the tests; nothing is left' }] },
  {
    say: `Renamed \`maxAge\` to **\`ttl\`** everywhere:

- \`src/cache.js\`: the parameter and its one use
- \`README.md\`: the example and the list of options
- \`test/cache.test.js\`

The test passes and no \`maxAge\` is left. This breaks callers of 3.x, so the next version should be **4.0.0**.
`,
  },
];

/** @type {Story} */
export const renamed = { ...story, steps: [search, rename, ...check] };

/** @type {Story} */
export const connectionLost = { ...story, steps: [search, { ...rename, cutAfter: 24 }, ...check] };

/** @type {Story} */
export const lookAround = {
  ...story,
  prompt: 'Have a look around and run the slow check. Do not change anything.',
  steps: [
    {
      think: '**Two independent look-ups**\n\nThe README and a folder that may not exist.',
      say: 'Reading the README and listing `benchmarks` at the same time.',
      calls: [
        { shell: 'cat README.md', why: 'Read the README' },
        { shell: 'ls benchmarks', why: 'List a folder' },
      ],
    },
    {
      say: 'No benchmarks. Now the slow check.',
      calls: [
        {
          shell:
            'for n in 1 2 3 4 5; do echo "pass $n of 5: $((n * 20000)) entries"; sleep 0.6; done; echo "1 warning" >&2',
          why: 'Run the slow check',
        },
      ],
    },
    {
      overloaded: true,
      think: '**Summing up**\n\nNothing was changed; I say what failed.',
      say: `Here is what I found 🔭

| what | state | note |
| --- | :-: | --- |
| README | ✅ | one option |
| benchmarks | ❌ | there is no such folder |
| slow check | ⚠️ | 5 of 5, one warning |

Keys may be in any script: \`缓存\`, \`ذاكرة\`, \`cachés\`, \`🗝️\`. A family 👨‍👩‍👧 is one key.

> Nothing was changed.
`,
    },
  ],
};
