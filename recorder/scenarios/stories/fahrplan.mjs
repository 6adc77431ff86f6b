/** A timetable in German: departures are an hour off in summer. */

/** @typedef {import('../harness/story.ts').Story} Story */
/** @typedef {import('../harness/story.ts').Step} Step */

const broken = `/** Alle Zeiten kommen in UTC an und werden in Ortszeit angezeigt. */
const STUNDE = 60 * 60 * 1000;

export function ortszeit(utc) {
  const lokal = new Date(new Date(utc).getTime() + STUNDE);
  return lokal.toISOString().slice(11, 16);
}

export function abfahrten(zuege) {
  return zuege.map(({ zug, ab }) => ortszeit(ab) + '  ' + zug);
}
`;

const fixed = `/** Alle Zeiten kommen in UTC an und werden in Ortszeit angezeigt. */
const uhrzeit = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** "2026-07-01T06:15:00Z" wird im Sommer zu "08:15", im Winter zu "07:15". */
export function ortszeit(utc) {
  return uhrzeit.format(new Date(utc));
}

export function abfahrten(zuege) {
  return zuege.map(({ zug, ab }) => ortszeit(ab) + '  ' + zug);
}
`;

const files = {
  'package.json': '{ "name": "fahrplan", "version": "1.4.0", "type": "module", "private": true }\n',
  'README.md': '# Fahrplan\n\nZeigt Abfahrten in Ortszeit. Prüfen: `node --test`.\n',
  'src/abfahrt.js': broken,
  'test/abfahrt.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abfahrten, ortszeit } from '../src/abfahrt.js';

test('Winterzeit', () => assert.equal(ortszeit('2026-01-15T06:15:00Z'), '07:15'));
test('Sommerzeit', () => assert.equal(ortszeit('2026-07-01T06:15:00Z'), '08:15'));
test('Mitternacht', () => assert.equal(ortszeit('2026-07-01T22:00:00Z'), '00:00'));
test('Liste', () => {
  assert.deepEqual(abfahrten([{ zug: 'ICE 1001', ab: '2026-07-01T06:15:00Z' }]), ['08:15  ICE 1001']);
});
`,
};

/** @type {Step[]} */
const finding = [
  {
    think:
      'Eine Stunde zu früh, und nur im Sommer: das klingt nach fester Verschiebung statt Zeitzone. Erst die Tests, dann der Code.',
    say: 'Ich lasse zuerst die Tests laufen.',
    calls: [{ shell: 'node --test', why: 'Führt die Tests aus' }],
  },
  {
    think: 'Winter läuft, Sommer nicht. Es wird also immer genau eine Stunde addiert.',
    calls: [{ read: 'src/abfahrt.js' }],
  },
];

/** @type {Step} */
const fixing = {
  say: 'Da ist es: `ortszeit` addiert immer **eine** Stunde. Das stimmt nur im Winter. Ich rechne mit der Zeitzone `Europe/Berlin`.',
  calls: [{ write: 'src/abfahrt.js', content: fixed }],
  pace: 24,
};

/** @type {Step[]} */
const checking = [
  { calls: [{ shell: 'node --test', why: 'Prüft die Änderung' }] },
  {
    say: `Behoben. Alle vier Tests laufen durch.

**Ursache:** Zu jeder UTC-Zeit kam eine feste Stunde dazu. In der Sommerzeit sind es zwei.

\`\`\`js
ortszeit('2026-01-15T06:15:00Z') // 07:15
ortszeit('2026-07-01T06:15:00Z') // 08:15
\`\`\`

Die Umstellung am letzten Sonntag im März und im Oktober übernimmt jetzt \`Intl.DateTimeFormat\`.
`,
  },
];

/** @type {Story} */
const story = {
  repository: 'fahrplan',
  files,
  prompt: 'Im Sommer stehen alle Abfahrten eine Stunde zu früh da. Kannst du das beheben?',
  steps: [],
};

/** @type {Story} */
export const summerTime = { ...story, steps: [...finding, fixing, ...checking] };

/** The connection to the model is lost while it writes the file. @type {Story} */
export const connectionLost = { ...story, steps: [...finding, { ...fixing, cutAfter: 26 }, ...checking] };

/** @type {Story} */
export const lookAround = {
  ...story,
  prompt: 'Schau dich um: Was gibt es hier, und laufen die Züge nach Plan?',
  steps: [
    {
      think:
        'Zwei Dinge, die nichts miteinander zu tun haben: die Beschreibung und der Ordner mit den Störungen. Beides auf einmal.',
      say: 'Ich lese die README und sehe nach den Störungsmeldungen.',
      calls: [{ read: 'README.md' }, { shell: 'ls -l stoerungen', why: 'Sucht Störungsmeldungen' }],
    },
    {
      say: 'Störungsmeldungen gibt es nicht. Jetzt der langsame Abgleich.',
      calls: [
        {
          shell: 'for z in ICE-1001 RE-7 S-3 IC-2082; do sleep 0.6; echo "$z geprüft"; done; echo "S-3: +4 min" >&2',
          why: 'Gleicht vier Züge ab',
        },
      ],
    },
    {
      overloaded: true,
      say: `Das habe ich gefunden 🔎:

| Zug | Stand | Bemerkung |
| --- | :-: | --- |
| ICE 1001 | ✅ | nach Plan |
| RE 7 | ✅ | nach Plan |
| S 3 | ⚠️ | vier Minuten später |
| IC 2082 | ✅ | nach Plan |

Der Ordner \`stoerungen\` fehlt; \`ls\` endete deshalb mit einem Fehler. In den Daten stehen auch Orte in anderer Schrift – 東京 (新宿駅), القاهرة – sie werden richtig angezeigt, ebenso 👩‍🔧 als *ein* Zeichen.

> Geändert habe ich nichts.
`,
    },
  ],
};
