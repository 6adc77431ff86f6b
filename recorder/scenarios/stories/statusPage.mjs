/** A status page in HTML and CSS that shall get a dark theme. */

/** @typedef {import('../harness/story.ts').Story} Story */
/** @typedef {import('../harness/story.ts').Step} Step */

const css = `:root {
  --text: #1b1b1f;
  --paper: #ffffff;
  --ok: #1a7f37;
}
body { color: var(--text); background: var(--paper); font: 16px/1.5 system-ui; }
.ok { color: var(--ok); }
`;

const files = {
  'README.md': '# status page\n\nOne page, no script. `node check.mjs` measures the contrast.\n',
  'index.html': `<!doctype html>
<html lang="en">
  <title>All systems go</title>
  <link rel="stylesheet" href="style.css">
  <h1>All systems go</h1>
  <p class="ok">API, website and mail are up.</p>
</html>
`,
  'style.css': css,
  'check.mjs': `import { readFileSync } from 'node:fs';

const css = readFileSync('style.css', 'utf8');
const light = (hex) =>
  [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
const ratio = (one, other) => {
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

const themes = css.match(/:root[^}]*}/g) ?? [];
let bad = 0;
themes.forEach((theme, i) => {
  const value = (name) => theme.match(new RegExp('--' + name + ': (#\\\\w{6})'))[1];
  for (const name of ['text', 'ok']) {
    const contrast = ratio(value(name), value('paper'));
    if (contrast < 4.5) bad += 1;
    console.log((i ? 'dark ' : 'light') + '  ' + name.padEnd(5) + contrast.toFixed(2) + (contrast < 4.5 ? '  too low' : ''));
  }
});
process.exitCode = bad ? 1 : 0;
`,
};

const dark = `
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6e1e5;
    --paper: #141218;
    --ok: #4ac26b;
  }
}
`;

/** @type {Step[]} */
const looking = [
  { say: 'I start with the styles and the current contrast.', calls: [{ read: 'style.css' }] },
  {
    say: 'Three colours, all of them custom properties: a dark theme only has to set them again.',
    calls: [{ shell: 'node check.mjs', why: 'Measures the contrast of the light theme' }],
  },
];

/** @type {Step} */
const change = {
  say: 'The light theme is fine. I add the dark one.',
  calls: [{ edit: 'style.css', from: '.ok { color: var(--ok); }\n', to: `.ok { color: var(--ok); }\n${dark}` }],
};

/** @type {Story} */
const story = {
  repository: 'status-page',
  files,
  prompt: 'Give the status page a dark theme. The contrast has to stay above 4.5.',
  steps: [],
};

/** @type {Story} */
export const approved = {
  ...story,
  steps: [
    ...looking,
    change,
    { calls: [{ shell: 'node check.mjs', why: 'Measures both themes' }] },
    {
      say: `The page has a dark theme, and every colour is above 4.5:

| theme | text | ok |
| --- | ---: | ---: |
| light | 17.1 | 5.1 |
| dark | 14.4 | 8.1 |

It follows \`prefers-color-scheme\`; there is no switch and no script. 🌙
`,
    },
  ],
};

/** @type {Story} */
export const denied = {
  ...story,
  steps: [
    ...looking,
    change,
    { say: 'You turned the change down, so `style.css` is as it was. Would you like to see other colours first?\n' },
  ],
};

/** The user stops it while it writes. @type {Story} */
export const cancelled = {
  ...story,
  prompt: 'Write a page that explains every colour we use and why.',
  steps: [
    { say: 'First the colours themselves.', calls: [{ read: 'style.css' }] },
    {
      say: `# Our colours

We use three colours on purpose. Each has one job, and a page that needs a fourth should ask whether it has two jobs.

## Text

\`#1b1b1f\` is almost black, not black. Pure black on white flickers at small sizes, and on cheap screens the edges of the
letters smear when the page scrolls. The tint is towards blue because the links are blue, and a neutral grey beside them
would look brown.

## Paper

\`#ffffff\`, plainly. Off-white looks warm on our screens and dirty on everybody else's.

## OK

\`#1a7f37\` is the darkest green that still reads as green beside black text. Its contrast on the paper is 5.1, which leaves
little room: do not put it on anything but white.
`,
    },
  ],
};
