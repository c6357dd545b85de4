import { InvalidArgumentError } from 'commander';

/** Parses an option such as `--limit 20`. */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Write a whole number of 1 or more. Example: --limit 20');
  return Number(text);
}
