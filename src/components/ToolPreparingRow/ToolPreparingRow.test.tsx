// @vitest-environment jsdom
import { render } from '@testing-library/react';
import i18next from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, it } from 'vitest';
import { ToolPreparingRow, type ToolPreparingRowProps } from './ToolPreparingRow.tsx';

function show(props: ToolPreparingRowProps, language = 'en') {
  const app = i18next.createInstance();
  app.init({ lng: language, resources: {}, initAsync: false });
  return render(
    <I18nextProvider i18n={app}>
      <ToolPreparingRow {...props} />
    </I18nextProvider>,
  ).container;
}

describe('R4.8: the row of a call in preparation', () => {
  it.each([
    ['en', 'Preparing write_to_file…1.4 KB'],
    ['de', 'write_to_file wird vorbereitet…1,4 KB'],
    ['ar', 'Preparing write_to_file…1.4 KB'],
  ])('in %s', (language, shown) => {
    const row = show({ toolName: 'write_to_file', byteCount: 1434 }, language);
    // Arabic may have digits of its own; the words are what must not break.
    expect(row.textContent?.replace(/[\d.,٠-٩٫]+/, '')).toBe(shown.replace(/[\d.,]+/, ''));
    expect(row.querySelector('.rr-tool-name')?.textContent).toBe('write_to_file');
    expect(row.querySelector('.rr-number')?.textContent).toMatch(/KB$/);
  });

  it.each([
    [0, '0 B'],
    [1, '1 B'],
    [1023, '1023 B'],
    [1024, '1.0 KB'],
    [1536, '1.5 KB'],
    [102_400, '100.0 KB'],
  ])('%d bytes', (byteCount, shown) => {
    expect(show({ toolName: 'x', byteCount }).querySelector('.rr-number')?.textContent).toBe(shown);
  });

  it('R4.2a: stands without a name until the name comes', () => {
    expect(show({ byteCount: 16 }).textContent).toBe('Preparing a tool call…16 B');
  });

  it.each([
    { toolName: '', byteCount: 1 },
    { toolName: 'a\0b', byteCount: 1 },
    { toolName: 'x', byteCount: -1 },
    { toolName: 'x', byteCount: 1.5 },
    { toolName: 'x', byteCount: Number.NaN },
    { toolName: 'x', byteCount: Number.POSITIVE_INFINITY },
  ])('an invalid payload renders nothing: %j', (payload) => {
    expect(show(payload).innerHTML).toBe('');
  });
});
