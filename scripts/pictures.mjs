// Pictures of every state of every run, and of every story, in each look: to be looked at beside one another.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';
import { preview } from 'vite';
import { ensureBrowser } from './browser.mjs';
import { programOf, root, run } from './run.mjs';

/** @typedef {{ name: string, globals: string, width: number, height: number }} Look */
/** @typedef {{ id: string, title: string, name: string, type: string, tags: string[] }} Entry */

/** @type {readonly Look[]} */
const looks = [
  { name: 'light', globals: '', width: 760, height: 900 },
  { name: 'dark', globals: 'theme:dark', width: 760, height: 900 },
  { name: 'narrow', globals: '', width: 320, height: 800 },
  { name: 'german', globals: 'language:de', width: 320, height: 800 },
  { name: 'rtl', globals: 'direction:rtl', width: 480, height: 800 },
];

/** How many pages are open at once. */
const PAGES = 4;

const built = path.join(root, '.cache', 'storybook-static');
const pictures = path.join(root, '.cache', 'pictures');

/**
 * @param {readonly string[]} args words that the title of a story must hold, and `look=…` for one look
 */
async function main(args) {
  const chosen = args.filter((word) => word.startsWith('look=')).map((word) => word.slice(5));
  const words = args.filter((word) => !word.startsWith('look='));
  const executablePath = await ensureBrowser();
  if ((await run(process.execPath, [programOf('storybook'), 'build', '--quiet', '-o', built], { quiet: true })) !== 0)
    return 1;
  rmSync(pictures, { recursive: true, force: true });
  const server = await preview({
    root,
    build: { outDir: built },
    preview: { port: 0, host: '127.0.0.1' },
    logLevel: 'error',
  });
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const address = server.resolvedUrls?.local[0] ?? '';
  /** @type {string[]} */
  const findings = [];
  let taken = 0;
  for (const look of looks.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
    const entries = storiesOf(words).values();
    const takeAll = async () => {
      for (const entry of entries) {
        const page = await browser.newPage({ viewport: look, reducedMotion: 'reduce' });
        page.on('pageerror', (error) => findings.push(`${entry.id} (${look.name}): ${error.message}`));
        await page.goto(`${address}iframe.html?id=${entry.id}&viewMode=story&globals=${look.globals}`);
        await page.waitForSelector('#storybook-root > *', { state: 'attached' });
        const count = entry.tags.includes('reel')
          ? await takeRun(page, entry, look, findings)
          : await take(page, entry, look, 'story', findings);
        taken += count;
        await page.close();
      }
    };
    // Most of the time of a page is waiting.
    await Promise.all(Array.from({ length: PAGES }, takeAll));
    console.log(`${look.name}: ${taken} pictures so far`);
  }
  await browser.close();
  await server.close();
  for (const finding of findings) console.error(finding);
  console.log(`${taken} pictures in ${path.relative(root, pictures)}, ${findings.length} findings`);
  return findings.length > 0 ? 1 : 0;
}

/**
 * @param {readonly string[]} words
 * @returns {Entry[]}
 */
function storiesOf(words) {
  /** @type {{ entries: Record<string, Entry> }} */
  const { entries } = JSON.parse(readFileSync(path.join(built, 'index.json'), 'utf8'));
  return Object.values(entries).filter(
    ({ id, type, title, tags }) =>
      type === 'story' &&
      tags.includes('dev') &&
      !title.startsWith('Acceptance') &&
      words.every((word) => id.includes(word)),
  );
}

/**
 * Goes from state to state by the button that a designer would use.
 * @param {import('playwright').Page} page
 * @param {Entry} entry
 * @param {Look} look
 * @param {string[]} findings
 */
async function takeRun(page, entry, look, findings) {
  const next = page.locator('[aria-keyshortcuts="]"]');
  await page.locator('.rr-replay[data-playing="true"] [aria-keyshortcuts="k"]').click();
  const line = page.locator('.rr-round .rr-line').first();
  if (await line.count()) await line.click();
  let count = 0;
  do {
    if (count > 0) await next.click();
    // The run line may pass over what lasts less than this.
    await page.waitForTimeout(350);
    count += await take(page, entry, look, String(count).padStart(2, '0'), findings);
  } while ((await next.getAttribute('aria-disabled')) === 'false');
  return count;
}

/**
 * @param {import('playwright').Page} page
 * @param {Entry} entry
 * @param {Look} look
 * @param {string} name
 * @param {string[]} findings
 */
async function take(page, entry, look, name, findings) {
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  if (isWide) findings.push(`${entry.id} ${name} (${look.name}): the page scrolls sideways`);
  const folder = path.join(pictures, look.name, entry.id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}.png`), await page.screenshot());
  return 1;
}

process.exitCode = await main(process.argv.slice(2));
