/** Plural forms in Polish. */

/** @typedef {import('../harness/story.ts').Story} Story */

const files = {
  'package.json': '{ "name": "odmiana", "version": "0.5.0", "type": "module", "private": true }\n',
  'README.md': '# odmiana\n\n1 plik, 2 pliki, 5 plików.\n',
  'src/odmiana.js': `/** Wybiera formę: [1, 2–4, 5 i więcej]. */
export function odmiana(n, [jeden, kilka, wiele]) {
  if (n === 1) return jeden;
  return n < 5 ? kilka : wiele;
}
`,
  'test/odmiana.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { odmiana } from '../src/odmiana.js';

const plik = ['plik', 'pliki', 'plików'];
test('małe liczby', () => assert.deepEqual([1, 2, 5].map((n) => odmiana(n, plik)), plik));
test('nastki', () => assert.equal(odmiana(12, plik), 'plików'));
test('dwadzieścia dwa', () => assert.equal(odmiana(22, plik), 'pliki'));
test('zero', () => assert.equal(odmiana(0, plik), 'plików'));
`,
};

/** @type {Story} */
export const plurals = {
  repository: 'odmiana',
  files,
  prompt: 'Dla 22 i 0 wychodzi zła forma liczebnika. Popraw to.',
  pace: 14,
  steps: [
    {
      think: 'Najpierw testy: zobaczę, które liczby są złe.',
      say: 'Uruchamiam testy.',
      calls: [{ shell: 'node --test', why: 'Uruchamia testy' }],
    },
    { think: 'Zero i 22. Czytam kod.', say: 'Zero i 22 są złe. Czytam kod.', calls: [{ read: 'src/odmiana.js' }] },
    {
      think: 'Liczą się ostatnie cyfry, a nastki są wyjątkiem. Intl.PluralRules już to umie.',
      say: 'Kod patrzy na całą liczbę zamiast na **ostatnie cyfry**. `Intl.PluralRules` zna te reguły.',
      calls: [
        {
          edit: 'src/odmiana.js',
          from: `export function odmiana(n, [jeden, kilka, wiele]) {
  if (n === 1) return jeden;
  return n < 5 ? kilka : wiele;
}
`,
          to: `const reguly = new Intl.PluralRules('pl');

export function odmiana(n, [jeden, kilka, wiele]) {
  const formy = { one: jeden, few: kilka, many: wiele, other: kilka };
  return formy[reguly.select(n)];
}
`,
        },
      ],
    },
    { think: 'Sprawdzam.', say: 'Sprawdzam.', calls: [{ shell: 'node --test', why: 'Uruchamia testy ponownie' }] },
    {
      think: 'Gotowe.',
      say: `Poprawione, wszystkie cztery testy przechodzą. ✅

| liczba | przedtem | teraz |
| ---: | --- | --- |
| 0 | pliki | **plików** |
| 12 | plików | plików |
| 22 | plików | **pliki** |
`,
    },
  ],
};

/** @type {Story} */
export const lookAround = {
  ...plurals,
  prompt: 'Rozejrzyj się po repozytorium i uruchom wolny test. Niczego nie zmieniaj.',
  steps: [
    {
      think: 'Dwie niezależne rzeczy: README i katalog, którego może nie być.',
      say: 'Czytam README i zaglądam do `przyklady` jednocześnie.',
      calls: [{ read: 'README.md' }, { shell: 'ls -l przyklady', why: 'Wypisuje katalog' }],
    },
    {
      think: 'Katalogu nie ma. Teraz wolny test.',
      say: 'Przykładów nie ma. Uruchamiam wolny test.',
      calls: [
        {
          shell: 'for i in 1 2 3 4 5; do sleep 0.6; echo "seria $i z 5: w porządku"; done; echo "1 ostrzeżenie" >&2',
          why: 'Uruchamia wolny test',
        },
      ],
    },
    {
      overloaded: true,
      think: 'Podsumowuję.',
      say: `Oto co znalazłem 🔎

| co | stan | uwaga |
| --- | :-: | --- |
| README | ✅ | jedna linia |
| przyklady | ❌ | nie ma takiego katalogu |
| wolny test | ⚠️ | 5 z 5, jedno ostrzeżenie |

Rzeczowniki mogą być w każdym piśmie: 「本」, «كتاب», „zażółć gęślą jaźń”, 👨‍👩‍👧.

> Niczego nie zmieniłem.
`,
    },
  ],
};
