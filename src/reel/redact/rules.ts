import { privateAddresses } from './addresses.ts';
import { cookies } from './cookies.ts';
import { credentials } from './credentials.ts';
import { emailAddresses, homeDirectories, shellPrompts } from './people.ts';
import { privateKeys } from './privateKeys.ts';
import { providerKeys } from './providerKeys.ts';
import type { Rule } from './rule.ts';

/** Counts up with every change of the rules, so that a reel tells by which it was sealed. */
export const RULESET = 1;

/** What looks like nothing else: these rules hold in texts too that were joined on a guess. */
export const distinctRules: readonly Rule[] = [privateKeys, ...providerKeys];

/** All rules that need nothing to be known. */
export const builtInRules: readonly Rule[] = [
  ...distinctRules,
  ...credentials,
  cookies,
  emailAddresses,
  ...homeDirectories,
  shellPrompts,
  ...privateAddresses,
];
