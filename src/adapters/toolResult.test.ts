import { describe, expect, it } from 'vitest';
import { toolKind } from './toolKinds.ts';
import { toolResult, toolResultFromText } from './toolResult.ts';

describe('toolResult', () => {
  it.each<[string, unknown, object]>([
    ['a text', 'ok', { text: 'ok' }],
    ['nothing', null, {}],
    ['a number', 7, { text: '7' }],
    ['a command', { exitCode: 0, stdout: 'a\n', stderr: 'b\n' }, { text: 'a\nb\n', exitCode: 0 }],
    ['a command that wrote nothing', { exit_code: 3, output: '' }, { text: '', exitCode: 3 }],
    ['only a text', { text: 'a' }, { text: 'a' }],
    [
      'text blocks',
      [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
      { text: 'a\nb' },
    ],
    [
      'blocks of MCP',
      { content: [{ type: 'image', data: 'AA', mimeType: 'image/gif' }], structuredContent: { n: 1 } },
      { images: ['data:image/gif;base64,AA'], json: { n: 1 } },
    ],
    ['any object', { bytes: 7 }, { json: { bytes: 7 } }],
    ['any list', [1, 2], { json: [1, 2] }],
  ])('reads %s', (_, raw, expected) => {
    expect(toolResult(raw)).toEqual({ ...expected, raw });
  });

  it('reads JSON inside a text, and leaves what only looks like it', () => {
    expect(toolResultFromText('{"bytes":7}')).toEqual({ json: { bytes: 7 }, raw: '{"bytes":7}' });
    expect(toolResultFromText('[not JSON')).toEqual({ text: '[not JSON', raw: '[not JSON' });
    expect(toolResultFromText('12')).toEqual({ text: '12', raw: '12' });
  });
});

it('toolKind tells well-known tools, however they are written', () => {
  const kinds = ['Bash', 'run_shell_command', 'readFile', 'apply_patch', 'WebFetch', 'Grep', 'TodoWrite', 'Task'];
  expect(kinds.map(toolKind)).toEqual(['shell', 'shell', 'read', 'edit', 'fetch', 'search', 'plan', 'agent']);
  expect(toolKind('AskUserQuestion')).toBe('question');
  for (const name of ['mcp__db__fetch', 'getInstance', '', '__proto__']) expect(toolKind(name)).toBeUndefined();
});
