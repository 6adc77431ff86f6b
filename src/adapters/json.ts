/** A JSON object from the wire: nothing about its members is known. */
export type JsonObject = { readonly [name: string]: unknown };

/** Whether a value from the wire is an object with members: no array, no `null`. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of anything; `undefined` where there is none. Inherited names are no members. */
export function member(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A member if it is a non-empty string. */
export function text(value: unknown, name: string): string | undefined {
  const found = member(value, name);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** A member if it is a finite number. */
export function number(value: unknown, name: string): number | undefined {
  const found = member(value, name);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

/** A member if it is an array, else an empty one. */
export function list(value: unknown, name: string): readonly unknown[] {
  const found = member(value, name);
  return Array.isArray(found) ? found : [];
}

/** An object without the members that are `undefined`: an event does not carry what the wire did not say. */
export function known<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T;
export function known(value: object): object {
  const said: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) if (one !== undefined) said[name] = one;
  return said;
}
