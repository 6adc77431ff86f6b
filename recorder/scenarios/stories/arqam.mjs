/** Numbers in Arabic: digits of other scripts are not read. */

/** @typedef {import('../harness/story.ts').Story} Story */
/** @typedef {import('../harness/story.ts').Step} Step */

const files = {
  'package.json': '{ "name": "arqam", "version": "0.2.0", "type": "module", "private": true }\n',
  'README.md': '# أرقام\n\nمكتبة صغيرة تقرأ الأرقام المكتوبة بالعربية.\n',
  'src/arqam.js': `/** يقرأ عددًا صحيحًا. */
export function read(text) {
  return Number(text.trim());
}
`,
  'test/arqam.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from '../src/arqam.js';

test('latin digits', () => assert.equal(read(' 42 '), 42));
test('الأرقام العربية', () => assert.equal(read('٤٢'), 42));
test('السالب', () => assert.equal(read('-٧'), -7));
`,
};

const fixed = `/** الأرقام العربية المشرقية والفارسية تقابل 0 إلى 9. */
const ZEROS = [0x0660, 0x06f0];

const latin = (digit) => {
  const code = digit.codePointAt(0);
  return String(code - ZEROS.find((zero) => code >= zero && code < zero + 10));
};

/** يقرأ عددًا صحيحًا، بأي أرقام كُتب. */
export function read(text) {
  return Number(text.trim().replace(/[\\u0660-\\u0669\\u06f0-\\u06f9]/g, latin));
}
`;

/** @type {Story} */
const story = {
  repository: 'arqam',
  files,
  prompt: 'المكتبة لا تقرأ الأرقام العربية. أصلحها من فضلك.',
  steps: [],
  pace: 12,
};

/** @type {Step[]} */
const finding = [
  {
    think: 'سأشغّل الاختبارات أولًا لأرى ما الذي يفشل بالضبط.',
    say: 'أشغّل الاختبارات أولًا.',
    calls: [{ shell: 'node --test', why: 'تشغيل الاختبارات' }],
  },
  { think: 'الأرقام اللاتينية تعمل وحدها. لننظر في الشيفرة.', calls: [{ read: 'src/arqam.js' }] },
];

/** @type {Step} */
const fixing = {
  think: 'الدالة Number لا تعرف إلا 0 إلى 9. أحوّل الأرقام قبلها.',
  say: 'السبب: `Number` لا تعرف إلا الأرقام من `0` إلى `9`. سأحوّل الأرقام قبلها.',
  calls: [{ write: 'src/arqam.js', content: fixed }],
  pace: 48,
};

/** @type {Step[]} */
const checking = [
  { think: 'أتأكد من الإصلاح.', calls: [{ shell: 'node --test', why: 'تشغيل الاختبارات مجددًا' }] },
  {
    think: 'نجحت كلها.',
    say: `تم الإصلاح، والاختبارات الثلاثة ناجحة. ✅

| النص | قبل | بعد |
| --- | :-: | :-: |
| 42 | 42 | 42 |
| ٤٢ | NaN | 42 |
| -٧ | NaN | -7 |

- تعمل أيضًا الأرقام الفارسية مثل ۴۲.
- لم يتغيّر شيء في \`README.md\`.
`,
  },
];

/** @type {Story} */
export const digits = { ...story, steps: [...finding, fixing, ...checking] };

/** @type {Story} */
export const connectionLost = { ...story, steps: [...finding, { ...fixing, cutAfter: 9 }, ...checking] };

/** @type {Story} */
export const lookAround = {
  ...story,
  prompt: 'ألقِ نظرة على المستودع وشغّل الفحص البطيء، ولا تغيّر شيئًا.',
  steps: [
    {
      think: 'أمران مستقلان: ملف التعريف ومجلد قد لا يكون موجودًا.',
      say: 'أقرأ README وأعرض `examples` في الوقت نفسه.',
      calls: [{ read: 'README.md' }, { shell: 'ls examples', why: 'عرض مجلد' }],
    },
    {
      think: 'المجلد غير موجود. الآن الفحص البطيء.',
      say: 'لا توجد أمثلة. الآن الفحص البطيء.',
      calls: [
        { shell: 'for i in 1 2 3 4; do sleep 0.7; echo "check $i/4"; done; echo "1 warning" >&2', why: 'الفحص البطيء' },
      ],
    },
    {
      overloaded: true,
      think: 'أجمع النتائج.',
      say: `هذا ما وجدته 🔎

| البند | الحالة | ملاحظة |
| --- | :-: | --- |
| README | ✅ | سطران |
| examples | ❌ | المجلد غير موجود |
| الفحص البطيء | ⚠️ | ٤ من ٤، وتحذير واحد |

ويُكتب العدد نفسه بطرق كثيرة: \`42\` و ٤٢ و ۴۲ و 四十二 و 𝟜𝟚 — والعائلة 👨‍👩‍👧 رمز واحد.

> لم أغيّر شيئًا.
`,
    },
  ],
};
