/** Slugs in Korean: Hangul is lost. */

/** @typedef {import('../harness/story.ts').Story} Story */

const files = {
  'package.json': '{ "name": "slug", "version": "0.3.0", "type": "module", "private": true }\n',
  'README.md': '# slug\n\n제목을 주소로 바꿉니다.\n',
  'src/slug.js': `/** 제목을 주소에 쓸 수 있는 글자로 바꾼다. */
export function slug(title) {
  return title
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\\u0300-\\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
`,
  'test/slug.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slug } from '../src/slug.js';

test('영어', () => assert.equal(slug('Hello, World!'), 'hello-world'));
test('한글', () => assert.equal(slug('안녕 세상'), '안녕-세상'));
test('한글과 영어', () => assert.equal(slug('서울 2026 Café'), '서울-2026-cafe'));
`,
};

const fixed = `/** 제목을 주소에 쓸 수 있는 글자로 바꾼다. 글자와 숫자는 어떤 문자든 남는다. */
export function slug(title) {
  return title
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?<=\\p{Script=Latin})\\p{Mark}+/gu, '')
    .normalize('NFC')
    .replace(/[^\\p{Letter}\\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
`;

/** @type {Story} */
export const hangul = {
  repository: 'slug',
  files,
  prompt: '제목에 한글이 있으면 주소에서 다 지워져요. 고쳐 주세요.',
  pace: 10,
  steps: [
    {
      say: '먼저 테스트를 돌려서 무엇이 깨지는지 보겠습니다.',
      calls: [{ shell: 'node --test', why: '테스트를 실행합니다' }],
    },
    { say: '영어만 통과합니다. 코드를 읽어 보겠습니다.', calls: [{ read: 'src/slug.js' }] },
    {
      say: '`[^a-z0-9]`가 라틴 문자가 아닌 글자를 전부 지웁니다. 유니코드 속성으로 바꾸겠습니다.',
      calls: [{ write: 'src/slug.js', content: fixed }],
    },
    { say: '다시 테스트합니다.', calls: [{ shell: 'node --test', why: '고친 뒤에 다시 실행합니다' }] },
    {
      say: `고쳤습니다. 테스트 세 개가 모두 통과합니다. 🎉

**원인**: \`[^a-z0-9]+\`가 한글을 구분 기호로 여겼습니다.

| 제목 | 전 | 후 |
| --- | --- | --- |
| 안녕 세상 | (빈 문자열) | 안녕-세상 |
| 서울 2026 Café | 2026-cafe | 서울-2026-cafe |

악센트는 라틴 문자에서만 떼므로 한글 자모는 흩어지지 않습니다.
`,
    },
  ],
};

/** @type {Story} */
export const lookAround = {
  ...hangul,
  prompt: '저장소를 둘러보고 느린 검사를 돌려 주세요. 바꾸지는 마세요.',
  steps: [
    {
      say: 'README와 `예제` 폴더를 함께 보겠습니다.',
      calls: [{ read: 'README.md' }, { read: '예제/제목.txt' }],
    },
    {
      say: '예제는 없습니다. 느린 검사를 시작합니다.',
      calls: [
        {
          shell: 'for i in 1 2 3 4; do sleep 0.7; echo "$i/4 단계: 제목 250개"; done; echo "경고 1개" >&2',
          why: '느린 검사를 실행합니다',
        },
      ],
    },
    {
      overloaded: true,
      say: `둘러본 결과입니다 🔎

| 항목 | 상태 | 메모 |
| --- | :-: | --- |
| README | ✅ | 한 줄 |
| 예제 | ❌ | 파일이 없음 |
| 느린 검사 | ⚠️ | 1000개 중 경고 1개 |

다른 문자도 확인했습니다: 「日本語の題名」, «عنوان بالعربية», «naïve café», 👨‍👩‍👧‍👦.

> 아무것도 바꾸지 않았습니다.
`,
    },
  ],
};
