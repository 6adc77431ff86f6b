/** What `runreel.config.ts` (or `.mjs`, `.json`) says to `runreel seal`. */
export interface RunreelConfig {
  /** What must not be in a reel besides what is always taken out: exact texts, and patterns. */
  readonly redact?: readonly (string | RegExp)[];
  /** Names of headers whose values may stay. */
  readonly headers?: readonly string[];
}

/** Only gives the configuration its type. */
export function defineConfig(config: RunreelConfig): RunreelConfig {
  return config;
}
