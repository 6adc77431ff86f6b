import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { finished, sampleCall } from './sampleCall.ts';
import { ToolCallView } from './ToolCallView.tsx';

const meta = {
  title: 'Components/ToolCallView',
  component: ToolCallView,
} satisfies Meta<typeof ToolCallView>;

export default meta;
type Story = StoryObj<typeof meta>;

const tests = [
  '\u001b[32m✔\u001b[39m parses hours',
  '\u001b[32m✔\u001b[39m parses mixed units',
  '\u001b[31m✖\u001b[39m rejects what it cannot read \u001b[2m(1.2 ms)\u001b[22m',
  '\u001b[1mℹ tests 3\u001b[22m  ℹ pass 2  ℹ fail 1',
].join('\n');

/** A command and what it wrote, in the terminal's colours. */
export const Terminal: Story = {
  args: {
    call: sampleCall(
      { name: 'Bash', kind: 'shell', args: { command: 'node --test', description: 'Run the test suite' } },
      finished({ text: tests, exitCode: 1, raw: tests }),
    ),
  },
};

/** A command of several lines is shown with its line breaks. */
export const LongCommand: Story = {
  args: {
    call: sampleCall(
      {
        name: 'Bash',
        kind: 'shell',
        args: { command: "cat <<'EOF' > a.txt\n\tone\r\n\ntwo\u00a0x\nEOF\n", timeout: 5000 },
      },
      finished({ text: '', raw: '' }),
    ),
  },
};

/** The arguments are still on their way. */
export const ArgumentsStreaming: Story = {
  args: {
    call: sampleCall(
      { name: 'write_to_file', kind: 'edit' },
      {
        type: 'tool_args_delta',
        callId: 'c1',
        delta: '{"path":"src/duration.js","content":"export const units = {\\n  s: 1000,\\n  m: 60 * 10',
      },
    ),
  },
};

/** The tool runs: its newest output. */
export const Running: Story = {
  args: {
    call: sampleCall(
      { name: 'Bash', kind: 'shell', args: { command: 'npm run build' } },
      { type: 'tool_output_delta', callId: 'c1', delta: 'building…\n12 of 40 modules\r31 of 40 modules' },
    ),
  },
};

/** What an edit changed, told from its arguments. */
export const Edit: Story = {
  args: {
    call: sampleCall(
      {
        name: 'Edit',
        kind: 'edit',
        args: {
          file_path: 'src/duration.js',
          old_string: '  s: 1000,\n  m: 60,\n  h: 60 * 60 * 1000,',
          new_string: '  s: 1000,\n  m: 60 * 1000,\n  h: 60 * 60 * 1000,',
        },
      },
      finished({ text: '', raw: '' }),
    ),
  },
};

/** A result that brings a diff. */
export const Diff: Story = {
  args: {
    call: sampleCall(
      { name: 'apply_patch', kind: 'edit', args: { path: 'src/duration.js' } },
      finished({
        diff: '--- a/src/duration.js\n+++ b/src/duration.js\n@@ -1,3 +1,3 @@\n   s: 1000,\n-  m: 60,\n+  m: 60 * 1000,\n@@ -20,1 +20,2 @@\n }\n+export { units };\n',
        raw: null,
      }),
    ),
  },
};

/** A result that is no text. */
export const Json: Story = {
  args: {
    call: sampleCall(
      { name: 'search', kind: 'search', args: { query: 'duration', limit: 3, paths: ['src', 'test'] } },
      finished({ json: { matches: [{ file: 'src/duration.js', line: 3 }], truncated: false }, raw: null }),
    ),
  },
};

const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** A result with images: one in the result itself, one from a remote host. */
export const Images: Story = {
  args: {
    call: sampleCall(
      { name: 'screenshot', args: {} },
      finished({ images: [picture, 'https://img.example/page.png'], raw: null }),
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('img')).toHaveLength(1);
  },
};

/** The tool failed. */
export const Failed: Story = {
  args: {
    call: sampleCall(
      { name: 'Read', kind: 'read', args: { file_path: 'src/durations.js' } },
      finished({ text: 'File does not exist. Did you mean src/duration.js?', raw: null }, true),
    ),
  },
};

/** The run was stopped while the tool ran. */
export const Stopped: Story = {
  args: {
    call: sampleCall(
      { name: 'Bash', kind: 'shell', args: { command: 'sleep 600' } },
      { type: 'tool_output_delta', callId: 'c1', delta: 'waiting\n' },
      { type: 'run_finished', outcome: 'aborted' },
    ),
  },
};

/** A tool that said nothing. */
export const NoOutput: Story = {
  args: {
    call: sampleCall({ name: 'Bash', kind: 'shell', args: { command: 'true' } }, finished({ text: '', raw: '' })),
  },
};

const long = Array.from({ length: 20_000 }, (_, line) => `${line + 1}  a line of a very long file`).join('\n');

/** Very long: a part is on the page, the rest waits. */
export const VeryLong: Story = {
  args: {
    call: sampleCall(
      { name: 'Bash', kind: 'shell', args: { command: 'cat long.txt', input: long } },
      finished({ text: long, raw: null }),
    ),
  },
  play: async ({ canvasElement }) => {
    await expect((canvasElement.textContent ?? '').length).toBeLessThan(100_000);
  },
};

/** What a tool says is text. */
export const Hostile: Story = {
  args: {
    call: sampleCall(
      {
        name: 'fetch',
        kind: 'fetch',
        args: { html: '<b>x</b>', url: 'javascript:alert(1)', '\u202ename': '\u202evalue\u0000' },
      },
      finished({
        text: '<script>alert(1)</script> \u001b]8;;javascript:alert(1)\u0007link\u001b]8;;\u0007 \u202etxt',
        raw: null,
      }),
    ),
  },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector('a, b, script')).toBeNull();
  },
};

/** In a side panel. */
export const Narrow: Story = { args: Edit.args, globals: { viewport: { value: 'narrow' } } };
