import { execFile } from 'node:child_process';
import { homedir, hostname, userInfo } from 'node:os';
import { promisify } from 'node:util';
import { isHomePlaceholder } from '../src/reel/redact/placeholders.ts';

/** Something that this machine knows, and that must be in no fixture. */
export interface KnownText {
  /** Where the machine has it from: this may be printed, the value not. */
  readonly source: string;
  readonly value: string;
  /** A name is looked for in paths only where it is short; anything else everywhere. */
  readonly isName: boolean;
}

const run = promisify(execFile);
const SECRET_VARIABLE = /(?:^|_)(?:\w*KEY|\w*TOKEN|\w*SECRET|\w*PASSWORD)$/i;
const SHORTEST_VALUE = 8;

/** What the machine knows of its user and itself (SPEC R7.3): names, home, addresses, and the keys in its environment. */
export async function knownTexts(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Promise<readonly KnownText[]> {
  const [email, name] = await Promise.all([gitConfig('user.email', cwd), gitConfig('user.name', cwd)]);
  const host = hostname();
  const known: KnownText[] = [
    { source: 'the user', value: userName(), isName: true },
    { source: 'the machine', value: host, isName: true },
    { source: 'the machine', value: host.split('.')[0] ?? '', isName: true },
    { source: 'git config user.name', value: name, isName: true },
    { source: 'git config user.email', value: email, isName: false },
    ...[env['HOME'] ?? env['USERPROFILE'] ?? '', homedir()].map((home) => ({
      source: '$HOME',
      value: home.split(/[/\\]/).findLast((part) => part !== '') ?? '',
      isName: true,
    })),
    ...Object.entries(env).flatMap(([variable, value = '']) =>
      SECRET_VARIABLE.test(variable) && value.trim().length >= SHORTEST_VALUE
        ? [{ source: `$${variable}`, value: value.trim(), isName: false }]
        : [],
    ),
  ];
  const seen = new Set<string>();
  return known.filter(({ value, isName }) => {
    if (value === '' || seen.has(value) || (isName && isHomePlaceholder(value)) || value === 'localhost') return false;
    seen.add(value);
    return true;
  });
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // The account has no entry in the system's list.
    return '';
  }
}

async function gitConfig(name: string, cwd: string): Promise<string> {
  try {
    return (await run('git', ['config', '--get', name], { cwd })).stdout.trim();
  } catch {
    return '';
  }
}
