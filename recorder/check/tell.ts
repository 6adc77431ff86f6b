import type { CheckReport } from '../../src/reel/index.ts';
import type { Checked } from './checkFile.ts';

/** `1 round`, `2 rounds`. */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** `850 ms`, `12.3 s`, `4 min 5 s`. */
export function durationInWords(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** What came of a file: one line, and one more for each finding that begins with its file and line. */
export function checkedInWords(checked: Checked): string {
  if (checked.kind !== 'checked') return '';
  const { file, report } = checked;
  const { findings } = report;
  const verdict = findings.length === 0 ? 'ok' : counted(findings.length, 'finding');
  const lines = findings.map(({ rule, text, at }) => `  ${file}:${at.line} ${rule} ${oneLine(text)}\n`);
  return `${file}: ${verdict}, ${reportInWords(report)}\n${lines.join('')}`;
}

function reportInWords(report: CheckReport): string {
  const { format, rounds, turns, calls, events, duration, unknown, malformed } = report;
  const kinds = Object.entries(unknown).map(([kind, times]) => `${kind} (${times})`);
  return [
    format ?? 'no format',
    ...[counted(rounds, 'round'), counted(turns, 'turn'), counted(calls, 'call'), counted(events, 'event')],
    ...(duration === undefined ? [] : [durationInWords(duration)]),
    ...(kinds.length === 0 ? [] : [`unknown: ${kinds.join(' ')}`]),
    ...(malformed === 0 ? [] : [`${malformed} unreadable`]),
  ].join(', ');
}

/** `13 files checked: 12 ok, 1 with 3 findings; 2 passed over, 1 cannot be read.` */
export function summaryInWords(all: readonly Checked[]): string {
  const reports = all.flatMap((each) => (each.kind === 'checked' ? [each.report] : []));
  const wrong = reports.filter(({ findings }) => findings.length > 0);
  const findings = wrong.reduce((sum, each) => sum + each.findings.length, 0);
  const passedOver = all.filter(({ kind }) => kind === 'passed over').length;
  const bad = all.filter(({ kind }) => kind === 'bad').length;
  const parts = [
    `${reports.length - wrong.length} ok`,
    ...(wrong.length === 0 ? [] : [`${wrong.length} with ${counted(findings, 'finding')}`]),
    ...(passedOver === 0 ? [] : [`${passedOver} passed over, no reel and no log`]),
    ...(bad === 0 ? [] : [`${bad} cannot be read`]),
  ];
  return `${counted(reports.length, 'file')} checked: ${parts.join(', ')}.\n`;
}

/** Text that came with a file may hold anything; a terminal gets one line of it. */
export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
