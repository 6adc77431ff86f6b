import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useState } from 'react';
import { expect } from 'storybook/test';
import { Answer } from './Answer.tsx';

const meta = {
  title: 'Components/Answer',
  component: Answer,
} satisfies Meta<typeof Answer>;

export default meta;
type Story = StoryObj<typeof meta>;

/** A short answer: text, a list, code. */
export const Short: Story = {
  args: {
    text: [
      'All three tests pass now.',
      '- `m` is now `60 * 1000`; the table also has weeks.\n- `parse` rejects text it cannot read instead of skipping it.',
      "```js\nparse('1h 30m') // 5400000\nformat(5400000) // '1h 30m'\n```",
    ].join('\n\n'),
  },
};

const everything = `# What changed

Found it: \`m: 60\` should be \`60 * 1000\`, so a minute was worth **60 ms**. See the [documentation][docs] or
write to <mailto:help@example.org>.

## Steps

1. Read \`src/duration.js\`
2. Change the table

   \`\`\`js
   m: 60 * 1000,
   \`\`\`

3. Run the tests *again*

### Results

| Unit | Before | After | Note |
|:-----|-------:|------:|------|
| s | 1000 | 1000 | unchanged |
| m | 60 | 60000 | was milliseconds |
| h | 3600 | 3600000 | ~~was seconds~~ computed |

- [x] tests pass
- [ ] documentation

> It silently skips anything it does not know.

---

\`\`\`sh
node --test --test-reporter=spec --experimental-test-coverage test/duration.test.js test/format.test.js test/units.test.js
\`\`\`

[docs]: https://example.org/docs
`;

/** All that Markdown has. */
export const Everything: Story = { args: { text: everything } };

function Typing({ text }: { readonly text: string }) {
  const [length, setLength] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setLength((shown) => (shown >= text.length + 200 ? 0 : shown + 4)), 30);
    return () => clearInterval(timer);
  }, [text]);
  return <Answer text={text.slice(0, length)} streaming={length < text.length} />;
}

/** The same as it streams: no mark flashes, nothing jumps. */
export const Streaming: Story = {
  args: { text: everything, streaming: true },
  render: ({ text }) => <Typing text={text} />,
};

/** A fence, a link and a table that have only begun. */
export const Unfinished: Story = {
  args: { text: 'The table:\n\n| Unit | Before\n', streaming: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('table')).toBeVisible();
  },
};

/** Images from a remote host wait for the reader. */
export const RemoteImages: Story = {
  args: {
    text: 'The chart ![Runtime by version](https://img.example/chart.png?run=7) and a badge [![build](https://ci.example/badge.svg)](https://ci.example/).',
  },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('button', { name: /img\.example/ })).toBeVisible();
    await expect(canvasElement.querySelector('img')).toBeNull();
  },
};

/** What an agent sends is text: no script, no request, no link but http, https and mailto. */
export const Hostile: Story = {
  args: {
    text: [
      '<img src=x onerror="alert(1)"> <script>alert(1)</script>',
      '[script](javascript:alert(1)), [data](data:text/html,x), [elsewhere](//evil.example/x), [fine](https://example.org/)',
      'file \u202egpj.exe\u202c, red \u001b[31mtext\u001b[0m, NUL \u0000.',
    ].join('\n\n'),
  },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getAllByRole('link')).toHaveLength(1);
    await expect(canvasElement.querySelector('img, script')).toBeNull();
  },
};

/** Each block has the direction of its own text. */
export const RightToLeft: Story = {
  args: {
    text: 'وجدت الخطأ: الدقيقة تُحسب بستين ميلي ثانية.\n\n- غيّرت `m: 60` إلى `60 * 1000`\n- كل الاختبارات تنجح\n\nEnglish text keeps its own direction.\n\n```js\nm: 60 * 1000,\n```',
  },
  globals: { direction: 'rtl' },
};

/** In a side panel: code and tables scroll inside. */
export const Narrow: Story = {
  args: { text: everything },
  globals: { viewport: { value: 'narrow' } },
};
