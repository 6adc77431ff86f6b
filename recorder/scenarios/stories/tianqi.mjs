/** Weather in Chinese: Fahrenheit is wrong below zero. */

/** @typedef {import('../harness/story.ts').Story} Story */
/** @typedef {import('../harness/story.ts').Step} Step */

const files = {
  'package.json': '{ "name": "tianqi", "version": "2.2.0", "type": "module", "private": true }\n',
  'README.md': '# 天气\n\n在终端里看天气。温度可以用摄氏或华氏。\n',
  'src/wendu.js': `/** 摄氏转华氏，四舍五入到整数。 */
export function 华氏(摄氏) {
  return Math.abs(Math.round((摄氏 * 9) / 5 + 32));
}
`,
  'test/wendu.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { 华氏 } from '../src/wendu.js';

test('水的冰点', () => assert.equal(华氏(0), 32));
test('体温', () => assert.equal(华氏(37), 99));
test('哈尔滨的冬天', () => assert.equal(华氏(-30), -22));
`,
};

const fixed = `/**
 * 摄氏转华氏，四舍五入到整数。
 *
 * 零下的温度保留负号：-30 °C 是 -22 °F，不是 22 °F。
 * 加零是为了不出现 -0。
 */
export function 华氏(摄氏) {
  if (!Number.isFinite(摄氏)) throw new RangeError('不是温度：' + 摄氏);
  return Math.round((摄氏 * 9) / 5 + 32) + 0;
}

/** 华氏转摄氏。 */
export function 摄氏(华氏度) {
  if (!Number.isFinite(华氏度)) throw new RangeError('不是温度：' + 华氏度);
  return Math.round(((华氏度 - 32) * 5) / 9) + 0;
}
`;

/** @type {Story} */
const story = { repository: 'tianqi', files, prompt: '零下的时候华氏温度不对，帮我修一下。', steps: [], pace: 6 };

/** @type {Step[]} */
const finding = [
  {
    think: '零下才不对，可能是负号丢了。先跑测试。',
    say: '我先跑一遍测试，看看哪一项失败。',
    calls: [{ shell: 'node --test', why: '运行测试' }],
  },
  { think: '得到 22 而不是 -22，负号没了。看看代码。', calls: [{ read: 'src/wendu.js' }] },
];

/** @type {Step} */
const fixing = {
  think: '是 Math.abs。去掉它，顺便加上反向换算。',
  say: '找到了：`Math.abs` 把负号去掉了。我改掉它，并加上反向换算。',
  calls: [{ write: 'src/wendu.js', content: fixed }],
  pace: 14,
};

/** @type {Step[]} */
const checking = [
  { think: '再跑一次。', calls: [{ shell: 'node --test', why: '修改后再运行测试' }] },
  {
    think: '全部通过。',
    say: `修好了，三项测试全部通过。✅

| 摄氏 | 以前 | 现在 |
| ---: | ---: | ---: |
| 0 | 32 | 32 |
| 37 | 99 | 99 |
| -30 | 22 | **-22** |

原因是 \`Math.abs\`：零下的结果都变成了正数。
`,
  },
];

/** @type {Story} */
export const belowZero = { ...story, steps: [...finding, fixing, ...checking] };

/** @type {Story} */
export const connectionLost = { ...story, steps: [...finding, { ...fixing, cutAfter: 22 }, ...checking] };

/** @type {Story} */
export const lookAround = {
  ...story,
  prompt: '看看这个仓库，跑一下慢检查，再总结测试。先不要改。',
  steps: [
    {
      think: '两件互不相干的事：说明文件和一个可能不存在的目录，可以同时做。',
      say: '我同时读 README 和城市列表。',
      calls: [{ read: 'README.md' }, { read: 'data/chengshi.json' }],
    },
    {
      think: '城市列表不存在。接着跑慢检查。',
      say: '没有城市列表。现在跑慢检查。',
      calls: [
        {
          shell: 'for c in 北京 上海 哈尔滨 拉萨; do sleep 0.7; echo "$c：正常"; done; echo "哈尔滨：负号丢失" >&2',
          why: '检查四个城市',
        },
      ],
    },
    {
      overloaded: true,
      think: '总结测试可以交给助手。',
      say: '请一位助手总结测试。',
      calls: [
        {
          delegate: '总结测试',
          task: '任务：读 test/wendu.test.js，用一句话说明它测了什么。',
          steps: [
            { think: '只需要一个文件。', calls: [{ read: 'test/wendu.test.js' }] },
            { think: '好了。', say: '测了冰点、体温和零下三十度。' },
          ],
        },
      ],
    },
    {
      think: '汇总。',
      say: `看完了 🔎

| 项目 | 状态 | 说明 |
| --- | :-: | --- |
| README | ✅ | 两行 |
| 城市列表 | ❌ | \`data/chengshi.json\` 不存在 |
| 慢检查 | ⚠️ | 四个城市，一个警告 |
| 测试 | ✅ | 冰点、体温、零下三十度 |

城市名也可以是「東京」、«القاهرة»、«São Paulo» 或 🏙️。什么都没有改。
`,
    },
  ],
};
