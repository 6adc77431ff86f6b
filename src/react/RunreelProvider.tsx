import { createContext, type ReactNode, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import type { Decision } from '../logic/index.ts';
import { type Clock, tickerOf, wallClock } from './clock.ts';

/** What the reader answers to an approval; the app sends it to the agent. */
export interface ApprovalAnswer {
  readonly approvalId: string;
  readonly decision: Decision;
  /** The chosen one of the approval's options. */
  readonly optionId?: string;
  readonly reason?: string;
}

export interface RunreelSettings {
  /** The wall clock by default. */
  readonly clock: Clock;
  /** Which images from remote hosts, in answers and tool results, load without asking the reader; by default none. */
  readonly allowImage: (url: URL) => boolean;
  /**
   * How long the run line keeps a step that it has shown, in milliseconds; what comes and goes meanwhile is passed over
   * (SPEC R2.10). By default 300.
   */
  readonly steadyMs: number;
  /**
   * Sends the answer to the agent; where that fails (a promise that rejects) the reader may answer again. Without it
   * approvals are shown, but cannot be answered.
   */
  readonly onApproval?: (answer: ApprovalAnswer) => void | Promise<void>;
}

const defaults: RunreelSettings = { clock: wallClock, allowImage: () => false, steadyMs: 300 };

const SettingsContext = createContext(defaults);

export interface RunreelProviderProps extends Partial<RunreelSettings> {
  readonly children?: ReactNode;
}

/**
 * Settings for all components of the kit below it. None is needed; what a provider leaves out comes from the one
 * around it. The language comes from i18next, not from here.
 */
export function RunreelProvider({ children, clock, allowImage, steadyMs, onApproval }: RunreelProviderProps) {
  const outer = useContext(SettingsContext);
  const settings = useMemo(
    () => ({
      ...outer,
      ...(clock && { clock }),
      ...(allowImage && { allowImage }),
      ...(steadyMs !== undefined && { steadyMs }),
      ...(onApproval && { onApproval }),
    }),
    [outer, clock, allowImage, steadyMs, onApproval],
  );
  return <SettingsContext value={settings}>{children}</SettingsContext>;
}

export function useRunreel(): RunreelSettings {
  return useContext(SettingsContext);
}

const never = () => () => {};
const nothing = () => undefined;

/**
 * What `select` makes of the time, kept up to date while `running`; a component re-renders only when that changes,
 * so select whole seconds, not milliseconds. Undefined on the server, whose clock is not the reader's.
 */
export function useTime<T>(running: boolean, select: (now: number) => T): T | undefined {
  const ticker = tickerOf(useRunreel().clock);
  const subscribe = useCallback(
    (listener: () => void) => (running ? ticker.subscribe(listener) : never()),
    [running, ticker],
  );
  return useSyncExternalStore(subscribe, () => select(ticker.now()), nothing);
}
