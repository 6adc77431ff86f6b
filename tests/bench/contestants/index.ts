import { agUiClient } from './agUiClient.ts';
import { aiSdk } from './aiSdk.ts';
import { aiSdkReact } from './aiSdkReact.ts';
import { assistantStream } from './assistantStream.ts';
import type { Contestant } from './contestant.ts';
import { floor } from './floor.ts';
import { runreel } from './runreel.ts';

/** The libraries that are not part of this repository. */
export const peers: readonly Contestant[] = [assistantStream, aiSdkReact, agUiClient, aiSdk];

/** What runs without an installation. */
export const ours: readonly Contestant[] = [runreel, floor];
