import type { Reel } from '../../reel/format.ts';

const pauses = [100, 300, 900, 1100, 40, 40, 1200, 300, 2300, 120, 1500, 900, 1400];

/** For stories and tests: 13 chunks in 10.2 seconds. Hand-made. */
export const sampleReel: Reel = {
  header: {
    reel: 1,
    format: 'runreel',
    agent: { name: 'example', version: '1' },
    title: 'An example',
    recordedAt: '2026-01-05T10:00:00.000Z',
    transport: 'stdout',
    redaction: { replaced: 0 },
  },
  lines: [
    ...pauses.map((dt, index) => ({ kind: 'o' as const, dt, text: `chunk ${index}\n` })),
    { kind: 'x' as const, dt: 0, end: 'eof' as const, chunks: pauses.length, bytes: 0 },
  ],
  truncated: false,
};

export const sampleKeyFrames = [
  { chunk: 1, time: 100, label: 'working' },
  { chunk: 2, time: 400, label: 'thinking' },
  { chunk: 4, time: 2400, label: 'tool:Bash' },
  { chunk: 7, time: 3680, label: 'preparing:Write' },
  { chunk: 9, time: 6280, label: 'tool:Write' },
  { chunk: 11, time: 7900, label: 'answered' },
  { chunk: 13, time: 10200, label: 'done' },
];
