import { describe, expect, it } from 'vitest';
import { browserPlaces, findBrowser } from './browser.mjs';

const nothing = () => false;

describe('finding a browser', () => {
  it('takes the one that the variable names', () => {
    expect(findBrowser({ RUNREEL_CHROMIUM: '/my/chromium' }, () => true)).toBe('/my/chromium');
  });

  it('says so when the named one is missing, and takes no other', () => {
    expect(() => findBrowser({ RUNREEL_CHROMIUM: '/my/chromium' }, nothing)).toThrow(
      'RUNREEL_CHROMIUM names /my/chromium, and there is no such file.',
    );
  });

  it('finds none where there is none', () => expect(findBrowser({}, nothing)).toBeUndefined());

  it('takes the pinned build when asked, past every other', () => {
    expect(findBrowser({ RUNREEL_CHROMIUM: 'pinned', PATH: '/usr/bin' }, () => true)).toContain('.cache');
  });

  it.each([
    ['linux', { PATH: '/a:/b' }, ['/a/chromium', '/b/google-chrome', '/usr/bin/chromium', '/snap/bin/chromium']],
    [
      'darwin',
      {},
      [
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Users/x/Applications/Chromium.app/Contents/MacOS/Chromium',
      ],
    ],
    [
      'win32',
      { ProgramFiles: 'C:\\P' },
      ['C:\\P\\Google\\Chrome\\Application\\chrome.exe', 'C:\\P\\Microsoft\\Edge\\Application\\msedge.exe'],
    ],
  ] as const)('looks in the usual places of %s', (platform, env, expected) => {
    expect(browserPlaces({ env, platform, home: '/Users/x' })).toEqual(expect.arrayContaining([...expected]));
  });
});
