import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { finished, sampleCall } from './sampleCall.ts';
import { ToolCallView } from './ToolCallView.tsx';

const shown = (name: string) => screen.getByRole('figure', { name }).textContent;

describe('arguments', () => {
  test('a command stands whole, with its line breaks', () => {
    const command = "cat <<'EOF' > a.txt\n\tone\n\ntwo\u00a0x\nEOF\n";
    render(<ToolCallView call={sampleCall({ name: 'Bash', args: { command, timeout: 5 } })} />);
    expect(shown('command')).toBe(command);
    expect(screen.getByText('timeout').closest('div')).toHaveTextContent('timeout5');
  });

  test('they stand in the order in which they were written, names like numbers too', () => {
    const call = sampleCall(
      { name: 'x' },
      { type: 'tool_args_delta', callId: 'c1', delta: '{"b":1,"2":"two","a":[1,{"c":true}],"1":nul' },
    );
    render(<ToolCallView call={call} />);
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['b', '2', 'a']);
  });

  test('what is readable of an argument that still streams is shown', () => {
    const delta = { type: 'tool_args_delta', callId: 'c1', delta: '{"path":"a.js","content":"let x\\nlet y' } as const;
    render(<ToolCallView call={sampleCall({ name: 'Write' }, delta)} />);
    expect(shown('content')).toBe('let x\nlet y');
  });

  test('free text is one argument without a name', () => {
    render(<ToolCallView call={sampleCall({ name: 'patch', args: '*** Begin Patch' })} />);
    expect(screen.getByRole('definition')).toHaveTextContent('*** Begin Patch');
  });

  test('names such as __proto__ are data, and all of it is text', () => {
    const args = '{"__proto__":"<b>bold</b>","constructor":"\\u202etxt\\u0000"}';
    const { container } = render(<ToolCallView call={sampleCall({ name: 'x', args })} />);
    expect(container.querySelector('b')).toBeNull();
    expect(screen.getAllByRole('definition').map((each) => each.textContent)).toEqual(['<b>bold</b>', 'txt']);
  });
});

