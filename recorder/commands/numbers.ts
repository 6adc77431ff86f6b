import { InvalidArgumentError } from 'commander';

/** Reads an option that counts from 1. */
export function position(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a whole number from 1.');
}

/** Reads an option that is milliseconds. */
export function milliseconds(text: string): number {
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a number of milliseconds.');
}

/** Reads an option that is a port; 0 takes a free one. */
export function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('It is a number from 0 to 65535.');
}
