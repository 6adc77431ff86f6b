/** Invoices in Japanese: the tax is off by one yen. */

/** @typedef {import('../harness/story.ts').Story} Story */
/** @typedef {import('../harness/story.ts').Step} Step */

const files = {
  'package.json': '{ "name": "denpyo", "version": "1.0.2", "type": "module", "private": true }\n',
  'README.md': '# 伝票\n\n請求書の合計と消費税を計算します。\n',
  'src/zei.js': `/** 消費税は 10 %。明細は税抜きの金額です。 */
const 税率 = 10;

export function 請求(明細) {
  const 小計 = 明細.reduce((計, 行) => 計 + 行.単価 * 行.数量, 0);
  const 税 = 明細.reduce((計, 行) => 計 + Math.floor((行.単価 * 行.数量 * 税率) / 100), 0);
  return { 小計, 税, 合計: 小計 + 税 };
}
`,
  'test/zei.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { 請求 } from '../src/zei.js';

test('一行の請求書', () => assert.equal(請求([{ 単価: 1980, 数量: 1 }]).税, 198));
test('端数は請求書ごとに一度だけ切り捨てる', () => {
  const 明細 = [{ 単価: 105, 数量: 1 }, { 単価: 205, 数量: 1 }];
  assert.deepEqual(請求(明細), { 小計: 310, 税: 31, 合計: 341 });
});
`,
};

const patch = `*** Begin Patch
*** Update File: src/zei.js
@@
-  const 税 = 明細.reduce((計, 行) => 計 + Math.floor((行.単価 * 行.数量 * 税率) / 100), 0);
+  // 端数処理は請求書ごとに一度だけ行う。
+  const 税 = Math.floor((小計 * 税率) / 100);
*** End Patch`;

/** @type {Story} */
const story = {
  repository: 'denpyo',
  files,
  prompt: '請求書の消費税が1円ずれることがあります。原因を調べて直してください。',
  steps: [],
  pace: 7,
};

/** @type {Step[]} */
const finding = [
  {
    think: '**テストを先に動かす**\n\nどの場合に1円ずれるのかを、まずテストで確かめます。',
    say: 'まずテストを動かして、ずれる場合を確かめます。',
    calls: [{ shell: 'node --test', why: 'テストを実行' }],
  },
  {
    think: '**明細ごとの切り捨て**\n\n10円と20円で30円になっています。行ごとに端数を切り捨てているようです。',
    calls: [{ shell: 'cat src/zei.js', why: 'コードを読む' }],
  },
];

/** @type {Step} */
const fixing = {
  say: '原因が分かりました。端数を**明細の行ごと**に切り捨てています。請求書ごとに一度だけにします。',
  calls: [{ tool: 'exec_command', input: { cmd: `apply_patch <<'EOF'\n${patch}\nEOF` } }],
  pace: 16,
};

/** @type {Story} */
export const approved = {
  ...story,
  steps: [
    ...finding,
    fixing,
    { calls: [{ shell: 'node --test', why: 'もう一度テスト' }] },
    {
      say: `直しました。テストは二つとも通ります。✅

**原因**:端数を明細の行ごとに切り捨てていたため、行が増えると最大で行数分の円がずれていました。

| 明細 | 以前の税 | 今の税 |
| --- | ---: | ---: |
| 1980円 × 1 | 198円 | 198円 |
| 105円 + 205円 | 30円 | **31円** |

端数処理は「請求書ごと・税率ごとに一回」が適格請求書の決まりです。
`,
    },
  ],
};

/** @type {Story} */
export const denied = {
  ...story,
  steps: [
    ...finding,
    fixing,
    {
      think: '**変更は断られた**\n\nファイルはそのままにして、原因と提案だけを伝えます。',
      say: `分かりました。ファイルは変更していません。

**原因**だけお伝えします。\`src/zei.js\` の6行目が、端数を明細の行ごとに切り捨てています。直す場合は次の一行です。

\`\`\`js
const 税 = Math.floor((小計 * 税率) / 100);
\`\`\`
`,
    },
  ],
};

/** The user stops it while a command runs. @type {Story} */
export const cancelled = {
  ...story,
  prompt: '去年の請求書を全部計算し直して、差額を教えてください。',
  steps: [
    {
      think: '**件数が多い**\n\n一件ずつ計算し直します。時間がかかります。',
      say: '十二か月分を順番に計算し直します。少し時間がかかります。',
      calls: [
        {
          shell: 'for m in $(seq 1 12); do printf "%2d月: %d件を確認\\n" $m $((m * 13 + 40)); sleep 0.8; done',
          why: '十二か月分を計算し直す',
        },
      ],
    },
    { say: '終わりました。' },
  ],
};