describe('results', () => {
  test.each([{ diff: 5 }, { exitCode: {} }, { text: 5 }])(
    'section 8: what only looks like a result is JSON: %j',
    (odd) => {
      render(<ToolCallView call={sampleCall({ name: 'Edit', args: {} }, finished({ ...odd, raw: 0 }))} />);
      expect(JSON.parse(shown('Result') ?? '')).toEqual({ ...odd, raw: 0 });
    },
  );

  test('section 8: a result nested deeper than the engine writes ends no render', () => {
    const json: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    render(<ToolCallView call={sampleCall({ name: 'x', args: { deep: json } }, finished({ json, raw: json }))} />);
    expect(shown('Result')).toBe('…');
    expect(screen.getByRole('definition')).toHaveTextContent('…');
  });

  test('colours of a terminal become styles, the text stays', () => {
    const text = '\u001b[32m✔\u001b[39m parses\n\u001b[31mred\u001b[0m';
    render(<ToolCallView call={sampleCall({ name: 'Bash', args: {} }, finished({ text, raw: text }))} />);
    expect(shown('Result')).toBe('✔ parses\nred');
    expect(screen.getByText('red')).toHaveAttribute('data-color', 'red');
  });

  test('the output so far is shown until the result comes', () => {
    const output = { type: 'tool_output_delta', callId: 'c1', delta: 'building…' } as const;
    const { rerender } = render(<ToolCallView call={sampleCall({ name: 'Bash', args: {} }, output)} />);
    expect(shown('Output')).toBe('building…');
    rerender(
      <ToolCallView call={sampleCall({ name: 'Bash', args: {} }, output, finished({ text: 'done', raw: 0 }))} />,
    );
    expect(shown('Result')).toBe('done');
  });

  test('a result that is no text is shown as JSON', () => {
    render(<ToolCallView call={sampleCall({ name: 'x', args: {} }, finished({ json: { a: [1] }, raw: 0 }))} />);
    expect(JSON.parse(shown('Result') ?? '')).toEqual({ a: [1] });
  });

  test('R5.6: a non-zero exit code is no failure by itself', () => {
    const call = sampleCall({ name: 'Bash', args: {} }, finished({ text: 'x', exitCode: 2, raw: 0 }));
    render(<ToolCallView call={call} />);
    expect(screen.getByText('exit 2')).toBeVisible();
    expect(screen.queryByRole('figure', { name: 'Error' })).toBeNull();
  });

  test('a failure is named', () => {
    render(<ToolCallView call={sampleCall({ name: 'Read', args: {} }, finished({ text: 'no file', raw: 0 }, true))} />);
    expect(shown('Error')).toBe('no file');
    expect(screen.getByText('failed')).toBeVisible();
  });

  test('a call that was stopped says so', () => {
    render(
      <ToolCallView call={sampleCall({ name: 'Bash', args: {} }, { type: 'run_finished', outcome: 'aborted' })} />,
    );
    expect(screen.getByText('stopped')).toBeVisible();
  });

  test('a result without a word is named', () => {
    render(<ToolCallView call={sampleCall({ name: 'Bash', args: {} }, finished({ text: '', raw: '' }))} />);
    expect(screen.getByText('No output')).toBeVisible();
  });

  test.each([undefined, null, 0, '', [], { text: 7 }, { images: [1] }, { raw: 1, text: {} }, { raw: 1, images: 'x' }])(
    'an odd result, %j, breaks nothing',
    (result) => {
      render(<ToolCallView call={sampleCall({ name: 'x', args: 'y' }, finished(result))} />);
      expect(screen.getByRole('definition')).toHaveTextContent('y');
    },
  );

  test('R6.1: an image from a remote host is not loaded by itself', () => {
    const images = ['https://evil.example/a.png', 'data:image/png;base64,AA==', 'data:image/svg+xml,<svg/>'];
    const { container } = render(
      <ToolCallView call={sampleCall({ name: 'x', args: {} }, finished({ images, raw: 0 }))} />,
    );
    expect([...container.querySelectorAll('img')].map((image) => image.src)).toEqual(['data:image/png;base64,AA==']);
    expect(screen.getByRole('button', { name: 'Show image from evil.example' })).toBeVisible();
  });
});

describe('edits', () => {
  const lines = () =>
    within(screen.getByRole('figure', { name: 'Changes' })).getByText((_, element) => element?.tagName === 'PRE')
      .textContent;

  test('are told from the text before and after', () => {
    const args = { file_path: 'a.js', old_string: 'one\ntwo\nthree', new_string: 'one\n2\nthree' };
    render(<ToolCallView call={sampleCall({ name: 'Edit', args })} />);
    expect(lines()).toBe('  one\n- two\n+ 2\n  three\n');
    expect(screen.getByText('a.js')).toBeVisible();
    expect(screen.queryByText('old_string')).toBeNull();
  });

  test('are told from a diff', () => {
    const diff = '--- a/a.js\n+++ b/a.js\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n\\ No newline at end of file\n';
    render(<ToolCallView call={sampleCall({ name: 'patch', args: {} }, finished({ diff, raw: 0 }))} />);
    expect(lines()).toBe('  one\n- two\n+ 2\n');
    expect(screen.getByText('a.js')).toBeVisible();
  });
});

describe('very long', () => {
  test('only a part is on the page, and the reader may ask for more', async () => {
    const text = 'x'.repeat(10_000_000);
    const { container } = render(
      <ToolCallView
        call={sampleCall({ name: 'Bash', args: { input: text } }, finished({ text: `${text}end`, raw: 0 }))}
      />,
    );
    expect(container.textContent?.length).toBeLessThan(50_000);
    expect(shown('Result')).toMatch(/end$/);
    const [more] = screen.getAllByRole('button', { name: 'Show more, characters left: 9,980,000' });
    await userEvent.click(more as HTMLElement);
    expect(screen.getByRole('button', { name: 'Show more, characters left: 9,920,000' })).toBeVisible();
  });
});
