import { expect, test } from 'vitest';
import { toolPreview } from './index.ts';

const preview = (args: unknown, title?: string) =>
  toolPreview({ name: 'Bash', args, ...(title !== undefined && { title }) });

test('R3.1: a description that is a non-blank string, else the first other argument, else the title (B39)', () => {
  expect(preview({ command: 'make', description: 'Build\n  with\ttests ' })).toBe('Build with tests');
  for (const description of ['   ', '', 7]) expect(preview({ command: 'make', description })).toBe('make');
  expect(preview({ timeout: 5, command: 'make' })).toBe('5');
  expect(preview({}, 'Read notes')).toBe('Read notes');
  expect(preview({ description: '' }, 'Read notes')).toBe('Read notes');
});

test('R3.1: lists of simple values, numbers, booleans, null and anything else', () => {
  expect(preview({ ids: ['GenericObject:2916', 7, true] })).toBe('GenericObject:2916, 7, true');
  expect(preview({ deep: false })).toBe('false');
  expect(preview({ nothing: null, command: 'make' })).toBe('');
  expect(preview({ at: { line: 3 } })).toBe('{"line":3}');
});

test('R3.1: first means first as written, also for names that look like integers', () => {
  expect(preview('{"zeta":"a","10":"b","2":"c"}')).toBe('a');
  expect(preview('{"10":1,"2":2}')).toBe('1');
});

test('R3.3: one line, whatever line breaks the command has (B39)', () => {
  const command = "cat <<'EOF' > a.txt\n\tone\r\n\ntwo\u00a0x\nEOF\n";
  expect(preview({ command })).toBe("cat <<'EOF' > a.txt one two x EOF");
});

test('R3.3: at most 80 characters as the reader sees them, never half of one (B40)', () => {
  const a = 'a'.repeat(79);
  for (const character of ['👩‍🚀', '🇩🇪', 'e\u0301', '👍🏽']) {
    expect(preview({ x: a + character })).toBe(a + character);
    expect(preview({ x: `${a}${character}bbb` })).toBe(`${a}…`);
  }
  expect(preview({ x: 'a'.repeat(80) })).toBe('a'.repeat(80));
  expect(preview({ x: `a\ud83db` })).toBe('a\ufffdb');
  expect(preview({ x: '👩‍🚀'.repeat(200) })).toBe(`${'👩‍🚀'.repeat(79)}…`);
});

test('R3.3: control, escape, direction and zero-width characters never reach the screen (B57)', () => {
  expect(preview({ x: '\u001b[31mmake\u001b[0m all' })).toBe('make all');
  expect(preview({ x: '\u001b]8;;https://example.org\u0007link\u001b]8;;\u0007' })).toBe('link');
  expect(preview({ x: 'a\0b\u202ec\u200bd\ufeff' })).toBe('abcd');
});

test('R3.3: a preview is text, letter by letter (B43)', () => {
  for (const x of [`Build a/b & 'c' <d> "e"`, `{{tool}} $t(common.ok) \${x} %s`]) expect(preview({ x })).toBe(x);
});

test('section 8: arguments whose getter throws have no preview, and no error', () => {
  const args = {
    get command(): string {
      throw new Error('No.');
    },
  };
  expect(preview(args)).toBe('');
});
